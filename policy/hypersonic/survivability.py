"""Whether a player can get away, and whether an enemy can trap it (paper, section 5: `is_survivable`, `can_kill`)."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic.actions import MOVES
from engine.hypersonic.kernels import legal_mask, no_actions, play_round
from engine.hypersonic.packed import WORDS, Words, copy_state, is_alive, player_cell
from engine.jit import njit
from policy.hypersonic.planes import EVERY_BELOW, EVERY_CROSSING, EVERY_RIGHT, holds, spread, to_planes
from policy.hypersonic.timeline import CLOSED, COVERED, Timeline, foresee, foresee_round, timeline

STEPS: Final = 2
"""Rounds that an enemy has to set its trap (paper: two)."""


class TrapSpace(NamedTuple):
    """Scratch of whatever plays a round or two to see who survives.

    Attributes:
        words: int64 (STEPS + 1, WORDS), the position after one and after two rounds, and one that goes before them.
        actions: int64 (4,).
        now, next, after: timelines of the position, and of those after one and two rounds.
    """

    words: NDArray[np.int64]
    actions: NDArray[np.int64]
    now: Timeline
    next: Timeline
    after: Timeline


def trap_space() -> TrapSpace:
    """Return such scratch."""
    return TrapSpace(np.zeros((STEPS + 1, WORDS), np.int64), no_actions(), timeline(), timeline(), timeline())


@njit
def step_back(crossings: int, right: int, below: int, ahead: Timeline, row: int) -> tuple[int, int, int]:
    """Return the cells from which a player lives through a round and ends it on one of the given ones."""
    shut = to_planes(ahead[row, CLOSED], ahead[row, CLOSED + 1])
    near = spread(crossings & ~shut[0], right & ~shut[1], below & ~shut[2])
    crossings, right, below = crossings | near[0], right | near[1], below | near[2]
    if ahead[row, COVERED] | ahead[row, COVERED + 1]:
        hit = to_planes(ahead[row, COVERED], ahead[row, COVERED + 1])
        crossings, right, below = crossings & ~hit[0], right & ~hit[1], below & ~hit[2]
    return crossings, right, below


@njit
def safe_cells(ahead: Timeline, last: int) -> tuple[int, int, int]:
    """Return the cells, as planes, from which a player can outlive the bombs of a timeline.

    The paper's eight-turn breadth-first search run backwards: one pass answers for every cell at once, in constant
    time.

    Args:
        ahead: filled by `foresee`.
        last: what `foresee` returned.
    """
    crossings, right, below = EVERY_CROSSING, EVERY_RIGHT, EVERY_BELOW
    shut = (0, 0, 0)
    for row in range(last, 0, -1):
        covered = ahead[row, COVERED] | ahead[row, COVERED + 1] != 0
        if covered:  # only explosions change what is closed
            shut = to_planes(ahead[row, CLOSED], ahead[row, CLOSED + 1])
        near = spread(crossings & ~shut[0], right & ~shut[1], below & ~shut[2])
        crossings, right, below = crossings | near[0], right | near[1], below | near[2]
        if covered:
            hit = to_planes(ahead[row, COVERED], ahead[row, COVERED + 1])
            crossings, right, below = crossings & ~hit[0], right & ~hit[1], below & ~hit[2]
    return crossings, right, below


@njit
def is_survivable(words: Words, player: int, ahead: Timeline) -> bool:
    """Tell whether a player can outlive the bombs on the board, if nobody places another.

    Args:
        words: the position, not changed.
        player: alive or dead.
        ahead: scratch, overwritten.
    """
    if not is_alive(words, player):
        return False
    safe = safe_cells(ahead, foresee(words, player, ahead))
    return holds(safe[0], safe[1], safe[2], player_cell(words, player))


@njit
def can_kill(words: Words, player: int, enemy: int, space: TrapSpace) -> bool:
    """Tell whether an enemy has two actions after which a player cannot survive, whatever it does meanwhile.

    All pairs of the enemy's actions are tried that differ in the bombs they leave; the player may answer each pair in
    the best way, other players stand still.

    Args:
        words: the position, not changed.
        player: who may be trapped.
        enemy: who may trap it, another player.
        space: scratch, overwritten.
    """
    if not (is_alive(words, player) and is_alive(words, enemy)):
        return False
    cell = player_cell(words, player)
    foresee_round(words, player, space.now)
    first, second, actions = space.words[0], space.words[1], space.actions
    actions[:] = 0
    legal = legal_mask(words, enemy)
    for action in range(2 * MOVES):
        if legal >> action & 1 == 0:
            continue
        copy_state(first, words)
        actions[enemy] = action
        play_round(first, actions)
        if not is_alive(first, enemy):
            continue
        foresee_round(first, player, space.next)
        choices = legal_mask(first, enemy)
        for follow in (0, MOVES):
            # where the enemy goes matters only for where its second bomb lies
            if choices >> follow & 1 == 0 or (follow == 0 and action % MOVES != 0):
                continue
            copy_state(second, first)
            actions[enemy] = follow
            play_round(second, actions)
            safe = safe_cells(space.after, foresee(second, player, space.after))
            safe = step_back(safe[0], safe[1], safe[2], space.next, 1)
            safe = step_back(safe[0], safe[1], safe[2], space.now, 1)
            if not holds(safe[0], safe[1], safe[2], cell):
                actions[enemy] = 0
                return True
    actions[enemy] = 0
    return False

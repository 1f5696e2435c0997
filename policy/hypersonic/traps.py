"""Whether an enemy can trap a player (paper, section 5: `can_kill`), after a move of the player's too (section 6.1)."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic.actions import ACTIONS, MOVES
from engine.hypersonic.cells import BIT_OF, NEIGHBOUR, WORD_OF
from engine.hypersonic.kernels import legal_mask, no_actions, play_round
from engine.hypersonic.packed import BOMB_ITEMS, RANGE_ITEMS, WORDS, Words, copy_state, is_alive, player_cell, round_of
from engine.jit import njit
from policy.hypersonic.outliving import WaySpace, way_space
from policy.hypersonic.planes import holds
from policy.hypersonic.survivability import is_survivable, safe_cells, step_back
from policy.hypersonic.timeline import NO_END, Timeline, foresee, foresee_round, timeline

STEPS: Final = 2
"""Rounds that an enemy has to set its trap (paper: two)."""


class TrapSpace(NamedTuple):
    """Scratch of whatever plays a round or two to see who survives.

    Attributes:
        words: int64 (STEPS + 1, WORDS), the position after one and after two rounds, and one that goes before them.
        actions: int64 (4,).
        now, next, after: timelines of the position, and of those after one and two rounds.
        ways: scratch of `outlives`.
    """

    words: NDArray[np.int64]
    actions: NDArray[np.int64]
    now: Timeline
    next: Timeline
    after: Timeline
    ways: WaySpace


def trap_space() -> TrapSpace:
    """Return such scratch."""
    words = np.zeros((STEPS + 1, WORDS), np.int64)
    return TrapSpace(words, no_actions(), timeline(), timeline(), timeline(), way_space())


@njit
def takes_item(words: Words, player: int, move: int) -> bool:
    """Tell whether a legal step, 1 to 4, leads a player onto an item."""
    cell = NEIGHBOUR[player_cell(words, player), move]
    items = words[RANGE_ITEMS + WORD_OF[cell]] | words[BOMB_ITEMS + WORD_OF[cell]]
    return bool(items & BIT_OF[cell])


@njit
def can_kill(words: Words, player: int, enemy: int, space: TrapSpace) -> bool:
    """Tell whether an enemy has two actions after which a player cannot survive, whatever it does meanwhile.

    All pairs of the enemy's actions are tried that differ in the bombs and items they leave; the player may answer each
    pair in the best way, other players stand still. Items that the player itself takes meanwhile go on lying.

    The paper's helper as it stands there. No planner here needs it: all that they ask is what an enemy can do after a
    move of the player's (`is_trapped`).

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
        bare = action % MOVES != 0 and not takes_item(words, enemy, action % MOVES)
        for follow in range(ACTIONS):
            # where the enemy goes matters only for where its second bomb lies and for what it takes
            if choices >> follow & 1 == 0 or (follow == 0 and bare):
                continue
            if follow % MOVES and not takes_item(first, enemy, follow % MOVES):
                continue
            copy_state(second, first)
            actions[enemy] = follow
            play_round(second, actions)
            safe = safe_cells(space.after, foresee(second, player, space.after, NO_END))
            safe = step_back(safe[0], safe[1], safe[2], space.next)
            safe = step_back(safe[0], safe[1], safe[2], space.now)
            if not holds(safe[0], safe[1], safe[2], cell):
                actions[enemy] = 0
                return True
    actions[enemy] = 0
    return False


@njit
def is_trapped(words: Words, me: int, action: int, enemy: int, space: TrapSpace, end: int) -> bool:
    """Tell whether an action cannot be survived if one enemy does its worst in this round and the next.

    All pairs of the enemy's actions are tried, but for second ones that change only where it stands. Items that the
    player itself takes after the action go on lying. An enemy that dies in this round, where the player does not,
    traps nobody: it does nothing more.

    Args:
        words: the position, not changed; the others stand still.
        me: whose action it is.
        action: a legal one.
        enemy: another living player.
        space: scratch, overwritten.
        end: the round that ends the game.
    """
    first, second, actions = space.words[0], space.words[1], space.actions
    actions[:] = 0
    legal = legal_mask(words, enemy)
    for theirs in range(ACTIONS):
        if legal >> theirs & 1 == 0:
            continue
        copy_state(first, words)
        actions[me], actions[enemy] = action, theirs
        play_round(first, actions)
        if not is_alive(first, me):
            return True
        if round_of(first) >= end:
            continue
        foresee_round(first, me, space.next)
        cell = player_cell(first, me)
        choices = legal_mask(first, enemy)
        for follow in range(ACTIONS):
            if choices >> follow & 1 == 0:
                continue
            if follow % MOVES and not takes_item(first, enemy, follow % MOVES):
                continue
            copy_state(second, first)
            actions[me], actions[enemy] = 0, follow
            play_round(second, actions)
            safe = safe_cells(space.after, foresee(second, me, space.after, end))
            safe = step_back(safe[0], safe[1], safe[2], space.next)
            if not holds(safe[0], safe[1], safe[2], cell):
                return True
    return False


@njit
def is_cornered(words: Words, me: int, action: int, enemy: int, space: TrapSpace, end: int) -> bool:
    """Tell whether an enemy has an answer to an action after which whatever the player does leaves it trapped.

    Args:
        words: the position, not changed; the others stand still.
        me: whose action it is.
        action: a legal one.
        enemy: another living player.
        space: scratch, overwritten.
        end: the round that ends the game.
    """
    after, actions = space.words[STEPS], space.actions
    legal, good = legal_mask(words, enemy), 0
    for theirs in range(ACTIONS):
        if legal >> theirs & 1 == 0:
            continue
        actions[:] = 0
        actions[me], actions[enemy] = action, theirs
        copy_state(after, words)
        play_round(after, actions)
        if not is_alive(after, me):
            return True
        if round_of(after) >= end:
            continue
        mine = legal_mask(after, me)
        for turn in range(ACTIONS):
            ours = (good + turn) % ACTIONS  # what got away from one answer often does from the next
            if mine >> ours & 1 and not is_trapped(after, me, ours, enemy, space, end):
                good = ours
                break
        else:
            return True
    return False


@njit
def kills(words: Words, me: int, action: int, enemy: int, space: TrapSpace, end: int) -> bool:
    """Tell whether an enemy cannot survive an action to the round `end`, whatever it does in the same round."""
    first, actions = space.words[0], space.actions
    actions[:] = 0
    legal = legal_mask(words, enemy)
    for theirs in range(ACTIONS):
        if legal >> theirs & 1:
            copy_state(first, words)
            actions[me], actions[enemy] = action, theirs
            play_round(first, actions)
            if is_survivable(first, enemy, space.after, end):
                return False
    return True

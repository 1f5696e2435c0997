"""Whether a player can get away from the bombs that lie by steps that are played: what it takes on its way counts.

`is_survivable` has items lie on that the player takes. Where the only way out leads over an item, that shields a cell
from a blast which goes on as soon as the item is gone.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic.actions import MOVES
from engine.hypersonic.kernels import legal_mask, no_actions, play_round
from engine.hypersonic.packed import WORDS, Words, copy_state, is_alive, player_cell
from engine.hypersonic.rules import FUSE
from engine.jit import njit
from policy.hypersonic.planes import holds
from policy.hypersonic.survivability import safe_cells
from policy.hypersonic.timeline import Timeline, close_items, foresee, timeline

MOST_ROUNDS: Final = 400
"""Rounds played at most, some 0.2 ms; then a player counts as surviving, as for `is_survivable`."""


class WaySpace(NamedTuple):
    """Scratch of `outlives`.

    Attributes:
        words: int64 (FUSE + 1, WORDS), the position after so many rounds.
        actions: int64 (4,).
        ahead: a timeline.
        steps: int64 (FUSE + 1,), how many of the player's steps were tried after so many rounds.
    """

    words: NDArray[np.int64]
    actions: NDArray[np.int64]
    ahead: Timeline
    steps: NDArray[np.int64]


def way_space() -> WaySpace:
    """Return scratch for `outlives`."""
    return WaySpace(np.zeros((FUSE + 1, WORDS), np.int64), no_actions(), timeline(), np.zeros(FUSE + 1, np.int64))


LOST: Final = 0
UNSURE: Final = 1
SAFE: Final = 2
"""What is seen of a position without playing a step (`judged`)."""


@njit
def judged(words: Words, player: int, ahead: Timeline, end: int) -> int:
    """Return LOST where `is_survivable` sees no way out, SAFE where there is one over no item, else UNSURE."""
    if not is_alive(words, player):
        return LOST
    last, cell = foresee(words, player, ahead, end), player_cell(words, player)
    safe = safe_cells(ahead, last)
    if not holds(safe[0], safe[1], safe[2], cell):
        return LOST
    close_items(words, ahead, last)
    safe = safe_cells(ahead, last)
    return SAFE if holds(safe[0], safe[1], safe[2], cell) else UNSURE


@njit
def outlives(words: Words, player: int, space: WaySpace, end: int) -> bool:
    """Tell whether a player can outlive the bombs on the board, if nobody places another and the others stand still.

    Steps are played only where it matters, which is rare: where every way out that `is_survivable` sees leads over
    items.

    Args:
        words: the position, not changed.
        player: alive or dead.
        space: scratch, overwritten.
        end: the round that ends the game.
    """
    verdict = judged(words, player, space.ahead, end)
    if verdict != UNSURE:
        return verdict == SAFE
    copy_state(space.words[0], words)
    space.actions[:] = 0
    space.steps[0] = level = 0
    for _ in range(MOST_ROUNDS):
        legal = legal_mask(space.words[level], player)
        while space.steps[level] < MOVES and legal >> space.steps[level] & 1 == 0:
            space.steps[level] += 1
        if space.steps[level] == MOVES:
            if level == 0:
                return False
            level -= 1
            continue
        space.actions[player] = space.steps[level]
        space.steps[level] += 1
        after = space.words[level + 1]
        copy_state(after, space.words[level])
        play_round(after, space.actions)
        verdict = judged(after, player, space.ahead, end)
        if verdict == SAFE:
            return True
        if verdict == UNSURE:
            level += 1
            space.steps[level] = 0
    return True

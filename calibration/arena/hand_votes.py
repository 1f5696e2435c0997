"""Which item adds a bomb, told by the numbers beside the arena: the one that changes as a bomb is placed is the hand's.

Where a window shows how many bombs each player has in hand, that place changes whenever the player places one or one of
its bombs goes off, and hardly ever else; if it changes as an item is taken, the item added a bomb.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.arena.burning import Life
from calibration.arena.changes import changed_blocks
from calibration.arena.readings import Readings
from calibration.arena.turns import Turns

FEWEST: Final = 6
"""Bombs that a player must have been seen to place."""
MOST: Final = 60
"""Turns of each sort that are looked at."""
MOSTLY: Final = 0.75
RARELY: Final = 0.25
"""Share of a player's placings with which a place must change, and of the turns in which it does nothing at most. Turns
that were not seen put both off by some; what a place tells is weighed all the same by how often it tells it."""

Taken = tuple[int, int, int]
"""A turn in which an item was taken: (turn, player, which item)."""


def hand_votes(turns: Turns, readings: Readings, lives: list[Life], taken: list[Taken]) -> dict[int, tuple[int, int]]:
    """Return by item how often its taking changed the taker's number of bombs in hand, and how often it did not.

    Args:
        turns, readings, lives: the series.
        taken: when items were taken, and by whom.
    """
    votes: dict[int, tuple[int, int]] = {}
    for player in sorted({player for _, player, _ in taken}):
        own = [life for life in lives if life.stood == (player,)]
        gone = {life.end for life in own}
        placed = sorted({life.begin for life in own} - gone)  # one placed, one gone: the number stays
        busy = {*placed, *gone, *(turn for turn, who, _ in taken if who == player)}
        idle = [turn for turn in range(1, len(turns)) if readings.follows(turn) and turn not in busy]
        if len(placed) < FEWEST or len(idle) < FEWEST:
            continue
        hand = (_often(turns, placed) >= MOSTLY) & (_often(turns, idle) <= RARELY)
        if not hand.any():
            continue
        others = {*placed, *gone}
        for turn, who, item in taken:
            if who == player and turn not in others:
                changed = bool(changed_blocks(turns, turn)[hand].any())
                yes, no = votes.get(item, (0, 0))
                votes[item] = (yes + changed, no + (not changed))
    return votes


def _often(turns: Turns, which: list[int]) -> NDArray[np.float64]:
    """Return with what share of some turns each block beside the arena changes."""
    some = [which[int(k)] for k in np.unique(np.linspace(0, len(which) - 1, MOST).round().astype(int))]
    return np.asarray(np.mean([changed_blocks(turns, turn) for turn in some], axis=0), np.float64)

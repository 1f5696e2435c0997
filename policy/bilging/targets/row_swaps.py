"""How many swaps bring a row to what a target asks of it.

A swap permutes one row, so the rows of a target are independent of each other and the swaps it is away are a sum over
them (`docs/bilging.md`, "Targets"). For the pair of colours of a target a row is a word of four letters: the colour
that lands left, the one that lands right, any other piece that can be swapped, and what cannot or must not be.
"""

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

OTHER: Final = 0
LEFT: Final = 1
"""The colour that the last swap brings to the left column of the pair; before it, it stands on the right."""
RIGHT: Final = 2
FIXED: Final = 3
"""Crabs, specials (a swap would fire them), unread cells and holes."""
LETTERS: Final = 4

WING_LEFT: Final = 0
WING_RIGHT: Final = 1
WING_BOTH: Final = 2
"""Asked of a row above or below the pair: LEFT in the left column, RIGHT in the right one, or both."""
ANCHOR: Final = 3
"""Asked of the pair's own row: RIGHT and LEFT stand in the pair's columns, about to be swapped; ANCHOR + 1 asks for two
more LEFT to the left of the pair as well, ANCHOR + 2 for two more RIGHT to its right, ANCHOR + 3 for both."""
DEMANDS: Final = 7

WIDEST: Final = 8
"""Columns of the widest board that tables are made for: they hold 4 ** columns words a demand."""
NEVER: Final = 99
"""Where no swaps bring a row there; more than any way that is looked for."""

RowSwaps = NDArray[np.uint8]
"""uint8 (cols - 1, DEMANDS, LETTERS ** cols): swaps by the pair's left column, the demand and the row's word, whose
letter in column c is word >> 2 * c & 3."""


def _asked(col: int, demand: int) -> dict[int, int]:
    """Return which letter the demand asks for in which columns; one that is off the board has no column to be in."""
    if demand < ANCHOR:
        return {col: LEFT} | {col + 1: RIGHT} if demand == WING_BOTH else {col + demand: LEFT + demand}
    letters = {col: RIGHT, col + 1: LEFT}
    if demand - ANCHOR & 1:
        letters |= {col - 1: LEFT, col - 2: LEFT}
    if demand - ANCHOR & 2:
        letters |= {col + 2: RIGHT, col + 3: RIGHT}
    return letters


@lru_cache(maxsize=8)
def row_swaps(cols: int) -> RowSwaps:
    """Return the exact numbers of swaps, NEVER where there is no way; shared, not to be written to.

    Args:
        cols: columns of the board, 2 to WIDEST.

    Raises:
        ValueError: the board is too wide.
    """
    if not 2 <= cols <= WIDEST:
        raise ValueError(f"target tables are made for 2 to {WIDEST} columns, the board has {cols}")
    words = np.arange(LETTERS**cols)
    letters = words[:, np.newaxis] >> 2 * np.arange(cols) & 3
    ways = []
    for col in range(cols - 1):
        here, there = letters[:, col], letters[:, col + 1]
        swapped = words + ((there - here) << 2 * col) + ((here - there) << 2 * (col + 1))
        can = (here != there) & (here != FIXED) & (there != FIXED)
        ways.append((np.flatnonzero(can), swapped[can]))
    table = np.full((cols - 1, DEMANDS, words.size), NEVER, np.uint8)
    for col in range(cols - 1):
        for demand in range(DEMANDS):
            asked = _asked(col, demand)
            if min(asked) < 0 or max(asked) >= cols:
                continue
            swaps = table[col, demand]
            swaps[np.all([letters[:, at] == letter for at, letter in asked.items()], axis=0)] = 0
            _spread(swaps, ways)
    table.setflags(write=False)
    return table


def _spread(swaps: NDArray[np.uint8], ways: list[tuple[NDArray[np.int64], NDArray[np.int64]]]) -> None:
    """Let every word be one swap farther than the nearest that a swap leads to, in place."""
    while True:
        before = swaps.copy()
        for words, swapped in ways:
            swaps[words] = np.minimum(swaps[words], np.minimum(swaps[swapped], NEVER - 1) + 1)
        if np.array_equal(before, swaps):
            return

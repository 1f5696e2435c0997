"""The arena as three planes of 42 bits, in which a step in all directions at once is a handful of shifts.

Crossings (x and y even), the cells between two crossings of a row (x odd) and those between two of a column (y odd)
each get a word; bit 7 * j + i belongs to crossing (2 * i, 2 * j) and to the cell right of it or below it. In the
engine's own two words rows differ in length, which suits copying and blasts but not steps up and down.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic.cells import CELLS, X_OF, Y_OF
from engine.hypersonic.rules import COLS, ROWS
from engine.jit import njit

ACROSS: Final = COLS // 2 + 1
"""Crossings of a row: 7."""
DOWN: Final = ROWS // 2 + 1
"""Crossings of a column: 6."""

EVERY_CROSSING: Final = (1 << ACROSS * DOWN) - 1
EVERY_RIGHT: Final = sum(1 << ACROSS * j + i for j in range(DOWN) for i in range(ACROSS - 1))
EVERY_BELOW: Final = (1 << ACROSS * (DOWN - 1)) - 1

PLANE_OF: Final = np.where(X_OF % 2, 1, np.where(Y_OF % 2, 2, 0)).astype(np.int64)
"""Plane of each cell, int64 (113,)."""
PLANE_BIT: Final = (np.int64(1) << (ACROSS * (Y_OF // 2) + X_OF // 2)).astype(np.int64)
"""Its bit there, int64 (113,)."""


def _halves() -> NDArray[np.int16]:
    table = np.zeros(1 << COLS, np.int16)
    for row in range(1 << COLS):
        crossings = sum((row >> 2 * i & 1) << i for i in range(ACROSS))
        between = sum((row >> 2 * i + 1 & 1) << i for i in range(ACROSS - 1))
        table[row] = crossings | between << ACROSS
    return table


HALVES: Final = _halves()
"""An even row's 13 bits, those of even x (7 bits) below those of odd x (6 bits), int16 (8192,)."""

assert int(X_OF[CELLS - 1]) == COLS - 1


@njit
def to_planes(first: int, second: int) -> tuple[int, int, int]:
    """Return the engine's two words of cells as planes."""
    row_0, row_2, row_4 = int(HALVES[first & 8191]), int(HALVES[first >> 20 & 8191]), int(HALVES[first >> 40 & 8191])
    row_6, row_8, row_10 = (
        int(HALVES[second & 8191]),
        int(HALVES[second >> 20 & 8191]),
        int(HALVES[second >> 40 & 8191]),
    )
    crossings = (row_0 & 127) | (row_2 & 127) << 7 | (row_4 & 127) << 14
    crossings |= (row_6 & 127) << 21 | (row_8 & 127) << 28 | (row_10 & 127) << 35
    right = row_0 >> 7 | (row_2 >> 7) << 7 | (row_4 >> 7) << 14
    right |= (row_6 >> 7) << 21 | (row_8 >> 7) << 28 | (row_10 >> 7) << 35
    below = (first >> 13 & 127) | (first >> 33 & 127) << 7 | (first >> 53 & 127) << 14
    below |= (second >> 13 & 127) << 21 | (second >> 33 & 127) << 28
    return crossings, right, below


@njit
def spread(crossings: int, right: int, below: int) -> tuple[int, int, int]:
    """Return the cells within one step of the given ones, themselves among them."""
    to_crossings = (crossings | right | right << 1 | below | below << ACROSS) & EVERY_CROSSING
    to_right = (right | crossings | crossings >> 1) & EVERY_RIGHT
    to_below = (below | crossings | crossings >> ACROSS) & EVERY_BELOW
    return to_crossings, to_right, to_below


@njit
def holds(crossings: int, right: int, below: int, cell: int) -> bool:
    """Tell whether a cell is among those of three planes."""
    plane = PLANE_OF[cell]
    word = crossings if plane == 0 else right if plane == 1 else below
    return bool(word & PLANE_BIT[cell] != 0)

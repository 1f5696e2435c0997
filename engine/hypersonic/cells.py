"""The 113 cells that are no walls as bits of two machine words, and tables over them.

Cells are numbered row by row from the top left, walls left out. Rows 0 to 5 are the 60 bits of the first word, rows 6
to 10 the 53 bits of the second; both stay below 2**63. Even rows have 13 cells, odd ones the 7 with even x.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic.rules import COLS, ROWS

CELLS: Final = 113
FIRST_WORD: Final = 60
"""Cells of the first word."""
NOWHERE: Final = -1

Numbers = NDArray[np.int64]


def _number_cells() -> tuple[Numbers, Numbers, Numbers]:
    of, xs, ys = np.full((ROWS, COLS), NOWHERE, np.int64), np.zeros(CELLS, np.int64), np.zeros(CELLS, np.int64)
    cell = 0
    for y in range(ROWS):
        for x in range(COLS):
            if not (x % 2 and y % 2):
                of[y, x], xs[cell], ys[cell] = cell, x, y
                cell += 1
    return of, xs, ys


CELL_OF, X_OF, Y_OF = _number_cells()
"""Number of the cell at [y, x], NOWHERE for walls, int64 (11, 13); and back, int64 (113,) each."""
WORD_OF: Final = (np.arange(CELLS) >= FIRST_WORD).astype(np.int64)
"""Which of the two words holds a cell, int64 (113,)."""
BIT_OF: Final = np.array([1 << (cell - FIRST_WORD * int(word)) for cell, word in enumerate(WORD_OF)], np.int64)
"""A cell's bit in its word, int64 (113,)."""
ROW_SHIFT: Final = np.array(
    [int(CELL_OF[y, 0]) - (FIRST_WORD if CELL_OF[y, 0] >= FIRST_WORD else 0) for y in range(ROWS)], np.int64
)
"""Where a row begins in its word, int64 (11,)."""


def _neighbours() -> Numbers:
    table = np.full((CELLS, 5), NOWHERE, np.int64)
    for cell in range(CELLS):
        for move, (dx, dy) in enumerate(((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))):
            x, y = int(X_OF[cell]) + dx, int(Y_OF[cell]) + dy
            if 0 <= x < COLS and 0 <= y < ROWS:
                table[cell, move] = CELL_OF[y, x]
    return table


NEIGHBOUR: Final = _neighbours()
"""Cell that a move leads to (STAY, LEFT, RIGHT, UP, DOWN), NOWHERE into walls and edges, int64 (113, 5)."""


WALL_BIT: Final = 62
"""No cell's bit; kernels set it in words of closed cells, so that walls and edges are closed like any other."""


def _neighbour_bits() -> Numbers:
    table = np.full((CELLS, 5), WALL_BIT, np.int64)
    for cell, move in np.argwhere(NEIGHBOUR != NOWHERE):
        to = NEIGHBOUR[cell, move]
        table[cell, move] = to - FIRST_WORD if WORD_OF[to] else to
    return table


NEIGHBOUR_BIT: Final = _neighbour_bits()
"""Which bit of its word the cell is that a move leads to, WALL_BIT into walls and edges, int64 (113, 5)."""
NEIGHBOUR_WORD: Final = np.where(NEIGHBOUR >= FIRST_WORD, 1, 0).astype(np.int64)
"""Which word that is, int64 (113, 5)."""


def _columns() -> Numbers:
    table = np.zeros((COLS // 2 + 1, ROWS, ROWS, 2), np.int64)
    for half in range(COLS // 2 + 1):
        for top in range(ROWS):
            for bottom in range(top, ROWS):
                for y in range(top, bottom + 1):
                    cell = CELL_OF[y, 2 * half]
                    table[half, top, bottom, WORD_OF[cell]] |= BIT_OF[cell]
    return table


COLUMN: Final = _columns()
"""Both words of column 2 * k from row `top` to row `bottom`, int64 (7, 11, 11, 2)."""


def _ends() -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    lowest, highest = np.full(1 << COLS, COLS, np.int8), np.full(1 << COLS, -1, np.int8)
    for bits in range(1, 1 << COLS):
        lowest[bits], highest[bits] = (bits & -bits).bit_length() - 1, bits.bit_length() - 1
    return lowest, highest


LOWEST, HIGHEST = _ends()
"""Place of the lowest and of the highest of 13 bits, 13 and -1 where none is set, int8 (8192,) each."""


def _choices() -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    count, nth = np.zeros(1 << 10, np.int8), np.zeros((1 << 10, 10), np.int8)
    for mask in range(1 << 10):
        actions = [action for action in range(10) if mask >> action & 1]
        count[mask] = len(actions)
        nth[mask, : len(actions)] = actions
    return count, nth


ACTION_COUNT, NTH_ACTION = _choices()
"""Of a mask of ten actions: how many there are, int8 (1024,), and which, ascending, int8 (1024, 10)."""

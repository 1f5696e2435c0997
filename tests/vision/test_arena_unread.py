"""Cells of an arena among such that cannot be read."""

import numpy as np

from engine.hypersonic import COLS, NO_BOMB, NOBODY, ROWS
from vision.arena.unread import among_unread, unread_cells
from vision.sighting import UNKNOWN


def test_a_cell_is_among_unread_ones_with_three_of_them_beside_it() -> None:
    codes = np.zeros((3 * ROWS, COLS), np.int8)
    codes[ROWS : 2 * ROWS], codes[2 * ROWS :] = NO_BOMB, NOBODY
    assert not unread_cells(codes).any()
    assert not among_unread(codes).any()
    for row, col in ((1, 2), (2 * ROWS - 1, COLS - 2)):
        codes[row, col] = UNKNOWN  # in any layer
    for row, col in ((2, 1), (3, 2)):
        codes[row, col] = UNKNOWN
    assert {divmod(int(cell), COLS) for cell in np.flatnonzero(unread_cells(codes))} == {
        (1, 2),
        (2, 1),
        (3, 2),
        (ROWS - 1, COLS - 2),
    }
    assert [divmod(int(cell), COLS) for cell in np.flatnonzero(among_unread(codes))] == [(2, 2)]

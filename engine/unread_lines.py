"""Lines that might run through cells which could not be read, on plain boards of the swap games."""

import numpy as np
from numpy.typing import NDArray


def reaches_unread(board: NDArray[np.int8], row: int, col: int, unread: int) -> bool:
    """Tell whether a line of three or more through (row, col) exists that is wild in its unread cells.

    Args:
        board: (rows, cols) int8 codes, without an edge.
        row, col: a cell that is read.
        unread: the code of cells that could not be read; each may hold any kind.
    """
    kind = board[row, col]
    for down, across in ((1, 0), (0, 1)):
        run, wild = 1, 0
        for sign in (-1, 1):
            at_row, at_col = row + sign * down, col + sign * across
            while 0 <= at_row < board.shape[0] and 0 <= at_col < board.shape[1]:
                code = board[at_row, at_col]
                if code not in (kind, unread):
                    break
                run += 1
                wild += code == unread
                at_row, at_col = at_row + sign * down, at_col + sign * across
        if run >= 3 and wild:
            return True
    return False

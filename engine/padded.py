"""Boards as the kernels of swap games take them: flat, with an edge that need not be tested for."""

from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

Code = TypeVar("Code", bound=np.generic)

Board = NDArray[np.int8]
"""Codes of the cells, int8, shape (rows, cols), row 0 on top; or flat and padded, see `pad`."""

Cells = NDArray[np.signedinteger[Any]]
"""A padded board, of int8 or of a search's int64 words."""

EDGE: Final = -2
"""What surrounds a padded board; never seen outside kernels."""


def pad(board: Board) -> Board:
    """Return `board` (rows, cols) flat with an edge that kernels need not test for.

    ::

        # # # # # # # #      stride = cols + 2; two rows of EDGE above and three below, two cells of EDGE
        # # # # # # # #      after each row, which are the left edge of the next one as well.
        . . . . . . # #      Cell (row, col) stands at (row + 2) * stride + col.
        . . . . . . # #      With 6 columns a row is one 64 bit word. The third row below lets kernels do
        # # # # # # # #      whole rows: the last cell of one still has its neighbours two rows down and
        # # # # # # # #      three to the right.
        # # # # # # # #
    """
    rows, cols = board.shape
    padded = np.full((rows + 5, cols + 2), EDGE, dtype=np.int8)
    padded[2 : rows + 2, :cols] = board
    return padded.reshape(-1)


def padded_size(rows: int, cols: int) -> int:
    """Return the number of cells of a padded board."""
    return (rows + 5) * (cols + 2)


def inside(padded: NDArray[Code], rows: int, cols: int) -> NDArray[Code]:
    """Return the (rows, cols) view of a padded board, or of a mask of its shape, without the edge."""
    return padded.reshape(rows + 5, cols + 2)[2 : rows + 2, :cols]


def unpad(padded: Board, rows: int, cols: int) -> Board:
    """Return the (rows, cols) copy of a board that `pad` made."""
    return inside(padded, rows, cols).copy()

"""Swap3: a move is two clicks, on a piece and on its neighbour to the right or below, or a drag across both."""

from collections.abc import Sequence

from control.gesture import Drag, Swap
from control.sketch import Box, Sketch, beside_board
from vision.lattice import Lattice
from vision.profile_sections import MoveBy

Cell = tuple[int, int]


def gesture(move: int, lattice: Lattice, by: MoveBy | None = None) -> Swap | Drag:
    """Return the two clicks, or the drag, that make a move.

    Args:
        move: 2 * (row * cols + col), plus 1 where (row, col) changes places with the cell below, not to the right.
        lattice: the board's cells in frame pixels.
        by: how the window swaps; None is by clicks.

    Raises:
        ValueError: no such move on this lattice.
    """
    one, other = (lattice.centre(*cell) for cell in cells(move, lattice))
    return Drag(one, other, repeatable=False) if by == "drag" else Swap(one, other)


def words(move: int, rows: int, cols: int) -> str:
    """Return which two pieces a move swaps on a board of that size; rows and columns count from 1.

    Raises:
        ValueError: no such move.
    """
    (row, col), other = _cells(move, rows, cols)
    if other[0] == row:
        return f"row {row + 1} columns {col + 1}-{col + 2}"
    return f"column {col + 1} rows {row + 1}-{row + 2}"


def sketch(line: Sequence[int], text: str, lattice: Lattice) -> Sketch:
    """Return what the overlay draws for an advised line: its first move strong, the next ones dim.

    Args:
        line: the moves the planner expects to make, the advised one first; not empty.
        text: what is said of it, e.g. its value.
        lattice: the board's cells in frame pixels.
    """
    boxes = []
    for move in line:
        one, other = cells(move, lattice)
        x, y = lattice.corner(*one)
        across, down = other[1] - one[1] + 1, other[0] - one[0] + 1
        boxes.append(Box(x, y, across * lattice.pitch_x, down * lattice.pitch_y))
    return beside_board(lattice, boxes, text)


def cells(move: int, lattice: Lattice) -> tuple[Cell, Cell]:
    """Return the two cells, (row, col) each, that a move swaps; the left or upper one first.

    Raises:
        ValueError: no such move on this lattice.
    """
    return _cells(move, lattice.rows, lattice.cols)


def _cells(move: int, rows: int, cols: int) -> tuple[Cell, Cell]:
    row, col = divmod(move // 2, cols)
    other = row + move % 2, col + 1 - move % 2
    if not (0 <= move < 2 * rows * cols and other[0] < rows and other[1] < cols):
        raise ValueError(f"expected a move on a board of {rows} x {cols}, got {move}")
    return (row, col), other

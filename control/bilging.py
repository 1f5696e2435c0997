"""Bilging: a move is one click, on the border that the two pieces share.

The game swaps the pair under its two-piece cursor: on a 45-pixel tile the pair (c, c+1) is chosen for x from
45c+23 to 45c+67 (rules page, "The real screen"). The middle of that range is the common border.
"""

from collections.abc import Sequence

from control.gesture import Click
from control.sketch import Box, Sketch, beside_board
from vision.lattice import Lattice


def gesture(move: int, lattice: Lattice) -> Click:
    """Return the click that makes a move.

    Args:
        move: row * (cols - 1) + col swaps (row, col) with (row, col + 1).
        lattice: the board's cells in frame pixels.

    Raises:
        ValueError: no such move on this lattice.
    """
    row, col = _pair(move, lattice)
    return Click(lattice.corner(row + 0.5, col + 1))


def sketch(line: Sequence[int], text: str, lattice: Lattice) -> Sketch:
    """Return what the overlay draws for an advised line: its first move strong, the next ones dim.

    Args:
        line: the moves the planner expects to make, the advised one first; not empty.
        text: what is said of it, e.g. its value.
        lattice: the board's cells in frame pixels.
    """
    boxes = []
    for move in line:
        x, y = lattice.corner(*_pair(move, lattice))
        boxes.append(Box(x, y, 2 * lattice.pitch_x, lattice.pitch_y))
    return beside_board(lattice, boxes, text)


def _pair(move: int, lattice: Lattice) -> tuple[int, int]:
    if not 0 <= move < lattice.rows * (lattice.cols - 1):
        raise ValueError(f"expected a move from 0 to {lattice.rows * (lattice.cols - 1) - 1}, got {move}")
    return divmod(move, lattice.cols - 1)

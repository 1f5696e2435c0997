"""Bilging: a move is one click, on the border that the two pieces share.

The game swaps the pair under its two-piece cursor: on a 45-pixel tile the pair (c, c+1) is chosen for x from
45c+23 to 45c+67 (rules page, "The real screen"). The middle of that range is the common border.
"""

import math
from collections.abc import Sequence

from control.gesture import Click, Point
from control.sketch import Box, Sketch
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


def move_at(at: Point, lattice: Lattice) -> int | None:
    """Return the move that a click at a frame position makes, None beside the board.

    The outer halves of the first and the last column belong to the only pair that reaches there.
    """
    across = (at[0] - lattice.x) / lattice.pitch_x
    down = (at[1] - lattice.y) / lattice.pitch_y
    if not (0 <= across < lattice.cols and 0 <= down < lattice.rows):
        return None
    col = min(max(math.floor(across - 0.5), 0), lattice.cols - 2)
    return math.floor(down) * (lattice.cols - 1) + col


def parking(lattice: Lattice, width: int, height: int) -> Point:
    """Return a place inside the frame and beside the board, where pointer and cursor hide no piece.

    Args:
        lattice: the board's cells in frame pixels.
        width: of the frame.
        height: of the frame.

    Raises:
        ValueError: the board fills the frame.
    """
    middle_x, middle_y = lattice.x + lattice.width / 2, lattice.y + lattice.height / 2
    rooms: list[tuple[float, Point]] = [
        (lattice.x, (lattice.x / 2, middle_y)),
        (width - lattice.x - lattice.width, ((lattice.x + lattice.width + width) / 2, middle_y)),
        (lattice.y, (middle_x, lattice.y / 2)),
        (height - lattice.y - lattice.height, (middle_x, (lattice.y + lattice.height + height) / 2)),
    ]
    room, place = max(rooms)
    if room < 1:
        raise ValueError(f"expected a frame with room beside the board, got a board that fills {width}x{height}")
    return place


def sketch(line: Sequence[int], text: str, lattice: Lattice) -> Sketch:
    """Return what the overlay draws for an advised line: its first move strong, the next ones dim.

    Boxes keep to the rims of cells (6 % of a side), arrow and text to the margin beside the board, so that no
    piece is hidden.

    Args:
        line: the moves the planner expects to make, the advised one first; not empty.
        text: what is said of it, e.g. its value.
        lattice: the board's cells in frame pixels.
    """
    boxes = []
    for move in line:
        row, col = _pair(move, lattice)
        x, y = lattice.corner(row, col)
        boxes.append(Box(x, y, 2 * lattice.pitch_x, lattice.pitch_y))
    row, col = _pair(line[0], lattice)
    right = lattice.x + lattice.width
    middle = lattice.corner(row + 0.5, 0)[1]
    reach = lattice.pitch_x
    return Sketch(
        boxes=(boxes[0],),
        dim_boxes=tuple(dict.fromkeys(box for box in boxes[1:] if box != boxes[0])),
        arrow=((right + 0.9 * reach, middle), (right + 0.1 * reach, middle)),
        text=text,
        text_at=(right + reach, middle),
        stroke=max(2.0, 0.06 * min(lattice.pitch_x, lattice.pitch_y)),
    )


def _pair(move: int, lattice: Lattice) -> tuple[int, int]:
    if not 0 <= move < lattice.rows * (lattice.cols - 1):
        raise ValueError(f"expected a move from 0 to {lattice.rows * (lattice.cols - 1) - 1}, got {move}")
    return divmod(move, lattice.cols - 1)

"""Square Stacker: a move is one drag, from a piece of the hand to a cell, or a click on either.

Games of this family differ in where the carried piece hangs: under the pointer, or above it by a cell and more so
that a finger does not hide it. The profile's drop offset says where; the drag ends so that the piece lies over its
cell.
"""

from collections.abc import Sequence

from control.gesture import Drag, Point, Swap
from control.sketch import Box, Sketch
from engine.square_stacker import CELLS, PIECES, SIDE
from vision.profile import Profile

MOVES = PIECES * CELLS
RIM = 0.06
"""Width of the lines around piece and cell, in cells: what is inside stays to be seen."""
BOX = 0.96
"""Side of the boxes, in cells."""
ABOVE = 0.12
"""From the board up to the middle of the text, in cells."""
SHORT_OF_PIECE = 0.5
"""Where the arrow begins and ends, in cells from the middles of piece and cell."""


def words(move: int) -> str:
    """Return a move as a person would say it; pieces of the hand, rows and columns count from 1."""
    piece, cell = divmod(move, CELLS)
    return f"piece {piece + 1} to row {cell // SIDE + 1} column {cell % SIDE + 1}"


def gesture(move: int, profile: Profile) -> Drag | Swap:
    """Return the drag, or the two clicks where the profile says so, that make a move, in frame pixels.

    Args:
        move: 9 * piece + 3 * row + col.
        profile: of the window.

    Raises:
        ValueError: no such move, or a profile without a hand of three pieces.
    """
    clicked = profile.input.move_by == "clicks"
    return Swap(*_piece_and_cell(move, profile), either_way=False) if clicked else drag(move, profile)


def drag(move: int, profile: Profile) -> Drag:
    """Return the drag that makes a move; see `gesture`."""
    piece, cell = _piece_and_cell(move, profile)
    lattice, rings = profile.lattice, profile.rings
    away_x = rings.drop_dx * lattice.pitch_x if rings is not None else 0.0
    away_y = rings.drop_dy * lattice.pitch_y if rings is not None else 0.0
    return Drag(piece, (cell[0] - away_x, cell[1] - away_y))


def sketch(line: Sequence[int], text: str, profile: Profile) -> Sketch:
    """Return what the overlay draws for an advised line: its first move strong, the next ones dim.

    Boxes are rims around piece and cell, the arrow runs from the one to the other. The text stands above the board,
    over the column that the piece goes to: nearer to the cell it would lie on what is read.

    Args:
        line: the moves the planner expects to make, the advised one first; not empty.
        text: what is said of it, e.g. its value.
        profile: of the window.
    """
    lattice = profile.lattice
    hand_size = profile.rings.hand_size if profile.rings is not None else 1.0
    width, height = BOX * lattice.pitch_x, BOX * lattice.pitch_y
    ends = [_piece_and_cell(move, profile) for move in line]
    boxes = [
        Box(x - share * width / 2, y - share * height / 2, share * width, share * height)
        for pair in ends
        for (x, y), share in zip(pair, (hand_size, 1.0), strict=True)
    ]
    piece, cell = ends[0]
    dx, dy = cell[0] - piece[0], cell[1] - piece[1]
    length = max((dx * dx + dy * dy) ** 0.5, 1e-6)
    short = min(SHORT_OF_PIECE * min(lattice.pitch_x, lattice.pitch_y), 0.4 * length)
    step_x, step_y = dx / length * short, dy / length * short
    return Sketch(
        boxes=tuple(boxes[:2]),
        dim_boxes=tuple(dict.fromkeys(box for box in boxes[2:] if box not in boxes[:2])),
        arrow=((piece[0] + step_x, piece[1] + step_y), (cell[0] - step_x, cell[1] - step_y)),
        text=text,
        text_at=(cell[0] - lattice.pitch_x / 2, max(0.0, lattice.y - ABOVE * lattice.pitch_y)),
        stroke=max(2.0, RIM * min(lattice.pitch_x, lattice.pitch_y) / 2),
    )


def _piece_and_cell(move: int, profile: Profile) -> tuple[Point, Point]:
    """Return the middles of a move's piece and cell."""
    if not 0 <= move < MOVES:
        raise ValueError(f"expected a move from 0 to {MOVES - 1}, got {move}")
    hand = profile.rings.hand if profile.rings is not None else ()
    if len(hand) != PIECES:
        raise ValueError(f"expected a profile with a hand of {PIECES} pieces, got {len(hand)}; calibrate again")
    piece, cell = divmod(move, CELLS)
    return hand[piece], profile.lattice.centre(*divmod(cell, SIDE))

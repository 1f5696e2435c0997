"""What the suggestion overlay draws, in frame coordinates."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from capture.frame import Frame
from control.aim import desktop_position
from control.gesture import Point
from vision.lattice import Lattice

RIM = 0.06
"""Width of the lines on a board of tiles, in cells: what is inside stays to be seen."""
ARROW_BEGINS, ARROW_ENDS = 0.9, 0.1
"""Of the arrow beside a board, in cells from its edge; the words stand where it comes from, a cell away."""


class Box(NamedTuple):
    """A rectangle; its line runs along the inside of its edges."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Sketch:
    """An advised move as a drawing.

    Attributes:
        boxes: drawn strongly.
        dim_boxes: drawn faintly: what is expected to follow.
        arrow: from, to.
        text: a few words.
        text_at: the middle of the text's left edge.
        text_ends: whether `text_at` is the middle of its right edge instead.
        stroke: width of lines.
        mirror: x of the line that arrow and text are mirrored at where the screen has room for the text on the other
            side alone; None: they stay.
    """

    boxes: tuple[Box, ...] = ()
    dim_boxes: tuple[Box, ...] = ()
    arrow: tuple[Point, Point] | None = None
    text: str = ""
    text_at: Point = (0.0, 0.0)
    text_ends: bool = False
    stroke: float = 3.0
    mirror: float | None = None


def beside_board(lattice: Lattice, boxes: Sequence[Box], text: str) -> Sketch:
    """Return what is drawn of an advised line on a board of tiles: its first move strong, the next ones dim.

    Boxes keep to the rims of cells, arrow and text to the margin right of the board, so that no piece is hidden; to the
    left one where the screen ends at the right.

    Args:
        lattice: the board's cells in frame pixels.
        boxes: around the pieces of each move, the advised one first; not empty.
        text: what is said of it, e.g. its value.
    """
    first = boxes[0]
    right, middle = lattice.x + lattice.width, first.y + first.height / 2
    return Sketch(
        boxes=(first,),
        dim_boxes=tuple(dict.fromkeys(box for box in boxes[1:] if box != first)),
        arrow=((right + ARROW_BEGINS * lattice.pitch_x, middle), (right + ARROW_ENDS * lattice.pitch_x, middle)),
        text=text,
        text_at=(right + lattice.pitch_x, middle),
        stroke=max(2.0, RIM * min(lattice.pitch_x, lattice.pitch_y)),
        mirror=lattice.x + lattice.width / 2,
    )


def on_screen(sketch: Sketch, frame: Frame) -> dict[str, Any]:
    """Return a sketch in input points of the desktop, as the overlay process takes it (JSON types only).

    Raises:
        ValueError: the frame is a stored picture and lies nowhere on the screen.
    """

    def place(point: Point) -> list[float]:
        return list(desktop_position(point, frame))

    def box(given: Box) -> list[float]:
        return [*place((given.x, given.y)), given.width / frame.scale, given.height / frame.scale]

    return {
        "boxes": [box(each) for each in sketch.boxes],
        "dim_boxes": [box(each) for each in sketch.dim_boxes],
        "arrow": [place(end) for end in sketch.arrow] if sketch.arrow else None,
        "text": sketch.text,
        "text_at": place(sketch.text_at),
        "text_ends": sketch.text_ends,
        "stroke": sketch.stroke / frame.scale,
        "mirror": None if sketch.mirror is None else place((sketch.mirror, 0.0))[0],
    }

"""What the suggestion overlay draws, in frame coordinates."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from capture.frame import Frame
from control.gesture import Point


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
    """

    boxes: tuple[Box, ...] = ()
    dim_boxes: tuple[Box, ...] = ()
    arrow: tuple[Point, Point] | None = None
    text: str = ""
    text_at: Point = (0.0, 0.0)
    text_ends: bool = False
    stroke: float = 3.0


def on_screen(sketch: Sketch, frame: Frame) -> dict[str, Any]:
    """Return a sketch in input points of the desktop, as the overlay process takes it (JSON types only).

    Raises:
        ValueError: the frame is a stored picture and lies nowhere on the screen.
    """
    if frame.region is None:
        raise ValueError("expected a live frame with a region, got a stored picture")
    left, top, scale = frame.region.x, frame.region.y, frame.scale

    def place(point: Point) -> list[float]:
        return [(left + point[0]) / scale, (top + point[1]) / scale]

    def box(given: Box) -> list[float]:
        return [*place((given.x, given.y)), given.width / scale, given.height / scale]

    return {
        "boxes": [box(each) for each in sketch.boxes],
        "dim_boxes": [box(each) for each in sketch.dim_boxes],
        "arrow": [place(end) for end in sketch.arrow] if sketch.arrow else None,
        "text": sketch.text,
        "text_at": place(sketch.text_at),
        "text_ends": sketch.text_ends,
        "stroke": sketch.stroke / scale,
    }

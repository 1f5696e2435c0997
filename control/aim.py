"""The one place where frame coordinates become screen points."""

import math

from capture.frame import Frame
from control.gesture import Click, Drag, Gesture, Keys, Point, Swap

ScreenPoint = tuple[int, int]
"""(x, y) in input points, as the operating system's mouse position counts them; may be negative."""


def screen_point(at: Point, frame: Frame) -> ScreenPoint:
    """Return the input point whose square holds a frame position.

    A frame position is continuous (pixel i covers [i, i+1)); so is the desktop's, in capture pixels.
    Dividing by the scale gives input points, and the point that covers the position is the one below.

    Raises:
        ValueError: the frame is a stored picture and lies nowhere on the screen.
    """
    if frame.region is None:
        raise ValueError("expected a live frame with a region, got a stored picture")
    return (
        math.floor((frame.region.x + at[0]) / frame.scale),
        math.floor((frame.region.y + at[1]) / frame.scale),
    )


def screen_points(gesture: Gesture, frame: Frame) -> tuple[ScreenPoint, ...]:
    """Return where on the screen a gesture goes, in its order; none for keys.

    Raises:
        ValueError: see `screen_point`.
    """
    match gesture:
        case Click(at):
            places: tuple[Point, ...] = (at,)
        case Swap(first, second):
            places = (first, second)
        case Drag(start, end):
            places = (start, end)
        case Keys():
            places = ()
    return tuple(screen_point(place, frame) for place in places)


def capture_position(point: ScreenPoint, frame: Frame) -> Point:
    """Return the middle of an input point in capture pixels of the desktop (what windows are measured in)."""
    return (point[0] + 0.5) * frame.scale, (point[1] + 0.5) * frame.scale


def frame_position(point: ScreenPoint, frame: Frame) -> Point:
    """Return the middle of an input point in frame coordinates: the inverse of `screen_point`, to half a point.

    Raises:
        ValueError: see `screen_point`.
    """
    if frame.region is None:
        raise ValueError("expected a live frame with a region, got a stored picture")
    x, y = capture_position(point, frame)
    return x - frame.region.x, y - frame.region.y

"""The one place where frame coordinates become screen points."""

import math

from capture.coordinates import ScreenPoint, middle_of
from capture.frame import Frame, Region
from control.gesture import Chord, Click, Drag, Gesture, Keys, Point, Swap

__all__ = [
    "ScreenPoint",
    "capture_position",
    "desktop_position",
    "frame_position",
    "gesture_points",
    "screen_point",
    "screen_points",
]


def desktop_position(at: Point, frame: Frame) -> Point:
    """Return where a frame position lies on the desktop, in input points and fractions of them.

    A frame position is continuous (pixel i covers [i, i+1)); so is the desktop's, in capture pixels.
    Dividing by the scale gives input points.

    Raises:
        ValueError: the frame is a stored picture and lies nowhere on the screen.
    """
    region = _region(frame)
    return (region.x + at[0]) / frame.scale, (region.y + at[1]) / frame.scale


def screen_point(at: Point, frame: Frame) -> ScreenPoint:
    """Return the input point whose square holds a frame position: the whole one below.

    Raises:
        ValueError: see `desktop_position`.
    """
    x, y = desktop_position(at, frame)
    return math.floor(x), math.floor(y)


def gesture_points(gesture: Gesture) -> tuple[Point, ...]:
    """Return where in the frame a gesture goes, in its order; none for keys."""
    match gesture:
        case Click(at):
            return (at,)
        case Swap(first, second):
            return first, second
        case Drag(start, end):
            return start, end
        case Keys() | Chord():
            return ()


def screen_points(gesture: Gesture, frame: Frame) -> tuple[ScreenPoint, ...]:
    """Return where on the screen a gesture goes, in its order; none for keys.

    Raises:
        ValueError: see `desktop_position`.
    """
    return tuple(screen_point(place, frame) for place in gesture_points(gesture))


def capture_position(point: ScreenPoint, frame: Frame) -> Point:
    """Return the middle of an input point in capture pixels of the desktop (what windows are measured in)."""
    return middle_of(point, frame.scale)


def frame_position(point: ScreenPoint, frame: Frame) -> Point:
    """Return the middle of an input point in frame coordinates: the inverse of `screen_point`, to half a point.

    Raises:
        ValueError: see `desktop_position`.
    """
    region, (x, y) = _region(frame), capture_position(point, frame)
    return x - region.x, y - region.y


def _region(frame: Frame) -> Region:
    if frame.region is None:
        raise ValueError("expected a live frame with a region, got a stored picture")
    return frame.region

"""Where things lie on the desktop: capture pixels, input points, and what to grab. Pure arithmetic.

Points are what the operating system counts in: mouse positions, and the rectangles of mss and PyWinCtl. Capture pixels
are `scale` times as fine, from the same origin, the first monitor's top left; monitors left of it or above it have
negative coordinates in both. One scale holds for the whole desktop: on X11 and for a Windows process that is aware of
every monitor's dpi it is 1, and on macOS mss hands out pictures of one pixel a point. Where pictures are finer, the
scale is what mss measures.
"""

import math
from dataclasses import dataclass

from capture.frame import Region

ScreenPoint = tuple[int, int]
"""(x, y) in input points, as the operating system's mouse position counts them; may be negative."""


@dataclass(frozen=True, slots=True)
class Grab:
    """The whole points that hold a region of capture pixels, and where in their picture the region begins.

    Attributes:
        left, top, width, height: in points.
        x, y: of the region's top left, in pixels of the picture.
    """

    left: int
    top: int
    width: int
    height: int
    x: int
    y: int


def point_under(x: float, y: float, scale: float) -> ScreenPoint:
    """Return the input point whose square holds a position in capture pixels."""
    return math.floor(x / scale), math.floor(y / scale)


def middle_of(point: ScreenPoint, scale: float) -> tuple[float, float]:
    """Return the middle of an input point, in capture pixels."""
    return (point[0] + 0.5) * scale, (point[1] + 0.5) * scale


def region_of(left: float, top: float, width: float, height: float, scale: float) -> Region:
    """Return the whole capture pixels inside a rectangle of points."""
    x, y = math.ceil(left * scale), math.ceil(top * scale)
    return Region(x, y, math.floor((left + width) * scale) - x, math.floor((top + height) * scale) - y)


def grab_of(region: Region, scale: float) -> Grab:
    """Return what to grab for a region: the whole points that it touches."""
    left, top = point_under(region.x, region.y, scale)
    right = math.ceil((region.x + region.width) / scale)
    bottom = math.ceil((region.y + region.height) / scale)
    x, y = region.x - math.floor(left * scale), region.y - math.floor(top * scale)
    return Grab(left, top, right - left, bottom - top, x, y)


def clipped(region: Region, bounds: Region) -> Region | None:
    """Return the part of a region inside bounds, None where nothing of it is."""
    left, top = max(region.x, bounds.x), max(region.y, bounds.y)
    right = min(region.x + region.width, bounds.x + bounds.width)
    bottom = min(region.y + region.height, bounds.y + bounds.height)
    return Region(left, top, right - left, bottom - top) if left < right and top < bottom else None

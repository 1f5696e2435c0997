"""Tells from pictures at rest whether a piece has gone from the hand to a cell."""

from collections.abc import Iterator, Sequence

import numpy as np

from calibration.rings.places import OFF
from calibration.rings.shapes import SAME_COLOUR, SAME_SIZE, Shape
from calibration.rings.sites import Site
from vision.profile_sections import SMALLEST_HAND

Point = tuple[float, float]
GROWS = 1 / SMALLEST_HAND
"""How many times larger a piece may be drawn in its cell than in hand."""


def has_moved(before: Sequence[Site], after: Sequence[Site], piece: Point, cell: Point, pitch: float) -> bool:
    """Tell whether a cell shows what the hand showed, and the hand no longer does.

    Of the looks of both places nothing else is asked: some keep a well or a frame.

    Args:
        before: sites of the window before the move.
        after: of the window at rest after it.
        piece: (x, y) of the piece in hand, in pixels.
        cell: likewise.
        pitch: of the cells, in pixels.
    """
    held = list(_shapes(before, piece, pitch))
    come = [s for s in _shapes(after, cell, pitch) if not _among(s, _shapes(before, cell, pitch))]
    left = [s for s in held if not _among(s, _shapes(after, piece, pitch))]
    return any(_among(s, come, GROWS) for s in left)


def may_be_carried(site: Site, before: Sequence[Site], during: Sequence[Site], piece: Point, pitch: float) -> bool:
    """Tell whether something that has come may be a piece that is carried: it has left the hand, or has its colour.

    Games draw a carried piece larger, paler or as a copy; where pieces are clicked on nothing leaves the hand, and what
    comes is another thing, as points that were scored.

    Args:
        site: what has come.
        before: sites of the window before the piece was taken.
        during: while it is held.
        piece: (x, y) of its place in hand, in pixels.
        pitch: of the cells, in pixels.
    """
    held = list(_shapes(before, piece, pitch))
    here = list(_shapes(during, piece, pitch))
    outer = max(site.shapes, key=lambda shape: shape.extent)  # within it ground shows, which is everywhere
    return any(not _among(shape, here) for shape in held) or any(_same_colour(outer, shape) for shape in held)


def _shapes(sites: Sequence[Site], at: Point, pitch: float) -> Iterator[Shape]:
    near = 2 * OFF * pitch
    return (s for site in sites if max(abs(site.x - at[0]), abs(site.y - at[1])) <= near for s in site.shapes)


def _among(shape: Shape, others: Sequence[Shape] | Iterator[Shape], grows: float = 1.0) -> bool:
    """Tell whether a shape is among others, or one that is larger up to so many times."""
    low, high = 1 - SAME_SIZE, grows * (1 + SAME_SIZE)
    return any(low <= other.extent / shape.extent <= high and _same_colour(shape, other) for other in others)


def _same_colour(one: Shape, other: Shape) -> bool:
    return float(np.abs(np.subtract(one.colour, other.colour)).max()) <= SAME_COLOUR

"""Where concentric shapes lie, and which of these points lie on given places."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.rings.places import RING_EXTENTS
from calibration.rings.shapes import Shape

MOST_SITES = 160
"""Sites that are looked at, the largest first: a textured ground makes many small ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """A point that shapes share as their middle.

    Attributes:
        x, y: of the point, in pixels.
        shapes: concentric, of all frames, the largest first.
    """

    x: float
    y: float
    shapes: tuple[Shape, ...]


def sites_of(shapes: Sequence[Shape], size: tuple[int, int]) -> list[Site]:
    """Gather concentric shapes of all frames; `size` is (height, width) of the frames."""
    tolerance = max(1.5, 0.006 * min(size))
    groups: list[list[Shape]] = []
    for shape in sorted(shapes, key=lambda s: -s.extent):
        near = (g for g in groups if abs(g[0].x - shape.x) <= tolerance and abs(g[0].y - shape.y) <= tolerance)
        group = next(near, None)
        if group is not None:
            group.append(shape)
        elif len(groups) < MOST_SITES:
            groups.append([shape])
    sites = []
    for group in groups:
        weight = [s.extent for s in group]
        x = float(np.average([s.x for s in group], weights=weight))
        y = float(np.average([s.y for s in group], weights=weight))
        sites.append(Site(x, y, tuple(group)))
    return sites


def occupants(
    sites: Sequence[Site], xy: NDArray[np.float64], at: NDArray[np.float64], pitch: float, off: float
) -> NDArray[np.int64]:
    """Return (places,) the number of the site on each place, -1 where there is none.

    Args:
        sites: all that were found.
        xy: (sites, 2) where they are.
        at: (places, 2) the middles of the places, in pixels.
        pitch: of the cells.
        off: how far a site may lie off its place, in pitches.
    """
    apart = np.abs(xy[None] - at[:, None]).max(axis=2)
    fits = np.array([s.shapes[-1].extent <= RING_EXTENTS[1] * pitch for s in sites])
    apart[:, ~fits] = np.inf
    nearest = apart.argmin(axis=1)
    return np.where(apart[np.arange(len(at)), nearest] <= off * pitch, nearest, -1)

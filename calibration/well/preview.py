"""Where the next piece is shown: three jewels above each other beside the well, perhaps smaller and further apart."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.well.jewel_distances import distance_from_nearest, nearest_everywhere
from capture.frame import Pixels
from engine.columns import LENGTH
from vision.lattice import Lattice
from vision.profile_sections import TextSection

SMALL = 12
"""Pixels a side to which jewels are shrunk for the search."""
FINE = 24
"""Likewise when its place is made exact."""
SCALES = tuple(round(0.45 * 1.06**n, 4) for n in range(16))
"""Sizes of the preview's jewels that are tried, in cells of the well."""
SPACINGS = tuple(round(1.0 + 0.04 * n, 2) for n in range(12))
"""Distances of the preview's jewels that are tried, in their own size."""
LARGEST = 26.0
"""Root mean difference of the worst of the three jewels from its kind, grey levels, at which it is one."""
UNUSUAL = 0.4
"""How much worse a preview may fit that has cells as large as the well's and no gaps, to be taken all the same."""
ROUGH = 3.0
"""Grey levels by which even the right three may differ."""
MOST_POLISHED = 3
STEPS = (2.0, 1.0, 0.5, 0.25)
"""Pixels by which place, size and spacing are moved when they are made exact, one after the other."""
GAIN = 1e-3
"""Grey levels by which a move must fit better to be made."""
CLOSEST = 0.95
"""Distance of the preview's jewels, at least, in their own height: they do not overlap."""
SMALLEST = 6.0
"""Pixels of a jewel in the preview, at least."""
SURE = 6.0
"""Mean difference of the three at which no other size is tried."""
MOST_SEARCHED = 3
"""Pictures that it is searched in: one may show a colour that nobody knows, or a magic piece as it flashes."""
MOST_PICTURES = 5
"""Pictures that its place is made exact in, and held against: it fits in most of them."""


@dataclass(frozen=True, slots=True)
class Preview:
    """Where it is.

    Attributes:
        place: rectangle from the first jewel's top to the last one's bottom, as wide as a jewel's cell.
        distance: mean difference of the jewels from their kinds, grey levels.
    """

    place: TextSection
    distance: float


def find_preview(
    pictures: Sequence[Pixels],
    jewels: Sequence[NDArray[np.float32]],
    masks: Sequence[NDArray[np.float32]],
    lattice: Lattice,
    strangers: int = 0,
) -> Preview | None:
    """Return where the preview is; None where no three jewels stand above each other beside the well.

    Args:
        pictures: of one window.
        jewels: (side, side, 3) a kind.
        masks: (side, side) a kind: what the jewel covers.
        lattice: of the well.
        strangers: jewels of the preview that may be of a kind that nobody knows.
    """
    found: list[_Found] = []
    for scale, picture in product(
        sorted({*SCALES, 1.0}, key=lambda scale: abs(scale - 1.0)), _spread(pictures, MOST_SEARCHED)
    ):
        three = _search(picture, jewels, masks, lattice, scale, strangers)
        if three is not None:
            found.append(three)
            if three.distance < SURE:
                break
    found = sorted(found, key=lambda three: three.handicap)[:MOST_POLISHED]
    some = _spread(pictures, MOST_PICTURES)
    polished = [_polished(some, jewels, masks, lattice, three, strangers) for three in found]
    best = min(polished, key=lambda three: _handicap(three, lattice), default=None)
    if best is None or best.distance > LARGEST:
        return None
    height = 2 * best.spacing + best.size * lattice.pitch_y / lattice.pitch_x
    place = TextSection(x=round(best.x, 3), y=round(best.y, 3), width=round(best.size, 3), height=round(height, 3))
    return Preview(place, best.distance)


def _spread(pictures: Sequence[Pixels], most: int) -> list[Pixels]:
    """Return so many of the pictures at most, evenly spread, the last one first."""
    picked = np.unique(np.linspace(len(pictures) - 1, 0, most).round().astype(int))
    return [pictures[int(at)] for at in picked[::-1]]


@dataclass(frozen=True, slots=True)
class _Found:
    """Three jewels: the first one's corner, a jewel's size and how far they are apart, in pixels."""

    distance: float
    x: float
    y: float
    size: float
    spacing: float
    handicap: float


def _handicap(three: _Found, lattice: Lattice) -> float:
    """Return how unlikely three jewels are to be the preview: unlike any kind, or of an unusual size or distance."""
    size, spacing = three.size / lattice.pitch_x, three.spacing / three.size
    return (three.distance + ROUGH) * (1 + UNUSUAL * (abs(float(np.log(size))) + abs(spacing - 1)))


def _search(
    picture: Pixels,
    jewels: Sequence[NDArray[np.float32]],
    masks: Sequence[NDArray[np.float32]],
    lattice: Lattice,
    scale: float,
    strangers: int,
) -> _Found | None:
    """Return the best three at one size, of which so many need not be of a known kind."""
    size = lattice.pitch_x * scale
    zoom = SMALL / size
    height, width = picture.shape[:2]
    how = cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR
    small = cv2.resize(picture, (max(1, round(width * zoom)), max(1, round(height * zoom))), interpolation=how)
    if small.shape[0] < LENGTH * SMALL or small.shape[1] < SMALL + 1:
        return None
    # what lies in the well is no preview
    x0, x1 = (lattice.x - 0.9 * size) * zoom, (lattice.x + lattice.width - 0.1 * size) * zoom
    y0, y1 = (lattice.y - size) * zoom, (lattice.y + lattice.height) * zoom
    planes = np.ascontiguousarray(small.transpose(2, 0, 1), np.float32)
    squares = np.full((small.shape[0] - SMALL + 1, small.shape[1] - SMALL + 1), 255.0**2, np.float32)
    templates, covers = _shrunk(jewels, masks, SMALL)
    templates = np.ascontiguousarray(templates.transpose(0, 3, 1, 2))
    nearest_everywhere(planes, templates, covers, (int(y0), int(y1), int(x0), int(x1)), squares)
    nearest = np.sqrt(squares)
    best: _Found | None = None
    for spacing in SPACINGS:
        step = round(SMALL * spacing)
        rows = nearest.shape[0] - 2 * step
        if rows <= 0:
            continue
        each = _in_order([nearest[k * step : k * step + rows] for k in range(LENGTH)])[: LENGTH - strangers]
        three = np.mean(each, axis=0)
        three[each[-1] > LARGEST] = 255.0
        y, x = np.unravel_index(int(np.argmin(three)), three.shape)
        value = float(three[y, x])
        three_here = _Found(value, float(x) / zoom, float(y) / zoom, size, step / zoom, 0.0)
        handicap = _handicap(three_here, lattice)
        if value < 255.0 and (best is None or handicap < best.handicap):
            best = replace(three_here, handicap=handicap)
    return best


def _polished(
    pictures: Sequence[Pixels],
    jewels: Sequence[NDArray[np.float32]],
    masks: Sequence[NDArray[np.float32]],
    lattice: Lattice,
    found: _Found,
    strangers: int,
) -> _Found:
    """Return the find, moved and stretched by pixels to where the three jewels fit best."""
    fine, covers = _shrunk(jewels, masks, FINE)
    best = replace(found, distance=_cost(pictures, fine, covers, found, strangers))
    tall = lattice.pitch_y / lattice.pitch_x
    for step in STEPS:
        better = True
        while better:
            better = False
            for part, by in product(("x", "y", "size", "spacing"), (-step, step)):
                moved = replace(best, **{part: getattr(best, part) + by})
                if moved.spacing < CLOSEST * tall * moved.size or moved.size < SMALLEST:
                    continue
                moved = replace(moved, distance=_cost(pictures, fine, covers, moved, strangers))
                if moved.distance < best.distance - GAIN:
                    best, better = moved, True
    return best


def _shrunk(
    jewels: Sequence[NDArray[np.float32]], masks: Sequence[NDArray[np.float32]], side: int
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return jewels of so many pixels a side, (n, side, side, 3), and what they cover, (n, side, side)."""
    small = [cv2.resize(jewel, (side, side), interpolation=cv2.INTER_AREA) for jewel in jewels]
    covers = [cv2.resize(mask, (side, side), interpolation=cv2.INTER_AREA) > 0.9 for mask in masks]
    return np.array(small, np.float32).reshape(-1, side, side, 3), np.array(covers, np.bool_).reshape(-1, side, side)


def _in_order(three: Sequence[NDArray[np.float32]]) -> list[NDArray[np.float32]]:
    """Return the least, the middle and the largest of three numbers for every place."""
    one, two, last = three
    low, high = np.minimum(one, two), np.maximum(one, two)
    return [np.minimum(low, last), np.maximum(low, np.minimum(high, last)), np.maximum(high, last)]


def _cost(
    pictures: Sequence[Pixels],
    jewels: NDArray[np.float32],
    covers: NDArray[np.bool_],
    where: _Found,
    strangers: int,
) -> float:
    """Return the mean difference of the three, the strangest ones left out, from the nearest kinds: that of the
    picture in the middle, for in some a colour may be shown that nobody knows."""
    each, step = [], where.size / FINE
    for picture in pictures:
        three = []
        for n in range(LENGTH):
            at = np.array(
                [[step, 0, where.x + step / 2 - 0.5], [0, step, where.y + n * where.spacing + step / 2 - 0.5]]
            )
            cut = cv2.warpAffine(
                picture,
                at,
                (FINE, FINE),
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            ).astype(np.float32)
            three.append(distance_from_nearest(cut, jewels, covers))
        each.append(sum(sorted(three)[: LENGTH - strangers]) / (LENGTH - strangers))
    return float(np.median(each))

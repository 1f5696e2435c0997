"""Which of the shapes on the places are rings, and of what size: the rest is ground or marks of empty cells."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.rings.places import OFF, RING_EXTENTS, SIDE, Places
from calibration.rings.shapes import SAME_COLOUR, Shape
from capture.frame import Pixels
from vision.profile_sections import SMALLEST_HAND

CELLS = SIDE * SIDE
MARK_CELLS = 6
"""Cells of one frame that show the same shape in the same colour: no ring, or lines of it would have been cleared."""
BORDER = (0.44, 0.5)
"""Where, in pitches from the middle, the ground around a cell is looked at."""
OUTSIDE = (2, 5)
"""Where, in pixels from a shape, the ground around it is looked at."""
JUMP = (1.6, 0.05)
"""Two extents further apart than that many pixels, and than that share, are two sizes."""
THINNEST = 0.022
"""Strokes thinner than that, in pitches, are rims and glows of rings."""
STRAY_SHARE = 0.2
"""A fourth size that has fewer shapes than that share of the third's is something else."""
WHOLE_SHARE = 0.2
"""Shapes of one size of which more than that share have no hole are ground."""


@dataclass(frozen=True, slots=True, eq=False)
class Ring:
    """A ring that was seen.

    Attributes:
        place: number of its place.
        slot: 0 innermost; -1 while not known.
        shape: its pixels.
    """

    place: int
    slot: int
    shape: Shape


@dataclass(frozen=True, slots=True, eq=False)
class RingShapes:
    """The rings of all frames.

    Attributes:
        rings: every one seen.
        extents: half the side of each size, in pixels, rising; in the cells, where the hand is drawn in another size.
        strays: shapes on the places that are neither ring nor ground.
        hand_size: how large the rings in hand are, as a share of those in the cells.
    """

    rings: tuple[Ring, ...]
    extents: tuple[float, ...]
    strays: int
    hand_size: float = 1.0


def find_rings(pictures: Sequence[Pixels], shapes: Sequence[Shape], places: Places) -> RingShapes:
    """Tell rings from ground and marks, and sort them by size."""
    on_place = _on_places(shapes, places)
    marks = _marks(on_place)
    grounds = _grounds(pictures, on_place, places.pitch)
    low, high = RING_EXTENTS[0] * places.pitch, RING_EXTENTS[1] * places.pitch
    well_colours = [colour for extent, colour in marks if extent > 0.2 * places.pitch]
    rings = []
    for place, shape, _ in on_place:
        if not low <= shape.extent <= high or _stroke(shape) < THINNEST * places.pitch:
            continue
        if any(_one_size(shape.extent, extent) and _alike(shape.colour, colour) for extent, colour in marks):
            continue
        if any(_alike(shape.colour, ground) for ground in [*grounds[shape.frame, place], *well_colours]):
            continue
        rings.append(Ring(place, -1, shape))
    return _with_smaller_hand(rings) or _by_size(rings)


def _on_places(shapes: Sequence[Shape], places: Places) -> list[tuple[int, Shape, NDArray[np.float64]]]:
    centres = places.centres()
    found = []
    for shape in shapes:
        apart = np.abs(centres - (shape.x, shape.y)).max(axis=1)
        place = int(apart.argmin())
        if apart[place] <= 1.5 * OFF * places.pitch and shape.extent <= RING_EXTENTS[1] * places.pitch:
            found.append((place, shape, centres[place]))
    return found


def _stroke(shape: Shape) -> float:
    """Return how wide the line of a closed shape is, about, in pixels."""
    return float(shape.mask.sum()) / (8 * shape.extent)


def _alike(a: Sequence[float], b: Sequence[float]) -> bool:
    return max(abs(x - y) for x, y in zip(a, b, strict=True)) <= SAME_COLOUR


def _one_size(a: float, b: float) -> bool:
    return abs(a - b) <= max(JUMP[0], JUMP[1] * max(a, b))


def _marks(
    on_place: list[tuple[int, Shape, NDArray[np.float64]]],
) -> list[tuple[float, tuple[float, float, float]]]:
    """Return (extent, colour) of the shapes that most cells of one frame have in common."""
    marks: list[tuple[float, tuple[float, float, float]]] = []
    for _, shape, _ in on_place:
        if any(_one_size(shape.extent, e) and _alike(shape.colour, c) for e, c in marks):
            continue
        cells = {
            place
            for place, other, _ in on_place
            if place < CELLS
            and other.frame == shape.frame
            and _one_size(other.extent, shape.extent)
            and _alike(other.colour, shape.colour)
        }
        if len(cells) >= MARK_CELLS:
            marks.append((shape.extent, shape.colour))
    return marks


def _grounds(
    pictures: Sequence[Pixels], on_place: list[tuple[int, Shape, NDArray[np.float64]]], pitch: float
) -> dict[tuple[int, int], list[Sequence[float]]]:
    """Return the colours that are ground on each (frame, place): around its largest shape, and around the cell."""
    largest: dict[tuple[int, int], Shape] = {}
    for place, shape, _ in on_place:
        key = (shape.frame, place)
        if key not in largest or shape.extent > largest[key].extent:
            largest[key] = shape
    middles = {(shape.frame, place): centre for place, shape, centre in on_place}
    grounds: dict[tuple[int, int], list[Sequence[float]]] = {}
    for key, shape in largest.items():
        x, y = middles[key]
        bands = (
            _square_band(pictures[key[0]], shape.x, shape.y, shape.extent + OUTSIDE[0], shape.extent + OUTSIDE[1]),
            _square_band(pictures[key[0]], x, y, BORDER[0] * pitch, BORDER[1] * pitch),
        )
        grounds[key] = [[float(v) for v in np.median(band, axis=0)] for band in bands if len(band)]
    return grounds


def _square_band(pixels: Pixels, x: float, y: float, inner: float, outer: float) -> NDArray[np.uint8]:
    """Return (n, 3) pixels between two concentric squares."""
    height, width = pixels.shape[:2]
    y0, y1 = max(0, round(y - outer)), min(height, round(y + outer))
    x0, x1 = max(0, round(x - outer)), min(width, round(x + outer))
    part = pixels[y0:y1, x0:x1]
    dy = np.abs(np.arange(y0, y1) + 0.5 - y)
    dx = np.abs(np.arange(x0, x1) + 0.5 - x)
    return part[np.maximum(dy[:, None], dx[None, :]) >= inner]


def _is_gap(group: list[Ring], smaller: list[Ring], larger: list[Ring]) -> bool:
    """Tell whether shapes are but the ground between two rings: each lies between rings of the next sizes.

    Rings of a true size are also seen alone.
    """
    return _places(group) <= _places(smaller) & _places(larger)


def _is_whole(shape: Shape) -> bool:
    """Tell whether a shape covers its own middle, as ground within a ring or a bare well does."""
    return bool(shape.mask[int(shape.y) - shape.top, int(shape.x) - shape.left])


def _without_ground(groups: list[list[Ring]]) -> list[list[Ring]]:
    """Leave out the sizes that are but ground, of whatever colour: a well over a photograph has that of nothing near.

    Rings that others nest in are hollow. The smallest may be discs, which are also seen alone; the largest may be
    wells, most of them around rings.
    """
    kept: list[list[Ring]] = []
    for number, group in enumerate(groups):
        most = 0.0 if number == len(groups) - 1 else WHOLE_SHARE * len(group)
        whole = sum(_is_whole(ring.shape) for ring in group) > most
        if not whole or (number == 0 and not _places(group) <= _places(groups[1])):
            kept.append(group)
    return kept


def _with_smaller_hand(rings: list[Ring]) -> RingShapes | None:
    """Sort rings by size where those in hand are drawn smaller than those in the cells, None where they are not.

    The sizes in hand must be two of those in the cells at least, all at one share: one alone may be any of the three.
    """
    cells = _by_size([ring for ring in rings if ring.place < CELLS])
    hand = [ring for ring in rings if ring.place >= CELLS]
    if len(cells.extents) != SIDE:
        return None
    extents = np.array([ring.shape.extent for ring in hand])

    def slots_at(share: float) -> NDArray[np.int64]:
        fits = np.array([[_one_size(e, share * of) for of in cells.extents] for e in extents.tolist()])
        return np.where(fits.any(axis=1), fits.argmax(axis=1), -1)

    def explained(share: float) -> int:
        slots = slots_at(share)
        return int((slots >= 0).sum()) if len(set(slots[slots >= 0].tolist())) > 1 else 0

    fewest = (1 - STRAY_SHARE) * len(hand)
    if not hand or int((slots_at(1.0) >= 0).sum()) >= fewest:
        return None
    shares = [e / of for e in extents.tolist() for of in cells.extents if SMALLEST_HAND <= e / of < 1]
    best = max(shares, key=explained, default=1.0)
    if explained(best) < fewest:
        return None
    slots = slots_at(best)
    there = np.flatnonzero(slots >= 0)
    whole = np.array(cells.extents)[slots[there]]
    held = tuple(Ring(hand[k].place, int(slots[k]), hand[k].shape) for k in there.tolist())
    share = float(np.clip((extents[there] * whole).sum() / (whole**2).sum(), SMALLEST_HAND, 1))
    strays = cells.strays + len(hand) - len(held)
    return RingShapes(cells.rings + held, cells.extents, strays, round(share, 3))


def _places(group: list[Ring]) -> set[tuple[int, int]]:
    return {(ring.place, ring.shape.frame) for ring in group}


def _by_size(rings: list[Ring]) -> RingShapes:
    if not rings:
        return RingShapes((), (), 0)
    ordered = sorted(rings, key=lambda r: r.shape.extent)
    groups = [[ordered[0]]]
    for ring in ordered[1:]:
        if _one_size(ring.shape.extent, groups[-1][-1].shape.extent):
            groups[-1].append(ring)
        else:
            groups.append([ring])
    strays = 0
    if len(groups) > SIDE:
        groups = _without_ground(groups)
    while len(groups) > SIDE:
        gaps = [k for k in range(1, len(groups) - 1) if _is_gap(groups[k], groups[k - 1], groups[k + 1])]
        if len(gaps) == 1:
            groups.pop(gaps[0])
            continue
        fewest = min(range(len(groups)), key=lambda k: len(groups[k]))
        rest = sorted(len(g) for k, g in enumerate(groups) if k != fewest)
        if len(groups[fewest]) > max(1, STRAY_SHARE * rest[-SIDE]):
            break
        strays += len(groups.pop(fewest))
    found = tuple(Ring(r.place, slot, r.shape) for slot, group in enumerate(groups) for r in group)
    extents = tuple(float(np.median([r.shape.extent for r in group])) for group in groups)
    return RingShapes(found, extents, strays)

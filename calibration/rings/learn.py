"""Learns from the rings that were seen: exact places, the pixels of each size, the colours."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage

from calibration.rings.places import SIDE, Places
from calibration.rings.ring_shapes import CELLS, Ring, RingShapes
from capture.frame import Pixels
from vision.lattice import Lattice
from vision.rings.pictures import mask_at
from vision.rings.samples import ring_core, window_pixels

CELL_ROOM = 0.57
"""Half the side of a mask picture, in pitches: the largest ring and a little more."""
FULL = 250
"""Channels of a colour from there on are left out when its brightness is measured."""
SHADE_RANGE = (0.4, 1.9)
FLAT = 0.03
"""Rings whose brightness varies less than that on average are flat."""
SAME_RING_COLOUR = 32.0
"""Grey levels of the worst channel up to which two rings may have one colour."""
SURELY_SAME = 15.0
"""Up to so many they have: JPEG of quality 15 left 14 between rings of one colour. Beyond them the widest gap tells."""


@dataclass(frozen=True, slots=True, eq=False)
class LearnedRings:
    """What the frames teach.

    Attributes:
        places: fitted to the rings alone.
        residual_px: mean distance of the rings in the cells from the lattice.
        masks: (side, side) bool a slot.
        shades: (side, side) float32 a slot, how bright rings are there, 1 as their colour.
        colours: (colours, 3) float32 BGR, the commonest first.
        seen: (frames, 12, slots) int8: number of the colour, -1 where no ring was seen.
    """

    places: Places
    residual_px: float
    masks: tuple[NDArray[np.bool_], ...]
    shades: tuple[NDArray[np.float32], ...]
    colours: NDArray[np.float32]
    seen: NDArray[np.int8]


def learn_rings(pictures: Sequence[Pixels], found: RingShapes, places: Places) -> LearnedRings:
    """Learn from rings of all three sizes."""
    places, residual = _fit(found.rings, places)
    centres = places.centres()
    side = 2 * int(np.ceil(CELL_ROOM * places.pitch)) + 1
    slots = len(found.extents)
    # how a ring is drawn is learned from those of one size
    alike = [r for r in found.rings if r.place < CELLS or places.hand_size == 1.0]
    masks = tuple(_mask([r for r in alike if r.slot == slot], centres, side) for slot in range(slots))
    size = pictures[0].shape[0], pictures[0].shape[1]
    sizes = places.sizes()
    cores = {share: [ring_core(mask_at(mask, share)) for mask in masks] for share in dict.fromkeys(sizes)}
    colours = np.array(
        [
            _colour(pictures[r.shape.frame], cores[sizes[r.place]][r.slot], centres[r.place], size, r)
            for r in found.rings
        ],
        np.float32,
    )
    number = _clusters(colours)
    order = sorted(set(number.tolist()), key=lambda n: (-int((number == n).sum()), n))
    seen = np.full((len(pictures), len(centres), slots), -1, np.int8)
    for ring, n in zip(found.rings, number, strict=True):
        seen[ring.shape.frame, ring.place, ring.slot] = order.index(n)
    learned = np.array([np.median(colours[number == n], axis=0) for n in order], np.float32)
    shades = tuple(
        _shade(pictures, [r for r in alike if r.slot == slot], centres, mask, learned, seen)
        for slot, mask in enumerate(masks)
    )
    return LearnedRings(places, residual, masks, shades, learned, seen)


def _fit(rings: Sequence[Ring], places: Places) -> tuple[Places, float]:
    """Fit the places to the middles of the rings, each place counting once."""
    middles: dict[int, list[tuple[float, float, float]]] = {}
    for ring in rings:
        # many pixels have an exact middle
        middles.setdefault(ring.place, []).append((ring.shape.x, ring.shape.y, float(ring.shape.mask.sum())))
    mean = {
        place: np.average([(x, y) for x, y, _ in at], axis=0, weights=[pixels for *_, pixels in at])
        for place, at in middles.items()
    }
    cells = sorted(place for place in mean if place < CELLS)
    lattice = places.lattice
    rows, cols = np.array([c // SIDE for c in cells]), np.array([c % SIDE for c in cells])
    if len(set(rows.tolist())) > 1 and len(set(cols.tolist())) > 1:
        x = np.array([mean[c][0] for c in cells])
        y = np.array([mean[c][1] for c in cells])
        fit_x, fit_y = np.polyfit(cols, x, 1), np.polyfit(rows, y, 1)
        lattice = Lattice(
            float(fit_x[1] - fit_x[0] / 2), float(fit_y[1] - fit_y[0] / 2), float(fit_x[0]), float(fit_y[0]), SIDE, SIDE
        )
    # the places of a hand are in line and evenly spaced: together they are known better than each alone
    held = np.array([mean.get(CELLS + k, at) for k, at in enumerate(places.hand)])
    along = np.arange(len(held))
    fit_hand = np.polyfit(along, held, 1)
    hand = tuple((float(x), float(y)) for x, y in along[:, None] * fit_hand[0] + fit_hand[1])
    fitted = replace(places, lattice=lattice, hand=hand)
    centres = fitted.centres()
    apart = [float(np.hypot(*(mean[c] - centres[c]))) for c in cells]
    return fitted, float(np.mean(apart)) if apart else 0.0


def _mask(rings: Sequence[Ring], centres: NDArray[np.float64], side: int) -> NDArray[np.bool_]:
    """Return the pixels that most rings of one size cover, around the middle of a cell."""
    total = np.zeros((side, side), np.float32)
    for ring in rings:
        shape = ring.shape
        x, y = centres[ring.place]
        move = np.array([[1.0, 0.0, shape.left - x + side / 2], [0.0, 1.0, shape.top - y + side / 2]])
        total += cv2.warpAffine(shape.mask.astype(np.float32), move, (side, side), flags=cv2.INTER_LINEAR)
    return np.asarray(total >= 0.5 * len(rings), np.bool_)


def _colour(
    pixels: Pixels, core: NDArray[np.bool_], centre: NDArray[np.float64], size: tuple[int, int], ring: Ring
) -> NDArray[np.float64]:
    at = window_pixels(core, (float(centre[0]), float(centre[1])), size)
    if not len(at):
        return np.array(ring.shape.colour)
    return np.asarray(np.median(pixels[at[:, 0], at[:, 1]], axis=0), np.float64)


def _shade(
    pictures: Sequence[Pixels],
    rings: Sequence[Ring],
    centres: NDArray[np.float64],
    mask: NDArray[np.bool_],
    colours: NDArray[np.float32],
    seen: NDArray[np.int8],
) -> NDArray[np.float32]:
    """Return how bright the rings of one size are at each of their pixels, all ones where they are flat."""
    side = mask.shape[0]
    rows, cols = np.nonzero(mask)
    ratios = np.full((len(rings), len(rows)), np.nan)
    for n, ring in enumerate(rings):
        picture = pictures[ring.shape.frame]
        colour = colours[seen[ring.shape.frame, ring.place, ring.slot]]
        x, y = np.floor(centres[ring.place] + 0.5 - side / 2).astype(int)
        inside = (rows + y >= 0) & (rows + y < picture.shape[0]) & (cols + x >= 0) & (cols + x < picture.shape[1])
        shown = picture[rows[inside] + y, cols[inside] + x].astype(np.float64)
        # a channel that is full cannot show more light
        ratios[n, inside] = np.where(colour < FULL, shown, 0).sum(axis=1) / max(1.0, float(colour[colour < FULL].sum()))
    ordered = np.sort(ratios, axis=0)
    count = (~np.isnan(ratios)).sum(axis=0)
    middle = ordered[np.maximum(count - 1, 0) // 2, np.arange(len(rows))]
    shade = np.ones(mask.shape, np.float32)
    shade[rows, cols] = np.clip(np.where(count > 0, middle, 1.0), *SHADE_RANGE)
    core = ring_core(mask)
    return shade if float(np.abs(shade[core] - 1).mean()) > FLAT else np.ones(mask.shape, np.float32)


def _clusters(colours: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return each ring's cluster of colour."""
    if len(colours) < 2:
        return np.zeros(len(colours), np.int64)
    tree = linkage(colours.astype(np.float64), "average", metric="chebyshev")
    heights = tree[:, 2]
    between = heights[(heights > SURELY_SAME) & (heights < SAME_RING_COLOUR)]
    ends = np.array([SURELY_SAME, *between, SAME_RING_COLOUR])
    widest = int(np.argmax(np.diff(ends)))
    return np.asarray(fcluster(tree, float(ends[widest] + ends[widest + 1]) / 2, "distance"), np.int64)

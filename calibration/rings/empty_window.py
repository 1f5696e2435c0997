"""Makes the picture of the window with no ring on it, from frames that all have rings on them."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.median import partial_median
from calibration.rings.learn import LearnedRings
from calibration.rings.places import SIDE
from calibration.rings.ring_shapes import CELLS
from capture.frame import Pixels
from vision.rings.pictures import mask_at
from vision.rings.samples import ground_area

SPREAD = (2, 0.018)
"""How far the blurred rim of a ring reaches: pixels, and pitches."""
ODD = 34
"""Grey levels in the worst channel that ground may be away from what it is in like places."""
UNEVEN = 5.0
"""Grey levels, noise smoothed and slopes taken off, from which ground counts as different from that of other cells."""
UNEVEN_SIDE = 140
"""Pixels a side of a cell at which that is looked at, at least."""
PATTERN = 4.0
"""Grey levels, likewise, from which what most cells have in common counts as their mark."""
SMOOTH = 0.025
"""Over how much the noise is smoothed for that, in pitches."""
ODD_SHARE = 0.25
"""Share of a slot's pixels that may be odd, or something lies over it."""


@dataclass(frozen=True, slots=True, eq=False)
class EmptyWindow:
    """The window without rings.

    Attributes:
        pixels: (height, width, 3) uint8.
        uneven: how unlike the others some row or column of cells looks (mean square, grey levels): marks it lacks.
        marked: how much of the mark of the six cells nearer to the hand the three at the other end show, and how much
            the hand does; about 0 or 1, both 0 without marks.
    """

    pixels: Pixels
    uneven: float
    marked: tuple[float, float]


def empty_window(pictures: Sequence[Pixels], learned: LearnedRings) -> EmptyWindow:
    """Return the window without rings.

    What no frame shows empty is filled in: as in the other places where these show it, otherwise from around.
    """
    centres = learned.places.centres()
    side = learned.masks[0].shape[0]
    spread = 2 * max(SPREAD[0], round(SPREAD[1] * learned.places.pitch)) + 1
    sizes = learned.places.sizes()
    masks = {share: [mask_at(mask, share) for mask in learned.masks] for share in dict.fromkeys(sizes)}
    wide = np.ones((spread, spread), np.uint8)
    grown = {share: [cv2.dilate(mask.astype(np.uint8), wide) > 0 for mask in drawn] for share, drawn in masks.items()}
    cut = [_Cut(centre, side, pictures[0].shape) for centre in centres]
    bare_at = {share: ground_area(drawn, share * learned.places.pitch) for share, drawn in masks.items()}
    area = np.array([bare_at[share] for share in sizes]) & _surely_inside(centres, learned.masks[-1])
    ground = np.zeros((len(centres), side, side, 3), np.float32)
    known = np.zeros((len(centres), side, side), np.bool_)
    for place, where in enumerate(cut):
        stack, there = [], []
        for frame, picture in enumerate(pictures):
            free = np.ones((side, side), np.bool_)
            for slot, mask in enumerate(grown[sizes[place]]):
                if learned.seen[frame, place, slot] >= 0:
                    free &= ~mask
            stack.append(where.take(picture).astype(np.float32))
            there.append(free & where.inside)
        ground[place], known[place] = partial_median(np.array(stack), np.array(there))
    step = max(1, side // UNEVEN_SIDE)
    coarse = (slice(None), slice(None, None, step), slice(None, None, step))
    bare = np.asarray((known & area)[coarse], np.bool_)
    relief = _relief(ground[coarse], bare, learned.places.pitch / step)
    uneven = _unevenness(relief[:CELLS], bare[:CELLS])
    marked = _marked(relief, bare, learned.places.lines())
    _fill(ground, known, np.arange(CELLS), area, learned.masks)
    _fill(ground, known, np.arange(CELLS, len(centres)), area, masks[sizes[-1]])
    background = pictures[0].astype(np.float32)
    unknown = np.zeros(pictures[0].shape[:2], np.bool_)
    for place, where in enumerate(cut):
        where.put(background, ground[place])
        where.put(unknown, ~known[place])
    shown = np.asarray(np.round(background), np.uint8)
    if unknown.any():
        shown = np.asarray(cv2.inpaint(shown, unknown.astype(np.uint8), 3.0, cv2.INPAINT_TELEA), np.uint8)
    return EmptyWindow(shown, uneven, marked)


def _surely_inside(centres: NDArray[np.float64], largest: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return (places, side, side), what of each place lies in the window: wherever it ends, it holds every ring.

    Args:
        centres: (places, 2).
        largest: (side, side) mask of the largest ring.
    """
    side = largest.shape[0]
    reach = float(np.sqrt(np.count_nonzero(largest.any(axis=0)) * np.count_nonzero(largest.any(axis=1)))) / 2
    at = centres[:, None, :] + np.arange(side)[:, None] - (side - 1) / 2
    inside = (at >= centres.min(axis=0) - reach) & (at <= centres.max(axis=0) + reach)
    return np.asarray(inside[:, :, None, 1] & inside[:, None, :, 0], np.bool_)


class _Cut:
    """One place's square out of the window."""

    def __init__(self, centre: NDArray[np.float64], side: int, shape: tuple[int, ...]) -> None:
        top, left = int(np.floor(centre[1] + 0.5 - side / 2)), int(np.floor(centre[0] + 0.5 - side / 2))
        rows, cols = np.arange(top, top + side), np.arange(left, left + side)
        self._rows, self._cols = np.clip(rows, 0, shape[0] - 1), np.clip(cols, 0, shape[1] - 1)
        self.inside = ((rows >= 0) & (rows < shape[0]))[:, None] & ((cols >= 0) & (cols < shape[1]))[None, :]

    def take(self, picture: Pixels) -> Pixels:
        return picture[self._rows[:, None], self._cols[None, :]]

    def put(self, picture: NDArray[np.float32] | NDArray[np.bool_], values: NDArray[np.generic]) -> None:
        rows, cols = np.nonzero(self.inside)
        picture[self._rows[rows], self._cols[cols]] = values[rows, cols]


def _fill(
    ground: NDArray[np.float32],
    known: NDArray[np.bool_],
    group: NDArray[np.int64],
    area: NDArray[np.bool_],
    masks: Sequence[NDArray[np.bool_]],
) -> None:
    """Fill what no frame shows from the places of one group, and take out what lies over single ones."""
    level = np.array([_level(ground[p], known[p] & area[p]) for p in group])
    relief = ground[group] - level[:, None, None, :]
    usual, _ = partial_median(relief, known[group])
    support = known[group].sum(axis=0)
    for k, place in enumerate(group):
        apart = np.abs(relief[k] - usual).max(axis=2)
        odd = (apart > ODD) & known[place] & (support >= 3)
        for mask in masks:
            if odd[mask].any() and float(odd[mask].mean()) > ODD_SHARE:
                known[place] &= ~mask
        gap = ~known[place] & (support > 0)
        ground[place][gap] = (usual + level[k])[gap]
        known[place] |= gap


def _relief(ground: NDArray[np.float32], there: NDArray[np.bool_], pitch: float) -> NDArray[np.float32]:
    """Return (places, side, side, 3), how ground stands out from its slope, smoothed.

    Args:
        ground: (places, side, side, 3).
        there: (places, side, side), what is ground.
        pitch: in pixels.
    """
    width = max(3, round(SMOOTH * pitch))
    relief = np.empty_like(ground)
    for place in range(len(ground)):
        flat = _without_slope(ground[place], there[place])
        weight = cv2.blur(there[place].astype(np.float32), (width, width))
        blurred = cv2.blur(flat * there[place][..., None], (width, width))
        relief[place] = blurred / np.maximum(weight, np.float32(1e-3))[..., None]
    return relief


def _unevenness(relief: NDArray[np.float32], there: NDArray[np.bool_]) -> float:
    """Return how much the ground of some row or column differs from that of most cells (mean square, grey levels)."""
    usual, _ = partial_median(relief, there)
    worst = 0.0
    grid = np.arange(CELLS).reshape(SIDE, SIDE)
    for line in (*grid, *grid.T):
        # what happens to lie in single cells does not count: a hand taken for cells is a whole line
        shown, _ = partial_median(relief[line], there[line])
        often = there[line].sum(axis=0) >= 2
        if often.any():
            beyond = np.maximum(np.abs(shown - usual).max(axis=2)[often] - UNEVEN, 0.0)
            worst = max(worst, float((beyond**2).mean()))
    return worst


def _marked(relief: NDArray[np.float32], there: NDArray[np.bool_], lines: NDArray[np.int64]) -> tuple[float, float]:
    """Return `EmptyWindow.marked`; `lines` as `Places.lines` gives them."""
    near = lines[1:].ravel()
    mark, _ = partial_median(relief[near], there[near])
    strong = (np.abs(mark).max(axis=2) >= PATTERN) & (there[near].sum(axis=0) >= SIDE)

    def share(line: NDArray[np.int64]) -> float:
        shown = there[line] & strong
        whole = float((shown * (mark**2).sum(axis=2)).sum())
        return float((shown * (relief[line] * mark).sum(axis=3)).sum()) / whole if whole else 0.0

    return share(lines[0]), share(np.arange(CELLS, CELLS + SIDE))


def _without_slope(ground: NDArray[np.float32], there: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Take off the plane that fits a cell's ground best: gradients run through all cells."""
    rows, cols = np.nonzero(there)
    if len(rows) < 3:
        return ground
    terms = np.stack([np.ones(len(rows)), rows, cols], axis=1)
    plane = np.linalg.lstsq(terms, ground[rows, cols].astype(np.float64), rcond=None)[0]
    y, x = np.mgrid[0 : ground.shape[0], 0 : ground.shape[1]]
    slope = plane[0] + y[..., None] * plane[1] + x[..., None] * plane[2]
    return np.asarray(ground - slope, np.float32)


def _level(ground: NDArray[np.float32], where: NDArray[np.bool_]) -> NDArray[np.float32]:
    if not where.any():
        return np.zeros(3, np.float32)
    return np.asarray(np.median(ground[where], axis=0), np.float32)

"""Which pixels of a window tell what ring lies in a slot, and which show the ground beside the rings."""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.profile import Profile, ProfileError
from vision.rings.pictures import RingPictures

RING_SAMPLES = 96
"""Pixels looked at for one slot."""
GROUND_SAMPLES = 64
"""Pixels of the ground looked at for one place."""
CORE = 0.4
"""A ring's pixels count from this share of half its stroke inwards: its rims are blurred and move by fractions."""
CLEAR_OF_RINGS = 2
"""Pixels that ground stays away from every ring."""
BESIDE = 3
"""Pixels of ground, beyond these, that lie right beside a ring."""
MARK_SAMPLES = 32
"""Pixels of its mark looked at for one cell."""
MARKED = 20
"""Grey levels in the worst channel by which the mark of most cells stands out from the ground around it."""
FEWEST = 8
"""Fewer pixels than that tell nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Pixels to look at, and what they show where no ring lies.

    Attributes:
        ring_at: (places, slots, RING_SAMPLES, 2) int32, row and column in the window.
        expected: (places, slots, kinds + 1, RING_SAMPLES, 3) int16, BGR there of a ring of each colour, in the order
            given, and last without a ring.
        even: (places, slots, RING_SAMPLES) bool, where that ground is about as in most of the slot: a mark is not.
        ground_at: (places, GROUND_SAMPLES, 2) int32.
        ground: (places, GROUND_SAMPLES, 3) int16, BGR there.
        about_at: (places, slots, GROUND_SAMPLES, 2) int32, half of it within a ring, half right beside it; any of its
            place where rings leave none there.
        about: (places, slots, GROUND_SAMPLES, 3) int16, BGR there.
        mark_at: (cells, n, 2) int32, what stands out from the ground of most cells alike and no ring covers; n is
            at most MARK_SAMPLES, 0 where cells have no marks.
        marks: (cells, n, 3) float32, by how much it stands out; zeros in a cell that shows less than half of it.
    """

    ring_at: NDArray[np.int32]
    expected: NDArray[np.int16]
    even: NDArray[np.bool_]
    ground_at: NDArray[np.int32]
    ground: NDArray[np.int16]
    about_at: NDArray[np.int32]
    about: NDArray[np.int16]
    mark_at: NDArray[np.int32]
    marks: NDArray[np.float32]

    @property
    def pixels(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Rows and columns, (n,) each, of all pixels that are looked at, each once."""
        at = [places.reshape(-1, 2) for places in (self.ring_at, self.ground_at, self.about_at, self.mark_at)]
        rows, cols = np.unique(np.concatenate(at), axis=0).T
        return rows, cols


def ring_core(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the pixels of a ring that lie well within its stroke; mask and result (side, side) bool."""
    padded = np.pad(mask.astype(np.uint8), 1)
    depth = cv2.distanceTransform(padded, cv2.DIST_L2, 3)[1:-1, 1:-1]
    return np.asarray(depth > max(1.0, CORE * float(depth.max())), np.bool_)


def ground_area(masks: list[NDArray[np.bool_]], pitch: float) -> NDArray[np.bool_]:
    """Return the pixels of a cell that no ring of it covers or comes near; (side, side) bool."""
    inside, rings = _cell(masks[0].shape[0], pitch), np.any(masks, axis=0)
    area = inside
    for clear in (CLEAR_OF_RINGS, 1):
        area = inside & ~_grown(rings, clear)
        if int(area.sum()) >= GROUND_SAMPLES:
            break
    return np.asarray(area, np.bool_)


def ground_about(masks: list[NDArray[np.bool_]], slot: int, pitch: float) -> list[NDArray[np.bool_]]:
    """Return the pixels of a cell within a ring, and beside it, that no ring comes near; (side, side) bool each."""
    near = _grown(_box(masks[slot]), CLEAR_OF_RINGS + BESIDE) & _cell(masks[0].shape[0], pitch)
    near &= ~_grown(np.any(masks, axis=0), CLEAR_OF_RINGS)
    _, parts = cv2.connectedComponents((~masks[slot]).astype(np.uint8))
    outside = parts == parts[0, 0]
    return [near & ~outside, near & outside]


def _cell(side: int, pitch: float) -> NDArray[np.bool_]:
    away = np.abs(np.arange(side) - (side - 1) / 2)
    return np.asarray(np.maximum(away[:, None], away[None, :]) <= pitch / 2, np.bool_)


def _grown(area: NDArray[np.bool_], by: int) -> NDArray[np.bool_]:
    return np.asarray(cv2.dilate(area.astype(np.uint8), np.ones((2 * by + 1, 2 * by + 1), np.uint8)) > 0, np.bool_)


def window_pixels(area: NDArray[np.bool_], centre: tuple[float, float], size: tuple[int, int]) -> NDArray[np.int32]:
    """Return (n, 2) row and column in the window of a cell's pixels; those outside of it are left out.

    Args:
        area: (side, side) bool around the cell's middle.
        centre: (x, y) of the cell in the window.
        size: (height, width) of the window.
    """
    side = area.shape[0]
    rows, cols = np.nonzero(area)
    y = np.floor(centre[1] + rows + 0.5 - side / 2).astype(np.int32)
    x = np.floor(centre[0] + cols + 0.5 - side / 2).astype(np.int32)
    there = (y >= 0) & (y < size[0]) & (x >= 0) & (x < size[1])
    return np.stack([y[there], x[there]], axis=1)


def place_centres(profile: Profile) -> NDArray[np.float64]:
    """Return (places, 2) the middles: cells row by row, then the hand."""
    lattice, rings = profile.lattice, profile.rings
    cells = [lattice.centre(row, col) for row in range(lattice.rows) for col in range(lattice.cols)]
    return np.array([*cells, *(rings.hand if rings is not None else ())])


def sizes_at(hand_size: float, cells: int, held: int) -> list[float]:
    """Return for each place how large rings are drawn there, as a share of what they are in the cells.

    Args:
        hand_size: that share in the hand.
        cells: number of the cells, which come first.
        held: number of the places of the hand.
    """
    return [1.0] * cells + [hand_size] * held


def place_sizes(profile: Profile) -> list[float]:
    """Return `sizes_at` of a profile's places."""
    rings = profile.rings
    cells = profile.lattice.rows * profile.lattice.cols
    return sizes_at(1.0, cells, 0) if rings is None else sizes_at(rings.hand_size, cells, len(rings.hand))


def choose_samples(profile: Profile, drawn: Mapping[float, RingPictures], colours: NDArray[np.float32]) -> Samples:
    """Choose the pixels, the same ones whenever the profile is the same.

    Args:
        profile: for the places.
        drawn: the profile's pictures at each of `place_sizes`.
        colours: (kinds, 3) BGR of the rings.

    Raises:
        ProfileError: a ring lies outside the window or is too thin.
    """
    pictures = drawn[1.0]
    size = pictures.background.shape[0], pictures.background.shape[1]
    pitch = (profile.lattice.pitch_x + profile.lattice.pitch_y) / 2
    sizes = place_sizes(profile)
    rings_at = {share: [ring_core(mask) for mask in of.masks] for share, of in drawn.items()}
    areas = {share: ground_area(list(of.masks), share * pitch) for share, of in drawn.items()}
    about = {
        share: [ground_about(list(of.masks), slot, share * pitch) for slot in range(len(of.masks))]
        for share, of in drawn.items()
    }
    cores, area = rings_at[1.0], areas[1.0]
    centres = place_centres(profile)
    shown = pictures.background.astype(np.int16)
    ring_at = np.zeros((len(centres), len(cores), RING_SAMPLES, 2), np.int32)
    expected = np.zeros((len(centres), len(cores), len(colours) + 1, RING_SAMPLES, 3), np.int16)
    ground_at = np.zeros((len(centres), GROUND_SAMPLES, 2), np.int32)
    about_at = np.zeros((len(centres), len(cores), GROUND_SAMPLES, 2), np.int32)
    for place, (x, y) in enumerate(centres):
        share = sizes[place]
        ground_at[place] = _spread(window_pixels(areas[share], (x, y), size), GROUND_SAMPLES)
        for slot, near in enumerate(about[share]):
            parts = [at for at in (window_pixels(part, (x, y), size) for part in near) if len(at) >= FEWEST]
            halves = [_spread(part, GROUND_SAMPLES // len(parts)) for part in parts]
            about_at[place, slot] = np.concatenate(halves) if halves else ground_at[place]
        for slot, (core, shade) in enumerate(zip(rings_at[share], drawn[share].shades, strict=True)):
            at = _spread(window_pixels(core, (x, y), size), RING_SAMPLES)
            ring_at[place, slot] = at
            corner = np.floor(np.array([y, x]) + 0.5 - core.shape[0] / 2).astype(np.int32)
            bright = shade[at[:, 0] - corner[0], at[:, 1] - corner[1]]
            rings = np.clip(np.round(colours[:, None, :] * bright[None, :, None]), 0, 255)
            expected[place, slot] = np.concatenate([rings, shown[at[:, 0], at[:, 1]][None]])
    ground = shown[ground_at[..., 0], ground_at[..., 1]]
    cells = profile.lattice.rows * profile.lattice.cols
    mark_at, marks = _marks(shown, area & _box(pictures.masks[-1]), centres[:cells], np.median(ground[:cells], axis=1))
    empty = expected[:, :, -1]
    even = np.abs(empty - np.median(empty, axis=2, keepdims=True)).max(axis=3) <= MARKED
    shown_about = shown[about_at[..., 0], about_at[..., 1]]
    return Samples(ring_at, expected, even, ground_at, ground, about_at, shown_about, mark_at, marks)


def _box(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the pixels of the smallest box around a ring: a window may end right beside it."""
    return np.outer(mask.any(axis=1), mask.any(axis=0))


def _marks(
    shown: NDArray[np.int16], area: NDArray[np.bool_], centres: NDArray[np.float64], level: NDArray[np.float64]
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Return `Samples.mark_at` and `Samples.marks`; `area` of each cell may hold marks, `level` is its ground's."""
    size = shown.shape[0], shown.shape[1]
    at = [window_pixels(area, (float(x), float(y)), size) for x, y in centres]
    if any(len(a) < int(area.sum()) for a in at):
        return np.zeros((len(centres), 0, 2), np.int32), np.zeros((len(centres), 0, 3), np.float32)
    relief = np.array([shown[a[:, 0], a[:, 1]] - of for a, of in zip(at, level, strict=True)], np.float32)
    common = np.median(relief, axis=0)
    high = np.zeros(area.shape, np.uint8)
    high[area] = np.abs(common).max(axis=1) >= MARKED
    # thin lines are what a codec or a blur leaves around rings
    marked = np.flatnonzero(cv2.morphologyEx(high, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))[area])
    if len(marked) < FEWEST:
        marked = marked[:0]
    elif len(marked) > MARK_SAMPLES:
        marked = marked[np.linspace(0, len(marked) - 1, MARK_SAMPLES).astype(np.intp)]
    marks, common = relief[:, marked], common[marked]
    marks[(marks * common).sum(axis=(1, 2)) < 0.5 * (common**2).sum()] = 0
    return np.array([a[marked] for a in at]), marks


def _spread(at: NDArray[np.int32], count: int) -> NDArray[np.int32]:
    """Return `count` of the pixels, spread evenly over them; few ones repeat."""
    if len(at) < FEWEST:
        raise ProfileError("a place of the profile has too few pixels to be read; calibrate again in a larger window")
    order = np.random.default_rng(0).permutation(len(at))
    return at[np.resize(order, count)]

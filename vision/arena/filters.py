"""What blurred, moved or packed a whole picture on its way to us, as one filter.

Scaled screens, saved pictures and lattices that are off by a part of a pixel do the same to all cells: each sample
shows a weighted sum of itself and its neighbours (least squares over all cells whose content is known). Through that
everything is as it should look here. What the fit leaves over grows with the contrast around a sample, so samples are
allowed a share of that, as large as the known cells need; even ground is judged as strictly as ever.
"""

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.jit import njit
from vision.arena.candidates import Candidates
from vision.arena.layers import GROUND, IGNORED, SAMPLES, SIDE, SPRITE
from vision.tone import Tone

AROUND: Final = np.array([dy * SIDE + dx for dy in (-1, 0, 1) for dx in (-1, 0, 1)])
"""Steps from a sample to its neighbours, itself in the middle."""
ITSELF: Final = 4
STIFF: Final = 2000.0
"""Weight of the guess that nothing was done to the picture, in squared grey levels; it grows with the root of the
number of samples."""
STRAY: Final = 60.0
"""Grey levels from which a sample does not count: something else lies there."""
EVEN: Final = 20.0
"""Contrast in grey levels up to which a sample tells nothing of what a fit leaves over."""
USUAL: Final = 0.95
"""Share of the others that must lie within what is allowed."""
EVEN_SUMS: Final = (0.9, 1.1)
"""Least and most that a filter's weights may sum to: a blur leaves even ground as it is; a dimmed window does not."""
MIXED: Final = 255
"""Around a sample that is neither only a thing nor only the ground behind it."""
STEPS: Final = 100
MOST_LEFT: Final = 0.4
"""Share of the contrast that is allowed at most, and steps in which shares are counted."""

Floats = NDArray[np.float32]


class Looks(NamedTuple):
    """What may stand in the cells of an arena, as the kernels below take it.

    Attributes:
        middle, half: (candidates, SAMPLES, 3) float32, middle and half the width of each sample's range.
        shows: (candidates, SAMPLES) uint8; a cell's outermost samples are IGNORED.
        around: (candidates, SAMPLES) uint8, whether a sample and those around it show the candidate itself alone
            (SPRITE), ground alone (GROUND), or both (MIXED).
        contrast: (candidates, SAMPLES) float32 between a sample and those around it.
        ground_middle, ground_half: (CELLS, SAMPLES, 3) float32.
        ground_contrast: (CELLS, SAMPLES) float32.
    """

    middle: Floats
    half: Floats
    shows: NDArray[np.uint8]
    around: NDArray[np.uint8]
    contrast: Floats
    ground_middle: Floats
    ground_half: Floats
    ground_contrast: Floats


class Filter(NamedTuple):
    """What was done to a picture.

    Attributes:
        weights: (3, 9) float32, by channel, of what a sample shows of those around it (`AROUND`).
        left: share of the contrast around a sample by which it may be off besides.
        middle: (candidates, SAMPLES, 3) float32, the candidates through it; of the outermost samples nothing.
        ground_middle: (CELLS, SAMPLES, 3) float32, likewise the ground.
    """

    weights: Floats
    left: float
    middle: Floats
    ground_middle: Floats


def make_looks(candidates: Candidates, ground_low: Floats, ground_high: Floats) -> Looks:
    """Return it for what a reader compares with, ranges as there.

    Args:
        candidates: of the profile.
        ground_low, ground_high: (CELLS, SAMPLES, 3).
    """
    places = np.arange(SAMPLES)
    within = (np.minimum(places // SIDE, places % SIDE) > 0) & (np.maximum(places // SIDE, places % SIDE) < SIDE - 1)
    half = np.float32(0.5)
    middle, ground = half * (candidates.low + candidates.high), half * (ground_low + ground_high)
    shows = np.where(within, candidates.shows, np.uint8(IGNORED)).astype(np.uint8)
    return Looks(
        middle,
        half * (candidates.high - candidates.low),
        shows,
        surroundings(shows),
        contrast(middle),
        ground,
        half * (ground_high - ground_low),
        contrast(ground),
    )


def within(looks: Looks, tone: Tone) -> Looks:
    """Return the looks as far as a picture can show them that was brought to the profile's tone from another."""
    darkest, brightest = tone.table[[0, -1]].astype(np.float32)

    def cut(middle: Floats, half: Floats) -> tuple[Floats, Floats]:
        low, high = np.minimum(middle - half, brightest), np.maximum(middle + half, darkest)
        high, low = np.maximum(np.minimum(high, brightest), low), np.minimum(np.maximum(low, darkest), high)
        return (low + high) / 2, (high - low) / 2

    middle, half = cut(looks.middle, looks.half)
    ground_middle, ground_half = cut(looks.ground_middle, looks.ground_half)
    return looks._replace(middle=middle, half=half, ground_middle=ground_middle, ground_half=ground_half)


def surroundings(shows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return `Looks.around` for `Looks.shows`."""
    out, square = np.empty_like(shows), np.ones((3, 3), np.uint8)
    for n, one in enumerate((shows == GROUND).astype(np.uint8).reshape(-1, SIDE, SIDE)):
        some, all_of_it = cv2.dilate(one, square), cv2.erode(one, square)
        out[n] = np.where(all_of_it, GROUND, np.where(some, MIXED, SPRITE)).reshape(-1)
    return out


def contrast(pictures: Floats) -> Floats:
    """Return the contrast around each sample in the channel where it is largest, (n, SAMPLES), for (n, SAMPLES, 3)."""
    out = np.empty(pictures.shape[:2], np.float32)
    square = np.ones((3, 3), np.uint8)
    for n, one in enumerate(pictures.reshape(-1, SIDE, SIDE, 3)):
        spread = cv2.dilate(one, square) - cv2.erode(one, square)
        out[n] = spread.max(axis=2).reshape(-1)
    return out


def fit_filter(cells: Floats, known: NDArray[np.int64], looks: Looks) -> Filter | None:
    """Return what was done to a picture, None where nothing of it is known, or where it was no blur of any kind.

    Args:
        cells: (CELLS, SAMPLES, 3) as seen.
        known: (CELLS,) int64 candidate that stands in each cell, -1 where that is not known.
        looks: of everything.
    """
    squares, products, counts = np.zeros((3, 9, 9)), np.zeros((3, 9)), np.zeros(STEPS + 1, np.int64)
    samples = normal_equations(cells, known, looks, squares, products)
    if samples == 0:
        return None
    stiff = STIFF * np.sqrt(samples) * np.eye(9)
    weights = np.linalg.solve(squares + stiff, (products + stiff[ITSELF])[..., None])[..., 0].astype(np.float32)
    sums = weights.sum(axis=1)
    if sums.min() < EVEN_SUMS[0] or sums.max() > EVEN_SUMS[1]:
        return None
    found = make_filter(weights, looks)
    count_left(cells, known, looks, found, counts)
    steps = int(np.searchsorted(np.cumsum(counts), USUAL * counts.sum()))
    return found._replace(left=min(steps, STEPS) * MOST_LEFT / STEPS)


def make_filter(weights: Floats, looks: Looks) -> Filter:
    """Return a filter with what everything looks like through it; nothing is `left`."""
    found = Filter(weights, 0.0, np.zeros_like(looks.middle), np.zeros_like(looks.ground_middle))
    pass_through(looks.middle, weights, found.middle)
    pass_through(looks.ground_middle, weights, found.ground_middle)
    return found


@njit
def pass_through(pictures: Floats, weights: Floats, out: Floats) -> None:
    """Fill out (n, SAMPLES, 3) with pictures of that shape seen through a filter's weights, all but the outermost."""
    for n in range(pictures.shape[0]):
        for s in range(SIDE + 1, SAMPLES - SIDE - 1):
            for channel in range(3):
                value = np.float32(0.0)
                for j in range(9):
                    value += weights[channel, j] * pictures[n, s + AROUND[j], channel]
                out[n, s, channel] = value


@njit
def compose(looks: Looks, cell: int, k: int, out: Floats) -> None:
    """Fill out (SAMPLES, 3) with a candidate over a cell's ground."""
    shows, middle, ground_middle = looks.shows, looks.middle, looks.ground_middle
    for s in range(SAMPLES):
        for channel in range(3):
            out[s, channel] = ground_middle[cell, s, channel] if shows[k, s] == GROUND else middle[k, s, channel]


@njit
def contrast_over(looks: Looks, cell: int, k: int, out: Floats) -> None:
    """Fill out (SAMPLES,) with the contrast around each sample of a candidate over a cell's ground."""
    shows, contrast, ground_contrast = looks.shows, looks.contrast, looks.ground_contrast
    for s in range(SAMPLES):
        out[s] = max(contrast[k, s], ground_contrast[cell, s]) if shows[k, s] == GROUND else contrast[k, s]


@njit
def expect(looks: Looks, through: Filter, cell: int, k: int, value: Floats, room: Floats) -> None:
    """Fill what a candidate over a cell's ground looks like through a filter, and how far off each sample may be.

    Args:
        looks, through: of everything.
        cell, k: the cell and the candidate.
        value, room: (SAMPLES, 3), written but for the outermost samples.
    """
    # taken out once: reaching into a tuple of arrays costs more than what is done with a sample
    middle, half, shows, around, contrast, ground_middle, ground_half, ground_contrast = looks
    weights, left, filtered, filtered_ground = through
    for s in range(SIDE + 1, SAMPLES - SIDE - 1):
        ground = shows[k, s] == GROUND
        more = max(contrast[k, s], ground_contrast[cell, s]) if ground else contrast[k, s]
        more *= np.float32(left)
        for channel in range(3):
            room[s, channel] = (ground_half[cell, s, channel] if ground else half[k, s, channel]) + more
            if around[k, s] == SPRITE:
                value[s, channel] = filtered[k, s, channel]
            elif around[k, s] == GROUND:
                value[s, channel] = filtered_ground[cell, s, channel]
            else:
                total = np.float32(0.0)
                for j in range(9):
                    near = s + AROUND[j]
                    from_ground = shows[k, near] == GROUND
                    sample = ground_middle[cell, near, channel] if from_ground else middle[k, near, channel]
                    total += weights[channel, j] * sample
                value[s, channel] = total


@njit
def outside(seen: Floats, value: Floats, room: Floats, s: int) -> float:
    """Return by how much the worst channel of a sample is outside of what `expect` allows, STRAY at most."""
    worst = np.float32(0.0)
    for channel in range(3):
        worst = max(worst, abs(seen[s, channel] - value[s, channel]) - room[s, channel])
    return min(float(worst), STRAY)


@njit
def normal_equations(
    cells: Floats,
    known: NDArray[np.int64],
    looks: Looks,
    squares: NDArray[np.float64],
    products: NDArray[np.float64],
) -> int:
    """Fill the sums of the least squares, (3, 9, 9) and (3, 9), over the known cells; return how many samples."""
    squares[:] = 0.0
    products[:] = 0.0
    whole, near = np.empty((SAMPLES, 3), np.float32), np.empty(9, np.float64)
    shows, around = looks.shows, np.empty(SAMPLES, np.float32)
    count = 0
    for cell in range(cells.shape[0]):
        k = known[cell]
        if k < 0:
            continue
        compose(looks, cell, k, whole)
        contrast_over(looks, cell, k, around)
        for s in range(SIDE + 1, SAMPLES - SIDE - 1):
            if shows[k, s] == IGNORED or around[s] <= EVEN:
                continue
            count += 1
            for channel in range(3):
                value = cells[cell, s, channel]
                if abs(value - whole[s, channel]) > STRAY:
                    continue
                for j in range(9):
                    near[j] = whole[s + AROUND[j], channel]
                for j in range(9):
                    products[channel, j] += near[j] * value
                    for i in range(j + 1):
                        squares[channel, j, i] += near[j] * near[i]
    for channel in range(3):
        for j in range(9):
            for i in range(j):
                squares[channel, i, j] = squares[channel, j, i]
    return count


@njit
def count_left(
    cells: Floats, known: NDArray[np.int64], looks: Looks, through: Filter, counts: NDArray[np.int64]
) -> None:
    """Count by what share of the contrast around them the samples of known cells are outside, in steps; 0: inside."""
    counts[:] = 0
    value, room = np.empty((SAMPLES, 3), np.float32), np.empty((SAMPLES, 3), np.float32)
    shows, around = looks.shows, np.empty(SAMPLES, np.float32)
    for cell in range(cells.shape[0]):
        k = known[cell]
        if k < 0:
            continue
        expect(looks, through, cell, k, value, room)
        contrast_over(looks, cell, k, around)
        seen = cells[cell]
        for s in range(SIDE + 1, SAMPLES - SIDE - 1):
            if shows[k, s] == IGNORED:
                continue
            if around[s] > EVEN:
                share = outside(seen, value, room, s) / (around[s] * MOST_LEFT)
                counts[min(int(np.ceil(share * STEPS)), STEPS)] += 1

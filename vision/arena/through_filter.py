"""Reads cells of an arena through the filter that the whole picture went through."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic import COLS, ROWS
from engine.jit import njit
from vision.arena.candidates import Candidates
from vision.arena.filters import (
    STRAY,
    Filter,
    Floats,
    Looks,
    expect,
    fit_filter,
    make_looks,
    outside,
)
from vision.arena.kernels import DOUBT, ORDER
from vision.arena.kernels import FAR as PLAINLY_FAR
from vision.arena.layers import CELLS, GROUND, IGNORED, IS_WALL, SAMPLES, SIDE, WALL_CODES
from vision.profile_sections import ReaderSection
from vision.sighting import UNKNOWN

ROUGH: Final = 0.3
"""Grey levels by which cells are off that show what was done to a whole picture."""
SPOILT: Final = 0.08
"""Share of such cells from which something may have been."""
FITS: Final = 3
"""How often the filter is fitted, each time to what was recognised the time before."""
FAR_OFF: Final = 15.0
"""Grey levels by which a cell is off that no better fit will make readable."""
MORE: Final = 100.0
MOST_MORE: Final = 2.0
"""Grey levels by which a cell may be off more than in a picture as it was learned: so many times the share of the
contrast that is allowed, and at most."""
CLEAR: Final = 0.75
"""Margin that is asked of a cell that makes use of that."""
PLAIN: Final = 0.7
"""The same of a cell that shows its pattern plainly; it may be off by the most in any picture."""
PLAIN_MORE: Final = 3.0
"""The most for such a cell; beyond the others' it must be as clear as they."""
PATTERN: Final = 5.0
"""Deviation from its mean, in grey levels, from which what a thing shows is a pattern."""
ALIKE: Final = 0.6
"""How much of its pattern must be seen."""
ALIKE_THERE: Final = 0.4
"""How much of it at least in each quarter of the cell: what of it is in view beside a veil makes up for the rest."""
PLAINLY: Final = 0.9
"""How much of it is all of it: nothing else lies there."""
EXPECTED, FOUND, SQUARE, PRODUCT = range(4)
"""Sums over samples: of what is expected, of what is seen, of the square of the first, of the product of both."""
NO_PATTERN: Final = -1.0
"""Said of what has no pattern to be seen."""
FAR: Final = 20.0
"""Mean grey levels from which a thing is not what stands there, however much."""
HOPELESS: Final = 4.0
"""How many times farther than the nearest a thing may be found to be before it is no longer measured."""
FEW: Final = 48
"""Samples that tell what to measure first."""
LOOK: Final = 16
"""After so many samples it is asked whether to go on."""


def read_filtered(
    cells: Floats,
    distance: Floats,
    codes: NDArray[np.int8],
    margin: Floats,
    candidates: Candidates,
    looks: Looks,
    limits: ReaderSection,
) -> tuple[NDArray[np.int8], Floats]:
    """Return codes and margin with what can be read once it is known what was done to the whole picture.

    Args:
        cells: (CELLS, SAMPLES, 3) as seen.
        distance: (CELLS, candidates) of them from each candidate as learned; not changed.
        codes, margin: (33, 13) as judged by that; not changed.
        candidates, looks: of the profile.
        limits: likewise.
    """
    nearest = distance.min(axis=1)
    known = np.where(nearest < PLAINLY_FAR, distance.argmin(axis=1), -1)
    known[IS_WALL] = 0
    out, sure = codes.reshape(-1, CELLS).copy(), margin.reshape(-1, CELLS).copy()
    which = np.flatnonzero((out == UNKNOWN).any(axis=0))
    if not which.size or float((nearest[known >= 0] > ROUGH).mean()) < SPOILT:
        return codes, margin
    distance = distance.copy()
    for _ in range(FITS):
        found = fit_filter(cells, known, looks)
        if found is None or not which.size:
            break
        measure_filtered(cells, which, IS_WALL, looks, found, distance)
        judge_filtered(
            cells,
            which,
            distance,
            candidates.codes,
            IS_WALL,
            np.array(WALL_CODES, np.int8),
            looks,
            found,
            limits.max_distance,
            limits.min_margin,
            out,
            sure,
        )
        likely = (sure[:, which] >= limits.min_margin).all(axis=0)
        known[which] = np.where(likely, distance[which].argmin(axis=1), -1)
        known[IS_WALL] = 0
        which = which[(distance[which].min(axis=1) < FAR_OFF) & (out[:, which] == UNKNOWN).any(axis=0)]
    return out.reshape(codes.shape), sure.reshape(codes.shape)


@njit
def likeliest(seen: Floats, looks: Looks, cell: int) -> int:
    """Return the candidate that a cell is most like in a few of its samples, as if there were no filter."""
    shows, middle, ground_middle = looks.shows, looks.middle, looks.ground_middle
    best, least = 0, np.inf
    for k in range(shows.shape[0]):
        total, count = 0.0, 1
        for i in range(FEW):
            s = ORDER[i]
            if shows[k, s] == IGNORED:
                continue
            count += 1
            worst = 0.0
            for channel in range(3):
                sample = ground_middle[cell, s, channel] if shows[k, s] == GROUND else middle[k, s, channel]
                worst = max(worst, abs(seen[s, channel] - sample))
            total += min(worst, STRAY)
        if total / count < least:
            best, least = k, total / count
    return best


@njit
def measure_filtered(
    cells: Floats,
    which: NDArray[np.int64],
    wall: NDArray[np.bool_],
    looks: Looks,
    through: Filter,
    distance: Floats,
) -> None:
    """Fill how far some cells are from each candidate seen through the filter: the mean over its samples, FAR at most.

    Args:
        cells: (CELLS, SAMPLES, 3) as seen.
        which: cells to measure.
        wall: (CELLS,) bool; only bare ground is asked there.
        looks: of everything.
        through: the filter.
        distance: (CELLS, candidates); the rows of `which` are written.
    """
    value, room = np.empty((SAMPLES, 3), np.float32), np.empty((SAMPLES, 3), np.float32)
    shows = looks.shows
    for cell in which:
        seen = cells[cell]
        first = 0 if wall[cell] else likeliest(seen, looks, cell)
        far = FAR
        for turn in range(shows.shape[0]):
            k = (first + turn) % shows.shape[0]
            distance[cell, k] = FAR
            if wall[cell] and k > 0:
                continue
            expect(looks, through, cell, k, value, room)
            total, count = 0.0, 0
            given_up = False
            for i in range(SAMPLES):
                s = ORDER[i]
                if shows[k, s] != IGNORED:
                    total += outside(seen, value, room, s)
                    count += 1
                if i % LOOK == LOOK - 1 and total > far * SAMPLES:
                    given_up = True
                    break
            if not given_up and count > 0:
                distance[cell, k] = min(FAR, total / count)
                far = min(far, HOPELESS * (distance[cell, k] + 1.0))


@njit
def compare(seen: Floats, looks: Looks, cell: int, one: int, other: int, through: Filter) -> tuple[float, float]:
    """Return how far a cell is from two candidates where these differ through the filter, summed over samples."""
    value, room = np.empty((2, SAMPLES, 3), np.float32), np.empty((2, SAMPLES, 3), np.float32)
    first, second, first_room, second_room = value[0], value[1], room[0], room[1]
    expect(looks, through, cell, one, first, first_room)
    expect(looks, through, cell, other, second, second_room)
    shows = looks.shows
    mine, theirs = 0.0, 0.0
    for s in range(SIDE + 1, SAMPLES - SIDE - 1):
        if shows[one, s] == IGNORED or shows[other, s] == IGNORED:
            continue
        differ = False
        for channel in range(3):
            gap = abs(first[s, channel] - second[s, channel])
            differ |= gap > first_room[s, channel] + second_room[s, channel]
        if differ:
            mine += outside(seen, first, first_room, s)
            theirs += outside(seen, second, second_room, s)
    return mine, theirs


@njit
def likeness(seen: Floats, looks: Looks, cell: int, k: int, through: Filter) -> tuple[float, float]:
    """Return how much of a candidate's pattern a cell shows, and how much the quarter of it that shows least.

    1 is all of it, 0 none; NO_PATTERN is returned where there is no pattern, and quarters that have none are left out.
    It is the slope of a straight line through what is seen over what is expected. Something even has none, however
    near its colour is to the candidate's mean.
    """
    whole, room = np.empty((SAMPLES, 3), np.float32), np.empty((SAMPLES, 3), np.float32)
    expect(looks, through, cell, k, whole, room)
    shows = looks.shows
    quarters, counts = np.zeros((4, 3, 4)), np.zeros(4, np.int64)
    for s in range(SIDE + 1, SAMPLES - SIDE - 1):
        if shows[k, s] == IGNORED:
            continue
        quarter = 2 * (s // SIDE * 2 // SIDE) + s % SIDE * 2 // SIDE
        counts[quarter] += 1
        for channel in range(3):
            sums, expected, found = quarters[quarter, channel], float(whole[s, channel]), float(seen[s, channel])
            sums[EXPECTED] += expected
            sums[FOUND] += found
            sums[SQUARE] += expected * expected
            sums[PRODUCT] += expected * found
    least = np.inf
    for quarter in range(4):
        there = pattern_shown(quarters[quarter], counts[quarter])
        if there != NO_PATTERN:
            least = min(least, there)
    return pattern_shown(quarters.sum(axis=0), int(counts.sum())), least


@njit
def pattern_shown(sums: NDArray[np.float64], count: int) -> float:
    """Return how much of a pattern is seen in so many samples, NO_PATTERN where there is none.

    Args:
        sums: (3, 4) by channel: EXPECTED, FOUND, SQUARE and PRODUCT over the samples.
        count: of the samples.
    """
    square = product = 0.0
    for channel in range(3):
        mean = sums[channel, EXPECTED] / max(count, 1)
        square += sums[channel, SQUARE] - mean * sums[channel, EXPECTED]
        product += sums[channel, PRODUCT] - mean * sums[channel, FOUND]
    return product / square if square > count * PATTERN**2 else NO_PATTERN


@njit
def judge_filtered(
    cells: Floats,
    which: NDArray[np.int64],
    distance: Floats,
    codes: NDArray[np.int8],
    wall: NDArray[np.bool_],
    wall_codes: NDArray[np.int8],
    looks: Looks,
    through: Filter,
    most: float,
    margin_least: float,
    out: NDArray[np.int8],
    margin: Floats,
) -> None:
    """Fill what stands in some cells, layer by layer; see `vision.arena.kernels.judge_cells`.

    Of two candidates only those samples are weighed where they differ: what a filter leaves over elsewhere says nothing
    for either.
    """
    more = min(MOST_MORE, MORE * through.left)
    for cell in which:
        best = 0
        for k in range(1, distance.shape[1]):
            if distance[cell, k] < distance[cell, best]:
                best = k
        nearest = distance[cell, best]
        for layer in range(3):
            out[layer, cell] = wall_codes[layer] if wall[cell] else codes[best, layer]
            margin[layer, cell] = 1.0 - (nearest + DOUBT) / (FAR + DOUBT)
        for k in range(0 if wall[cell] else distance.shape[1]):
            if (codes[k] == codes[best]).all():
                continue
            gap = 1.0 - (nearest + DOUBT) / (distance[cell, k] + DOUBT)
            if distance[cell, k] < FAR and gap < CLEAR:
                mine, theirs = compare(cells[cell], looks, cell, best, k, through)
                gap = 1.0 - (mine + DOUBT * SAMPLES) / (theirs + DOUBT * SAMPLES)
            for layer in range(3):
                if codes[k, layer] != codes[best, layer]:
                    margin[layer, cell] = min(margin[layer, cell], gap)
        alike, there = 0.0, 0.0
        if nearest <= most + PLAIN_MORE:
            alike, there = likeness(cells[cell], looks, cell, best, through)
        even = alike == NO_PATTERN  # a filter leaves nothing over of it, so it may be off no more than plainly
        shown = even or (ALIKE <= alike <= 1 / ALIKE and there >= ALIKE_THERE)
        plainly = PLAINLY <= alike <= 1 / PLAINLY
        farthest = most if even else most + (PLAIN_MORE if plainly else more)
        least = margin_least
        if nearest > most:
            least = max(margin_least, PLAIN if plainly and nearest <= most + MOST_MORE else CLEAR)
        for layer in range(3):
            margin[layer, cell] = max(margin[layer, cell], 0.0)
            if nearest > farthest or margin[layer, cell] < least or not shown:
                out[layer, cell] = UNKNOWN


def warm_up() -> None:
    """Compile or load the kernels."""
    cells = np.zeros((CELLS, SAMPLES, 3), np.float32)
    cells[:, ::2] = 200
    shows = np.full((2, SAMPLES), GROUND, np.uint8)
    codes = np.array([WALL_CODES, WALL_CODES], np.int8)
    codes[1] += 1
    candidates = Candidates(codes, cells[:2], cells[:2], shows)
    distance, margin = np.ones((CELLS, 2), np.float32), np.zeros((len(WALL_CODES) * ROWS, COLS), np.float32)
    limits = ReaderSection(min_margin=0.5, max_distance=1.0, max_core=1.0)
    unread = np.full(margin.shape, UNKNOWN, np.int8)
    read_filtered(cells, distance, unread, margin, candidates, make_looks(candidates, cells, cells), limits)

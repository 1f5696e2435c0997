"""How far every cell of an arena looks from everything that may stand in it."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit
from vision.arena.layers import GROUND, IGNORED, SAMPLES

CAP: Final = 60.0
"""Grey levels at which one sample's difference is cut off."""
STEP: Final = 97
"""Samples are taken in steps of so many, which share no divisor with their number: far apart, so that what does not fit
shows at once."""
LOOK: Final = 8
"""After so many samples it is asked whether to go on."""
FAR: Final = 7.0
"""Mean grey levels from which a thing is not what stands there, however much: nothing is told beyond it."""

Floats = NDArray[np.float32]


@njit
def measure_cells(
    cells: Floats,
    ground_low: Floats,
    ground_high: Floats,
    low: Floats,
    high: Floats,
    shows: NDArray[np.uint8],
    wall: NDArray[np.bool_],
    distance: Floats,
) -> None:
    """Fill how far each cell is from each candidate: the mean over its samples of the worst channel's difference.

    Args:
        cells: (cells, SAMPLES, 3) as seen.
        ground_low, ground_high: (cells, SAMPLES, 3) between which the bare ground of each cell lies.
        low, high: (candidates, SAMPLES, 3) between which each candidate lies; the first is bare ground.
        shows: (candidates, SAMPLES) IGNORED, SPRITE or GROUND.
        wall: (cells,) bool; only bare ground is asked there.
        distance: (cells, candidates) written, FAR at most.
    """
    candidates = shows.shape[0]
    for cell in range(cells.shape[0]):
        for k in range(candidates):
            distance[cell, k] = FAR
            if wall[cell] and k > 0:
                continue
            total = np.float32(0.0)
            count = 0
            given_up = False
            for i in range(SAMPLES):
                s = (i * STEP) % SAMPLES
                what = shows[k, s]
                if what != IGNORED:
                    worst = np.float32(0.0)
                    for channel in range(3):
                        value = cells[cell, s, channel]
                        if what == GROUND:
                            below = ground_low[cell, s, channel] - value
                            above = value - ground_high[cell, s, channel]
                        else:
                            below = low[k, s, channel] - value
                            above = value - high[k, s, channel]
                        apart = max(below, above)
                        if apart > worst:
                            worst = apart
                    total += min(worst, np.float32(CAP))
                    count += 1
                if i % LOOK == LOOK - 1 and total > FAR * SAMPLES:
                    given_up = True
                    break
            if not given_up and count > 0:
                distance[cell, k] = min(np.float32(FAR), total / np.float32(count))


@njit
def judge_cells(
    distance: Floats,
    codes: NDArray[np.int8],
    wall: NDArray[np.bool_],
    wall_codes: NDArray[np.int8],
    most: float,
    margin_least: float,
    doubt: float,
    out: NDArray[np.int8],
    margin: Floats,
) -> None:
    """Fill what stands in each cell, layer by layer, -1 where that is not sure.

    Args:
        distance: (cells, candidates) from `measure_cells`.
        codes: (candidates, 3) int8 code of each layer; -1 where a candidate's meaning is not known.
        wall: (cells,) bool.
        wall_codes: (3,) int8 of a wall.
        most: distance up to which the nearest candidate may be what stands there.
        margin_least: margin at least.
        doubt: grey levels added to both distances of a margin, so that two that fit well are not told by noise.
        out: (3, cells) written.
        margin: (3, cells) written: 1 - nearest / nearest of another code in that layer, 0 to 1.
    """
    for cell in range(distance.shape[0]):
        best = 0
        for k in range(1, distance.shape[1]):
            if distance[cell, k] < distance[cell, best]:
                best = k
        nearest = distance[cell, best]
        for layer in range(3):
            code = wall_codes[layer] if wall[cell] else codes[best, layer]
            second = np.float32(FAR)
            if not wall[cell]:
                for k in range(distance.shape[1]):
                    if codes[k, layer] != code and distance[cell, k] < second:
                        second = distance[cell, k]
            gap = np.float32(1.0) - (nearest + np.float32(doubt)) / (second + np.float32(doubt))
            margin[layer, cell] = min(max(gap, np.float32(0.0)), np.float32(1.0))
            sure = nearest <= most and gap >= margin_least
            out[layer, cell] = code if sure else -1

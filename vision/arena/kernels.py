"""How far every cell of an arena looks from everything that may stand in it."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit
from vision.arena.layers import GROUND, IGNORED, SAMPLES

CAP: Final = 60.0
"""Grey levels at which one sample's difference is cut off."""
STEP: Final = 97
"""Samples are taken in steps of so many, which share no divisor with their number: far apart, so that what does not fit
shows at once."""
ORDER: Final = np.arange(SAMPLES) * STEP % SAMPLES
UNIT: Final = np.float32(16.0)
"""Levels are compared in whole sixteenths: small integers are compared many at once."""
HALF: Final = np.float32(0.5)
BLOCK: Final = 32
"""So many samples are looked at together; then it is asked whether to go on."""
BLOCKS: Final = SAMPLES // BLOCK
assert BLOCK * CAP * float(UNIT) < np.iinfo(np.int16).max  # a block's differences are summed in 16 bits
PLACES: Final = (3 * ORDER.reshape(-1, 1, BLOCK) + np.arange(3).reshape(1, 3, 1)).ravel()
"""Where the levels of all blocks, each all blues, greens and reds, stand in a cell's samples."""
FAR: Final = 7.0
"""Mean grey levels from which a thing is not what stands there, however much: nothing is told beyond it."""
DOUBT: Final = 0.25
"""Grey levels added to both distances of a margin, so that two that fit well are not told by noise."""

Floats = NDArray[np.float32]
Levels = NDArray[np.int16]


class Ranges(NamedTuple):
    """Between which levels what may stand in the cells lies, in UNITs.

    The samples are in the order of `ORDER`, in blocks; a block has all blues, then all greens, then all reds.

    Attributes:
        low, high: (candidates, BLOCKS, 3 * BLOCK) int16; the first candidate is bare ground.
        ground: (candidates, BLOCKS, 3 * BLOCK) int16, -1 (all bits) where a candidate lets the ground show, else 0.
        counts: (candidates, BLOCKS, BLOCK) int16, -1 where a sample tells something, else 0.
        number: (candidates,) float32 of these, 1 at least.
        ground_low, ground_high: (cells, BLOCKS, 3 * BLOCK) int16.
    """

    low: Levels
    high: Levels
    ground: Levels
    counts: Levels
    number: Floats
    ground_low: Levels
    ground_high: Levels

    @classmethod
    def of(
        cls, low: Floats, high: Floats, shows: NDArray[np.uint8], ground_low: Floats, ground_high: Floats
    ) -> "Ranges":
        """Return them for ranges (n, SAMPLES, 3) in grey levels and what candidates show, (n, SAMPLES)."""
        counts = shows != IGNORED
        return cls(
            in_blocks(np.floor(UNIT * low)),
            in_blocks(np.ceil(UNIT * high)),
            in_blocks(-np.repeat((shows == GROUND).astype(np.int16)[..., None], 3, axis=2)),
            np.ascontiguousarray(-counts[:, ORDER].astype(np.int16)).reshape(-1, BLOCKS, BLOCK),
            np.maximum(counts.sum(axis=1), 1).astype(np.float32),
            in_blocks(np.floor(UNIT * ground_low)),
            in_blocks(np.ceil(UNIT * ground_high)),
        )

    def cut_off(self, darkest: Floats, brightest: Floats) -> "Ranges":
        """Return them as far as a picture can show them in which channels are cut off at these levels, (3,) each."""
        least = np.repeat(np.round(UNIT * darkest), BLOCK).astype(np.int16)
        most = np.repeat(np.round(UNIT * brightest), BLOCK).astype(np.int16)
        return self._replace(
            low=np.minimum(self.low, most),
            high=np.maximum(self.high, least),
            ground_low=np.minimum(self.ground_low, most),
            ground_high=np.maximum(self.ground_high, least),
        )


def in_blocks(samples: NDArray[Any]) -> Levels:
    """Return samples (n, SAMPLES, 3) as (n, BLOCKS, 3 * BLOCK) int16; see `Ranges`."""
    blocks = samples[:, ORDER].reshape(-1, BLOCKS, BLOCK, 3).transpose(0, 1, 3, 2)
    return np.ascontiguousarray(blocks.reshape(-1, BLOCKS, 3 * BLOCK), np.int16)


@njit
def _outside(
    i: int, value: Levels, low: Levels, high: Levels, ground: Levels, below: Levels, above: Levels
) -> np.int16:
    # how far one level lies outside what may stand there, negative inside; masks and plain choices vectorise
    least = low[i] + (ground[i] & (below[i] - low[i]))
    most = high[i] + (ground[i] & (above[i] - high[i]))
    under, over = np.int16(least - value[i]), np.int16(value[i] - most)
    return under if under > over else over


@njit
def measure_cells(cells: Floats, ranges: Ranges, wall: NDArray[np.bool_], distance: Floats) -> None:
    """Fill how far each cell is from each candidate: the mean over its samples of the worst channel's difference.

    Args:
        cells: (cells, SAMPLES, 3) as seen.
        ranges: of everything that may stand there.
        wall: (cells,) bool; only bare ground is asked there.
        distance: (cells, candidates) written, FAR at most.
    """
    plain, seen = np.empty(3 * SAMPLES, np.int16), np.empty((BLOCKS, 3 * BLOCK), np.int16)
    nothing, cap, given_up = np.int16(0), np.int16(CAP * UNIT), np.int32(FAR * SAMPLES * UNIT)
    for cell in range(cells.shape[0]):
        # rounded first, many at once, and put into blocks then
        levels = cells[cell].reshape(3 * SAMPLES)
        for i in range(levels.size):
            plain[i] = np.int16(UNIT * levels[i] + HALF)
        in_order = seen.reshape(3 * SAMPLES)
        for i in range(levels.size):
            in_order[i] = plain[PLACES[i]]
        for k in range(ranges.number.size):
            distance[cell, k] = FAR
            if wall[cell] and k > 0:
                continue
            total = np.int32(0)
            for block in range(BLOCKS):
                value, low, high = seen[block], ranges.low[k, block], ranges.high[k, block]
                below, above = ranges.ground_low[cell, block], ranges.ground_high[cell, block]
                ground, counts = ranges.ground[k, block], ranges.counts[k, block]
                part = nothing  # of 16 bits: sixteen samples are summed at once
                for i in range(BLOCK):
                    worst = _outside(i, value, low, high, ground, below, above)
                    green = _outside(i + BLOCK, value, low, high, ground, below, above)
                    red = _outside(i + 2 * BLOCK, value, low, high, ground, below, above)
                    worst = green if green > worst else worst
                    worst = red if red > worst else worst
                    worst = worst if worst > nothing else nothing
                    part = np.int16(part + ((worst if worst < cap else cap) & counts[i]))
                total += part
                if total > given_up:
                    break
            distance[cell, k] = min(np.float32(FAR), np.float32(total) / (UNIT * ranges.number[k]))


@njit
def judge_cells(
    distance: Floats,
    codes: NDArray[np.int8],
    wall: NDArray[np.bool_],
    wall_codes: NDArray[np.int8],
    most: float,
    margin_least: float,
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
            gap = np.float32(1.0) - (nearest + np.float32(DOUBT)) / (second + np.float32(DOUBT))
            margin[layer, cell] = min(max(gap, np.float32(0.0)), np.float32(1.0))
            sure = nearest <= most and gap >= margin_least
            out[layer, cell] = code if sure else -1

"""Where tiles repeat and how far they reach, for a board whose rows and columns nobody told: a first, coarse look.

As in `calibration.self_similarity` the picture is shrunk so that a tried pitch becomes `CELL` pixels, and each
window of one cell is held against those up to `REACH` cells away. Half a cell aside a board is much less like itself;
what is left of the likeness after that is taken off is summed over the rectangle of cells, one pitch apart, that holds
the most of it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from capture.frame import Pixels
from engine.jit import njit

CELL = 8
"""Pixels a cell in the shrunken picture."""
REACH = 2
"""How many cells away a window's likes are looked for."""
PITCH_STEP = 1.05
"""Ratio from one tried pitch to the next: over eight cells, half a step drifts by a tenth of a cell at the ends."""
FINER = (0.975, 0.9875, 1.0125, 1.025)
"""What the likeliest pitches are tried again at, each beside itself."""
TRIED_AGAIN = 4
"""How many of them."""
APART = 0.06
"""Logarithm of the ratio from which two pitches are two places to look at."""
NOISE = 3.0
"""Mean difference per channel that noise and resampling make, in grey levels."""
FEWEST = 4
"""Rows and columns below which nothing is taken for a board."""
OUTSIDE = 0.12
"""Likeness, less that half a cell aside, from which a window speaks for a board rather than against it."""


@dataclass(frozen=True, slots=True)
class SizedGuess:
    """A place where a board may be, in pixels of the picture, and how many cells it seems to have.

    Attributes:
        x, y: of the first cell's corner, good to about a tenth of a cell.
        pitch: from one cell to the next.
        rows, cols: good to a row and a column.
        score: what its cells have above `OUTSIDE`, summed and divided by the root of their number.
    """

    x: float
    y: float
    pitch: float
    rows: int
    cols: int
    score: float


def _shrunk(picture: Pixels, pitch: float) -> Pixels:
    scale = CELL / pitch
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    pad = CELL // 2
    return np.asarray(cv2.copyMakeBorder(small, pad, pad, pad, pad, cv2.BORDER_REPLICATE), np.uint8)


def local_likeness(small: Pixels) -> NDArray[np.float32]:
    """Return how much each `CELL` x `CELL` window is like another one or two cells away, (h - 7, w - 7) 0 to 1.

    Args:
        small: (h, w, 3) uint8, `CELL` pixels a cell.
    """
    height, width = small.shape[0] - CELL + 1, small.shape[1] - CELL + 1
    near = np.full((height, width), 255, np.uint8)
    total = np.zeros((height, width), np.uint16)
    count = np.zeros((height, width), np.uint8)
    for j in range(REACH + 1):
        for i in range(-REACH, REACH + 1):
            dy, dx = j * CELL, i * CELL
            if (j == 0 and i <= 0) or height <= dy or width <= abs(dx):
                continue
            left, right = max(0, -dx), max(0, dx)
            h, w = small.shape[0] - dy, small.shape[1] - abs(dx)
            apart = cv2.absdiff(small[:h, left : left + w], small[dy:, right : right + w])
            grey = cv2.transform(apart, np.full((1, 3), 1 / 3, np.float32))
            mean = cv2.blur(grey, (CELL, CELL), anchor=(0, 0))[: h - CELL + 1, : w - CELL + 1]
            for y, x in ((0, left), (dy, right)):
                part = (slice(y, y + mean.shape[0]), slice(x, x + mean.shape[1]))
                cv2.min(near[part], mean, dst=near[part])
                total[part] += mean
                count[part] += 1
    typical = total / np.maximum(count, 1).astype(np.float32)
    alike = np.where(count >= 8, 1 - (near + np.float32(NOISE)) / (typical + np.float32(NOISE)), 0)
    return np.asarray(np.maximum(alike, 0), np.float32)


@njit
def _best_rectangle(value: NDArray[np.float32], few: int) -> tuple[float, int, int, int, int]:
    # largest sum over all rectangles of at least few x few: Kadane's search over every band of rows
    height, width = value.shape
    best, top, left, rows, cols = 0.0, 0, 0, 0, 0
    column = np.zeros(width, np.float32)
    for first in range(height):
        column[:] = 0
        for last in range(first, height):
            run, start = 0.0, 0
            for x in range(width):
                column[x] += value[last, x]
                if run <= 0:
                    run, start = 0.0, x
                run += column[x]
                if run > best and last - first + 1 >= few and x - start + 1 >= few:
                    best, top, left, rows, cols = run, first, start, last - first + 1, x - start + 1
    return best, top, left, rows, cols


def sized_guess(picture: Pixels, pitch: float) -> SizedGuess | None:
    """Return the best place for a board of this pitch, or None where there is none of `FEWEST` rows and columns."""
    small = _shrunk(picture, pitch)
    if min(small.shape[:2]) < (FEWEST + 1) * CELL:
        return None
    square = local_likeness(small) ** 2
    pad = CELL // 2
    aside = np.zeros_like(square)
    padded = cv2.copyMakeBorder(square, pad, pad, pad, pad, cv2.BORDER_REPLICATE)
    height, width = square.shape
    for dy, dx in ((0, pad), (2 * pad, pad), (pad, 0), (pad, 2 * pad)):
        aside += padded[dy : dy + height, dx : dx + width]
    value = square - aside / 4 - OUTSIDE
    phases = [(float(np.maximum(value[y::CELL, x::CELL], 0).sum()), y, x) for y in range(CELL) for x in range(CELL)]
    _, y, x = max(phases)
    total, top, left, rows, cols = _best_rectangle(np.ascontiguousarray(value[y::CELL, x::CELL]), FEWEST)
    if rows == 0:
        return None
    corner_x = (x + left * CELL - pad) * pitch / CELL
    corner_y = (y + top * CELL - pad) * pitch / CELL
    return SizedGuess(corner_x, corner_y, pitch, rows, cols, total / math.sqrt(rows * cols))


def _guess(halves: Sequence[Pixels], pitch: float) -> SizedGuess | None:
    """Return `sized_guess`, made on the picture halved as often as that leaves `CELL` pixels a cell or more."""
    times = min(len(halves) - 1, max(0, int(math.log2(pitch / CELL)) - 1))
    factor = 2.0**times
    found = sized_guess(halves[times], pitch / factor)
    return found and replace(found, x=found.x * factor, y=found.y * factor, pitch=pitch)


def sized_guesses(picture: Pixels, smallest: float, largest: float) -> list[SizedGuess]:
    """Return the best places for boards of pitches, in pixels, that differ clearly, the likeliest first."""
    halves = [picture]
    while min(halves[-1].shape[:2]) >= 2 * CELL * FEWEST:
        halves.append(np.asarray(cv2.resize(halves[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8))
    guesses = []
    pitch = min(largest, min(picture.shape[:2]) / FEWEST)
    while pitch >= smallest:
        guesses.append(_guess(halves, pitch))
        pitch /= PITCH_STEP
    found = []
    for coarse in _distinct([guess for guess in guesses if guess is not None])[:TRIED_AGAIN]:
        again = (_guess(halves, coarse.pitch * finer) for finer in FINER)
        found.append(max((coarse, *(guess for guess in again if guess is not None)), key=lambda guess: guess.score))
    return _distinct(found)


def _distinct(guesses: list[SizedGuess]) -> list[SizedGuess]:
    kept: list[SizedGuess] = []
    for guess in sorted(guesses, key=lambda guess: -guess.score):
        if all(abs(math.log(guess.pitch / other.pitch)) > APART for other in kept):
            kept.append(guess)
    return kept

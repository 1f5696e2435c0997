"""Where a picture repeats itself at a given pitch: the first, coarse look for a board.

On a board every cell looks like some other cell nearby and unlike most; off the board, or half a cell aside, it
does not. The picture is shrunk so that the pitch becomes `CELL` pixels. Each window of one cell is compared with
those 1 to `REACH` cells away in every direction; its likeness is how much closer the nearest is than a typical one.
A board is where rows x cols windows, one cell apart, are all like that.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from capture.frame import Pixels
from engine.jit import njit

CELL = 8
"""Pixels a cell in the shrunken picture: enough to tell shapes apart, few enough to try every place."""
REACH = 2
"""How many cells away a window's likes are looked for."""
PAD = CELL // 2
"""Pixels added on each side of the shrunken picture."""
PITCH_STEP = 1.02
"""Ratio from one tried pitch to the next: over six cells, half a board, half a step drifts by 6 % of a cell."""
NOISE = 3.0
"""Mean difference per channel that noise and resampling make, in grey levels."""
TYPICAL = 0.3
"""Quantile of a window's distances that stands for 'another kind': above the share of equal kinds, below 1."""

OUTSIDE = 65535
"""Difference of a window from one that does not lie in the picture; others are 255 * 3 * CELL**2 at most."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A place where a board may be, in pixels of the picture, good to about a tenth of a cell."""

    x: float
    y: float
    pitch: float
    score: float
    """0 to 1: mean likeness of the cells, less what half a cell aside has too."""


@njit
def _distances(picture: NDArray[np.int16], cell: int, dy: int, dx: int, away: NDArray[np.uint16]) -> None:
    """Fill the summed differences of the windows from those (dy, dx) on, where both lie in the picture.

    Args:
        picture: (3, height, width).
        cell: side of a window.
        dy, dx: at least 0 and any.
        away: (height - cell + 1, width - cell + 1), at a window's top left; written where there is one.
    """
    height, width = picture.shape[1], picture.shape[2]
    x0, x1, y1 = max(0, -dx), min(width, width - dx), height - dy
    across = x1 - x0
    if across < cell or y1 < cell:
        return
    rows = np.zeros((cell, across), np.int16)
    columns = np.zeros(across, np.int32)
    sums = np.zeros(across + 1, np.int32)
    for y in range(y1):
        kept = rows[y % cell]
        for x in range(across):
            columns[x] -= kept[x]
        for x in range(across):
            kept[x] = abs(picture[0, y, x + x0] - picture[0, y + dy, x + x0 + dx])
        for channel in range(1, 3):
            for x in range(across):
                kept[x] += abs(picture[channel, y, x + x0] - picture[channel, y + dy, x + x0 + dx])
        for x in range(across):
            columns[x] += kept[x]
        top = y - cell + 1
        if top >= 0:
            for x in range(across):
                sums[x + 1] = sums[x] + columns[x]
            for x in range(across - cell + 1):
                away[top, x + x0] = sums[x + cell] - sums[x]


@njit
def _likeness(
    picture: NDArray[np.int16], cell: int, reach: int, noise: float, rank: int, out: NDArray[np.float32]
) -> None:
    # out (height - cell + 1, width - cell + 1): likeness of the window whose top left is there
    height, width = out.shape
    offsets, samples = (2 * reach + 1) * (2 * reach + 1) - 1, np.float32(3 * cell * cell)
    dist = np.full((offsets, height, width), np.uint16(OUTSIDE))
    index = 0
    for j in range(reach + 1):
        for i in range(-reach, reach + 1):
            if j == 0 and i <= 0:
                continue
            dx, dy = i * cell, j * cell
            there = dist[index]
            _distances(picture, cell, dy, dx, there)
            back = dist[index + 1]  # the same pairs, seen from the other window
            for y in range(height - dy):
                for x in range(max(0, -dx), min(width, width - dx)):
                    back[y + dy, x + dx] = there[y, x]
            index += 2
    # the first few order statistics of each place, a row at a time: those of many places at once
    known = np.empty((offsets, width), np.uint16)
    count = np.empty(width, np.int64)
    for y in range(height):
        count[:] = 0
        for k in range(offsets):
            for x in range(width):
                known[k, x] = dist[k, y, x]
                count[x] += known[k, x] != OUTSIDE
        for k in range(rank + 1):
            for other in range(offsets - 1, k, -1):
                for x in range(width):
                    one, two = known[other - 1, x], known[other, x]
                    known[other - 1, x], known[other, x] = min(one, two), max(one, two)
        for x in range(width):
            m = count[x]
            if m < 8:
                out[y, x] = 0.0
                continue
            at = min(m - 1, max(1, rank * m // offsets))
            near = np.float32(known[0, x]) / samples + noise
            typical = np.float32(known[at, x]) / samples + noise
            out[y, x] = 1.0 - near / typical


def likeness_map(picture: Pixels, pitch: float) -> NDArray[np.float32]:
    """Return how much each cell-sized window is like another one nearby, 0 to 1, on the shrunken picture.

    Args:
        picture: (height, width, 3) uint8.
        pitch: pixels a cell, which become `CELL`.

    Returns:
        (h, w) float32, by the windows' upper left corners; the first lies `PAD` left of the picture and above it.
    """
    scale = CELL / pitch
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    # half a cell more on every side, so that a board which fills the picture can be looked at from half a cell aside
    small = cv2.copyMakeBorder(small, PAD, PAD, PAD, PAD, cv2.BORDER_REPLICATE)
    out = np.zeros((small.shape[0] - CELL + 1, small.shape[1] - CELL + 1), np.float32)
    if out.size:
        rank = int(TYPICAL * ((2 * REACH + 1) ** 2 - 1))
        planes = np.ascontiguousarray(small.transpose(2, 0, 1), np.int16)
        _likeness(planes, CELL, REACH, NOISE, rank, out)
    return out


def comb_mean(likeness: NDArray[np.float32], rows: int, cols: int) -> NDArray[np.float32]:
    """Return the mean squared likeness of rows x cols windows one cell apart, for every place of the first.

    Args:
        likeness: (h, w) from `likeness_map`.
        rows, cols: of the board.

    Returns:
        (h - (rows - 1) * CELL, w - (cols - 1) * CELL) float32; (0, 0) where the board does not fit in.
    """
    height = likeness.shape[0] - (rows - 1) * CELL
    width = likeness.shape[1] - (cols - 1) * CELL
    if height <= 0 or width <= 0:
        return np.zeros((0, 0), np.float32)
    square = likeness * likeness
    part = np.zeros((likeness.shape[0], width), np.float32)
    for c in range(cols):
        part += square[:, c * CELL : c * CELL + width]
    total = np.zeros((height, width), np.float32)
    for r in range(rows):
        total += part[r * CELL : r * CELL + height]
    return np.asarray(total / np.float32(rows * cols), np.float32)


def peaks(pictures: Sequence[Pixels], rows: int, cols: int, pitch: float, count: int) -> list[Guess]:
    """Return the best places for a board of this pitch, best first; the score is averaged over the pictures.

    What stripes or plain ground score, they score half a cell aside as well; a board does not. So the score is the
    comb's mean less the best of its four values half a cell aside.
    """
    total = np.mean([comb_mean(likeness_map(picture, pitch), rows, cols) for picture in pictures], axis=0)
    if total.shape[0] <= 2 * PAD or total.shape[1] <= 2 * PAD:
        return []
    h, w = total.shape[0] - 2 * PAD, total.shape[1] - 2 * PAD
    beside = np.maximum.reduce(
        [
            total[PAD + dy : PAD + dy + h, PAD + dx : PAD + dx + w]
            for dy, dx in ((-PAD, 0), (PAD, 0), (0, -PAD), (0, PAD))
        ]
    )
    score = total[PAD : PAD + h, PAD : PAD + w] - beside
    found = []
    for _ in range(count):
        y, x = np.unravel_index(int(np.argmax(score)), score.shape)
        value = float(score[y, x])
        if value <= 0:
            break
        found.append(Guess(float(x) * pitch / CELL, float(y) * pitch / CELL, pitch, value))
        score[max(0, y - PAD) : y + PAD + 1, max(0, x - PAD) : x + PAD + 1] = -1.0
    return found

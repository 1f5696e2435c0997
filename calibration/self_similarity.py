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


@dataclass(frozen=True, slots=True)
class Guess:
    """A place where a board may be, in pixels of the picture, good to about a tenth of a cell."""

    x: float
    y: float
    pitch: float
    score: float
    """0 to 1: mean likeness of the cells, less what half a cell aside has too."""


@njit
def _likeness(
    picture: NDArray[np.uint8], cell: int, reach: int, noise: float, rank: int, out: NDArray[np.float32]
) -> None:
    # out (height - cell + 1, width - cell + 1): likeness of the window whose top left is there
    height, width = picture.shape[0], picture.shape[1]
    oh, ow = out.shape
    offsets = (2 * reach + 1) * (2 * reach + 1) - 1
    dist = np.full((oh, ow, offsets), np.float32(-1.0))
    column = np.zeros(width, np.int32)
    index = 0
    for j in range(0, reach + 1):
        for i in range(-reach, reach + 1):
            if j == 0 and i <= 0:
                continue
            dx, dy = i * cell, j * cell
            x0, x1 = max(0, -dx), min(width, width - dx)
            y1 = height - dy
            if x1 - x0 >= cell and y1 >= cell:
                for x in range(width):
                    column[x] = 0
                for y in range(y1):
                    for x in range(x0, x1):
                        column[x] += (
                            abs(np.int32(picture[y, x, 0]) - np.int32(picture[y + dy, x + dx, 0]))
                            + abs(np.int32(picture[y, x, 1]) - np.int32(picture[y + dy, x + dx, 1]))
                            + abs(np.int32(picture[y, x, 2]) - np.int32(picture[y + dy, x + dx, 2]))
                        )
                    if y >= cell:
                        q = y - cell
                        for x in range(x0, x1):
                            column[x] -= (
                                abs(np.int32(picture[q, x, 0]) - np.int32(picture[q + dy, x + dx, 0]))
                                + abs(np.int32(picture[q, x, 1]) - np.int32(picture[q + dy, x + dx, 1]))
                                + abs(np.int32(picture[q, x, 2]) - np.int32(picture[q + dy, x + dx, 2]))
                            )
                    top = y - cell + 1
                    if top >= 0:
                        total = 0
                        for x in range(x0, x1):
                            total += column[x]
                            left = x - cell + 1
                            if left > x0:
                                total -= column[left - 1]
                            if left >= x0:
                                value = np.float32(total) / np.float32(3 * cell * cell)
                                dist[top, left, index] = value
                                dist[top + dy, left + dx, index + 1] = value
            index += 2
    known = np.zeros(offsets, np.float32)
    for y in range(oh):
        for x in range(ow):
            m = 0
            for k in range(offsets):
                if dist[y, x, k] >= 0:
                    known[m] = dist[y, x, k]
                    m += 1
            if m < 8:
                out[y, x] = 0.0
                continue
            # partial selection sort: only the first few order statistics are wanted
            top = min(m - 1, max(1, rank * m // offsets))
            for k in range(top + 1):
                best = k
                for other in range(k + 1, m):
                    if known[other] < known[best]:
                        best = other
                known[k], known[best] = known[best], known[k]
            near = known[0] + noise
            typical = known[top] + noise
            out[y, x] = 1.0 - near / typical


def likeness_map(picture: Pixels, pitch: float) -> NDArray[np.float32]:
    """Return how much each cell-sized window is like another one nearby, 0 to 1, on the shrunken picture."""
    scale = CELL / pitch
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    # half a cell more on every side, so that a board which fills the picture can be looked at from half a cell aside
    small = cv2.copyMakeBorder(small, PAD, PAD, PAD, PAD, cv2.BORDER_REPLICATE)
    out = np.zeros((small.shape[0] - CELL + 1, small.shape[1] - CELL + 1), np.float32)
    if out.size:
        rank = int(TYPICAL * ((2 * REACH + 1) ** 2 - 1))
        _likeness(np.asarray(small, np.uint8), CELL, REACH, NOISE, rank, out)
    return out


def comb_mean(likeness: NDArray[np.float32], rows: int, cols: int) -> NDArray[np.float32]:
    """Return the mean squared likeness of rows x cols windows one cell apart, for every place of the first."""
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

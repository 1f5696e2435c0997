"""Whether what is left and right of a lattice line differs, place by place."""

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit

STEP = 12.0
"""Grey levels by which the two sides of a wall differ."""
LINE = 40.0
"""Grey levels by which a wall drawn as a mere line differs from both of its sides."""
MOST_REACH = 7
"""Pixels on either side of a line that are looked at, for each of its places."""
POINTS = 12
"""Places along each cell's side that are looked at."""


@njit
def share_of_wall(
    picture: NDArray[np.uint8],
    ys: NDArray[np.intp],
    left: NDArray[np.intp],
    right: NDArray[np.intp],
    close: NDArray[np.intp],
    rows: int,
) -> NDArray[np.float64]:
    """Return (lines, rows) the share of each line's pieces at which its two sides differ, or it differs from both.

    Args:
        picture: (height, width, 3), perhaps transposed.
        ys: (rows * POINTS,) lines of the picture that are looked at.
        left, right: (lines, MOST_REACH) columns on either side; their median counts, channel by channel.
        close: (lines, n) columns on which a line may be drawn.
        rows: of cells.
    """
    lines = left.shape[0]
    shares = np.zeros((lines, rows))
    sides = np.zeros((2, 3), np.int64)
    levels = np.zeros(MOST_REACH, np.int64)
    for line in range(lines):
        for point in range(rows * POINTS):
            y = ys[point]
            step = 0
            for c in range(3):
                for side in range(2):
                    columns = left if side == 0 else right
                    for k in range(MOST_REACH):  # sorted as they come
                        level, place = picture[y, columns[line, k], c], k
                        while place > 0 and levels[place - 1] > level:
                            levels[place] = levels[place - 1]
                            place -= 1
                        levels[place] = level
                    sides[side, c] = levels[MOST_REACH // 2]
                step = max(step, abs(sides[0, c] - sides[1, c]))
            wall = step >= STEP
            for k in range(close.shape[1]):
                if wall:
                    break
                apart_left = apart_right = 0
                for c in range(3):
                    level = np.int64(picture[y, close[line, k], c])
                    apart_left = max(apart_left, abs(level - sides[0, c]))
                    apart_right = max(apart_right, abs(level - sides[1, c]))
                wall = min(apart_left, apart_right) >= LINE
            shares[line, point // POINTS] += wall
    return shares / POINTS

"""Connected regions of one colour in a picture: strokes of letters, rings, and what jewels are drawn of."""

import cv2
import numpy as np
from numpy.typing import NDArray

from capture.frame import Pixels
from engine.jit import njit

NOISY = 2.0
"""Mean difference from the median-filtered picture, in grey levels, from which the picture is filtered first."""


@njit
def grow_regions(
    pixels: NDArray[np.uint8],
    tolerance: int,
    shaded: tuple[int, int],
    labels: NDArray[np.int32],
    stack: NDArray[np.int32],
    table: NDArray[np.int64],
) -> int:
    """Cut a picture into connected regions of one colour.

    Args:
        pixels: (height, width, 3).
        tolerance: largest difference of a channel from the region's mean so far.
        shaded: largest difference from a neighbour, and from the mean, with which a pixel joins all the same.
        labels: (height, width), zeros; written with 1 + the region's row in `table`.
        stack: (height * width,) scratch.
        table: (regions, 9) written: left, top, right, bottom (inclusive), pixels, sums of blue, green, red, seed.

    Returns:
        How many regions there are; those that `table` has no room for are not written to it.
    """
    height, width = pixels.shape[0], pixels.shape[1]
    count = 0
    for start in range(height * width):
        if labels[start // width, start % width] != 0:
            continue
        count += 1
        labels[start // width, start % width] = count
        stack[0] = start
        depth = 1
        left, top, right, bottom = width, height, 0, 0
        size = 0
        blue, green, red = 0, 0, 0
        while depth > 0:
            depth -= 1
            at = stack[depth]
            y = at // width
            x = at - y * width
            size += 1
            blue += pixels[y, x, 0]
            green += pixels[y, x, 1]
            red += pixels[y, x, 2]
            left, right = min(left, x), max(right, x)
            top, bottom = min(top, y), max(bottom, y)
            for side in range(4):
                nx = x + (1 if side == 0 else -1 if side == 1 else 0)
                ny = y + (1 if side == 2 else -1 if side == 3 else 0)
                if nx < 0 or ny < 0 or nx >= width or ny >= height or labels[ny, nx] != 0:
                    continue
                b, g, r = np.int64(pixels[ny, nx, 0]), np.int64(pixels[ny, nx, 1]), np.int64(pixels[ny, nx, 2])
                away = max(abs(b * size - blue), abs(g * size - green), abs(r * size - red))
                step = max(
                    abs(b - np.int64(pixels[y, x, 0])),
                    abs(g - np.int64(pixels[y, x, 1])),
                    abs(r - np.int64(pixels[y, x, 2])),
                )
                if away <= tolerance * size or (step <= shaded[0] and away <= shaded[1] * size):
                    labels[ny, nx] = count
                    stack[depth] = ny * width + nx
                    depth += 1
        row = count - 1
        if row < table.shape[0]:
            table[row, 0] = left
            table[row, 1] = top
            table[row, 2] = right
            table[row, 3] = bottom
            table[row, 4] = size
            table[row, 5] = blue
            table[row, 6] = green
            table[row, 7] = red
            table[row, 8] = start
    return count


def smoothed(pixels: Pixels) -> Pixels:
    """Return the picture, median-filtered where it is noisy."""
    calm = np.asarray(cv2.medianBlur(pixels, 3), np.uint8)
    return calm if float(cv2.absdiff(pixels, calm).mean()) > NOISY else pixels

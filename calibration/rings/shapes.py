"""Flat, symmetric shapes in a picture: rings, the ground within them, marks of empty cells, and strays.

A shape is a connected region of one colour. Only regions that look alike when turned by a quarter and when
mirrored are kept: that holds for squares, discs and rings of any kind and for hardly any letter or panel.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from capture.frame import Pixels
from engine.jit import njit

SAME_COLOUR = 26
"""Grey levels in the worst channel by which a pixel may differ from the mean of the region that it joins."""
SHADED = (6, 100)
"""Where neighbours differ by so little, a region may go on up to so far from its mean: rings lit from a side."""
NOISY = 2.0
"""Mean difference from the median-filtered picture, in grey levels, from which the picture is filtered first."""
FEWEST_PIXELS = 12
"""Smaller regions are not looked at."""
SMALLEST_SIDE = 4
LARGEST_SHARE = 0.45
"""Wider regions than this share of the picture's longer side are no rings."""
UNLIKE = 0.06
"""Share of a region's pixels that may fall outside its own image, turned or mirrored and grown by a pixel."""


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A flat, symmetric region.

    Attributes:
        x, y: its middle in pixels (pixel i covers [i, i+1)).
        extent: half its side.
        colour: mean blue, green, red.
        left, top: of its box.
        mask: (height, width) bool, its pixels within the box.
        frame: number of the frame it was seen in.
    """

    x: float
    y: float
    extent: float
    colour: tuple[float, float, float]
    left: int
    top: int
    mask: NDArray[np.bool_]
    frame: int = 0


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


def find_shapes(pixels: Pixels, frame: int = 0) -> list[Shape]:
    """Return the flat, symmetric shapes of a picture, in reading order of their first pixels."""
    calm = smoothed(np.ascontiguousarray(pixels))
    height, width = calm.shape[:2]
    labels = np.zeros((height, width), np.int32)
    table = np.zeros((height * width // 4 + 1, 9), np.int64)
    count = min(
        grow_regions(calm, SAME_COLOUR, SHADED, labels, np.empty(height * width, np.int32), table),
        table.shape[0],
    )
    table = table[:count]
    wide, tall = table[:, 2] - table[:, 0] + 1, table[:, 3] - table[:, 1] + 1
    likely = (table[:, 4] >= FEWEST_PIXELS) & (np.minimum(wide, tall) >= SMALLEST_SIDE)
    likely &= np.maximum(wide, tall) <= LARGEST_SHARE * max(height, width)
    likely &= np.abs(wide - tall) <= np.maximum(2, 0.06 * np.maximum(wide, tall))
    shapes = []
    for row in np.flatnonzero(likely):
        left, top, right, bottom, size, blue, green, red, _ = (int(v) for v in table[row])
        mask = labels[top : bottom + 1, left : right + 1] == row + 1
        middle = _middle_of_symmetry(mask)
        if middle is None:
            continue
        x, y = middle
        shapes.append(
            Shape(
                left + x,
                top + y,
                (mask.shape[0] + mask.shape[1]) / 4,
                (blue / size, green / size, red / size),
                left,
                top,
                mask,
                frame,
            )
        )
    return shapes


def _middle_of_symmetry(mask: NDArray[np.bool_]) -> tuple[float, float] | None:
    """Return (x, y) of a symmetric mask's middle, None where it is not symmetric."""
    height, width = mask.shape
    side = max(height, width)
    square = np.zeros((side, side), np.bool_)
    top, left = (side - height) // 2, (side - width) // 2
    square[top : top + height, left : left + width] = mask
    grown = cv2.dilate(square.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    size = int(mask.sum())
    for image in (np.rot90(square), square[:, ::-1], square[::-1]):
        if int((image & ~grown).sum()) > UNLIKE * size:
            return None
    ys, xs = np.nonzero(mask)
    return float(xs.mean()) + 0.5, float(ys.mean()) + 0.5

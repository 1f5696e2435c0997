"""Flat, symmetric shapes in a picture: rings, the ground within them, marks of empty cells, and strays.

A shape is a connected region of one colour. Only regions that look alike when turned by a quarter and when
mirrored are kept: that holds for squares, discs and rings of any kind and for hardly any letter or panel.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.colour_regions import grow_regions, smoothed
from capture.frame import Pixels

SAME_COLOUR = 26
"""Grey levels in the worst channel by which a pixel may differ from the mean of the region that it joins."""
SAME_SIZE = 0.06
"""Relative difference up to which two shapes have one size."""
SHADED = (6, 100)
"""Where neighbours differ by so little, a region may go on up to so far from its mean: rings lit from a side."""
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

"""How far every place of a picture, or a single one, is from the nearest of some jewels."""

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit

Floats = NDArray[np.float32]
Masks = NDArray[np.bool_]


@njit
def nearest_everywhere(
    planes: Floats, jewels: Floats, covers: Masks, spared: tuple[int, int, int, int], nearest: Floats
) -> None:
    """Fill the mean squared difference of every place from the nearest jewel, over what that one covers.

    Args:
        planes: (3, height, width), the picture.
        jewels: (n, 3, side, side).
        covers: (n, side, side) bool; a jewel that covers nothing is left out.
        spared: top, bottom, left and right of the places that are left as they are.
        nearest: (height - side + 1, width - side + 1), at the top left of each place; only ever lowered.
    """
    side = jewels.shape[2]
    height, width = nearest.shape
    sums = np.empty(width, np.float32)
    top, bottom = spared[0], spared[1]
    left, right = min(max(0, spared[2]), width), max(0, spared[3])
    for k in range(jewels.shape[0]):
        count = covers[k].sum()
        if count == 0:
            continue
        for y in range(height):
            cut = top <= y < bottom
            for begin, end in ((0, left), (right, width)) if cut else ((0, width), (0, 0)):
                across = end - begin
                sums[:] = 0.0
                for dy in range(side):
                    for dx in range(side):
                        if not covers[k, dy, dx]:
                            continue
                        for channel in range(3):
                            sample = jewels[k, channel, dy, dx]
                            row = planes[channel, y + dy, begin + dx : end + dx]
                            for x in range(across):
                                apart = row[x] - sample
                                sums[x] += apart * apart
                for x in range(across):
                    nearest[y, begin + x] = min(nearest[y, begin + x], sums[x] / np.float32(3 * count))


@njit
def distance_from_nearest(seen: Floats, jewels: Floats, covers: Masks) -> float:
    """Return the mean difference in the worst channel from the nearest jewel, over what that one covers; 255 without.

    Args:
        seen: (side, side, 3).
        jewels: (n, side, side, 3).
        covers: (n, side, side) bool.
    """
    least = 255.0
    for k in range(jewels.shape[0]):
        total, count = 0.0, 0
        for y in range(seen.shape[0]):
            for x in range(seen.shape[1]):
                if covers[k, y, x]:
                    worst = 0.0
                    for channel in range(3):
                        worst = max(worst, abs(float(seen[y, x, channel]) - float(jewels[k, y, x, channel])))
                    total += worst
                    count += 1
        if count:
            least = min(least, total / count)
    return least

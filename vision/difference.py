"""By how much two pictures differ."""

import cv2
import numpy as np
from numpy.typing import NDArray


def difference(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return by how many grey levels each pixel differs in its worst channel.

    Args:
        one, other: (height, width, 3) uint8.

    Returns:
        (height, width) uint8.
    """
    blue, green, red = cv2.split(cv2.absdiff(one, other))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)

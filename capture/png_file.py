"""Writes one picture as PNG."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from files.whole_file import replacing

PNG_LEVEL = 1
"""zlib level: 6 ms for 800x600 where the usual level takes 30 and saves a tenth."""


def write_png(path: Path, pixels: NDArray[np.uint8]) -> None:
    """Write pixels losslessly, whole or not at all: a picture that was there stays where the new one cannot be written.

    Args:
        path: of the file.
        pixels: (height, width) grey, (height, width, 3) BGR or (height, width, 4) BGR and how far they are to be seen.

    Raises:
        OSError: they cannot be written.
    """
    good, data = cv2.imencode(".png", pixels, [cv2.IMWRITE_PNG_COMPRESSION, PNG_LEVEL])
    if not good:
        raise OSError(0, f"{pixels.shape[1]}x{pixels.shape[0]} pixels cannot be stored as PNG", str(path))
    with replacing(path) as part:
        part.write_bytes(data.tobytes())

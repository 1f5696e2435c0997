"""Reads one picture of a profile."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.profile import ProfileError


def read_picture(path: Path, how: int) -> NDArray[np.uint8]:
    """Return the pixels of a picture file.

    Args:
        path: of the file.
        how: cv2.IMREAD_COLOR, or cv2.IMREAD_UNCHANGED to keep transparency.

    Raises:
        ProfileError: it cannot be read or is no picture of 8 bits a channel.
    """
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise ProfileError(f"{path}: {error.strerror}; calibrate again") from error
    try:
        picture = cv2.imdecode(data, how) if data.size else None
    except cv2.error:
        picture = None
    if picture is None or picture.dtype != np.uint8:
        raise ProfileError(f"{path}: not a picture; mend it or calibrate again")
    return np.asarray(picture, np.uint8)

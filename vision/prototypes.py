"""The prototype pictures of a profile: one PNG a kind, colour = how it looks dry, alpha = how far to trust a pixel."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from capture.png_file import write_png
from vision.picture_file import read_picture
from vision.profile import ProfileError

SMALLEST_TRUST = 0.02
"""A pixel never counts for nothing: a kind never seen may differ just there."""


def write_prototype(path: Path, dry: NDArray[np.float32], trust: NDArray[np.float32]) -> None:
    """Write one kind's picture: dry (n, n, 3) 0 to 255, trust (n, n) 0 to 1.

    Raises:
        OSError: it cannot be written.
    """
    picture = np.dstack([np.clip(np.round(dry), 0, 255), np.clip(np.round(trust * 255), 1, 255)]).astype(np.uint8)
    write_png(path, picture)


Prototype = tuple[NDArray[np.float32], NDArray[np.float32]]
"""A kind's picture: dry (n, n, 3) 0 to 255 and trust (n, n) 0 to 1, float32."""


def read_prototype(path: Path, n: int) -> Prototype:
    """Read one kind's picture averaged to n x n pixels. See `read_whole_prototype`."""
    return at_side(read_whole_prototype(path, n), n)


def read_whole_prototype(path: Path, least: int) -> Prototype:
    """Read one kind's picture in its own size. A picture without alpha is trusted everywhere.

    Raises:
        ProfileError: it cannot be read, is not square or smaller than `least` x `least`.
    """
    picture = read_picture(path)
    if picture.ndim != 3:
        raise ProfileError(f"{path}: not a colour PNG; mend it or calibrate again")
    height, width = picture.shape[:2]
    if height != width:
        raise ProfileError(f"{path}: {width}x{height} pixels, but one tile is square; mend it or calibrate again")
    if height < least:
        raise ProfileError(f"{path}: smaller than {least}x{least} pixels; mend it or calibrate again")
    dry = picture[..., :3].astype(np.float32)
    if picture.shape[2] == 4:
        return dry, np.maximum(picture[..., 3].astype(np.float32) / 255.0, np.float32(SMALLEST_TRUST))
    return dry, np.ones(picture.shape[:2], np.float32)


def at_side(prototype: Prototype, n: int) -> Prototype:
    """Return a picture averaged to n x n pixels."""
    dry, trust = prototype
    weight = cv2.resize(trust, (n, n), interpolation=cv2.INTER_AREA)
    mixed = cv2.resize(dry, (n, n), interpolation=cv2.INTER_AREA)
    return mixed.astype(np.float32), weight.astype(np.float32)

"""Reads one picture of a profile."""

import io
import struct
import warnings
import zlib
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from vision.profile import ProfileError

DAMAGE: Final = (
    UnidentifiedImageError,
    Image.DecompressionBombError,
    OSError,
    SyntaxError,
    ValueError,
    struct.error,
    zlib.error,
)
"""What Pillow raises on what is no PNG, or a damaged one. OpenCV would print a line of its own for each."""


def read_picture(path: Path, *, see_through: bool = True) -> NDArray[np.uint8]:
    """Return the pixels of a PNG: (height, width, 3) BGR; (height, width, 4) where transparency is kept and there is
    any; (height, width) where the picture is grey and transparency is kept.

    Args:
        path: of the file.
        see_through: whether transparency is kept; else every picture is three colours.

    Raises:
        ProfileError: it cannot be read, or is no picture of 8 bits a channel.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ProfileError(f"{path}: {error.strerror}; calibrate again") from error
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            picture: Image.Image = Image.open(io.BytesIO(data), formats=("PNG",))
            if picture.mode.startswith(("I", "F")):
                raise ValueError("more than 8 bits a channel")
            if not see_through:
                picture = picture.convert("RGB")
            elif picture.mode not in ("L", "RGB", "RGBA"):
                picture = picture.convert("RGBA")
            pixels = np.asarray(picture, np.uint8)
    except DAMAGE as error:
        raise ProfileError(f"{path}: not a colour PNG that can be read; mend it or calibrate again") from error
    if pixels.ndim == 3:
        pixels = np.concatenate([pixels[..., 2::-1], pixels[..., 3:]], axis=2)
    return np.ascontiguousarray(pixels)

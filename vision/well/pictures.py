"""The pictures of a profile of a well: a jewel a kind, and the window with nothing in well and preview."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from capture.frame import Pixels
from vision.picture_file import read_picture
from vision.profile import Profile, ProfileError

SEEN = 192
"""Alpha of the background from which the ground was seen; between this and 1 it was guessed from around."""
SMALLEST_JEWEL = 8
"""Pixels a side of a jewel's picture, at least."""


@dataclass(frozen=True, slots=True, eq=False)
class WellPictures:
    """What is learned of a window with a well.

    Attributes:
        jewels: (side, side, 3) float32 BGR a kind, one cell each, in the order of the profile's kinds.
        masks: (side, side) float32 a kind: what share of each pixel the jewel covers, 0 to 1.
        background: (height, width, 3) uint8 BGR, the window with nothing in well and preview.
        known: (height, width) uint8: 255 where the ground was seen, less where it was guessed, 0 where it is unknown.
    """

    jewels: tuple[NDArray[np.float32], ...]
    masks: tuple[NDArray[np.float32], ...]
    background: Pixels
    known: NDArray[np.uint8]


def read_pictures(profile: Profile, folder: Path) -> WellPictures:
    """Read a profile's pictures.

    Raises:
        ProfileError: the profile is for another kind of board, or a picture cannot be used.
    """
    if profile.well is None:
        raise ProfileError(f"{folder}: the profile knows no well; calibrate again")
    jewels: list[NDArray[np.float32]] = []
    masks: list[NDArray[np.float32]] = []
    for kind in profile.kinds:
        picture = read_picture(folder / kind.file)
        if picture.ndim != 3 or picture.shape[2] not in (3, 4) or min(picture.shape[:2]) < SMALLEST_JEWEL:
            raise ProfileError(
                f"{folder / kind.file}: not a colour PNG of {SMALLEST_JEWEL} pixels or more; calibrate again"
            )
        height, width = picture.shape[:2]
        if height != width:
            raise ProfileError(
                f"{folder / kind.file}: {width}x{height} pixels, but one cell is square; mend it or calibrate again"
            )
        jewels.append(picture[..., :3].astype(np.float32))
        whole = np.ones(picture.shape[:2], np.float32)
        masks.append(picture[..., 3].astype(np.float32) / np.float32(255) if picture.shape[2] == 4 else whole)
    shown = read_picture(folder / profile.well.background)
    if shown.ndim != 3 or shown.shape[:2] != (profile.window.height, profile.window.width):
        raise ProfileError(f"{folder / profile.well.background}: not of the window's size; calibrate again")
    known = shown[..., 3] if shown.shape[2] == 4 else np.full(shown.shape[:2], 255, np.uint8)
    return WellPictures(tuple(jewels), tuple(masks), np.ascontiguousarray(shown[..., :3]), np.ascontiguousarray(known))

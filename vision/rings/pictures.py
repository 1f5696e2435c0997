"""The pictures of a profile of nested rings: a mask a slot, a swatch a colour, the window with no ring on it."""

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from capture.frame import Pixels
from vision.picture_file import read_picture
from vision.profile import Profile, ProfileError
from vision.prototypes import read_prototype

FULL_SHADE = 128
"""Grey level of a slot's picture where a ring is as bright as its colour."""
SWATCH = 8
"""Pixels a side to which a colour's swatch is averaged."""


@dataclass(frozen=True, slots=True, eq=False)
class RingPictures:
    """What is learned of a window of nested rings.

    Attributes:
        masks: (side, side) bool a slot, one odd side for all, the cell's middle in the middle.
        shades: (side, side) float32 a slot: how bright a ring is there, 1 as its colour; for rings lit from a side.
        colours: (kinds, 3) float32 BGR, in the order of the profile's kinds; that of "empty" is for people only.
        background: (height, width, 3) uint8 BGR, the window with no ring on it.
    """

    masks: tuple[NDArray[np.bool_], ...]
    shades: tuple[NDArray[np.float32], ...]
    colours: NDArray[np.float32]
    background: Pixels

    def drawn_at(self, size: float) -> "RingPictures":
        """Return the pictures of rings that are drawn at a share of their size, as a hand may be."""
        if size == 1.0:
            return self
        shades = []
        for mask, shade in zip(self.masks, self.shades, strict=True):
            # what lies beside a ring has no brightness to tell
            inside, light = _drawn_at(mask.astype(np.float32), size), _drawn_at(mask * shade, size)
            shades.append(np.where(inside > 0, light / np.maximum(inside, np.float32(1e-6)), np.float32(1)))
        masks = tuple(mask_at(mask, size) for mask in self.masks)
        return replace(self, masks=masks, shades=tuple(shade.astype(np.float32) for shade in shades))


def mask_at(mask: NDArray[np.bool_], size: float) -> NDArray[np.bool_]:
    """Return the mask of a ring that is drawn at a share of its size."""
    return mask if size == 1.0 else np.asarray(_drawn_at(mask.astype(np.float32), size) >= 0.5, np.bool_)


def _drawn_at(picture: NDArray[np.float32], size: float) -> NDArray[np.float32]:
    side = picture.shape[0]
    about = (1 - size) * (side - 1) / 2
    move = np.array([[size, 0.0, about], [0.0, size, about]])
    return np.asarray(cv2.warpAffine(picture, move, (side, side), flags=cv2.INTER_LINEAR), np.float32)


def read_pictures(profile: Profile, folder: Path) -> RingPictures:
    """Read a profile's pictures.

    Raises:
        ProfileError: the profile is for another kind of board, or a picture cannot be used.
    """
    rings = profile.rings
    if rings is None:
        raise ProfileError(f"{folder}: the profile knows no rings; calibrate again")
    drawn = [read_picture(folder / slot.file) for slot in rings.slots]
    masks = [(ring[..., 3] if ring.ndim == 3 and ring.shape[2] == 4 else _gray(ring)) >= 128 for ring in drawn]
    shades = [
        ring[..., 0].astype(np.float32) / FULL_SHADE if ring.ndim == 3 and ring.shape[2] == 4 else np.ones(mask.shape)
        for ring, mask in zip(drawn, masks, strict=True)
    ]
    for slot, mask in zip(rings.slots, masks, strict=True):
        side = mask.shape[0]
        if mask.shape != masks[0].shape or mask.shape != (side, side) or side % 2 == 0 or not mask.any():
            raise ProfileError(f"{folder / slot.file}: not the mask of a ring; mend it or calibrate again")
    background = read_picture(folder / rings.background, see_through=False)
    if background.shape[:2] != (profile.window.height, profile.window.width):
        raise ProfileError(f"{folder / rings.background}: not of the window's size; calibrate again")
    swatches = [read_prototype(folder / kind.file, SWATCH)[0] for kind in profile.kinds]
    colours = np.array([swatch.mean(axis=(0, 1)) for swatch in swatches], np.float32)
    return RingPictures(tuple(masks), tuple(s.astype(np.float32) for s in shades), colours, background)


def ring_picture(mask: NDArray[np.bool_], shade: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return the picture of a slot, (side, side, 4): grey is the shade, opaque where the ring is."""
    grey = np.clip(np.round(shade * FULL_SHADE), 0, 255).astype(np.uint8)
    return np.dstack([grey, grey, grey, mask.astype(np.uint8) * 255])


def _gray(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return picture if picture.ndim == 2 else np.asarray(picture[..., :3].max(axis=2), np.uint8)

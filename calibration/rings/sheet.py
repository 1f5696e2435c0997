"""The one picture from which a person can check a calibration of rings."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.sheet_paper import frame_area, mark, paper_beside, write, zoomed
from capture.frame import Pixels
from vision.profile import Profile
from vision.rings.pictures import RingPictures
from vision.rings.reader import EMPTY_NAME
from vision.rings.samples import place_sizes
from vision.sighting import UNKNOWN

TALLEST = 900
"""The frame is shrunk to this many lines at most."""
SMALLEST_CELL = 150
"""And enlarged until a cell has so many pixels."""
LOW_MARGIN = 0.5
"""Slots below it are marked as doubtful."""
LINE = 44
SWATCH = 32
"""Pixels a side of a colour's picture."""
TEXT_WIDTH = 230
PLACE_INK, DOUBT_INK = (0, 255, 255), (0, 0, 255)


def ring_sheet(
    pixels: Pixels,
    profile: Profile,
    centres: NDArray[np.float64],
    pictures: RingPictures,
    codes: NDArray[np.int8],
    margins: NDArray[np.float32],
) -> Pixels:
    """Draw the contact sheet: colours and ring sizes at the left, then a frame with what was read in it.

    Args:
        pixels: a frame.
        profile: made from it.
        centres: (12, 2) of the places.
        pictures: the profile's.
        codes, margins: (12, slots) of that frame as read again.

    Returns:
        (height, width, 3) uint8 BGR.
    """
    window = _window(pixels, profile, centres, codes, margins)
    masks = [_mask(mask) for mask in pictures.masks]
    height = 40 + LINE * len(profile.kinds) + (masks[0].shape[0] + 26) * len(masks) + 60
    sheet = paper_beside(window, TEXT_WIDTH, height)
    top = 34
    write(sheet, "code, name, seen", 12, 22)
    for kind, colour in zip(profile.kinds, pictures.colours, strict=True):
        cv2.rectangle(sheet, (12, top), (12 + SWATCH, top + SWATCH), tuple(int(c) for c in colour), -1)
        write(sheet, f"{kind.code}  {kind.name}  ({kind.count})", 56, top + 21)
        top += LINE
    slots = profile.rings.slots if profile.rings is not None else ()
    for slot, mask in zip(slots, masks, strict=True):
        write(sheet, slot.name, 12, top + 16)
        sheet[top + 22 : top + 22 + mask.shape[0], 12 : 12 + mask.shape[1]] = mask[..., None]
        top += mask.shape[0] + 26
    write(sheet, "codes: inner, middle, outer;", 12, top + 18, 0.4)
    write(sheet, ". empty, ? not read; red: doubtful", 12, top + 36, 0.4)
    return sheet


def _mask(mask: NDArray[np.bool_]) -> NDArray[np.uint8]:
    return np.asarray(cv2.resize(mask.astype(np.uint8) * 255, (96, 96), interpolation=cv2.INTER_AREA), np.uint8)


def _window(
    pixels: Pixels,
    profile: Profile,
    centres: NDArray[np.float64],
    codes: NDArray[np.int8],
    margins: NDArray[np.float32],
) -> Pixels:
    pitch = (profile.lattice.pitch_x + profile.lattice.pitch_y) / 2
    zoom = min(TALLEST / pixels.shape[0], max(1.0, SMALLEST_CELL / pitch))
    shown = zoomed(pixels, zoom)
    marks = {kind.code: "." if kind.name == EMPTY_NAME else str(kind.code) for kind in profile.kinds}
    marks[UNKNOWN] = "?"
    for place, ((x, y), share) in enumerate(zip(centres, place_sizes(profile), strict=True)):
        doubtful = bool((codes[place] == UNKNOWN).any() or (margins[place] < LOW_MARGIN).any())
        half = 0.48 * share * pitch
        ink = DOUBT_INK if doubtful else PLACE_INK
        corners = [(round((x + s * half) * zoom), round((y + s * half) * zoom)) for s in (-1, 1)]
        cv2.rectangle(shown, corners[0], corners[1], ink, 1)
        word = " ".join(marks[int(code)] for code in codes[place])
        at = (corners[0][0] + 4, corners[1][1] - 5)
        mark(shown, word, at, 0.5, ink)
    for name, area in (("score", profile.score), ("best", profile.best), ("combo", profile.combo)):
        if area is not None:
            frame_area(shown, name, area, zoom)
    return shown

"""The one picture from which a person can check a calibration of a well."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.sheet_paper import frame_area, mark, paper_beside, write, zoomed
from capture.frame import Pixels
from engine.columns import EMPTY
from vision.profile import Profile
from vision.profile_sections import TextSection
from vision.sighting import UNKNOWN
from vision.well.pictures import WellPictures

TALLEST = 900
"""The frame is shrunk to this many lines at most."""
SWATCH = 48
"""Pixels a side of a jewel's picture."""
LINE = SWATCH + 10
TEXT_WIDTH = 260
LOW_MARGIN = 0.4
"""Cells below it are marked as doubtful."""
GRID_INK, DOUBT_INK = (0, 255, 255), (0, 0, 255)


def well_sheet(
    pixels: Pixels,
    profile: Profile,
    pictures: WellPictures,
    codes: NDArray[np.int8],
    margins: NDArray[np.float32],
) -> Pixels:
    """Draw the contact sheet: jewels and what they cover at the left, then a frame with what was read in it.

    Args:
        pixels: a frame.
        profile: made from it.
        pictures: the profile's.
        codes, margins: (rows, cols) of that frame as read again.

    Returns:
        (height, width, 3) uint8 BGR.
    """
    window = _window(pixels, profile, codes, margins)
    sheet = paper_beside(window, TEXT_WIDTH, 40 + LINE * len(profile.kinds) + 50)
    write(sheet, "code, name, seen; what it covers", 12, 22)
    top = 34
    for kind, jewel, mask in zip(profile.kinds, pictures.jewels, pictures.masks, strict=True):
        shown = cv2.resize(jewel, (SWATCH, SWATCH), interpolation=cv2.INTER_AREA)
        covers = cv2.resize(mask, (SWATCH, SWATCH), interpolation=cv2.INTER_AREA)[..., None] * 255
        sheet[top : top + SWATCH, 12 : 12 + SWATCH] = np.clip(shown, 0, 255)
        sheet[top : top + SWATCH, 20 + SWATCH : 20 + 2 * SWATCH] = covers
        write(sheet, f"{kind.code}  {kind.name}  ({kind.count})", 30 + 2 * SWATCH, top + SWATCH // 2 + 5)
        top += LINE
    write(sheet, ". empty, ? not read; red: doubtful", 12, top + 18, 0.4)
    return sheet


def _window(pixels: Pixels, profile: Profile, codes: NDArray[np.int8], margins: NDArray[np.float32]) -> Pixels:
    zoom = min(2.0, TALLEST / pixels.shape[0])
    shown = zoomed(pixels, zoom)
    letters = {EMPTY: ".", UNKNOWN: "?"} | {kind.code: str(kind.code) for kind in profile.kinds}
    lattice = profile.lattice
    for row in range(lattice.rows):
        for col in range(lattice.cols):
            x0, y0 = (round(v * zoom) for v in lattice.corner(row, col))
            x1, y1 = (round(v * zoom) for v in lattice.corner(row + 1, col + 1))
            code = int(codes[row, col])
            doubtful = code == UNKNOWN or (code != EMPTY and float(margins[row, col]) < LOW_MARGIN)
            ink = DOUBT_INK if doubtful else GRID_INK
            cv2.rectangle(shown, (x0, y0), (x1 - 1, y1 - 1), ink, 1)
            mark(shown, letters[code], (x0 + 3, y1 - 4), 0.45, ink)
    for area in profile.areas[1:]:
        frame_area(shown, "", area, zoom)
    texts = (("score", profile.score), ("level", profile.level), ("jewels", profile.jewels))
    for name, text in texts:
        if isinstance(text, TextSection):
            frame_area(shown, name, text, zoom)
    return shown

"""The one picture from which a person can check a calibration of an arena."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.sheet_paper import paper_beside, write
from capture.frame import Pixels
from engine.hypersonic import COLS, NO_BOMB, NOBODY, ROWS
from vision.arena.layers import GROUND, IGNORED, SIDE, CutOut
from vision.arena.pictures import ArenaPictures
from vision.profile import Profile
from vision.sighting import UNKNOWN

SWATCH = 40
"""Pixels a side of a kind's picture."""
LINE = SWATCH + 6
TEXT_WIDTH = 270
PER_COLUMN = 14
GRID_INK, DOUBT_INK, TEXT_INK = (0, 255, 255), (0, 0, 255), (255, 0, 255)
SEE_THROUGH, NOT_USED = (255, 220, 255), (200, 200, 200)


def arena_sheet(pixels: Pixels, profile: Profile, pictures: ArenaPictures, codes: NDArray[np.int8]) -> Pixels:
    """Draw the contact sheet: kinds at the left (pink: see-through), then a frame with what was read in it.

    Args:
        pixels: a frame.
        profile: made from it.
        pictures: the profile's.
        codes: (33, 13) of that frame as read.

    Returns:
        (height, width, 3) uint8 BGR.
    """
    columns = -(-len(profile.kinds) // PER_COLUMN)
    window = _window(pixels, profile, codes)
    sheet = paper_beside(window, TEXT_WIDTH * columns, 40 + LINE * min(PER_COLUMN, len(profile.kinds)))
    write(sheet, "code, name, seen", 12, 22)
    for number, (kind, cut) in enumerate(zip(profile.kinds, pictures.kinds, strict=True)):
        x, top = 12 + TEXT_WIDTH * (number // PER_COLUMN), 34 + LINE * (number % PER_COLUMN)
        sheet[top : top + SWATCH, x : x + SWATCH] = _swatch(cut)
        write(sheet, f"{kind.code}  {kind.name}  ({kind.count})", x + SWATCH + 10, top + SWATCH // 2 + 5)
    return sheet


def _swatch(cut: CutOut) -> Pixels:
    shown = ((cut.low + cut.high) / 2).copy()
    shown[cut.shows == GROUND] = SEE_THROUGH
    shown[cut.shows == IGNORED] = NOT_USED
    picture = np.clip(shown, 0, 255).astype(np.uint8).reshape(SIDE, SIDE, 3)
    return np.asarray(cv2.resize(picture, (SWATCH, SWATCH), interpolation=cv2.INTER_NEAREST), np.uint8)


def _window(pixels: Pixels, profile: Profile, codes: NDArray[np.int8]) -> Pixels:
    picture = pixels.copy()
    lattice = profile.lattice
    x0, y0, x1, y1 = (round(v) for v in (lattice.x, lattice.y, lattice.x + lattice.width, lattice.y + lattice.height))
    for row in range(ROWS + 1):
        y = round(lattice.y + row * lattice.pitch_y)
        cv2.line(picture, (x0, y), (x1, y), GRID_INK, 1)
    for col in range(COLS + 1):
        x = round(lattice.x + col * lattice.pitch_x)
        cv2.line(picture, (x, y0), (x, y1), GRID_INK, 1)
    ground, bombs, people = codes[:ROWS], codes[ROWS : 2 * ROWS], codes[2 * ROWS :]
    size = max(0.3, 0.009 * lattice.pitch_y)
    for row in range(ROWS):
        for col in range(COLS):
            parts = (ground[row, col], bombs[row, col], people[row, col])
            doubt = UNKNOWN in parts
            text = "?" if doubt else _short(*(int(part) for part in parts))
            left, base = lattice.corner(row + 0.9, col + 0.08)
            cv2.putText(
                picture,
                text,
                (round(left), round(base)),
                cv2.FONT_HERSHEY_SIMPLEX,
                size,
                DOUBT_INK if doubt else TEXT_INK,
                1,
                cv2.LINE_AA,
            )
    return picture


def _short(ground: int, bomb: int, people: int) -> str:
    text = "" if ground <= 1 else str(ground)
    if bomb > NO_BOMB:
        text += f"b{bomb - NO_BOMB}"
    return text + (f"p{people - NOBODY}" if people > NOBODY else "")

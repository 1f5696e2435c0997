"""What a covered board says: paused, over, a menu. Slow (OCR), so only asked when the board cannot be read."""

import re
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from capture.frame import Frame, Pixels
from vision.ocr import ocr
from vision.profile import Profile

WIDTH = 700.0
"""Pixels to which the board's width is brought for tesseract."""
MODES = ("11", "6")
"""Page segmentation: sparse text, then one block."""


class Notice(Enum):
    """What stands over a board."""

    PAUSED = "paused"
    GAME_OVER = "game over"
    MENU = "menu"


WORDS = (
    (
        Notice.GAME_OVER,
        re.compile(r"game\s*over|winner|you\s*(lose|lost|win|won)|(try|play)\s*again", re.I),
    ),
    (Notice.PAUSED, re.compile(r"paus|resume|(?<!\bto\s)continue|(click|tap)\s*to\s*(focus|continue)", re.I)),
    (Notice.MENU, re.compile(r"start|new\s*game|options|press|menu|continue|play\b", re.I)),
)
"""What tells them apart, the surest first. A key "to continue" is asked for at a game's end, too."""


def read_notice(profile: Profile, frame: Frame) -> Notice | None:
    """Return what the words over the board say; None where they say nothing of the kind.

    Args:
        profile: of the window.
        frame: of the client area.

    Raises:
        vision.ocr.OcrMissing: no tesseract that works.
    """
    board = profile.lattice
    height, width = frame.pixels.shape[:2]
    rows = slice(max(0, round(board.y)), min(height, round(board.y + board.height)))
    cols = slice(max(0, round(board.x)), min(width, round(board.x + board.width)))
    part = frame.pixels[rows, cols]
    if min(part.shape[:2]) < 8:
        return None
    for page in _pages(part):
        for mode in MODES:
            (text,) = ocr([page], f"--psm {mode}")
            notice = notice_in(text)
            if notice is not None:
                return notice
    return None


def notice_in(text: str) -> Notice | None:
    """Return what a text says; None where it says nothing of the kind."""
    return next((notice for notice, words in WORDS if words.search(text)), None)


def _pages(part: Pixels) -> list[NDArray[np.uint8]]:
    """Return the board as tesseract likes it, dark letters on white: as they are, in black and white, turned over."""
    zoom = WIDTH / part.shape[1]
    how = cv2.INTER_AREA if zoom < 1 else cv2.INTER_CUBIC
    grey = np.asarray(cv2.resize(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), None, fx=zoom, fy=zoom, interpolation=how))
    _, bright = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return [np.asarray(page, np.uint8) for page in (255 - grey, 255 - bright, grey)]

"""Numbers as text on the screen, by OCR: slow (0.1 to 0.4 s), so never in the loop's fast path."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from capture.frame import Frame, Pixels
from vision.ocr import Page, ocr
from vision.profile_sections import TextSection

DIGIT_HEIGHT = 44.0
"""Pixels to which digits are brought: what tesseract reads best; game scores have 8 to 200."""
ROOM = 24
"""Empty pixels around the text that tesseract is given."""
SPECK = 0.4
"""Ink lower than that share of the tallest piece of ink is dirt, a full stop or a comma."""
SAME_LINE = 0.2
"""How far a digit may stand above or below the others of its line, in digit heights."""
COMBO = re.compile(r"[xX\u00d7]\s*(\d+)\W*$")
"""How a combo ends."""
WEAKEST_INK = 24
"""Grey levels by which ink differs from its ground at least; less is a picture of nothing."""

MODES = ("7", "8", "10", "13")
"""Tesseract's page segmentation: one line, one word, one character, a raw line; tried until the digits are as many as
the pieces of ink."""
COMBO_MODES = ("7", "8", "13")
"""Likewise, until one gives a combo."""

DIGITS: Final = "-c tessedit_char_whitelist=0123456789"


def read_number(pixels: Pixels) -> int | None:
    """Return the whole number in a picture of one line of text, None where no digit is found; as `read_numbers`."""
    return read_numbers([pixels])[0]


def read_numbers(pictures: Sequence[Pixels]) -> list[int | None]:
    """Return the whole number in each picture of one line of text, None where no digit is found.

    Light on dark and dark on light, of any size and colour; a picture beside the digits does no harm as long as
    tesseract takes it for no digit.

    Args:
        pictures: (height, width, 3) uint8 BGR each, cropped to the text with a few pixels around it.

    Raises:
        vision.ocr.OcrMissing: no tesseract that works.
    """
    said: dict[int, str] = {}
    unread: dict[int, _Line] = {n: line for n, each in enumerate(pictures) if (line := _line(each)) is not None}
    for mode in MODES:
        asked = {n: line for n, line in unread.items() if mode != "10" or line.pieces == 1}
        texts = ocr([line.page for line in asked.values()], f"--psm {mode} {DIGITS}")
        for (n, line), text in zip(asked.items(), texts, strict=True):
            digits = re.sub(r"\D", "", text)
            if len(digits) == line.pieces:
                said[n] = digits
                del unread[n]
            elif digits:
                said.setdefault(n, digits)
    return [int(said[n]) if n in said else None for n in range(len(pictures))]


def read_texts(pictures: Sequence[Pixels]) -> list[str]:
    """Return the line of text of any kind in each picture, without leading and trailing blanks; "" where there is none.

    Raises:
        vision.ocr.OcrMissing: no tesseract that works.
    """
    lines = {n: line for n, each in enumerate(pictures) if (line := _line(each)) is not None}
    texts = dict(zip(lines, ocr([line.page for line in lines.values()], "--psm 7"), strict=True))
    return [texts.get(n, "") for n in range(len(pictures))]


def read_number_at(frame: Frame, place: TextSection) -> int | None:
    """Return the number that stands in a part of a frame, None where no digit can be read, or one may stand beside it.

    Raises:
        vision.ocr.OcrMissing: no tesseract that works.
    """
    return read_numbers_at([frame], place)[0]


def read_numbers_at(frames: Sequence[Frame], place: TextSection) -> list[int | None]:
    """Return the number that stands in a part of each frame, as `read_number_at`.

    Raises:
        vision.ocr.OcrMissing: no tesseract that works.
    """
    parts = [_pixels_at(frame, place) for frame in frames]
    whole = [n for n, pixels in enumerate(parts) if not is_cut(pixels)]
    numbers = dict(zip(whole, read_numbers([parts[n] for n in whole]), strict=True))
    return [numbers.get(n) for n in range(len(frames))]


def is_cut(pixels: Pixels) -> bool:
    """Tell whether a line of text goes on beyond a picture of it: a letter of it lies across an edge.

    Args:
        pixels: (height, width, 3) uint8 BGR, one line of text.
    """
    ink = ink_of(pixels)
    pieces = None if ink is None else _pieces(ink)
    if pieces is None:
        return False
    left, top = pieces.boxes[:, cv2.CC_STAT_LEFT], pieces.boxes[:, cv2.CC_STAT_TOP]
    right, bottom = left + pieces.boxes[:, cv2.CC_STAT_WIDTH], top + pieces.boxes[:, cv2.CC_STAT_HEIGHT]
    across = (left == 0) | (right == pixels.shape[1])
    if not across.any() or across.all():
        return False
    line_top, line_bottom = float(np.median(top[~across])), float(np.median(bottom[~across]))
    slack = SAME_LINE * (line_bottom - line_top)
    return bool((across & (top >= line_top - slack) & (bottom <= line_bottom + slack)).any())


def read_combos_at(frames: Sequence[Frame], place: TextSection) -> list[int | None]:
    """Return the number after an x in a part of each frame; 0 where no text stands, None where it cannot be read.

    Raises:
        vision.ocr.OcrMissing: no tesseract that works.
    """
    texts = read_combo_texts([_pixels_at(frame, place) for frame in frames])
    return [combo if (combo := combo_in(text)) or re.search(r"[\dxX]", text) else 0 for text in texts]


def read_combo_texts(pictures: Sequence[Pixels]) -> list[str]:
    """Return the line of text that ends with an x and a number in each picture, or what there is instead.

    Raises:
        vision.ocr.OcrMissing: no tesseract that works.
    """
    said: dict[int, str] = {}
    unread = {n: line for n, each in enumerate(pictures) if (line := _line(each)) is not None}
    for mode in COMBO_MODES:
        texts = ocr([line.page for line in unread.values()], f"--psm {mode}")
        for n, text in zip([*unread], texts, strict=True):
            if combo_in(text) is not None:
                said[n] = text
                del unread[n]
            else:
                said.setdefault(n, text)
    return [said.get(n, "") for n in range(len(pictures))]


def combo_in(text: str) -> int | None:
    """Return the number at the end of a text, None where no x stands before it."""
    found = COMBO.search(text)
    return int(found.group(1)) if found else None


def ink_of(pixels: Pixels) -> NDArray[np.uint8] | None:
    """Return how far each pixel is from the ground around the text, (height, width) uint8; None where all is ground."""
    if min(pixels.shape[:2]) < 3:
        return None
    rim = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    ground = np.median(rim, axis=0)
    ink = np.abs(pixels.astype(np.float32) - ground.astype(np.float32)).max(axis=2)
    return None if float(ink.max()) < WEAKEST_INK else np.asarray(np.clip(ink, 0, 255), np.uint8)


def _pixels_at(frame: Frame, place: TextSection) -> Pixels:
    left, top = max(0, round(place.x)), max(0, round(place.y))
    right, bottom = round(place.x + place.width), round(place.y + place.height)
    return frame.pixels[top:bottom, left:right]


@dataclass(frozen=True, slots=True, eq=False)
class _Line:
    """A line of text.

    Attributes:
        page: as tesseract likes it, dark on white with room around.
        pieces: of ink that it has.
    """

    page: Page
    pieces: int


def _line(pixels: Pixels) -> _Line | None:
    ink = ink_of(pixels)
    if ink is None:
        return None
    pieces = _pieces(ink)
    if pieces is None:
        return None
    text, level = pieces.text, pieces.level
    rows, cols = np.flatnonzero(text.any(axis=1)), np.flatnonzero(text.any(axis=0))
    # blurred rims belong to the letters; ink of other pieces does not
    near = cv2.dilate(text.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    strength = np.where(near, np.clip(ink.astype(np.float32) / (2 * level), 0, 1), 0.0).astype(np.float32)
    part = strength[max(0, rows[0] - 1) : rows[-1] + 2, max(0, cols[0] - 1) : cols[-1] + 2]
    scale = DIGIT_HEIGHT / (rows[-1] + 1 - rows[0])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    sized = cv2.resize(part, None, fx=scale, fy=scale, interpolation=how)
    page = np.pad(255 - np.clip(np.round(255 * sized), 0, 255).astype(np.uint8), ROOM, constant_values=255)
    return _Line(page, len(pieces.boxes))


@dataclass(frozen=True, slots=True, eq=False)
class _Pieces:
    """Ink that hangs together.

    Attributes:
        text: bool (height, width), where it is.
        boxes: int32 (n, 5), of each piece as OpenCV tells of it.
        level: grey levels from which on a pixel is ink.
    """

    text: NDArray[np.bool_]
    boxes: NDArray[np.int32]
    level: float


def _pieces(ink: NDArray[np.uint8]) -> _Pieces | None:
    """Return the pieces of ink but for dirt, None where there are none."""
    level, dark = cv2.threshold(ink, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(dark)
    tall = stats[1:, cv2.CC_STAT_HEIGHT]
    if count < 2 or int(tall.max()) < 3 or level <= 0:
        return None
    kept = 1 + np.flatnonzero(tall >= SPECK * tall.max())
    return _Pieces(np.isin(labels, kept), np.asarray(stats[kept], np.int32), float(level))

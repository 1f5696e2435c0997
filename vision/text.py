"""Numbers as text on the screen, by OCR: slow (0.1 to 0.4 s), so never in the loop's fast path."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
import pytesseract
from numpy.typing import NDArray

from capture.frame import Frame, Pixels
from vision.profile import TextSection

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

KEPT_PAGES: Final = 64
"""What so many pages said last is kept: frames of one window show the same words over and over."""
LONGEST_S: Final = 20.0
"""A tesseract that takes longer for one line of text hangs: it needs 0.4 s at most on a machine that is not busy."""


class OcrMissing(RuntimeError):  # noqa: N818 (a state of the machine)
    """Tesseract is not installed, or what is installed does not work; the message is one line with the mend.

    Args:
        reason: why it does not work, None where it is not installed.
    """

    def __init__(self, reason: str | None = None) -> None:
        if reason is None:
            super().__init__(
                "tesseract is not installed, so text cannot be read; install it (Debian: apt-get install tesseract-ocr)"
            )
        else:
            super().__init__(
                f"tesseract does not work, so text cannot be read: {' '.join(reason.split()).rstrip('.')}; mend that "
                "or install it anew (Debian: apt-get install --reinstall tesseract-ocr tesseract-ocr-eng)"
            )


def read_number(pixels: Pixels) -> int | None:
    """Return the whole number in a picture of one line of text, None where no digit is found.

    Light on dark and dark on light, of any size and colour; a picture beside the digits does no harm as long as
    tesseract takes it for no digit.

    Args:
        pixels: (height, width, 3) uint8 BGR, cropped to the text with a few pixels around it.

    Raises:
        OcrMissing: no tesseract that works.
    """
    found = _page(pixels)
    if found is None:
        return None
    page, pieces = found
    readings = []
    for mode in MODES:
        if mode == "10" and pieces > 1:
            continue
        digits = re.sub(r"\D", "", ocr(page, f"--psm {mode} -c tessedit_char_whitelist=0123456789"))
        if len(digits) == pieces:
            return int(digits)
        if digits:
            readings.append(digits)
    return int(readings[0]) if readings else None


def read_text(pixels: Pixels) -> str:
    """Return one line of text of any kind, without leading and trailing blanks; "" where there is none.

    Raises:
        OcrMissing: no tesseract that works.
    """
    found = _page(pixels)
    return "" if found is None else ocr(found[0], "--psm 7")


def read_number_at(frame: Frame, place: TextSection) -> int | None:
    """Return the number that stands in a part of a frame, None where no digit can be read, or one may stand beside it.

    Raises:
        OcrMissing: no tesseract that works.
    """
    pixels = _pixels_at(frame, place)
    return None if is_cut(pixels) else read_number(pixels)


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


def read_combo(frame: Frame, place: TextSection) -> int | None:
    """Return the number after an x in a part of a frame; 0 where no text stands, None where it cannot be read.

    Raises:
        OcrMissing: no tesseract that works.
    """
    text = read_combo_text(_pixels_at(frame, place))
    number = combo_in(text)
    return 0 if number is None and not re.search(r"[\dxX]", text) else number


def read_combo_text(pixels: Pixels) -> str:
    """Return one line of text that ends with an x and a number, or what there is instead.

    Raises:
        OcrMissing: no tesseract that works.
    """
    found = _page(pixels)
    if found is None:
        return ""
    texts = (ocr(found[0], f"--psm {mode}") for mode in COMBO_MODES)
    first = next(texts)
    return first if combo_in(first) is not None else next((text for text in texts if combo_in(text) is not None), first)


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


def ocr(page: NDArray[np.uint8], config: str) -> str:
    """Return what tesseract reads on a page of dark letters on white, (height, width) uint8.

    Raises:
        OcrMissing: no tesseract that works.
    """
    return _ocr(page.tobytes(), page.shape, config)


@lru_cache(KEPT_PAGES)
def _ocr(page: bytes, shape: tuple[int, ...], config: str) -> str:
    pixels = np.frombuffer(page, np.uint8).reshape(shape)
    try:
        return str(pytesseract.image_to_string(pixels, config=config, timeout=LONGEST_S)).strip()
    except pytesseract.TesseractNotFoundError as error:
        raise OcrMissing from error
    except pytesseract.TesseractError as error:
        raise OcrMissing(str(error.message) or f"it ended with status {error.status}") from error
    except OSError as error:  # it may not be started, or it wrote nothing
        raise OcrMissing(f"{error.filename or 'tesseract'}: {error.strerror or error}") from error
    except RuntimeError as error:  # pytesseract's word for one that took too long
        raise OcrMissing(f"it gave no answer within {LONGEST_S:g} s") from error


def forget_pages() -> None:
    """Ask tesseract anew for every page from now on, as whoever wants to know whether it works."""
    _ocr.cache_clear()


def _pixels_at(frame: Frame, place: TextSection) -> Pixels:
    left, top = max(0, round(place.x)), max(0, round(place.y))
    right, bottom = round(place.x + place.width), round(place.y + place.height)
    return frame.pixels[top:bottom, left:right]


def _page(pixels: Pixels) -> tuple[NDArray[np.uint8], int] | None:
    """Return the text as tesseract likes it, dark on white with room around, and how many pieces of ink it has."""
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
    return page, len(pieces.boxes)


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

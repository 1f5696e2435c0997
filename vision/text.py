"""Numbers as text on the screen, by OCR: slow (0.2 to 0.4 s), so never in the loop's fast path."""

import re

import cv2
import pytesseract

from capture.frame import Pixels

ENLARGE = 3.0
"""Tesseract wants letters of about 30 px and more; game scores have 10 to 20."""

ONE_LINE_OF_DIGITS = "--psm 7 -c tessedit_char_whitelist=0123456789"


class OcrMissing(RuntimeError):  # noqa: N818 (a state of the machine)
    """Tesseract is not installed; the message is one line with the mend."""

    def __init__(self) -> None:
        super().__init__(
            "tesseract is not installed, so text cannot be read; install it (Debian: apt-get install tesseract-ocr)"
        )


def read_number(pixels: Pixels) -> int | None:
    """Return the whole number in a picture of one line of text, None where no digit is found.

    Args:
        pixels: (height, width, 3) uint8 BGR, cropped to the text with a few pixels around it.

    Raises:
        OcrMissing: no tesseract.
    """
    gray = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    large = cv2.resize(gray, None, fx=ENLARGE, fy=ENLARGE, interpolation=cv2.INTER_CUBIC)
    _, ink = cv2.threshold(large, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    if int((ink == 0).sum()) > ink.size // 2:
        # Tesseract expects dark letters on a light ground.
        ink = cv2.bitwise_not(ink)
    try:
        text = pytesseract.image_to_string(ink, config=ONE_LINE_OF_DIGITS)
    except pytesseract.TesseractNotFoundError as error:
        raise OcrMissing from error
    digits = re.sub(r"\D", "", text)
    return int(digits) if digits else None

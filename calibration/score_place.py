"""Where a window with a board of tiles writes its score: beside the word that says so, or as its only number."""

from calibration.labelled_numbers import LOWEST, TextAreas, find_labelled_numbers
from calibration.words import cut_off, find_words, numbers_in, with_room
from capture.frame import Pixels
from vision.lattice import Lattice
from vision.ocr import OcrMissing
from vision.profile_sections import TextSection

FEWEST_DIGITS = 3
"""Digits of a number that is taken for the score though no word says so: a level or a goal has fewer."""
MOST_NUMBERS = 8
"""Rows of letters that are read as numbers at most, the longest first."""


def find_score(pixels: Pixels, board: Lattice) -> TextSection | None:
    """Return where the score stands, with room for more digits; None where that is not clear, or without tesseract.

    Args:
        pixels: of the window, (height, width, 3) uint8 BGR.
        board: where no words are looked for.
    """
    labelled = find_labelled_numbers(pixels, (board,)).score
    if labelled is not None:
        return labelled
    words = [word for word in find_words(pixels, TextAreas((board,))) if word.height >= LOWEST]
    likely = sorted((word for word in words if word.glyphs >= FEWEST_DIGITS), key=lambda word: -word.glyphs)
    likely = likely[:MOST_NUMBERS]
    try:
        values = numbers_in(pixels, likely)
    except OcrMissing:
        return None
    numbers = [word for word, value in zip(likely, values, strict=True) if value is not None]
    if len(numbers) != 1:
        return None
    place = with_room(pixels, numbers[0])
    return None if cut_off(pixels, numbers[0], place) else place

"""Where score, level and number of jewels stand: numbers below or right of the words that say so."""

from dataclasses import dataclass
from difflib import SequenceMatcher

import numpy as np
from numpy.typing import NDArray

from calibration.rings.score_texts import Word, crop, cut_off, find_words, number_in, padded, with_room
from capture.frame import Pixels
from vision.lattice import Lattice
from vision.profile import TextSection
from vision.text import OcrMissing, read_text

LABELS = {
    "score": ("SCORE", "POINTS", "PUNKTE"),
    "level": ("LEVEL", "STAGE", "SPEED"),
    "jewels": ("JEWELS", "GEMS", "CLEARED", "REMOVED", "LINES", "BLOCKS"),
}
"""Words by what the number beside them is."""
LOOKS_LIKE = str.maketrans("<\u20ac{[(0|!15", "EEEEEOLLLS")
"""Letters of fanciful fonts as tesseract reads them."""
ALIKE = 0.6
"""How much of a word must be read right."""
MOST_LABELS = 24
"""Words that are read at most, those with the most letters first."""
MOST_NUMBERS = 8
"""Numbers that are read at most for one label, the nearest first."""
BELOW, BESIDE = 3.0, 9.0
"""How far a number may be from its label, in letter heights, down and across."""
SMALLEST, LARGEST = 0.6, 2.4
"""How high a number is compared with its label."""
LOWEST = 9
"""Pixels of the digits, at least: smaller ones are misread."""
SAME_LINE, GAP = 0.15, 0.6
"""Letter heights by which parts of one number may differ in height, and lie apart."""
ACROSS_WEIGHT = 0.3
"""What a step across counts for beside one down."""


@dataclass(frozen=True, slots=True)
class WellTexts:
    """Places of numbers; None where there is none, or no tesseract."""

    score: TextSection | None = None
    level: TextSection | None = None
    jewels: TextSection | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TextAreas:
    """Board or well, and preview, where no words are looked for; the first gives the pitch."""

    areas: tuple[Lattice, ...]

    @property
    def pitch(self) -> float:
        """Edge of a cell in pixels."""
        return self.areas[0].pitch_x

    def centres(self) -> NDArray[np.float64]:
        """Return (n, 2) the middle of each cell, x and y."""
        return np.array([area.centre(r, c) for area in self.areas for r in range(area.rows) for c in range(area.cols)])


def find_texts(pixels: Pixels, areas: tuple[Lattice, ...]) -> WellTexts:
    """Return where the numbers stand.

    Args:
        pixels: of the window.
        areas: the well first, then the cells of the preview.
    """
    words = find_words(pixels, TextAreas(areas))
    wordy = sorted((w for w in words if w.glyphs >= 3), key=lambda w: -w.glyphs)[:MOST_LABELS]
    try:
        read = [(word, _plain(read_text(padded(crop(pixels, word))))) for word in wordy]
        found = {name: _place(pixels, name, words, read) for name in LABELS}
    except OcrMissing:
        return WellTexts()
    return WellTexts(found["score"], found["level"], found["jewels"])


def _plain(text: str) -> str:
    return "".join(letter for letter in text.upper().translate(LOOKS_LIKE) if letter.isalpha())


def _alike(text: str, name: str) -> float:
    return max(SequenceMatcher(None, text, label).ratio() for label in LABELS[name])


def _place(pixels: Pixels, name: str, words: list[Word], read: list[tuple[Word, str]]) -> TextSection | None:
    """Return where the number beside the likeliest label is."""
    numbers = _joined(words)
    likely = sorted(((_alike(text, name), word) for word, text in read), key=lambda entry: -entry[0])
    for alike, label in likely:
        if alike < ALIKE or any(_alike(text, other) > alike for w, text in read if w == label for other in LABELS):
            continue
        near = sorted((d, n) for n, w in enumerate(numbers) if w != label and (d := _distance(label, w)) is not None)
        for _, number in near[:MOST_NUMBERS]:
            word = numbers[number]
            if word.height < LOWEST or number_in(pixels, word) is None:
                continue
            place = with_room(pixels, word)
            return None if cut_off(pixels, word, place) else place
    return None


def _joined(words: list[Word]) -> list[Word]:
    """Return the words, those on one line with less than a letter between them as one: digits of wide fonts."""
    joined: list[Word] = []
    for word in sorted(words, key=lambda w: w.left):
        for n, other in enumerate(joined):
            tall = max(word.height, other.height)
            level = (
                abs(word.top - other.top) <= SAME_LINE * tall and abs(word.bottom - other.bottom) <= SAME_LINE * tall
            )
            if level and -0.2 * tall <= word.left - other.right <= GAP * tall:
                joined[n] = Word(
                    other.left,
                    min(word.top, other.top),
                    word.right,
                    max(word.bottom, other.bottom),
                    other.glyphs + word.glyphs,
                )
                break
        else:
            joined.append(word)
    return joined


def _distance(label: Word, number: Word) -> float | None:
    """Return how far a number is below or right of a label, in letter heights; None where it is neither."""
    tall = max(label.height, number.height)
    if not SMALLEST <= number.height / label.height <= LARGEST:
        return None
    across = max(0, number.left - label.right, label.left - number.right) / tall
    beside = abs((number.top + number.bottom) - (label.top + label.bottom)) / 2 < 0.6 * tall
    if beside:
        return across * ACROSS_WEIGHT if number.left >= label.right and across <= BESIDE else None
    down = (number.top - label.bottom) / tall
    return down + across * ACROSS_WEIGHT if -0.3 <= down <= BELOW and across <= BESIDE else None

"""Where score, level and number of jewels stand: numbers below or right of the words that say so."""

from dataclasses import dataclass
from difflib import SequenceMatcher

import numpy as np
from numpy.typing import NDArray

from calibration.words import Word, crop, cut_off, find_words, numbers_in, padded, with_room
from capture.frame import Pixels
from vision.lattice import Lattice
from vision.ocr import OcrMissing
from vision.profile_sections import TextSection
from vision.text import read_texts

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
class LabelledNumbers:
    """Places of numbers; None where there is none, or no tesseract.

    Attributes:
        score: None, too, where ink beside it may be digits of it.
        level, jewels: where nothing may be drawn; nothing is read there, so they may be less sure.
    """

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


def find_labelled_numbers(pixels: Pixels, areas: tuple[Lattice, ...]) -> LabelledNumbers:
    """Return where the numbers stand.

    Args:
        pixels: of the window.
        areas: the board or well first, then the cells of the preview.
    """
    words = find_words(pixels, TextAreas(areas))
    wordy = sorted((w for w in words if w.glyphs >= 3), key=lambda w: -w.glyphs)[:MOST_LABELS]
    try:
        texts = read_texts([padded(crop(pixels, word)) for word in wordy])
        read = [(word, _plain(text)) for word, text in zip(wordy, texts, strict=True)]
        joined = _joined(words)
        likely = {name: _beside_labels(name, joined, read) for name in LABELS}
        asked = [*dict.fromkeys(word for of_label in likely.values() for word in of_label)]
        numbers = [word for word, value in zip(asked, numbers_in(pixels, asked), strict=True) if value is not None]
    except OcrMissing:
        return LabelledNumbers()
    places: dict[str, TextSection] = {}
    for name, of_label in likely.items():
        sure = next((word for word in of_label if word in numbers), None)
        # what is only kept free of drawings need not be read: a lone digit often is not
        number = of_label[0] if sure is None and name != "score" and of_label else sure
        if number is None:
            continue
        whole = _whole(number, joined)
        place = with_room(pixels, whole)
        if name != "score" or not cut_off(pixels, whole, place):
            places[name] = place
    return LabelledNumbers(**places)


def _plain(text: str) -> str:
    return "".join(letter for letter in text.upper().translate(LOOKS_LIKE) if letter.isalpha())


def _alike(text: str, name: str) -> float:
    return max(SequenceMatcher(None, text, label).ratio() for label in LABELS[name])


def _beside_labels(name: str, numbers: list[Word], read: list[tuple[Word, str]]) -> list[Word]:
    """Return words that may be the number beside a label, those of the likeliest label first, and the nearest first.

    Args:
        name: of the label.
        numbers: all words, those joined that are one number.
        read: words that may be labels, and what they say.
    """
    beside: list[Word] = []
    likely = sorted(((_alike(text, name), word, text) for word, text in read), key=lambda entry: -entry[0])
    for alike, label, text in likely:
        if alike < ALIKE or any(_alike(text, other) > alike for other in LABELS):
            continue
        near = sorted((d, n) for n, w in enumerate(numbers) if w != label and (d := _distance(label, w)) is not None)
        beside += [numbers[n] for _, n in near[:MOST_NUMBERS] if numbers[n].height >= LOWEST]
    return beside


def _joined(words: list[Word]) -> list[Word]:
    """Return the words, those on one line with less than a letter between them as one: digits of wide fonts."""
    joined: list[Word] = []
    for word in sorted(words, key=lambda w: w.left):
        for n, other in enumerate(joined):
            tall = max(word.height, other.height)
            if _on_one_line(word, other) and -0.2 * tall <= word.left - other.right <= GAP * tall:
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


def _whole(number: Word, words: list[Word]) -> Word:
    """Return a number with what lies over it: the rim of a soft-edged digit and its inside may be words apart."""
    over = [
        word for word in words if _on_one_line(word, number) and word.left < number.right and number.left < word.right
    ]
    return Word(
        min(word.left for word in over),
        min(word.top for word in over),
        max(word.right for word in over),
        max(word.bottom for word in over),
        max(word.glyphs for word in over),
    )


def _on_one_line(word: Word, other: Word) -> bool:
    """Tell whether tops and bottoms are level."""
    off = SAME_LINE * max(word.height, other.height)
    return abs(word.top - other.top) <= off and abs(word.bottom - other.bottom) <= off


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

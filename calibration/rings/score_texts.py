"""Where score and best score stand: lines of digits beside the places, told apart by size, words and value."""

import re
from dataclasses import dataclass

from calibration.words import (
    SAME_LINE,
    WORD_GAP,
    Cells,
    Word,
    crop,
    find_words,
    likeliest,
    numbers_in,
    padded,
    with_room,
)
from capture.frame import Pixels
from vision.ocr import OcrMissing
from vision.profile_sections import TextSection
from vision.text import read_texts

BEST_WORDS = re.compile(r"best|high|record|top|max|rekord", re.IGNORECASE)
SCORE_WORDS = re.compile(r"score|points|punkte", re.IGNORECASE)
OTHER_WORDS = re.compile(r"combo|move|level|turn|time|left|next|x$|^x", re.IGNORECASE)
MOST_NUMBERS = 8
"""Words that are read as numbers at most, the likeliest first."""
NEAR_LABEL = 3.0
"""How far a word may stand from the number it belongs to, in letter heights."""
TALLEST_LETTER = 2.0
"""Of a word, beside its lowest."""


@dataclass(frozen=True, slots=True)
class ScoreTexts:
    """What was found.

    Attributes:
        score, best: their places; None where there is none.
        checked: whether OCR has confirmed them.
        combo: its place; found by `calibration.rings.combo_text`.
    """

    score: TextSection | None
    best: TextSection | None
    checked: bool
    combo: TextSection | None = None


def find_score_texts(pixels: Pixels, places: Cells) -> ScoreTexts:
    """Find the two numbers in one frame. Without tesseract the tallest words are taken for them."""
    words = find_words(pixels, places)
    try:
        likely = set(likeliest(words, places)[:MOST_NUMBERS])
        asked = [w for w in words if w in likely]
        numbers = [(w, v) for w, v in zip(asked, numbers_in(pixels, asked), strict=True) if v is not None]
        labels = _labels(pixels, words, [w for w, _ in numbers])
        checked = True
    except OcrMissing:
        tall = sorted(words, key=lambda w: -w.height)[:2]
        numbers, labels, checked = [(w, 0) for w in tall], {}, False
    score, best = _choose(numbers, labels)
    return ScoreTexts(
        None if score is None else with_room(pixels, score),
        None if best is None else with_room(pixels, best),
        checked,
    )


def _labels(pixels: Pixels, words: list[Word], numbers: list[Word]) -> dict[Word, str]:
    """Return the word that stands left of or above each number."""
    others = [w for w in words if w not in numbers and w.glyphs >= 2]
    nearest: dict[Word, Word] = {}
    for number in numbers:
        near = [(d, w) for w in others if (d := _distance(w, number)) is not None]
        if near:
            nearest[number] = min(near, key=lambda n: n[0])[1]
    letters = [w for w in words if w not in numbers]
    texts = read_texts([padded(crop(pixels, _whole(word, letters))) for word in nearest.values()])
    return dict(zip(nearest, texts, strict=True))


def _whole(word: Word, words: list[Word]) -> Word:
    """Return a word with the letters of other heights beside it: "core" with the S of "Score"."""
    while beside := [other for other in words if _goes_on(word, other)]:
        parts = [word, *beside]
        word = Word(
            min(part.left for part in parts),
            min(part.top for part in parts),
            max(part.right for part in parts),
            max(part.bottom for part in parts),
            sum(part.glyphs for part in parts),
        )
        words = [other for other in words if other not in beside]
    return word


def _goes_on(word: Word, other: Word) -> bool:
    """Tell whether another word stands right beside one, with feet or heads level: capitals, stems, tails."""
    tall = max(word.height, other.height)
    if tall > TALLEST_LETTER * min(word.height, other.height):
        return False
    level = min(abs(word.bottom - other.bottom), abs(word.top - other.top)) <= SAME_LINE * tall + 1
    gap = max(other.left - word.right, word.left - other.right)
    return level and -0.1 * tall <= gap <= WORD_GAP * tall


def _distance(word: Word, number: Word) -> float | None:
    """Return how far a word stands before or above a number in pixels, None where it does neither."""
    reach = NEAR_LABEL * number.height
    before = number.left - word.right
    if 0 <= before <= reach and word.top < number.bottom and number.top < word.bottom:
        return float(before)
    above = number.top - word.bottom
    if 0 <= above <= reach and word.left < number.right and number.left < word.right:
        return float(above)
    return None


def _choose(numbers: list[tuple[Word, int]], labels: dict[Word, str]) -> tuple[Word | None, Word | None]:
    """Return the words that are score and best score."""
    free = [(w, v) for w, v in numbers if not OTHER_WORDS.search(labels.get(w, ""))]
    named_best = [(w, v) for w, v in free if BEST_WORDS.search(labels.get(w, ""))]
    rest = [n for n in free if n not in named_best]
    named_score = [(w, v) for w, v in rest if SCORE_WORDS.search(labels.get(w, ""))]
    by_height = sorted(named_score or rest, key=lambda n: -n[0].height)
    score = by_height[0] if by_height else None
    if named_best:
        return score[0] if score else None, named_best[0][0]
    others = [n for n in rest if score is not None and n != score and n[1] >= score[1]]
    others.sort(key=lambda n: -n[0].height)
    return score[0] if score else None, others[0][0] if others else None

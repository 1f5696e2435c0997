"""Words that are taken for numbers, and the words that name these, on pages with text of upper and lower case."""

import shutil

import cv2
import numpy as np
import pytest

from calibration.labelled_numbers import TextAreas, _beside_labels
from calibration.labelled_numbers import _distance as far_from_its_label
from calibration.rings.score_texts import _choose, _distance, _goes_on, find_score_texts
from calibration.words import Word, _agrees, likeliest
from capture.frame import Pixels
from vision.lattice import Lattice

BOARD = Lattice(20.0, 120.0, 300.0, 300.0, 3, 3)


@pytest.mark.parametrize(
    ("read", "value", "agrees"),
    [
        ("182", 182, True),
        ("1,240", 1240, True),
        ("OOO", 0, True),
        ("IS", 15, True),
        ("l82", 182, True),
        ("Goo", 0, False),
        ("l83", 182, True),
        ("18K2", 1852, True),
        ("1KK2", 1852, False),
    ],
)
def test_what_is_read_as_letters_alone_is_a_number_only_where_these_are_its_digits(
    read: str, value: int, agrees: bool
) -> None:
    """A word of the page's text became the place of the score."""
    assert _agrees(read, value, Word(0, 0, 40, 11, 4)) is agrees


def page(*lines: tuple[str, int]) -> Pixels:
    """A page with lines of text over the board, each with its number: text and y."""
    pixels = np.full((460, 440, 3), 52, np.uint8)
    for text, y in lines:
        cv2.putText(pixels, text, (40, y), cv2.FONT_HERSHEY_DUPLEX, 1.0, (255, 255, 255), 2, cv2.LINE_AA)
    return pixels


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="no tesseract: words are not read")
@pytest.mark.parametrize("first", ["Moves", "Best", "Score"])
def test_words_of_upper_and_lower_case_name_their_numbers(first: str) -> None:
    """Only their small letters were read, which name nothing: the first of two numbers of a size was the score."""
    second = "Score" if first != "Score" else "Best"
    texts = find_score_texts(page((f"{first}  34", 40), (f"{second}  34", 90)), TextAreas((BOARD,)))
    assert texts.score is not None
    assert abs(texts.score.y + texts.score.height / 2 - (30 if first == "Score" else 80)) < 15
    if "Best" in (first, second):
        assert texts.best is not None
        assert abs(texts.best.y + texts.best.height / 2 - (30 if first == "Best" else 80)) < 15


LOW, TALL = 20, 30


def word(left: int, top: int, height: int = LOW, width: int = 40, glyphs: int = 2) -> Word:
    return Word(left, top, left + width, top + height, glyphs)


@pytest.mark.parametrize(
    ("numbers", "chosen"),
    [
        ([], (None, None)),
        ([("", TALL, 5)], (0, None)),
        ([("", TALL, 5), ("", LOW, 5)], (0, 1)),
        ([("", TALL, 5), ("", LOW, 4)], (0, None)),
        ([("", LOW, 9), ("", TALL, 5)], (1, 0)),
        ([("", LOW, 9), ("", TALL, 5), ("", LOW + 1, 9)], (1, 2)),
        ([("Moves", TALL, 9), ("", LOW, 5)], (1, None)),
        ([("x", TALL, 9), ("", LOW, 5), ("Next", TALL, 9)], (1, None)),
        ([("Best", TALL, 9), ("", LOW, 5)], (1, 0)),
        ([("HIGH SCORE", TALL, 1), ("", LOW, 5)], (1, 0)),
        ([("Best", TALL, 9)], (None, 0)),
        ([("", TALL, 9), ("Score", LOW, 5)], (1, 0)),
        ([("", TALL, 4), ("Points", LOW, 5)], (1, None)),
        ([("", TALL, 9), ("Score", LOW, 5), ("Record", LOW, 3)], (1, 2)),
    ],
)
def test_score_and_best_are_told_by_words_then_height_then_value(
    numbers: list[tuple[str, int, int]], chosen: tuple[int | None, int | None]
) -> None:
    words = [word(0, 100 * line, height) for line, (_, height, _) in enumerate(numbers)]
    labels = {one: label for one, (label, _, _) in zip(words, numbers, strict=True) if label}
    values = [(one, value) for one, (_, _, value) in zip(words, numbers, strict=True)]
    found = _choose(values, labels)
    assert tuple(None if one is None else words.index(one) for one in found) == chosen


@pytest.mark.parametrize(
    ("label", "far"),
    [
        (word(60, 100), 0.0),
        (word(0, 119), 60.0),
        (word(0, 81), 60.0),
        (word(0, 120), None),
        (word(0, 80), None),
        (word(1, 100, width=38), None),
        (word(-1, 100), None),
        (word(100, 60), 20.0),
        (word(61, 20), 60.0),
        (word(139, 20), 60.0),
        (word(140, 20), None),
        (word(61, 19), None),
        (word(150, 100), None),
        (word(100, 130), None),
    ],
)
def test_a_label_stands_before_its_number_or_above_it(label: Word, far: float | None) -> None:
    assert _distance(label, word(100, 100)) == far


@pytest.mark.parametrize(
    ("letter", "goes_on"),
    [
        (word(52, 100, 20, 10, 1), True),
        (word(53, 100, 20, 10, 1), False),
        (word(45, 100, 20, 10, 1), True),
        (word(50, 92, 28, 10, 1), True),
        (word(50, 100, 28, 10, 1), True),
        (word(-12, 100, 20, 10, 1), True),
        (word(50, 60, 60, 10, 1), False),
        (word(50, 108, 40, 10, 1), False),
        (word(90, 100, 20, 10, 1), False),
        (word(20, 100, 20, 10, 1), False),
    ],
)
def test_letters_of_other_heights_go_on_with_a_word_right_beside_it(letter: Word, goes_on: bool) -> None:
    """With feet or heads level."""
    assert _goes_on(word(0, 100, 20, 45, 4), letter) is goes_on


@pytest.mark.parametrize(
    ("number", "far"),
    [
        (word(40, 100), 0.0),
        (word(140, 100), 1.5),
        (word(220, 100), 2.7),
        (word(221, 100), None),
        (word(39, 100), None),
        (word(100, 111), 0.9),
        (word(0, 120), 0.0),
        (word(0, 180), 3.0),
        (word(0, 181), None),
        (word(80, 180), 3.6),
        (word(0, 85), None),
        (word(0, 120, 48), 0.0),
        (word(0, 120, 49), None),
        (word(0, 120, 12), 0.0),
        (word(0, 120, 11), None),
        (word(80, 100, 48), 0.25),
    ],
)
def test_a_number_stands_beside_its_label_or_below_it(number: Word, far: float | None) -> None:
    """In heights of the taller one, a step across counting for less; it is neither much lower nor much taller."""
    assert far_from_its_label(word(0, 100), number) == (None if far is None else pytest.approx(far))


def test_a_word_names_the_number_that_it_is_most_like() -> None:
    score, level, lines = word(0, 0, glyphs=5), word(0, 100, glyphs=5), word(0, 200, 12, glyphs=5)
    numbers = [word(60, 0), word(50, 0), word(60, 100), word(60, 200, 8), word(60, 200, 9), score, level, lines]
    read = [(score, "SCORE"), (level, "LEVEL"), (lines, "LINES"), (word(0, 300), "PAUSE")]
    assert _beside_labels("score", numbers, read) == [numbers[1], numbers[0]], "the nearest first"
    assert _beside_labels("level", numbers, read)[0] == numbers[2]
    assert _beside_labels("jewels", numbers, read) == [numbers[4]], "too small digits are misread"
    assert _beside_labels("score", numbers, [(score, "SXXRE"), (level, "SCORE")])[0] == numbers[2], "the likeliest"
    assert _beside_labels("score", numbers, [(score, "SCXXX")]) == []


def test_likely_numbers_lie_beside_the_places_have_several_digits_and_are_tall() -> None:
    far, tall = word(1210, 250, 60), word(1180, 250, TALL)  # 460 and 430 pixels from a cell of 300
    lone, low = word(100, 100, 60, glyphs=1), word(100, 50)
    assert likeliest([far, lone, low, tall], TextAreas((BOARD,))) == [tall, low, lone, far]

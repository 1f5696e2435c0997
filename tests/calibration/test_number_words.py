"""Words that are taken for numbers, and the words that name these, on pages with text of upper and lower case."""

import shutil

import cv2
import numpy as np
import pytest

from calibration.labelled_numbers import TextAreas
from calibration.rings.score_texts import find_score_texts
from calibration.words import Word, _agrees
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

"""The score beside a board of tiles: by its word, as the only number, or not at all."""

import shutil

import cv2
import numpy as np
import pytest

import engine.swap3 as swap3
from calibration.score_place import find_score
from capture.frame import Frame
from engine.dice import dice
from practice.swap3 import board_rectangle, render_still
from vision.lattice import Lattice
from vision.text import read_number_at

pytestmark = pytest.mark.skipif(shutil.which("tesseract") is None, reason="no tesseract: scores are not read")

RULES = swap3.PRESETS["gweled"]
BOARD = Lattice(0.0, 20.0, 32.0, 32.0, 8, 8)


def window(*numbers: tuple[str, int]) -> np.ndarray:
    """A grey window with a board of noise and numbers below it: text and x."""
    pixels = np.full((320, 256, 3), 214, np.uint8)
    pixels[20:276] = np.random.default_rng(1).integers(0, 255, (256, 256, 3), np.uint8)
    for text, x in numbers:
        cv2.putText(pixels, text, (x, 304), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 2, cv2.LINE_AA)
    return pixels


@pytest.mark.parametrize("look", ["mine", "print"])
def test_a_score_beside_its_word_is_found_and_goes_on_being_read(look: str) -> None:
    state = swap3.start(RULES, dice(1))
    x, y, width, height = board_rectangle(look, 1.0, RULES)
    board = Lattice(x, y, width / 8, height / 8, 8, 8)
    place = find_score(render_still(look, 1.0, RULES, state._replace(score=120.0)), board)
    assert place is not None
    for score in (120, 980) if look == "mine" else (120, 980, 1340):
        picture = render_still(look, 1.0, RULES, state._replace(score=float(score)))
        assert read_number_at(Frame(picture, 0), place) == score


def test_a_score_that_outgrows_its_place_is_not_read_for_its_last_digits() -> None:
    """In this look the word is pushed to the left by the number, which was read as 0, 20 and 30 from then on."""
    state = swap3.start(RULES, dice(1))
    x, y, width, height = board_rectangle("mine", 1.0, RULES)
    board = Lattice(x, y, width / 8, height / 8, 8, 8)
    place = find_score(render_still("mine", 1.0, RULES, state._replace(score=0.0)), board)
    assert place is not None
    read = {}
    for score in (0, 7, 20, 150, 980, 1340, 22222):
        picture = render_still("mine", 1.0, RULES, state._replace(score=float(score)))
        read[score] = read_number_at(Frame(picture, 0), place)
    assert read == {0: 0, 7: 7, 20: None, 150: None, 980: None, 1340: None, 22222: None}


def test_the_only_number_is_taken_for_the_score() -> None:
    place = find_score(window(("000420", 150)), BOARD)
    assert place is not None
    assert read_number_at(Frame(window(("001730", 150)), 0), place) == 1730


@pytest.mark.parametrize("numbers", [(), (("42", 150),), (("000420", 20), ("001000", 150))])
def test_where_it_is_not_clear_there_is_none(numbers: tuple[tuple[str, int], ...]) -> None:
    assert find_score(window(*numbers), BOARD) is None

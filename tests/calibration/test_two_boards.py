"""Two equal windows in one picture: neither is taken without a word, and each can be chosen."""

import numpy as np
import pytesseract
import pytest

import engine.swap3 as swap3
from calibration.calibrate import calibrate
from calibration.rings import calibrate_rings
from capture.frame import Frame, Pixels
from engine.bilging import PRESETS, start
from engine.dice import dice
from practice import bilging, square_stacker
from practice import swap3 as swap3_window
from tests.calibration.test_square_stacker_stills import positions
from vision.bilging import SCREEN as BILGING
from vision.square_stacker import SCREEN as STACKER
from vision.swap3 import SCREEN as SWAP3

SCALE, GAP = 0.6, 24


def beside(first: Pixels, second: Pixels) -> Frame:
    """Two windows of one size on a plain desktop."""
    between = np.full((first.shape[0], GAP, 3), 90, np.uint8)
    return Frame(np.ascontiguousarray(np.hstack([first, between, second])), 0)


def bilging_windows(look: str) -> Frame:
    first, second = (bilging.render_still(look, SCALE, start(PRESETS["ypp"], dice(seed))) for seed in (1, 2))
    return beside(first, second)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("look", bilging.look_names())
def test_two_bilging_windows_are_told(look: str) -> None:
    frame = bilging_windows(look)
    result = calibrate([frame], BILGING).result
    assert not result.passed
    assert result.reasons[0].startswith("two boards are shown")
    assert result.reasons[0].count("--board") == 2
    for place in result.reasons[0].split("--board ")[1:]:
        x, y, width, height = (float(number) for number in place.split(" ")[0].split(","))
        assert calibrate([frame], BILGING, board=(x, y, width, height)).result.passed


@pytest.mark.parametrize("look", swap3_window.look_names())
def test_two_swap3_windows_are_told(look: str) -> None:
    rules = swap3.PRESETS["gweled"]
    shown = (swap3_window.render_still(look, SCALE, rules, swap3.start(rules, dice(seed))) for seed in (1, 2))
    result = calibrate([beside(*shown)], SWAP3).result
    assert not result.passed
    assert result.reasons[0].startswith("two boards are shown")


@pytest.mark.parametrize("look", square_stacker.look_names())
def test_two_square_stacker_windows_are_told(look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", "no-such-tesseract")
    frame = beside(*(square_stacker.render_still(look, SCALE, state) for state in positions(1, 2)))
    result = calibrate_rings([frame], STACKER).result
    assert not result.passed
    assert result.reasons[0].startswith("two boards are shown")


def test_cells_of_the_other_board_are_no_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slots of the hand were read from the board of the window beside."""
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", "no-such-tesseract")
    windows = [square_stacker.render_still("rings", SCALE, state) for state in positions(1, 2)]
    x, y, width, height = square_stacker.board_rectangle("rings", SCALE)
    second = (x + windows[0].shape[1] + GAP, y, width, height)
    result = calibrate_rings([beside(*windows)], STACKER, board=second).result
    assert not result.passed
    assert "show one window alone" in result.reasons[0]

"""A tile shown otherwise than all others of its kind, as a selected one is, becomes no kind of its own."""

from dataclasses import replace

import numpy as np
import pytest

import engine.swap3 as swap3
from calibration.calibrate import calibrate
from capture.frame import Frame
from engine.dice import dice
from practice.swap3 import board_rectangle, render_still
from vision.reader import Reader
from vision.sighting import UNKNOWN
from vision.swap3 import SCREEN

RULES = swap3.PRESETS["gweled"]


def with_one_inverted(row: int, col: int) -> Frame:
    """A board of which one cell shows its colours turned round: it is like no kind, and nothing lies over a part."""
    picture = render_still("mine", 1.0, RULES, swap3.start(RULES, dice(1))).copy()
    x, y, width, height = board_rectangle("mine", 1.0, RULES)
    across, down = (
        (round(x + k * width / RULES.cols) for k in (col, col + 1)),
        (round(y + k * height / RULES.rows) for k in (row, row + 1)),
    )
    cell = slice(*down), slice(*across)
    picture[cell] = 255 - picture[cell]
    return Frame(picture, 0)


@pytest.mark.parametrize("place", [(0, 0), (3, 4), (7, 1)])
def test_a_selected_tile_is_unknown_where_the_game_has_no_more_kinds(place: tuple[int, int]) -> None:
    """It was a kind beyond the game's own, as which each tile that was selected later would have been read."""
    frame = with_one_inverted(*place)
    calibration = calibrate([frame], replace(SCREEN, score=False))
    assert calibration.result.passed, calibration.result.reasons
    assert calibration.result.kinds == RULES.kinds
    codes = Reader(calibration.profile, calibration.prototypes).read(frame).codes
    assert np.argwhere(codes == UNKNOWN).tolist() == [list(place)]


def test_where_a_game_may_have_more_kinds_it_stays_one() -> None:
    screen = replace(SCREEN, score=False, special_codes={"bomb": SCREEN.first_free_code})
    calibration = calibrate([with_one_inverted(3, 4)], screen)
    assert calibration.result.passed, calibration.result.reasons
    assert calibration.result.kinds == RULES.kinds + 1

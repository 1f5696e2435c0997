"""Lines of a board that do not show whole, and what lies over a board: told, and no profile is made of the rest."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.outcome import CalibrationResult
from capture.frame import Frame, Pixels
from tests.calibration.test_beyond import SCREEN, random_window
from tests.vision.drawn_window import Drawn, Look, draw_window, random_codes, random_look
from vision.bilging import SCREEN as BILGING

DIALOG = (224, 229, 235)
LOOK = Look(pitch=24, rows=9, cols=8, kinds=6, gap=1, ground="flat")


def window(margins: tuple[float, float, float, float] = (1, 1, 1, 1)) -> Drawn:
    return draw_window(LOOK, random_codes(np.random.default_rng(5), LOOK), 5, margins=margins)


def of_any_size(picture: Pixels) -> CalibrationResult:
    return calibrate([Frame(np.ascontiguousarray(picture), 0)], SCREEN, any_size=True).result


def assert_size(result: CalibrationResult, drawn: Drawn) -> None:
    assert result.reasons == ()
    assert (result.rows, result.cols) == (drawn.lattice.rows, drawn.lattice.cols)


def test_the_window_that_is_spoilt_below_is_found_as_it_is() -> None:
    assert_size(of_any_size(window().picture), window())


@pytest.mark.sweep(3)
@pytest.mark.parametrize("cut", [0.2, 0.6])
@pytest.mark.parametrize("side", ["top", "bottom", "left", "right"])
def test_a_line_that_the_window_cuts_off_is_the_board_s(side: str, cut: float) -> None:
    """The board passed without it."""
    drawn = window()
    x, y, width, height = drawn.lattice.rectangle
    off = cut * LOOK.pitch
    shown = {
        "top": drawn.picture[round(y + off) :],
        "bottom": drawn.picture[: round(y + height - off)],
        "left": drawn.picture[:, round(x + off) :],
        "right": drawn.picture[:, : round(x + width - off)],
    }
    result = of_any_size(shown[side])
    assert not result.passed
    assert any(f"goes on at the {side}" in reason for reason in result.reasons)


def test_one_tile_that_shows_beside_a_dialog_tells_that_the_board_may_go_on() -> None:
    """A dialog over all but one cell of the last two rows: the board passed without them."""
    drawn = window()
    picture = drawn.picture.copy()
    (left, top), (right, bottom) = drawn.lattice.corner(7, 0), drawn.lattice.corner(9, 7)
    picture[round(top) : round(bottom) + 9, round(left) - 9 : round(right)] = DIALOG
    result = of_any_size(picture)
    assert not result.passed
    assert any("bottom" in reason for reason in result.reasons)


def test_the_upper_third_of_a_row_tells_that_the_board_goes_on() -> None:
    drawn = window()
    picture = drawn.picture.copy()
    left, top = drawn.lattice.corner(8, 0)
    picture[round(top) + 8 :, round(left) - 20 :] = DIALOG
    result = of_any_size(picture)
    assert not result.passed
    assert any("goes on at the bottom" in reason for reason in result.reasons)


@pytest.mark.parametrize("rows", [2, 3])
def test_a_dialog_is_no_kind(rows: int) -> None:
    """Its blank cells were one, with the code of a colour."""
    drawn = window()
    picture = drawn.picture.copy()
    (left, top), (right, bottom) = drawn.lattice.corner(3, 2), drawn.lattice.corner(3 + rows, 5)
    picture[round(top) : round(bottom), round(left) : round(right)] = DIALOG
    for told in (True, False):
        size = {"any_size": True} if not told else {"rows": LOOK.rows, "cols": LOOK.cols}
        result = calibrate([Frame(picture, 0)], SCREEN, **size).result
        assert not result.passed
        assert any("covered" in reason for reason in result.reasons)


def test_a_top_row_of_two_kinds_is_a_row() -> None:
    """Told a row too few, the board passed without it."""
    _, drawn, pictures = random_window(1004, "gamma")
    rows, cols = drawn.lattice.rows - 1, drawn.lattice.cols
    result = calibrate([Frame(pictures[0], 0)], SCREEN, rows=rows, cols=cols).result
    assert not result.passed
    assert any("goes on at the" in reason for reason in result.reasons)


@pytest.mark.parametrize(("seed", "how"), [(2004, "gamma"), (2038, "jpeg"), (2048, "")])
def test_a_line_that_a_frame_lies_over_or_that_is_a_pixel_off_stands_not_apart(seed: int, how: str) -> None:
    """It fitted a little better beside the lattice, so it was taken for a preview, and the board passed without it."""
    _, drawn, pictures = random_window(seed, how)
    result = of_any_size(pictures[0])
    assert_size(result, drawn)
    assert result.board is not None
    assert result.board[:2] == pytest.approx(drawn.lattice.rectangle[:2], abs=drawn.lattice.pitch_x / 12)


@pytest.mark.parametrize("seed", [2012, 2016, 2019])
def test_a_row_that_the_water_begins_in_is_no_end_of_a_board(seed: int) -> None:
    """Its cells look like none above and like none below: the board passed without it and all rows below."""
    rng = np.random.default_rng(seed)
    rows, cols, kinds = (int(number) for number in rng.integers((6, 5, 4), (13, 13, 9)))
    look = replace(random_look(rng, 18, 40), rows=rows, cols=cols, kinds=min(kinds, 7))
    waterline = rng.uniform(0.4, 0.95) * rows if rng.random() < 0.8 else None
    drawn = draw_window(look, random_codes(rng, look), 0, scene_seed=seed, waterline=waterline)
    result = calibrate([Frame(drawn.picture, 0)], BILGING, any_size=True).result
    assert not result.passed or (result.rows, result.cols) == (rows, cols)

"""What cannot be calibrated on is refused with a reason, and senseless arguments are errors."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from calibration.calibrate import CalibrationError, calibrate
from calibration.proof import edge_faults
from engine.bilging import PRESETS, start
from engine.dice import dice
from practice.bilging import look_names as bilging_looks
from practice.bilging import render_still as bilging_still
from tests.calibration.learned_boards import LOOK, drawn, frame
from tests.vision.drawn_window import draw_window, ground_picture
from vision.bilging import SCREEN


@pytest.mark.parametrize(
    ("board", "words"),
    [((0, 0, 30, 60), "too small"), ((10, 10, 9000, 100), "leaves the"), ((-50, 0, 192, 384), "give one inside")],
)
def test_a_senseless_rectangle_is_an_error(board: tuple[float, float, float, float], words: str) -> None:
    with pytest.raises(CalibrationError, match=words):
        calibrate([frame(drawn(LOOK, 1).picture)], SCREEN, board=board)


def test_no_frames_and_frames_of_two_sizes_are_errors() -> None:
    with pytest.raises(CalibrationError, match="at least one"):
        calibrate([], SCREEN)
    picture = drawn(LOOK, 1).picture
    with pytest.raises(CalibrationError, match="several sizes"):
        calibrate([frame(picture), frame(np.ascontiguousarray(picture[2:]))], SCREEN)


def _text() -> np.ndarray:
    page = np.full((500, 640, 3), 255, np.uint8)
    rng = np.random.default_rng(0)
    for y in range(10, 480, 18):
        for x in range(10, 620, 9):
            if rng.random() < 0.8:
                page[y : y + 12, x : x + 7] = (
                    np.kron(rng.integers(0, 2, (4, 3)), np.ones((3, 2)))[:12, :6, None]
                    .repeat(3, 2)
                    .astype(np.uint8)
                    .repeat(1, 0)[:, [0, 1, 2, 3, 4, 5, 5]]
                    * 255
                )
    return page


def _chequer() -> np.ndarray:
    y, x = np.mgrid[0:500, 0:640]
    return np.where(((x // 40 + y // 40) % 2)[..., None] == 1, 60, 200).repeat(3, 2).astype(np.uint8)


NO_BOARDS: dict[str, Callable[[], np.ndarray]] = {
    "plain": lambda: np.full((500, 640, 3), 90, np.uint8),
    "noise": lambda: np.random.default_rng(0).integers(0, 256, (500, 640, 3), dtype=np.uint8),
    "photo": lambda: ground_picture(np.random.default_rng(1), "photo", 500, 640).astype(np.uint8),
    "text": _text,
    "chequer": _chequer,
    "empty board": lambda: draw_window(LOOK, np.full((12, 6), -1, np.int8), 3).picture,
    "tiny": lambda: np.zeros((16, 16, 3), np.uint8),
}


@pytest.mark.parametrize("what", NO_BOARDS)
def test_what_is_no_board_is_refused_with_a_reason(what: str, tmp_path: Path) -> None:
    made = calibrate([frame(NO_BOARDS[what]())], SCREEN)
    assert not made.result.passed
    assert made.result.board is None
    assert len(made.result.reasons[0]) > 20
    with pytest.raises(CalibrationError, match="did not pass"):
        made.save(tmp_path / "p")
    assert not (tmp_path / "p").exists()


def test_a_covered_board_is_refused() -> None:
    picture = drawn(LOOK, 1).picture.copy()
    picture[150:320, 100:200] = (60, 60, 200)
    result = calibrate([frame(picture)], SCREEN).result
    assert not result.passed


@pytest.mark.sweep(3)
@pytest.mark.parametrize("look", bilging_looks())
def test_a_row_too_many_is_scenery_and_refused(look: str) -> None:
    picture = bilging_still(look, 1.0, start(PRESETS["ypp"], dice(1)))
    assert calibrate([frame(picture)], SCREEN).result.passed
    result = calibrate([frame(picture)], SCREEN, rows=13, cols=6).result
    assert not result.passed
    assert "one thing takes up most of the top row" in " ".join(result.reasons)


def edges_refused(codes: np.ndarray) -> list[str]:
    named = [re.search("most of (.*), as", fault) for fault in edge_faults(codes.astype(np.intp))]
    return [edge for found in named if found for edge in found[1].split(" and of ")]


def test_an_edge_is_scenery_where_most_of_it_is_one_kind_that_is_nowhere_else_or_in_one_line() -> None:
    row, col = np.indices((12, 6))
    board = ((row + 2 * col) % 7)[None]
    assert edges_refused(board) == []
    covered = board.copy()
    covered[0, 0] = (7, 7, -1, -1, 7, 7)
    assert edges_refused(covered) == ["the top row"]
    specials = board.copy()
    specials[0, -1, :3] = 7
    assert edges_refused(specials) == []
    assert edges_refused(specials[:, :, :4]) == [], "few, though most of a short edge"
    specials[0, -1, 3] = 7
    assert edges_refused(specials) == edges_refused(specials[:, :, :4]) == ["the bottom row"]
    assert edges_refused(np.concatenate([specials, board])) == [], "in one frame only"
    column = board.copy()
    column[0, 2:10, -1] = 3
    assert edges_refused(column) == ["the right column"]
    assert edges_refused(np.concatenate([board, column])) == []
    half = board.copy()
    half[0, 3:9, 0] = 3
    assert edges_refused(half) == []
    half[0, 9, 0] = 3
    assert edges_refused(half) == ["the left column"]
    column[0, 0] = 8
    assert edges_refused(column) == ["the top row", "the right column"]
    about_to_break = board.copy()
    about_to_break[0, 0, :4] = 3
    assert edges_refused(about_to_break) == []

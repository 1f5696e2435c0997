"""Boards drawn by the practice windows: found to the pixel, learned without labels, read without a wrong cell."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.calibrate import Calibration, calibrate
from capture.frame import Frame, Pixels
from engine.bilging import PRESETS, State, start
from engine.dice import dice
from practice.bilging import board_rectangle, look_names, render_still
from vision.bilging import SCREEN
from vision.reader import Reader
from vision.sighting import UNKNOWN

RULES = PRESETS["ypp"]


def state(seed: int, water_px: int = 135) -> State:
    return start(RULES, dice(seed))._replace(water_px=water_px)


def calibrated(look: str, scale: float, seed: int = 1) -> Calibration:
    pictures = [render_still(look, scale, state(seed), seconds=seconds) for seconds in (0.0, 0.4)]
    return calibrate([Frame(picture, index) for index, picture in enumerate(pictures)], SCREEN)


def readings(reader: Reader, frames: Iterator[tuple[Pixels, State]]) -> tuple[int, int, dict[int, set[int]]]:
    """Return cells read, cells not read, and which true codes each read code stood for."""
    sure = unsure = 0
    stands_for: dict[int, set[int]] = {}
    for picture, shown in frames:
        codes = reader.read(Frame(picture, 0)).codes
        known = codes != UNKNOWN
        sure += int(known.sum())
        unsure += int((~known).sum())
        for read, true in zip(codes[known].tolist(), shown.board[known].tolist(), strict=True):
            stands_for.setdefault(read, set()).add(true)
    return sure, unsure, stands_for


def assert_no_wrong_cell(stands_for: dict[int, set[int]]) -> None:
    assert all(len(true) == 1 for true in stands_for.values()), stands_for
    assert len(set.union(*stands_for.values())) == len(stands_for), stands_for


@pytest.mark.sweep(4)
@pytest.mark.parametrize("scale", [0.5, 0.75, 1.0, 1.25, 2.0])
@pytest.mark.parametrize("look", look_names())
def test_found_learned_and_read(look: str, scale: float, tmp_path: Path) -> None:
    calibration = calibrated(look, scale)
    assert calibration.result.passed, calibration.result.reasons
    assert calibration.result.kinds == 7
    assert calibration.result.board == pytest.approx(board_rectangle(look, scale), abs=1.0)
    calibration.save(tmp_path / "profile")
    reader = Reader.open(calibration.profile, tmp_path / "profile")

    def frames() -> Iterator[tuple[Pixels, State]]:
        for seed in range(2, 10):
            shown = state(seed, 135 + 37 * (seed % 7))
            cursor = (seed % 12, seed % 5) if seed % 2 else None
            yield render_still(look, scale, shown, cursor, seconds=seed * 0.3), shown

    sure, unsure, stands_for = readings(reader, frames())
    assert_no_wrong_cell(stands_for)
    assert unsure <= 0.02 * (sure + unsure)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("look", look_names())
def test_a_worse_picture_makes_doubtful_cells_not_wrong_ones(look: str, tmp_path: Path) -> None:
    calibration = calibrated(look, 1.0)
    calibration.save(tmp_path / "profile")
    reader = Reader.open(calibration.profile, tmp_path / "profile")
    noise = np.random.default_rng(5)

    def frames() -> Iterator[tuple[Pixels, State]]:
        for seed in range(20, 28):
            shown = state(seed, 150 + 10 * (seed % 9))
            picture = render_still(look, 1.0, shown)
            rough = picture.astype(np.int16) + noise.normal(0, 6, picture.shape).astype(np.int16)
            picture = np.clip(rough, 0, 255).astype(np.uint8)
            good, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])
            assert good
            yield np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8), shown

    sure, unsure, stands_for = readings(reader, frames())
    assert_no_wrong_cell(stands_for)
    assert sure > unsure


@pytest.mark.sweep(3)
@pytest.mark.parametrize("look", look_names())
def test_a_special_never_seen_is_unknown(look: str, tmp_path: Path) -> None:
    calibration = calibrated(look, 1.0)
    calibration.save(tmp_path / "profile")
    reader = Reader.open(calibration.profile, tmp_path / "profile")
    shown = state(31)
    board = shown.board.copy()
    board[2, 1], board[5, 4], board[10, 3] = 7, 8, 9
    codes = reader.read(Frame(render_still(look, 1.0, shown._replace(board=board)), 0)).codes
    assert [int(codes[cell]) for cell in ((2, 1), (5, 4), (10, 3))] == [UNKNOWN] * 3
    assert int((codes == UNKNOWN).sum()) == 3


def test_frames_of_a_board_that_stands_still_are_no_pattern() -> None:
    """Seen in the demo: three equal frames with specials were refused as a regular pattern."""
    shown = state(1)
    board = shown.board.copy()
    board[2, 1], board[5, 4], board[7, 0], board[10, 3] = 8, 8, 9, 7
    picture = render_still("deck", 1.0, shown._replace(board=board))
    result = calibrate([Frame(picture, index) for index in range(3)], SCREEN).result
    assert result.passed, result.reasons
    assert result.kinds == 10


def test_a_covered_board_is_no_board(tmp_path: Path) -> None:
    calibration = calibrated("deck", 1.0)
    calibration.save(tmp_path / "profile")
    reader = Reader.open(calibration.profile, tmp_path / "profile")
    picture = render_still("deck", 1.0, state(1))
    picture[:] = 90
    sighting = reader.read(Frame(picture, 0))
    assert (sighting.codes == UNKNOWN).all()
    assert sighting.status


@pytest.mark.parametrize("colour", [0, 128, 255])
def test_a_plain_picture_is_refused_with_a_reason(colour: int) -> None:
    result = calibrate([Frame(np.full((400, 500, 3), colour, np.uint8), 0)], SCREEN).result
    assert not result.passed
    assert result.reasons


def test_a_board_given_by_hand_is_taken(tmp_path: Path) -> None:
    x, y, width, height = board_rectangle("chart", 1.0)
    picture = render_still("chart", 1.0, state(3))
    calibration = calibrate([Frame(picture, 0)], SCREEN, board=(x + 1, y - 1, width, height))
    assert calibration.result.passed, calibration.result.reasons
    assert calibration.result.board == pytest.approx((x, y, width, height), abs=2.1)

"""A ground that is darker towards the edges of its board, and takes up most of a cell, parts no kinds."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.games import GAMES
from calibration.calibrate import calibrate
from calibration.outcome import Calibration
from capture.frame import Frame
from vision.reader import Reader

PITCH, LEFT, TOP = 40, 60, 30
HUES = (0, 28, 60, 90, 120, 150)


def shaded_window(codes: NDArray[np.intp], seed: int) -> Frame:
    """Draw diamonds, (rows, cols) of up to six kinds, on gold that goes dark at the edges and from top to bottom."""
    rows, cols = codes.shape
    rng = np.random.default_rng(seed)
    height, width = TOP + rows * PITCH + 60, 2 * LEFT + cols * PITCH
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    inside = np.minimum(np.minimum(x - LEFT, LEFT + cols * PITCH - x), TOP + rows * PITCH - y) / PITCH
    light = np.clip(0.15 + 1.1 * inside, 0.1, 1.0) * (1.0 - 0.5 * y / height)
    picture = light[..., None] * np.array([30, 140, 165], np.float32) + rng.normal(0, 3, (height, width, 1))
    picture[:TOP] = 235  # a tool bar
    half = 0.4 * PITCH
    for row, col in np.ndindex(rows, cols):
        middle = np.array([LEFT + (col + 0.5) * PITCH, TOP + (row + 0.5) * PITCH])
        corners = middle + half * np.array([[0, -1], [1, 0], [0, 1], [-1, 0]])
        hue = np.array([[[HUES[codes[row, col]], 130, 200]]], np.uint8)
        colour = cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0].tolist()
        cv2.fillPoly(picture, [np.round(corners).astype(np.int32)], colour)
        cv2.polylines(picture, [np.round(corners).astype(np.int32)], True, (200, 240, 240), 1)
    return Frame(np.clip(picture, 0, 255).astype(np.uint8), 0)


def codes_of(seed: int, rows: int, cols: int, kinds: int) -> NDArray[np.intp]:
    return np.random.default_rng(seed).integers(0, kinds, (rows, cols))


def read_like(calibration: Calibration, codes: NDArray[np.intp], frame: Frame) -> None:
    """Hold what is read with a calibration against the truth: nothing unread, a code of its own for every kind."""
    lattice = calibration.profile.lattice
    assert abs(lattice.x - LEFT) < 0.2 * PITCH
    assert abs(lattice.y - TOP) < 0.2 * PITCH
    read = Reader(calibration.profile, calibration.prototypes).read(frame).codes
    pairs = set(zip(read.ravel().tolist(), codes.ravel().tolist(), strict=True))
    assert -1 not in read
    assert len(pairs) == len({code for code, _ in pairs}) == len({code for _, code in pairs})


@pytest.mark.parametrize(("rows", "cols", "kinds", "seed"), [(12, 12, 5, 1), (8, 8, 6, 2)])
def test_a_ground_that_goes_dark_at_the_edges_parts_no_kinds(rows: int, cols: int, kinds: int, seed: int) -> None:
    codes = codes_of(seed, rows, cols, kinds)
    calibration = calibrate([shaded_window(codes, seed)], GAMES["swap3"]().screen, rows=rows, cols=cols)
    assert calibration.result.reasons == ()
    # another board, whose tiles lie on other shades
    other = codes_of(seed + 100, rows, cols, kinds)
    read_like(calibration, other, shaded_window(other, seed + 100))


@pytest.mark.parametrize(("rows", "cols", "seed"), [(10, 10, 3), (9, 11, 4)])
def test_its_rows_and_columns_are_found(rows: int, cols: int, seed: int) -> None:
    codes = codes_of(seed, rows, cols, 5)
    frame = shaded_window(codes, seed)
    calibration = calibrate([frame], GAMES["swap3"]().screen, any_size=True)
    assert calibration.result.reasons == ()
    assert (calibration.result.rows, calibration.result.cols) == (rows, cols)
    read_like(calibration, codes, frame)


def test_a_part_of_a_larger_board_is_refused() -> None:
    """It passed for the whole: play would have moved its tiles for ever, and every refill would have been a riddle."""
    frame = shaded_window(codes_of(1, 12, 12, 5), 1)
    calibration = calibrate([frame], GAMES["swap3"]().screen)
    assert not calibration.result.passed
    assert any("the board goes on at the" in reason for reason in calibration.result.reasons)
    # a person who says where it is knows better
    by_hand = calibrate([frame], GAMES["swap3"]().screen, board=(LEFT + 2 * PITCH, TOP, 8 * PITCH, 8 * PITCH))
    assert not any("goes on" in reason for reason in by_hand.result.reasons)

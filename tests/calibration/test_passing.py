"""What passes over a board that stands still, a gleam or a hint that pulses, hides nothing that other frames show."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.learn_kinds import SIDE, learn_kinds
from calibration.outcome import CalibrationResult
from calibration.passing import always_hidden, passes_over, same_kinds
from capture.frame import Frame, Pixels
from engine.dice import dice
from engine.swap3 import PRESETS, start
from practice.swap3 import board_rectangle, render_still
from vision.cells import sample_cells
from vision.lattice import Lattice
from vision.sighting import UNKNOWN
from vision.swap3 import SCREEN

RULES = PRESETS["gweled"]
LOOK = "mine"
BOARD = board_rectangle(LOOK, 1.0, RULES)
TILE = BOARD[2] / RULES.cols


@pytest.fixture(scope="module")
def still() -> Pixels:
    return render_still(LOOK, 1.0, RULES, start(RULES, dice(5)))


def gleaming(picture: Pixels, at: float, light: float = 0.5, width: float = 0.5) -> Pixels:
    """Return the picture with a slanting gleam over its board, `at` so many cells from the left of the first row."""
    x, y, _, _ = BOARD
    rows, cols = np.mgrid[: picture.shape[0], : picture.shape[1]]
    aside = ((cols - x) + (rows - y) / 2) / TILE - at
    share = (np.clip(1 - np.abs(aside) / width, 0, 1) * light)[..., None]
    shown: Pixels = np.round(picture * (1 - share) + 255 * share).astype(np.uint8)
    return shown


def turned(picture: Pixels, cells: Sequence[tuple[int, int]], degrees: float) -> Pixels:
    """Return the picture with the tiles of some cells (row, col) turned, as those of a hint that wobbles."""
    shown, side = picture.copy(), round(TILE)
    matrix = cv2.getRotationMatrix2D((side / 2, side / 2), degrees, 1.0)
    for row, col in cells:
        left, top = round(BOARD[0] + col * TILE), round(BOARD[1] + row * TILE)
        part = shown[top : top + side, left : left + side]
        part[:] = cv2.warpAffine(part, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return shown


def calibrated(*pictures: Pixels) -> CalibrationResult:
    frames = [Frame(picture, number) for number, picture in enumerate(pictures)]
    return calibrate(frames, SCREEN, board=BOARD).result


@pytest.mark.parametrize("light", [0.33, 0.5])
def test_a_gleam_that_passes_is_no_cover(still: Pixels, light: float) -> None:
    """It made kinds of its own, or took two for one."""
    result = calibrated(*(gleaming(still, at, light) for at in (2.0, 4.5, 7.0)))
    assert result.passed, result.reasons
    assert result.kinds == RULES.kinds


def test_a_hint_that_wobbles_is_no_cover(still: Pixels) -> None:
    """Of three cells each frame but the last hides two, one more than a cursor explains."""
    hint = [(2, 2), (2, 3), (4, 4)]
    result = calibrated(*(turned(still, hint, degrees) for degrees in (40, -40, 0)))
    assert result.passed, result.reasons
    assert result.kinds == RULES.kinds


def test_what_stays_is_a_cover(still: Pixels) -> None:
    hidden = still.copy()
    x, y, _, _ = BOARD
    hidden[round(y + 2.5 * TILE) : round(y + 4.5 * TILE), round(x + 2.5 * TILE) : round(x + 5.5 * TILE)] //= 2
    assert not calibrated(*(gleaming(hidden, at) for at in (2.0, 4.5, 7.0))).passed


def test_boards_one_after_the_other_are_not_taken_for_one() -> None:
    boards = [render_still(LOOK, 1.0, RULES, start(RULES, dice(seed))) for seed in (5, 6, 7)]
    hidden = [turned(board, [(row, col) for row in range(8) for col in range(3)], 40) for board in boards]
    assert not calibrated(*hidden).passed


def test_a_board_that_changes_is_not_told_from_its_frames() -> None:
    codes = np.zeros((2, 6, 6), np.int8)
    clear = np.zeros(codes.shape, np.bool_)
    codes[0, 0, :2] = UNKNOWN
    assert always_hidden(codes, clear) == 0
    codes[1, 0, 0] = UNKNOWN
    assert always_hidden(codes, clear) == 1
    codes[1, 5, 5] = 1
    assert always_hidden(codes, clear) is None


def test_half_a_board_is_more_than_passes() -> None:
    codes = np.zeros((2, 6, 6), np.int8)
    codes[0, :3] = UNKNOWN
    assert always_hidden(codes, np.zeros(codes.shape, np.bool_)) is None


def test_two_kinds_that_were_taken_for_one_are_noticed() -> None:
    alone = np.array([[0, 1, 2, -1]])
    assert same_kinds(np.array([[2, 0, 1, 5]]), alone)
    assert same_kinds(np.array([[-1, -1, 1, 5]]), alone), "cells that are of none tell nothing"
    assert not same_kinds(np.array([[0, 0, 1, 5]]), alone)
    assert not same_kinds(alone, np.array([[0, 0, 1, 5]]))


def test_a_kind_that_is_covered_wherever_it_is_is_dropped(still: Pixels) -> None:
    """It ended in an error: cells kept the number of a kind that was none any more."""
    shown = still.copy()
    x, y, _, _ = BOARD
    left, top = round(x + 2.5 * TILE), round(y + round(2.5 * TILE))
    part = shown[top : top + round(2 * TILE), left : left + round(3 * TILE)]
    part[:] = np.round(part * 0.5 + 127.5)
    beside = Lattice(70.0, 122.0, 23.002179005604958, 23.00096232173013, 8, 8)
    learned = learn_kinds([sample_cells(shown, beside, SIDE)] * 3, False, shaded=True)
    assert learned.label.max() < len(learned.kinds)


@pytest.mark.parametrize("dark", [(0.2, 0.5, 0.8), (0.8, 0.35, 0.0)])
def test_a_board_that_fades_in_or_out_is_not_learned_half_dark(still: Pixels, dark: Sequence[float]) -> None:
    """The median of its frames shows all tiles, as no window at rest does."""
    assert not calibrated(*(np.round(still * (1 - share)).astype(np.uint8) for share in dark)).passed


def test_a_board_that_falls_is_not_learned_where_its_median_shows_it(still: Pixels) -> None:
    x, y, width, height = map(round, BOARD)
    falling = []
    for fallen in (5, 12, 19):
        shown = still.copy()
        shown[y : y + height, x : x + width] = np.roll(still[y : y + height, x : x + width], fallen, axis=0)
        falling.append(shown)
    assert not calibrated(*falling).passed


def test_half_of_the_frames_are_not_most_of_them(still: Pixels) -> None:
    beside = Lattice(*BOARD, RULES.rows, RULES.cols)
    other = render_still(LOOK, 1.0, RULES, start(RULES, dice(6)))
    assert passes_over([still, still, gleaming(still, 4.5)], beside)
    assert not passes_over([still, gleaming(still, 4.5)], beside)
    assert not passes_over([still, still, other, other], beside)
    elsewhere = still.copy()
    elsewhere[:5] = 255
    assert not passes_over([still, still, elsewhere], beside)

"""What is found within a board is a part of it, however well it proves itself, and so is what is half ground."""

from dataclasses import replace

import engine.swap3 as swap3
from calibration.calibrate import calibrate
from calibration.outcome import CalibrationResult
from capture.frame import Frame
from engine.dice import dice
from practice.swap3 import board_rectangle, render_still
from vision.swap3 import SCREEN

RULES = swap3.PRESETS["gweled"]
LOOK = "print"
COVERED = ((0, 6), (4, 2))


def test_tiles_that_stand_crosswise_are_no_board_of_their_own() -> None:
    """Two cells that fitted no kind: the board was refused, and 2 x 2 of its tiles passed for one of 4 x 4."""
    left, top, width, _height = board_rectangle(LOOK, 1.0, RULES)
    frames = []
    for number in range(3):
        state = swap3.start(RULES, dice(20 + number))
        board = state.board.copy()
        board[3:5, 6:8] = [[2, 0], [0, 2]]
        pixels = render_still(LOOK, 1.0, RULES, state._replace(board=board)).copy()
        for row, col in COVERED if number == 1 else ():
            pitch = width / RULES.cols
            x, y = left + col * pitch, top + row * pitch
            rows = slice(int(y + 0.35 * pitch), int(y + 0.65 * pitch))
            band = pixels[rows, int(x + 0.1 * pitch) : int(x + 0.9 * pitch)]
            band[:] = 255 - band
        frames.append(Frame(pixels, number))
    result = calibrate(frames, replace(SCREEN, score=False), any_size=True).result
    assert (result.rows, result.cols) == (RULES.rows, RULES.cols), result.board


def of_four_by_four(seed: int) -> tuple[CalibrationResult, float]:
    """Return what is made of a small board whose window shows as much ground beside it, and how far off it lies."""
    rules = replace(RULES, rows=4, cols=4, kinds=4)
    frame = Frame(render_still("mine", 1.23, rules, swap3.start(rules, dice(seed))), 0)
    result = calibrate([frame], replace(SCREEN, score=False), rows=4, cols=4).result
    left, _, width, _ = board_rectangle("mine", 1.23, rules)
    assert result.board is not None
    return result, abs(result.board[0] - left) / (width / rules.cols)


def test_half_a_board_and_as_much_ground_are_no_board_where_it_lies_elsewhere() -> None:
    result, cells_off = of_four_by_four(41)
    assert result.passed
    assert cells_off < 0.1


def test_ground_that_passes_for_a_tile_is_told() -> None:
    """It fills the last column, and goes on beside it."""
    result, cells_off = of_four_by_four(9054)
    assert not result.passed
    assert cells_off > 1
    assert result.reasons[0].startswith("what lies beside the board at the right looks like one of its tiles")

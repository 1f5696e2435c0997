"""Swap3's drawn windows, frames from before and after moves: seven kinds, whatever ground they have in common."""

from dataclasses import replace

import numpy as np
import pytest

import engine.swap3 as swap3
from bot.calibrating.frames import calibrate_frames
from bot.calibrating.rules_of_board import colours_of
from bot.calibrating.wishes import CalibrationWishes
from bot.games import GAMES
from calibration.calibrate import calibrate
from capture.frame import Frame
from engine.dice import dice
from practice.swap3 import board_rectangle, look_names, render_still
from vision.reader import Reader
from vision.sighting import UNKNOWN
from vision.swap3 import SCREEN

RULES = swap3.PRESETS["gweled"]


@pytest.mark.parametrize("look", look_names())
def test_moves_between_frames_make_no_kinds_one(look: str) -> None:
    rolls = dice(1)
    state = swap3.start(RULES, rolls)
    frames, boards = [], []
    for number in range(3):
        frames.append(Frame(render_still(look, 0.5, RULES, state), number))
        boards.append(state.board)
        state = swap3.apply(RULES, state, int(swap3.legal_moves(RULES, state)[0]), rolls).state
    calibration = calibrate(frames, replace(SCREEN, score=False))
    assert calibration.result.passed, calibration.result.reasons
    assert calibration.result.kinds == RULES.kinds
    assert calibration.result.board == pytest.approx(board_rectangle(look, 0.5, RULES), abs=0.5)
    assert len(np.unique(np.stack(boards))) == RULES.kinds


def test_a_place_that_reaches_out_of_the_window_is_none() -> None:
    """Asked for a column too many, the search found a board that reached 14 pixels out, which no profile can hold."""
    frame = Frame(render_still("pond", 1.0, RULES, swap3.start(RULES, dice(1))), 0)
    result = calibrate([frame], replace(SCREEN, score=False), rows=8, cols=9).result
    assert not result.passed
    assert len(result.reasons) == 1


@pytest.mark.parametrize("kinds", [9, 12])
def test_rules_with_more_kinds_have_a_code_for_each(kinds: int) -> None:
    """Those beyond the first preset's seven meant nothing to the rules: play waited for cells that were read well."""
    game, name = GAMES["swap3"](), f"gweled:kinds={kinds}"
    states = [swap3.start(swap3.PRESETS[name], dice(seed)) for seed in (1, 2)]
    frames = [Frame(render_still("pond", 1.0, swap3.PRESETS[name], state), k) for k, state in enumerate(states)]
    calibration = calibrate_frames(game, frames, "", CalibrationWishes(colours=colours_of(game, name)))
    assert calibration.result.passed, calibration.result.reasons
    assert sorted(kind.code for kind in calibration.profile.kinds) == list(range(kinds))


@pytest.mark.parametrize("look", look_names())
def test_a_kind_that_no_picture_showed_is_kept_apart_when_it_comes(look: str) -> None:
    states = [swap3.start(replace(RULES, kinds=6), dice(seed)) for seed in (1, 2)]
    boards = [state._replace(board=np.where(state.board == 5, np.int8(6), state.board)) for state in states]
    calibration = calibrate([Frame(render_still(look, 1.0, RULES, state), 0) for state in boards], SCREEN)
    assert calibration.result.kinds == 6
    reader = Reader(calibration.profile, calibration.prototypes)
    seventh = boards[0]._replace(board=boards[0].board.copy())
    seventh.board[3, 4] = 5
    moved = seventh._replace(board=seventh.board.copy())
    moved.board[7, :2] = moved.board[7, 1::-1]
    frames = [Frame(render_still(look, 1.0, RULES, state), number) for number, state in enumerate((seventh, moved))]
    before = reader.read(frames[0]).codes
    assert np.argwhere(before == UNKNOWN).tolist() == [[3, 4]]
    learn_kinds = GAMES["swap3"]().learn_kinds
    assert learn_kinds is not None
    learned = learn_kinds(reader, frames[0], frames[1], before == UNKNOWN, None)
    assert learned is not None
    assert [kind.code for kind in learned.kinds] == [SCREEN.first_free_code]
    after = learned.reader.read(frames[0]).codes
    assert after[3, 4] == SCREEN.first_free_code
    after[3, 4] = UNKNOWN
    assert np.array_equal(after, before)

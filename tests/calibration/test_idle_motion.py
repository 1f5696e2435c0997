"""A tile that moves while it rests is one kind, whichever of its phases the frames happen to show."""

import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.kinds import Kind
from calibration.taking_turns import one_kind_in_motion
from capture.frame import Frame
from engine.bilging import KIND_NAMES, PRESETS, State, start
from engine.dice import dice
from practice.bilging import render_still
from vision.bilging import SCREEN

BEAT_S = 1 / 8
JELLYFISH, CRAB, PUFFER = (KIND_NAMES.index(name) for name in ("jellyfish", "crab", "puffer fish"))


def board_with_specials() -> State:
    shown = start(PRESETS["ypp"], dice(3))
    board = shown.board.copy()
    board[2, 2] = board[8, 4] = JELLYFISH
    board[8, 0] = PUFFER
    board[11, 0] = CRAB
    return shown._replace(board=board)


@pytest.mark.parametrize("phases", [(2, 2, 6), (2, 6, 6), (3, 7, 7)])
def test_opposite_phases_of_a_jellyfish_are_one_kind(phases: tuple[int, ...]) -> None:
    shown = board_with_specials()
    frames = [
        Frame(render_still("deck", 1.0, shown, seconds=(phase + 0.1) * BEAT_S), number)
        for number, phase in enumerate(phases)
    ]
    calibration = calibrate(frames, SCREEN)
    assert calibration.result.passed, calibration.result.reasons
    assert calibration.profile is not None
    specials = [kind for kind in calibration.profile.kinds if kind.name.startswith("unnamed")]
    assert len(specials) == 3


def kind(level: float) -> Kind:
    return Kind(np.full((4, 4, 3), level, np.float32), np.ones((4, 4), np.float32), np.zeros(1, np.intp))


ALIKE = [kind(100.0), kind(110.0), kind(200.0)]


def test_a_cell_that_alternates_between_like_kinds_joins_them() -> None:
    label = np.zeros((2, 6, 6), np.intp)
    label[:, 0, :3] = 2
    label[0, 4, 4] = 1
    joined = one_kind_in_motion(ALIKE, label)
    assert (joined[:, 4, 4] == joined[0, 5, 5]).all()
    assert set(joined.ravel().tolist()) == {0, 1}


@pytest.mark.parametrize("case", ["a swap", "a column that fell", "too many", "unlike"])
def test_a_move_joins_nothing(case: str) -> None:
    label = np.zeros((2, 6, 6), np.intp)
    label[:, 0, :3] = 2
    if case == "a swap":
        label[0, 4, 4], label[1, 4, 5] = 1, 1
    elif case == "a column that fell":
        label[0, :3, 4], label[1, :3, 4] = (1, 0, 2), (0, 2, 1)
    elif case == "too many":
        label[0, 4, :] = 1
    else:
        label[0, 4, 4] = 2
    assert one_kind_in_motion(ALIKE, label) is label

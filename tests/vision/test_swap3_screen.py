import numpy as np
import pytest

import engine.swap3 as swap3
from vision.sighting import UNKNOWN, Sighting, Status
from vision.swap3 import SCREEN, state_from_sighting

RULES = swap3.PRESETS["gweled"]


def sighting(codes: np.ndarray) -> Sighting:
    return Sighting(codes.astype(np.int8), np.ones(codes.shape, np.float32), Status.CLEAR, 0)


def test_the_screen_is_that_of_the_usual_rules() -> None:
    assert (SCREEN.rows, SCREEN.cols, SCREEN.colours) == (RULES.rows, RULES.cols, RULES.kinds)
    assert SCREEN.first_free_code > swap3.EMPTY


def test_kinds_that_the_rules_do_not_have_are_unknown() -> None:
    codes = np.arange(64).reshape(8, 8) % 5
    codes[0, :3] = (RULES.kinds, swap3.EMPTY, SCREEN.first_free_code)
    state = state_from_sighting(RULES, sighting(codes))
    assert (state.board[0, :3] == UNKNOWN).all()
    assert np.array_equal(state.board[1:], codes[1:])
    assert (state.moves, state.score) == (0, 0.0)


def test_a_board_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="board"):
        state_from_sighting(RULES, sighting(np.zeros((7, 8))))

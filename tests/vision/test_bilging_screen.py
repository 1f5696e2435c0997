"""From a sighting of Bilging's window to the engine's state."""

import numpy as np
import pytest

from engine.bilging import EMPTY, PRESETS, UNKNOWN
from vision.bilging import SCREEN, state_from_sighting
from vision.sighting import Sighting, Status

RULES = PRESETS["ypp"]


def sighting(codes: np.ndarray, **extras: float) -> Sighting:
    return Sighting(codes, np.ones(codes.shape, np.float32), Status.CLEAR, 0, extras)


def test_codes_and_water_are_taken_over() -> None:
    codes = (np.arange(72) % 10).reshape(12, 6).astype(np.int8)
    state = state_from_sighting(RULES, sighting(codes, waterline=8.0))
    assert (state.board == codes).all()
    assert state.water_px == 4 * 45


def test_kinds_that_the_engine_does_not_know_are_inert() -> None:
    codes = np.zeros((12, 6), np.int8)
    codes[0, :3] = UNKNOWN, SCREEN.first_free_code, EMPTY
    state = state_from_sighting(RULES, sighting(codes, waterline=9.0))
    assert state.board[0].tolist() == [UNKNOWN, UNKNOWN, UNKNOWN, 0, 0, 0]


@pytest.mark.parametrize(("waterline", "water_px"), [(12.0, 135), (9.02, 134), (9.5, 112), (0.0, 405), (2.9, 405)])
def test_water_stays_within_its_bounds(waterline: float, water_px: int) -> None:
    state = state_from_sighting(RULES, sighting(np.zeros((12, 6), np.int8), waterline=waterline))
    assert state.water_px == max(water_px, RULES.water_min_px)


def test_without_a_waterline_the_water_is_as_at_the_start() -> None:
    assert state_from_sighting(RULES, sighting(np.zeros((12, 6), np.int8))).water_px == RULES.water_start_px


def test_a_board_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a board"):
        state_from_sighting(RULES, sighting(np.zeros((8, 8), np.int8)))

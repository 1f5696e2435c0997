"""Square Stacker's sightings as the engine's states and as documents."""

import numpy as np
import pytest

from engine.square_stacker import EMPTY, PRESETS, places
from vision.sighting import UNKNOWN, Sighting, Status
from vision.square_stacker import SCREEN, document, state_from_sighting

CODES = np.random.default_rng(0).integers(0, 7, (12, 3)).astype(np.int8)


def sighting(codes: np.ndarray) -> Sighting:
    return Sighting(codes, np.ones(codes.shape, np.float32), Status.CLEAR, 0)


def test_a_sighting_becomes_the_state_it_shows() -> None:
    codes = CODES.copy()
    codes[2, 1] = codes[11, 0] = UNKNOWN
    codes[3, 2] = 70
    state = state_from_sighting(PRESETS["wpi"], sighting(codes))
    assert state.grid[0, 2, 1] == state.hand[2, 0] == UNKNOWN
    assert state.grid[1, 0, 2] == UNKNOWN
    codes[3, 2] = UNKNOWN
    assert np.array_equal(places(state), codes)
    assert (state.combo, state.score, state.moves) == (0, 0, 0)
    with pytest.raises(ValueError, match="12, 3"):
        state_from_sighting(PRESETS["wpi"], sighting(codes[:9]))


def test_the_document_has_grid_and_hand() -> None:
    written = document(sighting(CODES))
    assert np.array_equal(np.array(written["codes"]).reshape(9, 3), CODES[:9])
    assert np.array_equal(written["hand"], CODES[9:])


def test_the_screen_names_slots_and_hand() -> None:
    assert (SCREEN.rows, SCREEN.cols, SCREEN.slots, SCREEN.hand, SCREEN.colours) == (3, 3, 3, 3, EMPTY)

"""What a calibration says of how far cells lie off its lattice is in pixels, whatever the game."""

import numpy as np
import pytest

from calibration.registration import misplacement
from calibration.well.cells import cut_cell
from engine.columns import EMPTY, PRESETS
from practice.columns.still import well_rectangle
from tests.vision.drawn_wells import draw, random_state
from vision.lattice import Lattice

RULES = PRESETS["jewel"]
SIDE = 32


def stacks(lattice: Lattice, off: float = 0.0) -> list[np.ndarray]:
    """The lowest rows of a drawn well, by kind, cut where a lattice says, or about so many pixels off."""
    rng = np.random.default_rng(0)
    state = random_state(RULES, np.random.default_rng(4), 5, 6)
    picture = draw("cave", 1.5, RULES, state, top=None).frame.pixels
    codes = state.board[RULES.hidden :]
    return [
        np.stack(
            [
                cut_cell(picture, lattice, row, col, SIDE)
                for row, col in (
                    place + rng.normal(0, off / lattice.pitch_x, 2) for place in np.argwhere(codes == code)
                )
            ]
        )
        for code in range(EMPTY)
        if (codes == code).sum() > 1
    ]


def test_how_far_cells_lie_off_a_lattice_is_told_in_pixels() -> None:
    x, y, width, height = well_rectangle("cave", 1.5, RULES.rows, RULES.cols)
    true = Lattice(x, y, width / RULES.cols, height / RULES.rows, RULES.rows, RULES.cols)
    assert misplacement(stacks(true), true.pitch_x) == pytest.approx(0, abs=0.1)
    for off in (0.5, 1.0, 2.0):
        assert misplacement(stacks(true, off), true.pitch_x) == pytest.approx(off, rel=0.45)


def test_where_nothing_recurs_nothing_is_told() -> None:
    assert misplacement([], 32.0) is None
    assert misplacement([np.zeros((1, 8, 8, 3), np.float32)], 32.0) is None
    assert misplacement([np.zeros((4, 8, 8, 3), np.float32)], 32.0) is None

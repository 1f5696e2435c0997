"""Which labels of cells are those of one thing over the board, and which chance may have put so."""

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.covers import cover_faults
from calibration.kinds import Kind


def kinds_of(count: int) -> list[Kind]:
    """Return shaded kinds."""
    shades = np.linspace(0, 255, 8 * 8 * 3, dtype=np.float32).reshape(8, 8, 3)
    return [Kind(shades, np.ones((8, 8), np.float32), np.arange(1)) for _ in range(count)]


def labels(*boards: str) -> NDArray[np.intp]:
    return np.array([[[int(code) for code in row] for row in board.split()] for board in boards], np.intp)


@pytest.mark.parametrize("frames", [1, 2])
def test_cells_side_by_side_of_kinds_that_are_nowhere_else_lie_under_something(frames: int) -> None:
    board = "010101 102310 014501 101010 010101 101010"
    assert cover_faults(labels(*[board] * frames), kinds_of(6)) == [
        "cells at rows 2 to 3 and columns 3 to 4 seem to be covered by one thing; show the board with nothing over it"
    ]


def test_a_kind_that_hangs_together_over_two_small_boards_is_one() -> None:
    """No two frames have it at the same place."""
    assert not cover_faults(labels("0122 1022 2100 0211", "0122 2211 1020 0101"), kinds_of(3))
    assert not cover_faults(labels("3310 0102 1020 2101", "0133 1020 0212 1021"), kinds_of(4))

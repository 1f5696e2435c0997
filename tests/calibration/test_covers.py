"""Which labels of cells are those of one thing over the board, and which chance may have put so."""

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.covers import cover_faults
from calibration.kinds import Kind


def kinds_of(count: int, plain: int = 0) -> list[Kind]:
    """Return kinds, the first of one plain colour, the others shaded."""
    shades = np.linspace(0, 255, 8 * 8 * 3, dtype=np.float32).reshape(8, 8, 3)
    pictures = [np.full_like(shades, 99) if kind < plain else shades for kind in range(count)]
    return [Kind(picture, np.ones((8, 8), np.float32), np.arange(1)) for picture in pictures]


def labels(*boards: str) -> NDArray[np.intp]:
    return np.array([[[int(code) for code in row] for row in board.split()] for board in boards], np.intp)


@pytest.mark.parametrize("frames", [1, 2])
def test_cells_side_by_side_of_kinds_that_are_nowhere_else_lie_under_something(frames: int) -> None:
    board = "010101 102310 014501 101010 010101 101010"
    assert cover_faults(labels(*[board] * frames), kinds_of(6)) == [
        "cells at rows 2 to 3 and columns 3 to 4 seem to be covered by one thing; show the board with nothing over it"
    ]


def test_a_cell_of_what_lies_over_the_board_that_is_read_in_one_frame_only_is_its() -> None:
    board = labels(*["010101 102310 014501 101010 010101 101010"] * 2)
    board[1, 1, 2] = -1
    assert len(cover_faults(board, kinds_of(6))) == 1
    board[1, 1, 2] = 0
    assert not cover_faults(board, kinds_of(6)), "it has gone"


def test_a_kind_that_hangs_together_over_two_small_boards_is_one() -> None:
    """No two frames have it at the same place."""
    assert not cover_faults(labels("0122 1022 2100 0211", "0122 2211 1020 0101"), kinds_of(3))
    assert not cover_faults(labels("3310 0102 1020 2101", "0133 1020 0212 1021"), kinds_of(4))


def test_tiles_of_a_small_board_lie_side_by_side_by_chance() -> None:
    """Five rows of four with four kinds, by lot: one such board in fourteen was refused."""
    rng = np.random.default_rng(1)
    boards = [rng.integers(0, 4, (1, 5, 4)) for _ in range(100)]
    assert sum(bool(cover_faults(board, kinds_of(4))) for board in boards) <= 2


@pytest.mark.parametrize("frames", [1, 3])
def test_a_kind_of_one_plain_colour_that_lies_as_chance_puts_it_is_a_tile(frames: int) -> None:
    """Where three frames show it, it hung together: nearly all of such boards were refused."""
    rng = np.random.default_rng(2)
    boards = [rng.integers(0, 5, (frames, 9, 8)) for _ in range(100)]
    assert sum(bool(cover_faults(board, kinds_of(5, plain=1))) for board in boards) <= (10 if frames == 1 else 0)


@pytest.mark.parametrize("frame", [0, 1, 2])
def test_a_blank_dialog_in_one_of_three_frames_is_told(frame: int) -> None:
    boards = np.random.default_rng(3).integers(1, 6, (3, 8, 8))
    boards[frame, 2:4, 3:6] = 0
    (fault,) = cover_faults(boards, kinds_of(6, plain=1))
    assert "rows 3 to 4 and columns 4 to 6" in fault


def test_one_blank_cell_is_under_something() -> None:
    board = np.random.default_rng(3).integers(1, 6, (1, 8, 8)).repeat(2, axis=0)
    board[:, 2, 5] = 0
    (fault,) = cover_faults(board, kinds_of(6, plain=1))
    assert "rows 3 to 3 and columns 6 to 6" in fault
    assert not cover_faults(board, kinds_of(6)), "a special, seen once"

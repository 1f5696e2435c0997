"""The falling piece: how far it is after any time, what stops it, when it locks."""

import numpy as np
import pytest

from engine.columns import EMPTY
from practice.columns.falling import Falling, FallSpeed

SPEED = FallSpeed(row_ms=500.0, entry_ms=60.0, grace_ms=400.0)
PIECE = np.array([1, 2, 3], np.int8)
ROWS, COLS, HIDDEN = 17, 6, 3


def board(*heights: int) -> np.ndarray:
    codes = np.full((ROWS, COLS), EMPTY, np.int8)
    for col, height in enumerate(heights):
        codes[ROWS - height :, col] = 0
    return codes


def falling(smooth: bool, heights: tuple[int, ...] = (), fall_speed: FallSpeed = SPEED, col: int = 3) -> Falling:
    return Falling(board(*heights), HIDDEN, PIECE, col, 0, fall_speed, smooth)


def test_it_enters_fast_and_then_falls_at_its_own_pace() -> None:
    for smooth in (True, False):
        piece = falling(smooth)
        assert piece.advance(180) == 0
        assert piece.edge == pytest.approx(3)
        piece.advance(750)
        assert piece.edge == pytest.approx(4.5 if smooth else 4)
        piece.advance(250)
        assert piece.edge == pytest.approx(5)


@pytest.mark.parametrize("smooth", [True, False])
def test_many_short_times_are_one_long_one(smooth: bool) -> None:
    whole, parts = falling(smooth, (0, 0, 0, 5)), falling(smooth, (0, 0, 0, 5))
    whole.advance(180 + 1730)
    for _ in range(191):
        parts.advance(10)
    assert parts.edge == pytest.approx(whole.edge)
    assert parts.left_ms == pytest.approx(whole.left_ms)


@pytest.mark.parametrize("smooth", [True, False])
def test_it_stands_for_the_grace_and_locks(smooth: bool) -> None:
    piece = falling(smooth, (0, 0, 0, 4))
    way = 180 + 7 * 500  # from row 3 to row 10: the column's highest jewel is in row 13
    piece.advance(way)
    assert (piece.edge, piece.standing, piece.locked) == (10, True, False)
    assert (piece.advance(399), piece.locked) == (0, False)
    assert piece.left_ms == pytest.approx(1)
    assert piece.advance(51) == pytest.approx(50)
    assert piece.locked
    assert piece.advance(30) == 30
    assert not any(act() for act in (piece.rotate, piece.step_down, piece.drop))
    assert not piece.move(1)


def test_left_ms_is_when_something_happens_next() -> None:
    assert falling(False).left_ms == 60
    assert falling(True).left_ms == pytest.approx(180)
    piece = falling(True)
    piece.advance(180)
    assert piece.left_ms == pytest.approx(11 * 500)


def test_a_move_sideways_needs_every_cell_free_that_it_overlaps() -> None:
    piece = falling(True, (0, 0, 11, 0, 14))  # column 2 reaches up to row 6, column 4 to row 3
    assert piece.move(-1)
    assert piece.move(1)
    assert piece.move(1)  # still above the well
    assert piece.move(-1)
    piece.advance(180)
    assert not piece.move(1)
    assert piece.move(-1)  # its lower edge at row 6 touches the jewel there
    assert piece.move(1)
    piece.advance(5)
    assert not piece.move(-1)  # now its lowest jewel has begun to enter row 6
    assert piece.move(1) is False
    stepwise = falling(False, (0, 0, 11))
    stepwise.advance(180 + 499)
    assert stepwise.move(-1)


def test_the_walls_stop_it() -> None:
    piece = falling(False, col=0)
    assert not piece.move(-1)
    for _ in range(5):
        assert piece.move(1)
    assert (piece.move(1), piece.col) == (False, 5)


def test_rotation_takes_the_bottom_jewel_to_the_top() -> None:
    piece = falling(False)
    assert piece.rotate()
    assert piece.piece.tolist() == [3, 1, 2]
    assert PIECE.tolist() == [1, 2, 3]


@pytest.mark.parametrize("smooth", [True, False])
def test_a_soft_drop_is_a_row_and_ends_on_the_ground(smooth: bool) -> None:
    piece = falling(smooth, (0, 0, 0, 9))
    piece.advance(180 + 250)
    edge = piece.edge
    assert piece.step_down()
    assert piece.edge == edge + 1
    assert piece.step_down()
    assert piece.edge == 5
    assert piece.standing
    assert not piece.step_down()
    assert not piece.locked


def test_a_hard_drop_locks_at_once() -> None:
    piece = falling(True, (0, 0, 0, 2))
    assert piece.drop()
    assert (piece.edge, piece.locked) == (12, True)


def test_the_grace_begins_anew_only_when_it_falls_on() -> None:
    piece = falling(False, (0, 0, 3, 3, 1))
    piece.advance(180 + 8 * 500 + 300)
    assert (piece.standing, piece.locked) == (True, False)
    assert piece.move(-1)
    assert piece.left_ms == pytest.approx(100)
    piece.move(1)
    piece.move(1)
    assert not piece.standing
    piece.advance(2 * 500)
    assert piece.left_ms == pytest.approx(400)


@pytest.mark.parametrize("smooth", [True, False])
def test_instant_falls_to_the_ground_but_can_be_moved(smooth: bool) -> None:
    piece = falling(smooth, (0, 0, 2, 2, 5), FallSpeed(0.0, 0.0, 100.0))
    piece.advance(0)
    assert (piece.edge, piece.locked) == (12, False)
    assert not piece.move(1)
    assert piece.move(-1)
    assert piece.move(-1)
    piece.advance(0.0)
    assert piece.edge == 14
    piece.advance(100)
    assert piece.locked

"""Bilging's clicks against the game's own rule of which pair a click swaps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.bilging import gesture, move_at, parking, sketch
from vision.lattice import Lattice

REAL = Lattice(89, 46, 45, 45, 12, 6)
LATTICES = st.builds(
    Lattice, st.floats(0, 900), st.floats(0, 900), st.floats(10, 140), st.floats(10, 140), st.just(12), st.just(6)
)


def test_the_click_is_in_the_middle_of_what_the_game_takes_for_the_pair():
    for move in range(60):
        row, col = divmod(move, 5)
        x, y = gesture(move, REAL).at
        assert 45 * col + 23 <= x - 89 <= 45 * col + 67
        assert x - 89 - (45 * col + 23) == 45 * col + 67 - (x - 89)
        assert 45 * row < y - 46 < 45 * (row + 1)


def test_the_games_own_edges():
    for col in range(5):
        for edge in (45 * col + 23, 45 * col + 67):
            assert move_at((89 + edge, 46 + 50), REAL) == 5 + col
    assert move_at((89, 46), REAL) == 0
    assert move_at((89 + 269, 46 + 539), REAL) == 59
    for beside in ((88, 100), (89 + 270, 100), (100, 45), (100, 46 + 540)):
        assert move_at(beside, REAL) is None


@given(LATTICES, st.integers(0, 59))
def test_a_gesture_makes_its_move(lattice, move):
    assert move_at(gesture(move, lattice).at, lattice) == move


@pytest.mark.parametrize("move", [-1, 60])
def test_no_such_move(move):
    with pytest.raises(ValueError, match="expected a move from 0 to 59"):
        gesture(move, REAL)


def test_parking_is_in_the_window_and_beside_the_board():
    x, y = parking(REAL, 800, 600)
    assert 0 <= x < 800
    assert 0 <= y < 600
    assert move_at((x, y), REAL) is None
    left = parking(Lattice(300, 0, 45, 45, 12, 6), 570, 540)
    assert 0 < left[0] < 300
    with pytest.raises(ValueError, match="room beside the board"):
        parking(Lattice(0, 0, 45, 45, 12, 6), 270, 540)


def test_sketch_leaves_the_middle_of_every_piece_free():
    drawing = sketch([7, 8, 7, 30], "12 points", REAL)
    assert drawing.boxes == ((89 + 2 * 45, 46 + 45, 90, 45),)
    assert len(drawing.dim_boxes) == 2
    assert drawing.stroke <= 45 * 0.1
    for x, _ in (*drawing.arrow, drawing.text_at):
        assert x > 89 + 270

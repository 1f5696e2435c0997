"""Bilging's clicks against the game's own rule of which pair a click swaps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.bilging import gesture, sketch
from control.sketch import Box
from vision.lattice import Lattice

REAL = Lattice(89, 46, 45, 45, 12, 6)
LATTICES = st.builds(
    Lattice, st.floats(0, 900), st.floats(0, 900), st.floats(10, 140), st.floats(10, 140), st.just(12), st.just(6)
)


def test_the_click_is_in_the_middle_of_what_the_game_takes_for_the_pair() -> None:
    for move in range(60):
        row, col = divmod(move, 5)
        x, y = gesture(move, REAL).at
        assert 45 * col + 23 <= x - 89 <= 45 * col + 67
        assert x - 89 - (45 * col + 23) == 45 * col + 67 - (x - 89)
        assert 45 * row < y - 46 < 45 * (row + 1)


@given(LATTICES, st.integers(0, 59))
def test_on_a_board_of_any_size_the_click_is_in_the_middle_of_the_pair(lattice: Lattice, move: int) -> None:
    (x, y), (row, col) = gesture(move, lattice).at, divmod(move, 5)
    assert (x - lattice.x) / lattice.pitch_x == pytest.approx(col + 1)
    assert (y - lattice.y) / lattice.pitch_y == pytest.approx(row + 0.5)


@pytest.mark.parametrize("move", [-1, 60])
def test_no_such_move(move: int) -> None:
    with pytest.raises(ValueError, match="expected a move from 0 to 59"):
        gesture(move, REAL)


def test_sketch_leaves_the_middle_of_every_piece_free() -> None:
    drawing = sketch([7, 8, 7, 30], "12 points", REAL)
    assert drawing.boxes == (Box(89 + 2 * 45, 46 + 45, 90, 45),)
    assert len(drawing.dim_boxes) == 2
    assert drawing.stroke <= 45 * 0.1
    assert drawing.arrow is not None
    for x, _ in (*drawing.arrow, drawing.text_at):
        assert x > 89 + 270

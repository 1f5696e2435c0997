"""What a slot may be said to show while rings move over it."""

import pytest

from engine.square_stacker import CELLS, EMPTY
from practice.shown_cells import NOTHING
from practice.square_stacker.animation import Sprite
from practice.square_stacker.looks import SQUARES, Layout
from practice.square_stacker.shown_slots import shown_slots

LAYOUT: Layout = SQUARES.layout
A, B = 3, 5
OUTER = 2


def ring(
    colour: int, place: int, right: float = 0.0, grow: float = 1.0, alpha: float = 1.0, white: float = 0.0
) -> Sprite:
    """An outer ring, so many pitches to the right of a place."""
    x, y = LAYOUT.place(place)
    return Sprite(colour, OUTER, x + right * LAYOUT.pitch, y, grow, alpha, white)


def codes(place: int, *rings: Sprite) -> list[int]:
    """What a place's outer slot may be taken for; all other slots are empty."""
    boards = shown_slots(LAYOUT, rings)
    for number, board in enumerate(boards):
        others = [
            code for at, slots in enumerate(board) for size, code in enumerate(slots) if (at, size) != (place, OUTER)
        ]
        assert set(others) == {EMPTY if number == 0 else NOTHING}
    return [board[place][OUTER] for board in boards]


@pytest.mark.parametrize("place", [0, CELLS - 1, CELLS + 1])
def test_a_ring_in_its_place_shows_and_nothing_else(place: int) -> None:
    assert codes(place, ring(A, place)) == [A]
    assert codes(place) == [EMPTY]


@pytest.mark.parametrize("changed", [{"right": 0.3}, {"grow": 0.6}, {"alpha": 0.5}, {"grow": 1.08, "white": 0.85}])
def test_one_that_is_not_whole_there_may_be_taken_for_itself_or_for_not_there(changed: dict[str, float]) -> None:
    assert codes(4, ring(A, 4, **changed)) == [A, EMPTY]


def test_one_that_passes_over_another_may_be_taken_for_either() -> None:
    assert codes(4, ring(A, 4), ring(B, 4, right=0.2)) == [A, B]


def test_what_has_faded_or_floats_beside_every_place_shows_nowhere() -> None:
    assert codes(4, ring(A, 4, alpha=0.0), ring(B, 0, right=-0.6)) == [EMPTY]

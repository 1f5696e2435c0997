"""Held: what a turn did fits one number and comes out of it again; a width is what gets deep enough in time."""

import pytest
from hypothesis import given
from hypothesis.strategies import integers, lists

from engine.hypersonic.rules import MAX_PLAYERS
from policy.hypersonic.beam_work import MOST_OWN, MOST_PREDICTED, WIDTHS, BeamWork, width_number

NUMBERS = integers(0, len(WIDTHS) - 1)
PREDICTED = lists(integers(0, MOST_PREDICTED), min_size=MAX_PLAYERS, max_size=MAX_PLAYERS)


@given(integers(0, MOST_OWN), NUMBERS, PREDICTED, NUMBERS)
def test_work_says_all_that_a_turn_did(own: int, width: int, predicted: list[int], predicted_width: int) -> None:
    work = BeamWork(own, width, tuple(predicted), predicted_width)
    assert BeamWork.unpack(work.packed()) == work
    assert work.packed() < 1 << 63, "the store of games keeps it in 64 bits"


@pytest.mark.parametrize(
    ("rate", "ms", "levels", "most", "wide"),
    [(300, 10, 30, 5000, 100), (300, 10, 30, 60, 60), (300, 10, 3, 5000, 1000), (300, 0.1, 30, 5000, 20)],
)
def test_a_width_is_the_widest_that_opens_all_levels_in_time(
    rate: float, ms: float, levels: int, most: int, wide: int
) -> None:
    number = width_number(rate, ms, levels, most)
    assert WIDTHS[number] <= wide < WIDTHS[number + 1]

"""Each way a move can end is told apart by board and time alone."""

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.playing.outcome import UNCHANGED_S, UNDER_WAY_PATIENCE, Outcome, judge
from vision.sighting import UNKNOWN, Codes

BEFORE = np.array([[0, 1, 2], [3, 4, 5], [6, 0, 1]], dtype=np.int8)
EXPECTED = np.array([[1, 0, 2], [3, 4, 5], [6, 0, 1]], dtype=np.int8)


def contradictions(observed: Codes) -> NDArray[np.bool_]:
    odd: NDArray[np.bool_] = (observed != EXPECTED) & (observed != UNKNOWN)
    return odd


def changed(*cells: tuple[int, int], base: Codes = EXPECTED) -> Codes:
    board = base.copy()
    for cell in cells:
        board[cell] = (board[cell] + 3) % 7
    return board


@pytest.mark.parametrize(
    ("observed", "waited", "outcome"),
    [
        (EXPECTED, 0.0, Outcome.AS_PLANNED),
        (BEFORE, 0.5, Outcome.STILL_MOVING),
        (BEFORE, 2.0, Outcome.INPUT_LOST),
        (changed((2, 2)), 0.5, Outcome.STILL_MOVING),
        (changed((2, 2)), 2.0, Outcome.MISREAD),
        (changed((0, 2), (1, 1), (2, 2)), 2.0, Outcome.RULES_DIFFER),
    ],
)
def test_outcomes(observed: Codes, waited: float, outcome: Outcome) -> None:
    assert judge(BEFORE, observed, contradictions, waited, 1.5).outcome is outcome


def test_an_unknown_cell_contradicts_nothing() -> None:
    observed = EXPECTED.copy()
    observed[1, 1] = UNKNOWN
    assert judge(BEFORE, observed, contradictions, 0.0, 1.5).outcome is Outcome.AS_PLANNED


def test_an_unchanged_board_with_a_cell_that_can_no_longer_be_read_is_waited_for_before_it_is_lost_input() -> None:
    observed = BEFORE.copy()
    observed[2, 0] = UNKNOWN
    assert judge(BEFORE, observed, contradictions, 2.0, 1.5).outcome is Outcome.STILL_MOVING
    assert judge(BEFORE, observed, contradictions, 1.5 * UNDER_WAY_PATIENCE, 1.5).outcome is Outcome.INPUT_LOST
    assert judge(observed, observed, contradictions, 2.0, 1.5).outcome is Outcome.INPUT_LOST


def test_a_swap_of_which_one_cell_can_be_read_already_is_waited_for() -> None:
    """Seen in a window that hung: of two tiles at nine tenths of their way one was told, the other not."""
    before = np.array([[1, 3, 1], [3, 1, 3], [6, 0, 5]], dtype=np.int8)
    halfway = before.copy()
    halfway[0, 1], halfway[1, 1] = 1, UNKNOWN

    def three_in_a_row(observed: Codes) -> NDArray[np.bool_]:
        return np.repeat((observed == observed[:, :1]).all(axis=1, keepdims=True), 3, axis=1)

    assert judge(before, halfway, three_in_a_row, 2.0, 1.5).outcome is Outcome.STILL_MOVING
    assert judge(before, halfway, three_in_a_row, 1.5 * UNDER_WAY_PATIENCE, 1.5).outcome is Outcome.RULES_DIFFER


def test_the_old_board_is_not_the_end_of_a_move_that_chance_could_turn_into_it() -> None:
    """Seen in the demo: all that a break at the bottom touches is refilled, so the rules allowed the old board."""

    def anything_goes(observed: Codes) -> NDArray[np.bool_]:
        return np.zeros(observed.shape, np.bool_)

    assert judge(BEFORE, BEFORE, anything_goes, 0.0, 1.5).outcome is Outcome.STILL_MOVING
    assert judge(BEFORE, BEFORE, anything_goes, 2.0, 1.5).outcome is Outcome.INPUT_LOST
    assert judge(BEFORE, EXPECTED, anything_goes, 0.0, 1.5).outcome is Outcome.AS_PLANNED


def test_a_move_that_changes_nothing_is_given_the_time_of_a_swap() -> None:
    def as_before(observed: Codes) -> NDArray[np.bool_]:
        odd: NDArray[np.bool_] = observed != BEFORE
        return odd

    waited = {0.0: Outcome.STILL_MOVING, 0.9 * UNCHANGED_S: Outcome.STILL_MOVING, UNCHANGED_S: Outcome.AS_PLANNED}
    for seconds, outcome in waited.items():
        assert judge(BEFORE, BEFORE, as_before, seconds, 1.5, changes_nothing=True).outcome is outcome


def test_the_odd_cells_are_named() -> None:
    assert judge(BEFORE, changed((2, 2)), contradictions, 2.0, 1.5).cells == ((2, 2),)

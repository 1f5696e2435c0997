"""The race among moves: who leads stays in it, who is clearly behind drops out, and nothing is counted after that."""

import numpy as np
import pytest
from numpy.typing import NDArray

from policy.search.racing import BEHIND, FIRST_LOOK, Race


def run(futures: NDArray[np.float64], head_start: NDArray[np.float64] | None = None) -> Race:
    """A race over outcomes (futures, runners)."""
    race = Race(np.zeros(futures.shape[1]) if head_start is None else head_start)
    for outcomes in futures:
        race.note(outcomes)
    return race


def test_who_leads_stays_though_others_led_before() -> None:
    """One future makes up for the rest, which the differences to whoever led in each of them do not show."""
    late = np.array([[0.0, -1.0]] * 7 + [[0.0, 8.0]])
    race = run(late)
    assert race.futures == FIRST_LOOK
    assert race.total.tolist() == [0.0, 1.0]
    assert race.wanted.tolist() == [True, True]


@pytest.mark.parametrize("seed", range(20))
def test_the_leader_never_drops_out(seed: int) -> None:
    dice = np.random.default_rng(seed)
    head_start = dice.normal(size=5)
    race = Race(head_start)
    for outcomes in dice.standard_t(1.5, size=(100, 5)):
        ran = race.wanted.copy()
        race.note(outcomes)
        led = np.where(ran, head_start + race.total, -np.inf)
        assert race.wanted[np.argmax(led)]
        assert race.wanted.any()


@pytest.mark.parametrize(("apart", "stays"), [(0.9 * BEHIND, True), (1.1 * BEHIND, False)])
def test_so_many_errors_behind_is_out(apart: float, stays: bool) -> None:
    """Differences of 1 to either side of `apart` errors: their error is 1 over the root of how many there are."""
    mean = apart / np.sqrt(FIRST_LOOK)
    behind = np.where(np.arange(FIRST_LOOK) % 2, -1.0, 1.0) - mean
    same = np.random.default_rng(0).normal(size=FIRST_LOOK)  # what both meet tells nothing
    race = run(np.stack([same, same + behind], axis=1))
    assert race.wanted.tolist() == [True, stays]


def test_who_is_ahead_by_its_head_start_leads() -> None:
    futures = np.tile([0.0, 1.0], (FIRST_LOOK, 1))
    assert run(futures).wanted.tolist() == [False, True]
    assert run(futures, np.array([FIRST_LOOK + 1.0, 0.0])).wanted.tolist() == [True, True]


def test_nothing_counts_of_who_has_dropped_out() -> None:
    race = run(np.tile([0.0, -1.0], (FIRST_LOOK, 1)))
    assert race.wanted.tolist() == [True, False]
    for _ in range(FIRST_LOOK):
        race.note(np.array([2.0, 1000.0]))
    assert race.total.tolist() == [2.0 * FIRST_LOOK, -1.0 * FIRST_LOOK]
    assert race.means.tolist() == [1.0, -1.0]


def test_equal_runners_stay_and_the_outcomes_given_are_kept_as_they_were() -> None:
    given = np.zeros(3)
    race = Race(np.zeros(3))
    for future in range(3 * FIRST_LOOK):
        given[:] = future
        race.note(given)
    assert race.wanted.all()
    assert race.means.tolist() == [np.arange(3.0 * FIRST_LOOK).mean()] * 3

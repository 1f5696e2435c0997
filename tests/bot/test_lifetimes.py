"""How long things last, from those that were cut off too."""

import math

import numpy as np
import pytest

from bot.measuring.lifetimes import mean_life


@pytest.mark.parametrize(
    ("deaths", "low", "high"),
    # half of the chi-square quantiles of 0.025 and 0.975, as tables have them
    [(1, 0.02532, 5.5716), (2, 0.24221, 7.2247), (10, 4.7954, 18.390), (100, 81.364, 121.63)],
)
def test_the_ends_are_those_of_tables(deaths: int, low: float, high: float) -> None:
    assert mean_life(1000, deaths) == pytest.approx((1000 / high, 1000 / low), rel=2e-4)


def test_where_nobody_died_the_mean_may_be_anything_above_a_bound() -> None:
    assert mean_life(1000, 0) == pytest.approx((1000 / -math.log(0.025), math.inf))


def test_many_deaths_are_counted_too() -> None:
    low, high = mean_life(5e6, 5000)
    assert (low, high) == pytest.approx((1000 / (1 + 1.96 / 5000**0.5), 1000 / (1 - 1.96 / 5000**0.5)), rel=1e-3)


def test_the_interval_holds_the_mean_of_lives_cut_off_nineteen_times_in_twenty() -> None:
    rolls, held = np.random.default_rng(1), 0
    for _ in range(1000):
        lives = rolls.exponential(100.0, 8)
        low, high = mean_life(float(np.minimum(lives, 120.0).sum()), int((lives < 120.0).sum()))
        held += low <= 100 <= high
    assert 940 <= held <= 990

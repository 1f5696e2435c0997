"""Many numbers in a few."""

from collections import Counter

import numpy as np
import pytest

from bot.measuring.summaries import DIGITS, coarse, coarse_percentile


def test_coarse_numbers_are_few_and_close_below() -> None:
    numbers = np.unique(np.geomspace(1, 1e12, 5000).astype(np.int64)).tolist()
    made = [coarse(number) for number in numbers]
    assert made == sorted(made)
    assert all(0 <= number - each < number / 2 ** (DIGITS - 1) for number, each in zip(numbers, made, strict=True))
    assert len(set(made)) <= 41 * 2 ** (DIGITS - 1)
    assert [coarse(number) for number in (0, 1, 31, 32, 33, 1023)] == [0, 1, 31, 32, 32, 992]
    assert all(coarse(each) == each for each in made)


@pytest.mark.parametrize("share", [5, 50, 95, 100])
def test_a_percentile_of_counts_is_that_of_the_numbers(share: int) -> None:
    numbers = np.random.default_rng(share).integers(0, 32, 999).tolist()
    assert coarse_percentile(Counter(numbers), share) == np.percentile(numbers, share, method="inverted_cdf")


def test_of_nothing_there_is_no_percentile() -> None:
    assert coarse_percentile({}, 50) == 0

"""By how much pictures differ."""

import numpy as np

from vision.difference import difference


def test_it_is_that_of_the_worst_channel() -> None:
    rng = np.random.default_rng(1)
    one, other = rng.integers(0, 256, (2, 9, 13, 3)).astype(np.uint8)
    expected = np.abs(one.astype(np.int16) - other).max(axis=2)
    assert np.array_equal(difference(one, other), expected)
    assert np.array_equal(difference(one[:, 1:], other[:, :-1]), np.abs(one[:, 1:].astype(int) - other[:, :-1]).max(2))
    assert difference(one, other).dtype == np.uint8

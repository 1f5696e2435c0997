"""A loose guard; the figures are `bench`'s to tell."""

import os

import pytest

from bot.benchmarks.kernels import measure


@pytest.mark.timed
@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"), reason="nothing is compiled")
def test_kernels_leave_the_naive_engine_behind() -> None:
    speed = measure(boards=100, repeats=5, rounds=3)
    assert speed.ratio >= 10
    assert speed.whole_board >= 40e6
    assert speed.single >= 2 * speed.naive

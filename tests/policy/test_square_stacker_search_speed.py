"""A loose guard, for machines several times slower than that of docs/results.md; the figures are `bench`'s to tell."""

import os

import pytest

from bot.benchmarks.stacker_search import measure
from tests.pace import slowness


@pytest.mark.timed
@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"), reason="nothing is compiled")
def test_the_compiled_search_leaves_plain_python_behind() -> None:
    speed = measure(positions=100, rounds=6)
    assert speed.ratio >= 500
    assert speed.lists_ratio >= 25
    assert speed.kernel_ms <= 0.3 * slowness()
    assert 300 <= speed.simulated <= 900

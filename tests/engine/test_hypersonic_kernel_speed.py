"""A loose guard; the figures are `bench`'s to tell."""

import os
import time

import pytest

from bot.benchmarks.hypersonic_speed import plays
from engine.dice import dice
from engine.hypersonic import DIED, PRESETS, State
from tests.engine.hypersonic_games import random_game

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def middle(preset: str) -> State:
    """A position in the middle of a careful game, all players alive."""
    rules = PRESETS[preset]
    return next(state for state, _ in random_game(rules, 2, careful=True) if state.round == 20)


@pytest.mark.timed
@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize("preset", PRESETS)
def test_the_bitwise_engine_leaves_the_naive_one_behind(preset: str) -> None:
    """Both compiled, in turn, the best of three short runs each."""
    state = middle(preset)
    assert not state.players[:, DIED].any()
    bitwise, naive = plays(state)
    bitwise(1, dice(0))
    naive(1, dice(0))
    fast, slow = 0.0, 0.0
    for _ in range(3):
        began = time.perf_counter()
        played, _ = bitwise(30_000, dice(1))
        halfway = time.perf_counter()
        fast = max(fast, played / (halfway - began))
        played, _ = naive(1_000, dice(1))
        slow = max(slow, played / (time.perf_counter() - halfway))
    assert fast >= 2e6
    assert fast >= 8 * slow

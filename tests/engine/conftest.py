"""Hypothesis without a deadline: the first call of a kernel compiles it; and Hypersonic's engines in turn."""

from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tests.engine.hypersonic_engines import Play

settings.register_profile("kernels", deadline=None)
settings.load_profile("kernels")


@pytest.fixture(params=["naive plain", "naive", "bitwise"])
def play(request: pytest.FixtureRequest) -> "Play":
    """`play(state, *actions)`: a round of Hypersonic by each of its engines."""
    from tests.engine.hypersonic_engines import player_of

    return player_of(request.param)

"""The garbage collector stays out of games: in mid-turn it looks at what the game made, not at all that is loaded."""

import gc
from collections.abc import Iterator

import pytest

from bot.games import GAMES
from bot.measuring.match_results import MatchSeries
from bot.measuring.matches import play_match
from bot.measuring.results import Series
from bot.measuring.simulation import play
from bot.warming import warm_up

FEW = 20_000
"""Objects; a collection of them takes some milliseconds. Loaded are more than ten times as many."""


@pytest.fixture(autouse=True)
def everything_is_looked_at() -> Iterator[None]:
    """Begin with a collector that looks at everything."""
    gc.unfreeze()
    assert len(gc.get_objects()) > 5 * FEW
    yield
    gc.unfreeze()


def test_after_warming_up() -> None:
    warm_up(GAMES["bilging"](), "greedy", GAMES["bilging"]().rules.PRESETS["strict"])
    assert len(gc.get_objects()) < FEW


def test_in_games_of_the_simulator() -> None:
    seen = []
    play(Series("bilging", "greedy", "strict", 2, 5.0), 1, before_move=lambda: seen.append(len(gc.get_objects())))
    assert max(seen) < FEW


def test_in_games_before_the_referee() -> None:
    seen = []
    series = MatchSeries(("random", "random"), "two:rounds=2", 5.0)
    play_match(series, 2, before_move=lambda: seen.append(len(gc.get_objects())))
    assert max(seen) < FEW

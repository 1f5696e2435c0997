"""The window pays what the simulator does: measured on a short game of each."""

from pathlib import Path

import pytest

from bot.benchmarks.bilging_live import FEWEST_GAMES, GAMES, MOVES, Gap, measure
from bot.measuring.results import ResultStore
from bot.virtual_display import VirtualDisplay

pytestmark = [pytest.mark.live, pytest.mark.display]


def test_the_strongest_player_scores_on_the_window_as_in_the_simulator(display: VirtualDisplay, tmp_path: Path) -> None:
    moved: list[int] = []
    with ResultStore(tmp_path / "games.sqlite") as store:
        gap = measure(0.0, 3, 2, store, moved.append)
    assert gap.misread == 0, "misread"
    assert (gap.moves, gap.games) == (MOVES // 10, FEWEST_GAMES)
    assert gap.moves < MOVES
    assert gap.games < GAMES
    assert moved[-1] == gap.moves
    assert gap.confirmed >= gap.moves - 1
    # five games tell little of the spread: 7.8 is the mark of the hardest preset, 4 what greedy players have
    assert gap.window > 4.0
    assert gap.simulated > 4.0
    assert f"{gap.window - gap.simulated:+.2f}" in gap.text()


def test_games_that_are_all_alike_leave_nothing_to_measure_a_gap_by() -> None:
    assert Gap(20, 9.0, 20, 0, 5, 8.0, 0.0).distance == float("inf")
    assert Gap(20, 9.0, 20, 0, 5, 8.0, 0.5).distance == 2.0

"""Windows that do not hear the moves that are made in them, be it by clicks or by a drag: what a person is told."""

import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from bot.calibrating import probing
from bot.commands.play import _other_way
from bot.demo import await_window
from bot.games import GAMES
from bot.playing import run
from bot.playing.run import LoopSettings, Tally
from bot.practice_process import PracticeProcess
from tests.bot.command_line import run_here
from tests.bot.handed_parts import PLAIN, run_of
from tests.bot.live_play import TESTS, program_laid
from vision.profile_sections import InputSection, MoveBy

PATIENCE_S = 0.3
"""With a move that never shows; a window that may only hang is waited for many times as long."""


@pytest.mark.parametrize(
    ("moves", "outcomes", "deaf"),
    [
        (3, {"input lost": 3}, True),
        (3, {"input lost": 2, "as planned": 1}, False),
        (3, {"unseen": 3}, False),
        (0, {"input lost": 1}, False),
        (0, {}, False),
    ],
)
def test_a_game_is_deaf_that_no_move_has_reached(moves: int, outcomes: dict[str, int], deaf: bool) -> None:
    assert Tally(moves=moves, outcomes=Counter(outcomes)).deaf == deaf


@pytest.mark.live
@pytest.mark.usefixtures("display")
def test_a_window_that_hears_neither_clicks_nor_drags_is_refused_for_both(
    tmp_path: Path, person: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was told of the clicks alone."""
    monkeypatch.setattr(probing, "LoopSettings", partial(LoopSettings, patience_s=PATIENCE_S))
    person("mousemove", 1300, 1000)
    every_click = f"{','.join(map(str, range(1, 30)))}@mine"
    program, truth = TESTS / "losing_window.py", tmp_path / "truth.jsonl"
    window = PracticeProcess([sys.executable, str(program), every_click, tmp_path.name, str(truth)])
    try:
        title = f"Spyglass practice: Swap3 {tmp_path.name}"
        await_window(title, window)
        profile = tmp_path / "profile"
        done = run_here("calibrate", "swap3", "--window", title, "--profile", profile, "--permission", "own")
    finally:
        window.terminate()
        window.wait(10)
        window.complaints.join(10)
    assert done.returncode == 1
    assert "no move reached the game; now they are made by a drag" in done.stderr
    assert "by playing: moves reached the game neither by clicks nor by a drag; give longer times" in done.stderr
    assert not profile.exists()


@pytest.mark.live
@pytest.mark.usefixtures("display")
def test_play_names_the_other_way_where_no_move_reached_the_game(
    tmp_path: Path, person: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "LoopSettings", partial(LoopSettings, patience_s=PATIENCE_S))
    person("mousemove", 1300, 1000)
    with program_laid("dragging_window.py", "swap3", tmp_path) as table:
        table.calibrate()
        done = run_here("play", "swap3", "--profile", table.profile, "--moves", "3", "--policy", "greedy")
    assert done.returncode == 1
    assert f'set move_by = "drag" under [input] in {table.profile / "profile.toml"}' in done.stderr
    assert "did not reach the game" in done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("game", "by", "wanted"),
    [
        ("swap3", None, "drag"),
        ("swap3", "drag", "clicks"),
        ("square_stacker", None, "clicks"),
        ("square_stacker", "clicks", "drag"),
        ("bilging", None, None),
        ("columns", None, None),
    ],
)
def test_the_way_that_is_named_is_the_one_that_was_not_tried(game: str, by: MoveBy | None, wanted: str | None) -> None:
    note = _other_way(run_of(GAMES[game](), PLAIN.model_copy(update={"input": InputSection(move_by=by)})))
    assert (note is None) == (wanted is None)
    assert note is None or f'move_by = "{wanted}"' in note

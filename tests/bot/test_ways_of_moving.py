"""Windows that do not hear the moves that are made in them, be it by clicks or by a drag: what a person is told."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.commands.play import _other_way
from bot.demo import await_window
from bot.games import GAMES
from bot.playing.run import Tally
from bot.practice_process import RUN_BOT, PracticeProcess
from tests.bot.handed_parts import PLAIN, run_of
from tests.bot.live_play import TESTS, program_laid
from vision.profile_sections import InputSection, MoveBy


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


def run_live(*words: str | Path) -> tuple[int, str]:
    """Run a command: exit status, standard error."""
    command = [sys.executable, str(RUN_BOT), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=180)
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stderr


@pytest.mark.live
@pytest.mark.usefixtures("display")
def test_a_window_that_hears_neither_clicks_nor_drags_is_refused_for_both(
    tmp_path: Path, person: Callable[..., str]
) -> None:
    """It was told of the clicks alone."""
    person("mousemove", 1300, 1000)
    every_click = f"{','.join(map(str, range(1, 30)))}@mine"
    program, truth = TESTS / "losing_window.py", tmp_path / "truth.jsonl"
    window = PracticeProcess([sys.executable, str(program), every_click, tmp_path.name, str(truth)])
    try:
        title = f"Spyglass practice: Swap3 {tmp_path.name}"
        await_window(title, window)
        profile = tmp_path / "profile"
        status, told = run_live("calibrate", "swap3", "--window", title, "--profile", profile, "--permission", "own")
    finally:
        window.terminate()
        window.wait(10)
        window.complaints.join(10)
    assert status == 1
    assert "no move reached the game; now they are made by a drag" in told
    assert "by playing: moves reached the game neither by clicks nor by a drag; give longer times" in told
    assert not profile.exists()


@pytest.mark.live
@pytest.mark.usefixtures("display")
def test_play_names_the_other_way_where_no_move_reached_the_game(tmp_path: Path, person: Callable[..., str]) -> None:
    person("mousemove", 1300, 1000)
    with program_laid("dragging_window.py", "swap3", tmp_path) as table:
        table.calibrate()
        status, told = run_live("play", "swap3", "--profile", table.profile, "--moves", "3", "--policy", "greedy")
    assert status == 1
    assert f'set move_by = "drag" under [input] in {table.profile / "profile.toml"}' in told
    assert "did not reach the game" in told.strip().splitlines()[-1]


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

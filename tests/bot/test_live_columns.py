"""Columns as a newcomer sees it: pieces steered by keys while they fall, none landing where it was not planned."""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import dropwhile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.calibrating.wishes import CalibrationWishes
from bot.demo import PRACTICE_INPUT
from bot.examining.truth import examine, load_truth, wrong_landings
from bot.games import GAMES
from bot.playing.reading import Reading
from bot.practice_process import RESTART_KEY, RUN_BOT, PracticeChoice
from bot.virtual_display import VirtualDisplay
from capture.environment import child_environment
from capture.recorded import RecordingReader
from capture.window import find_window
from control.columns import Press
from engine.columns import LENGTH, MAGIC, PRESETS, State, from_text
from tests.bot.command_line import run
from tests.bot.filming import filming
from tests.bot.live_play import Bot, Table, demo, laid, replay, wait_for
from vision.profile import load_profile

pytestmark = [pytest.mark.live, pytest.mark.display, pytest.mark.timeout(360)]

NOTIFICATION_WINDOW = Path(__file__).resolve().parents[1] / "notification_window.py"

Person = Callable[..., str]
KEYS = {Press.LEFT: "Left", Press.RIGHT: "Right", Press.ROTATE: "Up", Press.DROP: "space"}
"""As xdotool calls them."""
FASTEST = "row_ms=71"
"""Fourteen rows in one second."""
NO_WAIT = "--speed=3"
"""Shortens what lies between two pieces."""


def placement(state: State, move: int) -> list[Press]:
    """The presses of a move in order, from where the piece is: sideways, then rotations, then the drop."""
    col, rotations = divmod(move, LENGTH)
    sideways = Press.LEFT if col < state.col else Press.RIGHT
    return [*[sideways] * abs(col - state.col), *[Press.ROTATE] * rotations, Press.DROP]


def play(*options: str | Path) -> tuple[int, dict[str, Any], str]:
    """Play with the article's player: it stays low, so that a run ends by its moves and not by the game."""
    return demo("columns", "--policy=smart", *options, seconds=240)


def assert_played_cleanly(status: int, document: dict[str, Any], error: str, moves: int) -> None:
    assert status == 0, error
    assert document["cells_misread"] == 0, "misread"
    assert document["wrong_landings"] == 0
    assert document["moves"] == document["moves_confirmed"] == moves
    assert document["outcomes"] == {"as planned": moves}
    assert document["cells_read"] >= 50 * moves


def test_a_large_window_is_played_cleanly_and_replayed(tmp_path: Path) -> None:
    recording = tmp_path / "run"
    status, document, error = play("--moves=8", "--look=temple", "--scale=2", f"--record={recording}", NO_WAIT)
    assert_played_cleanly(status, document, error, 8)
    status, replayed = replay(recording)
    assert (status, replayed["different"]) == (0, 0), replayed["differences"]
    assert replayed["decisions"] >= 8


def test_from_top_to_bottom_in_a_second_with_keys_that_get_lost(tmp_path: Path) -> None:
    settings = ("--set", FASTEST, "--set", "swallow=0.02")
    status, document, error = play("--moves=15", *settings, f"--record={tmp_path / 'run'}")
    assert_played_cleanly(status, document, error, 15)
    # The goal is 50 ms at p95 (docs/results.md). Of 15 pieces the first, which nothing announced, is too large a share.
    assert document["latency_ms"]["decision"]["p50"] <= 50


def test_other_rules_and_magic_pieces(tmp_path: Path) -> None:
    status, document, error = play(
        "--moves=12", "--rules=web", "--look=vista", "--specials=0.3", f"--record={tmp_path / 'run'}", NO_WAIT
    )
    assert_played_cleanly(status, document, error, 12)
    assert document["rules"] == "web"
    assert any(landing[1:] == [MAGIC] * 3 for landing in document["landings"])


@pytest.fixture(scope="session")
def columns_profile(display: VirtualDisplay, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The default look at scale 1, calibrated once by playing; every such window looks the same."""
    folder = tmp_path_factory.mktemp("columns")
    choice = PracticeChoice("columns", seed=5, speed=3.0, title_suffix="calibrated", position="60,60")
    with laid(choice, folder / "profile", folder) as table:
        game = GAMES["columns"]()
        calibration = game.calibrate_live(game, table.title, CalibrationWishes("own", PRACTICE_INPUT), RESTART_KEY)
        assert calibration.result.passed, calibration.result.reasons
        wait_for(lambda: table.moves_shown() == 0, "calibration began no new game at its end", 3)
        calibration.save(table.profile)
    return folder / "profile"


@pytest.fixture
def table(
    request: pytest.FixtureRequest, columns_profile: Path, display: VirtualDisplay, tmp_path: Path, person: Person
) -> Iterator[Table]:
    """A window at its normal pace; `indirect` parameters are settings of it."""
    person("mousemove", 1300, 1000)
    settings = tuple(getattr(request, "param", ()))
    choice = PracticeChoice("columns", seed=5, title_suffix=tmp_path.name, position="60,60", settings=settings)
    profile = tmp_path / "profile"
    shutil.copytree(columns_profile, profile)
    with laid(choice, profile, tmp_path) as table:
        yield table


def assert_no_wrong_landing(table: Table, document: dict[str, Any]) -> None:
    """Every piece that the bot counts landed where it was planned, by what the window itself says."""
    truth = load_truth(table.truth)
    lines = (table.folder / "recording/events.jsonl").read_text(encoding="utf-8").splitlines()
    events = [json.loads(line) for line in lines]
    seen_ns = {event["file"]: event["time_ns"] for event in events if event["event"] == "frame"}
    decisions = [event for event in events if event["event"] == "decision"]
    readings = [Reading(seen_ns[event["frame"]], np.array(event["codes"], np.int8)) for event in decisions]
    examination = examine(readings, truth)
    assert examination.cells_misread == 0, "misread"
    planned = [tuple(landing) for landing in document["landings"]]
    assert wrong_landings(planned, decisions[0]["time_ns"], truth, examination.names) == 0


def test_a_window_that_moves_in_mid_fall(table: Table, bots: Callable[..., Bot], person: Person) -> None:
    bot = bots(moves=8)
    bot.wait_for_moves(2)
    for x, y in ((300, 200), (420, 310), (60, 60)):
        person("search", "--name", table.title, "windowmove", x, y)
        bot.wait_for_moves(table.moves_shown() + 1)
    status, document, _ = bot.end()
    assert status == 0, document["ending"]
    assert document["outcomes"] == {"as planned": 8}
    assert_no_wrong_landing(table, document)


def test_focus_lost_in_mid_fall_pauses_game_and_bot(
    table: Table, bots: Callable[..., Bot], person: Person, open_window: Callable[..., Any]
) -> None:
    bot = bots(moves=6)
    bot.wait_for_moves(2)
    other = open_window("another window", 900, 60, 200, 100)
    person("search", "--name", "another window", "windowactivate", "--sync")
    held = table.moves_once_still(2.0)  # what had been dropped has landed by then
    assert held < 6
    time.sleep(1.5)
    assert table.moves_shown() == held
    person("search", "--name", table.title, "windowactivate", "--sync")
    status, document, _ = bot.end()
    other.close()
    assert status == 0, document["ending"]
    assert document["outcomes"] == {"as planned": 6}
    assert_no_wrong_landing(table, document)


def test_the_words_of_a_window_that_never_has_the_keyboard_do_not_end_a_game(
    table: Table, bots: Callable[..., Bot], notification: Callable[..., subprocess.Popen[str]]
) -> None:
    """A notification that said "game over" over the well ended the run as finished; the game went on."""
    bot = bots(moves=6)
    bot.wait_for_moves(2)
    with closing(find_window(table.title)) as window:
        area, well = window.client_area(), load_profile(table.profile).lattice
    words = notification(*map(round, (area.x + well.x, area.y + well.y, well.width, well.height)), "game over")
    time.sleep(8.0)
    assert bot.process.poll() is None, bot.end()
    words.kill()
    status, document, error = bot.end()
    assert status == 0, document["ending"]
    assert document["outcomes"] == {"as planned": 6}
    assert "another window covers" in error


@pytest.fixture
def notification(display: VirtualDisplay) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """`notification(x, y, width, height, words)` shows one."""
    shown: list[subprocess.Popen[str]] = []

    def show(*what: object) -> subprocess.Popen[str]:
        command = [sys.executable, str(NOTIFICATION_WINDOW), *map(str, what)]
        shown.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=child_environment()))
        assert shown[-1].stdout is not None
        assert shown[-1].stdout.readline() == "shown\n"
        return shown[-1]

    yield show
    for window in shown:
        window.kill()
        window.communicate()


def test_a_person_may_pause(table: Table, bots: Callable[..., Bot], person: Person) -> None:
    bot = bots(moves=6)
    bot.wait_for_moves(2)
    person("key", "p")
    held = table.moves_once_still(2.0)
    assert held < 6
    time.sleep(1.5)
    assert table.moves_shown() == held
    assert table.shown()["paused"]
    person("key", "p")
    status, document, _ = bot.end()
    assert status == 0, document["ending"]
    assert document["outcomes"] == {"as planned": 6}
    assert_no_wrong_landing(table, document)


@pytest.mark.parametrize("table", [("keys=held", "swallow=0.1"), ("keys=repeat",)], indirect=True)
def test_keys_that_get_lost_or_want_to_be_held(table: Table, bots: Callable[..., Bot]) -> None:
    text = (table.profile / "profile.toml").read_text(encoding="utf-8")
    (table.profile / "profile.toml").write_text(text.replace("hold_ms = 8.0", "hold_ms = 75.0"), encoding="utf-8")
    bot = bots(moves=8)
    status, document, _ = bot.end(seconds=120)
    assert status == 0, document["ending"]
    assert document["outcomes"] == {"as planned": 8}
    assert_no_wrong_landing(table, document)


@pytest.mark.parametrize("table", [("keys=held",)], indirect=True)
def test_keys_are_held_longer_where_short_presses_get_lost(table: Table, bots: Callable[..., Bot]) -> None:
    """No press reached the game: three pieces landed where they fell, and the run ended as a fault."""
    status, document, error = bots(moves=6).end(seconds=120)
    assert status == 0, document["ending"]
    assert document["outcomes"] == {"as planned": 6}
    assert_no_wrong_landing(table, document)
    assert "they are held for 80 ms from now on" in error


@pytest.mark.parametrize("table", [("row_ms=250",)], indirect=True)
def test_a_video_of_a_game_tells_where_each_piece_landed(table: Table, bots: Callable[..., Bot]) -> None:
    """Played without the key that drops: a quick machine drops a piece before three frames of a film have shown it."""
    keys = table.profile / "profile.toml"
    text = keys.read_text(encoding="utf-8")
    assert 'drop = "space"' in text
    keys.write_text(text.replace('drop = "space"', 'drop = ""').replace('soft = "down"', 'soft = ""'), encoding="utf-8")
    video = table.folder / "game.mp4"
    with filming(table.title, video):
        status, document, _ = bots(moves=6).end(seconds=120)
        time.sleep(0.5)  # under the next piece the last one's landing stands
    assert (status, document["outcomes"]) == (0, {"as planned": 6})
    planned = [event["move"] for event in RecordingReader(table.folder / "recording").events_of("decision")]
    options = ["--policy=smart", "--think-ms=5", "--json"]
    done = run("replay", video, "--profile", table.profile, *options)
    assert done.returncode == 0, done.stderr
    told = [step["played"] for step in json.loads(done.stdout)["moves"] if step.get("played")]
    assert len(told) >= 3, "on a busy machine frames come late, and pieces are missed; not most of them"
    unsteered = LENGTH * PRESETS["jewel"].entry  # as those land that come before the bot does
    still_to_come = iter(planned)
    assert all(moves[0] in still_to_come for moves in dropwhile(lambda moves: moves[0] == unsteered, told)), (
        told,
        planned,
    )


@pytest.mark.parametrize("table", [("row_ms=400",)], indirect=True)
def test_a_dry_run_plans_and_touches_nothing(table: Table) -> None:
    options = [f"--profile={table.profile}", f"--window={table.title}", "--moves=2", "--policy=smart", "--dry-run"]
    command = [sys.executable, str(RUN_BOT), "play", "columns", *options, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert (document["moves"], document["outcomes"]) == (2, {})
    landed = {state.locked[0] for state in load_truth(table.truth) if state.locked is not None}
    assert landed <= {PRESETS["jewel"].entry}


def test_advice_is_drawn_and_the_person_understood(
    table: Table, person: Person, eventually: Callable[..., None]
) -> None:
    recording = table.folder / "recording"
    given = {"--profile": table.profile, "--window": table.title, "--moves": 3, "--policy": "smart"}
    options = [*(f"{name}={value}" for name, value in given.items()), f"--record={recording}", "--json"]
    advisor = subprocess.Popen(
        [sys.executable, str(RUN_BOT), "suggest", "columns", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )

    def advice() -> list[dict[str, Any]]:
        events = recording / "events.jsonl"
        lines = events.read_text(encoding="utf-8").splitlines() if events.exists() else []
        return [event for event in map(json.loads, lines) if event["event"] == "decision"]

    try:
        for turn in range(3):
            eventually(lambda: len(advice()) > turn, 40)  # noqa: B023 (called at once)
            landed = table.moves_shown()
            state = from_text(advice()[-1]["state"])
            # The person follows the first and the last advice, and lets the second piece fall where it is.
            presses = placement(state, advice()[-1]["move"]) if turn != 1 else [Press.DROP]
            person("key", "--delay", "60", *(KEYS[what] for what in presses))
            eventually(lambda: table.moves_shown() > landed, 10)  # noqa: B023
        out, err = advisor.communicate(timeout=60)
    finally:
        advisor.kill()
    assert advisor.returncode == 0, err
    document = json.loads(out)
    assert document["answered"] == 3
    assert document["agreed"] >= 2


def test_a_closed_window_ends_the_run(table: Table, bots: Callable[..., Bot]) -> None:
    bot = bots(moves=500)
    bot.wait_for_moves(2)
    table.window.terminate()
    status, document, err = bot.end(seconds=30)
    assert status == 3
    assert "closed" in document["ending"]
    assert len(err.strip().splitlines()) == 1

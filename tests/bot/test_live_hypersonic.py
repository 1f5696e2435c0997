"""Hypersonic as a newcomer sees it: an arena learned by playing, then every turn read, decided and pressed in time."""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.examining.truth import examine, load_truth, on_screen
from bot.playing.reading import Reading
from bot.practice_process import RUN_BOT, PracticeChoice
from bot.virtual_display import VirtualDisplay
from tests.bot.live_play import Bot, Table, demo, laid, paced_tick, replay, wait_for
from vision.profile import load_profile

pytestmark = [pytest.mark.live, pytest.mark.display, pytest.mark.timeout(480)]

Person = Callable[..., str]
Played = tuple[int, dict[str, Any], str, Path]
SEEDS = (1, 2, 3)
UNSEEN = "was not seen; watch more turns"
NOTE = "a note"
SPEED = 2.0
"""Motions are over well before the bot takes them for over: it reads no window that a busy machine stops in one."""
UNHURRIED_MS = 450
"""Of a round, on a quick machine: our player leaves a blast in the last round, and may die of a key that comes late."""
MISSED = 3
"""Turns that a busy machine may miss; the demo of docs/results.md misses none."""


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A demo against RHEA, calibrated by playing; the other tests use the profile that it made.

    What an item does is learned from what the others happen to do with it. Games in which that stays open are refused,
    as they should be; another seed shows more. One is played, too, where a busy machine missed too many turns: as this
    is made once, a test that is played again would be given the same game.
    """
    busy: Played | None = None
    for seed in SEEDS:
        recording = tmp_path_factory.mktemp("arena") / "run"
        options = ("--moves=40", "--think-ms=50", f"--speed={SPEED}", f"--set={paced_tick(300)}")
        try:
            status, document, error = demo("hypersonic", *options, f"--seed={seed}", f"--record={recording}")
        except AssertionError as refused:
            if UNSEEN not in str(refused):
                raise
            continue
        assert document["cells_misread"] == 0, "misread"
        assert document["outcomes"].get("rules differ", 0) == 0, "rules differ"
        if document["turns_missed"] <= MISSED:
            return status, document, error, recording
        busy = status, document, error, recording
    return busy or pytest.fail(f"calibration was refused with the seeds {SEEDS}")


def test_every_turn_is_read_and_played_in_time(played: Played) -> None:
    status, document, error, recording = played
    assert status in (0, 1), error
    assert document["cells_read"] >= 400 * 35
    assert document["moves"] == 40
    assert document["turns_missed"] <= MISSED
    unseen = document["outcomes"].get("unseen", 0)
    assert document["outcomes"]["as planned"] >= 40 - MISSED - unseen
    assert unseen <= len(document["games"]) + document["turns_missed"], "what shows no board is a game's last round"
    assert all(game["result"] != "loss" for game in document["games"])
    status, replayed = replay(recording)
    assert (status, replayed["different"]) == (0, 0), replayed["differences"]
    assert replayed["decisions"] >= 40 - MISSED


@pytest.fixture
def table(
    request: pytest.FixtureRequest, played: Played, display: VirtualDisplay, tmp_path: Path, person: Person
) -> Iterator[Table]:
    """A window against somebody who never moves; `indirect` parameters: ms of a quick round, settings of the window.

    By the usual rules its game would be over after twenty rounds in which nobody does anything; on a slow machine a bot
    takes longer to start.
    """
    person("mousemove", 1300, 1000)
    quick_ms, *more = getattr(request, "param", (UNHURRIED_MS,))
    settings = ("seats=person,still", paced_tick(quick_ms), *more)
    choice = PracticeChoice(
        "hypersonic",
        seed=5,
        speed=SPEED,
        rules="two:quiet_rounds=200",
        title_suffix=tmp_path.name,
        position="60,60",
        settings=settings,
    )
    profile = tmp_path / "profile"
    shutil.copytree(played[3] / "profile", profile)
    with laid(choice, profile, tmp_path) as table:
        yield table


def assert_nothing_misread(table: Table) -> None:
    """What was read is what the window itself says."""
    lines = (table.folder / "recording/events.jsonl").read_text(encoding="utf-8").splitlines()
    events = [json.loads(line) for line in lines]
    seen_ns = {event["file"]: event["time_ns"] for event in events if event["event"] == "frame"}
    decisions = [event for event in events if event["event"] == "decision"]
    readings = [Reading(seen_ns[event["frame"]], np.array(event["codes"], np.int8)) for event in decisions]
    examination = examine(readings, on_screen(readings, load_truth(table.truth)), codes_mean=True)
    assert examination.cells_read > 0
    assert examination.cells_misread == 0, "misread"


def test_a_window_that_moves_is_followed(table: Table, bots: Callable[..., Bot], person: Person) -> None:
    bot = bots(moves=24)
    bot.wait_for_moves(table.moves_shown() + 3)
    for x, y in ((300, 200), (120, 90), (420, 310), (60, 60)):
        person("search", "--name", table.title, "windowmove", x, y)
        bot.wait_for_moves(table.moves_shown() + 3)
    status, document, _ = bot.end()
    assert status == 0, document["ending"]
    # a stall may let our player die of its own bomb
    assert document["moves"] == 24 or (document["turns_missed"] and document["ending"] == "the game is over")
    assert document["outcomes"].get("rules differ", 0) == 0, "rules differ"
    assert_nothing_misread(table)


def test_focus_lost_pauses_game_and_bot(
    table: Table, bots: Callable[..., Bot], person: Person, open_window: Callable[..., Any]
) -> None:
    bot = bots(moves=16)
    bot.wait_for_moves(table.moves_shown() + 4)
    other = open_window("another window", 1000, 60, 200, 100)
    person("search", "--name", "another window", "windowactivate", "--sync")
    assert table.moves_once_still(2.0) < 16
    person("search", "--name", table.title, "windowactivate", "--sync")
    status, document, _ = bot.end()
    other.close()
    assert status == 0, document["ending"]
    assert document["outcomes"].get("rules differ", 0) == 0, "rules differ"
    assert_nothing_misread(table)


@pytest.mark.parametrize("table", [(UNHURRIED_MS, "focus_pause=off")], indirect=True)
def test_focus_lost_stops_the_keys_and_not_the_game(
    table: Table, bots: Callable[..., Bot], person: Person, open_window: Callable[..., Any]
) -> None:
    """A game that goes on meanwhile: its rounds are neither lost keys nor moves of the bot."""
    bot = bots(moves=16)
    wait_for(lambda: any(state["actions"][0] for state in shown_states(table)), "it does not begin to play", 60)
    other = open_window("another window", 1000, 60, 200, 100)
    person("search", "--name", "another window", "windowactivate", "--sync")
    time.sleep(0.5)
    bot.wait_for_moves(table.moves_shown() + 8)
    person("search", "--name", table.title, "windowactivate", "--sync")
    status, document, told = bot.end()
    assert "is not in front; click on its title (waiting, for 60 s at most)" in " ".join(told.split())
    keys = other.events("key")
    other.close()
    assert keys == [], "wrong press"
    assert status == 0, document["ending"]
    assert document["moves"] == 16
    assert document["outcomes"].get("rules differ", 0) == 0, "rules differ"
    assert document["outcomes"].get("input lost", 0) <= 1  # what was pressed just before
    assert document["outcomes"]["as planned"] >= 14
    assert table.moves_shown() >= 16 + 8
    assert_nothing_misread(table)


def test_what_lies_under_a_note_is_played_on_by_the_rules(
    table: Table, bots: Callable[..., Bot], person: Person, open_window: Callable[..., Any]
) -> None:
    """A corner that nobody is in: what stood there stands there, until a blast that all can foresee."""
    board = load_profile(table.profile).board
    note = open_window(NOTE, 900, 700, round(board.width * 4 / 13), round(board.height * 3 / 11))
    subprocess.run(["wmctrl", "-r", NOTE, "-b", "add,above"], check=True)
    person("search", "--name", table.title, "windowactivate", "--sync")
    bot = bots(moves=30)
    wait_for(lambda: any(state["actions"][0] for state in shown_states(table)), "it does not begin to play", 60)
    bot.wait_for_moves(table.moves_shown() + 4)
    person("search", "--name", NOTE, "windowmove", round(60 + board.x + board.width * 9 / 13), round(60 + board.y))
    status, document, told = bot.end(seconds=120)
    assert status == 0, document["ending"]
    assert note.events("key") == [], "wrong press"
    note.close()
    assert document["moves"] == 30
    assert document["turns_missed"] <= MISSED
    assert document["outcomes"].get("rules differ", 0) == 0, "rules differ"
    assert document["cells_repaired"] >= 20 * 12 * 3, told
    status, replayed = replay(table.folder / "recording")
    assert (status, replayed["different"]) == (0, 0), replayed["differences"]
    assert_nothing_misread(table)


def test_who_moves_the_mouse_has_the_keys_again(table: Table, bots: Callable[..., Bot], person: Person) -> None:
    bot = bots(moves=200)
    wait_for(lambda: any(state["actions"][0] for state in shown_states(table)), "it does not begin to play", 60)
    status, document, _ = bot.end_under(lambda: person("mousemove_relative", "--", 60, -40))
    assert (status, document["ending"]) == (3, "the mouse was moved by hand")


@pytest.mark.parametrize("table", [(UNHURRIED_MS, "swallow=0.1")], indirect=True)
def test_keys_that_get_lost_are_noticed(table: Table, bots: Callable[..., Bot]) -> None:
    bot = bots(moves=20)
    status, document, _ = bot.end(seconds=120)
    assert status == 0, document["ending"]
    assert document["outcomes"].get("rules differ", 0) == 0, "rules differ"
    lost = document["outcomes"].get("input lost", 0)
    unpressed = document["turns_missed"] - lost  # rounds of a stall
    assert unpressed >= 0
    assert sum(document["outcomes"].values()) + unpressed == document["moves"]
    assert_nothing_misread(table)


@pytest.mark.parametrize("table", [(250, "seats=person,random")], indirect=True)
def test_the_last_turn_of_a_game_is_judged_by_its_board(table: Table, bots: Callable[..., Bot]) -> None:
    bot = bots(moves=190)
    status, document, _ = bot.end(seconds=120)
    assert status == 0, document["ending"]
    assert document["ending"] == "the game is over"
    assert len(document["games"]) == 1
    assert document["outcomes"].get("rules differ", 0) == 0, "rules differ"
    events = [json.loads(line) for line in (table.folder / "recording/events.jsonl").read_text("utf-8").splitlines()]
    decided = max(event["number"] for event in events if event["event"] == "decision")
    last = [event["outcome"] for event in events if event["event"] == "outcome" and event["number"] == decided]
    # on a busy machine the last board may be gone before it is grabbed, and who dies shows nothing of what it did
    unseen = document["outcomes"].get("unseen", 0)
    judged = last == ["as planned"] or (last == [] and unseen > 0)
    assert judged, f"the last decision was believed and not looked at: {last}, {unseen} unseen"
    assert_nothing_misread(table)


def test_a_dry_run_plans_and_touches_nothing(table: Table) -> None:
    options = [f"--profile={table.profile}", f"--window={table.title}", "--moves=5", "--policy=beam", "--dry-run"]
    command = [sys.executable, str(RUN_BOT), "play", "hypersonic", *options, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert (document["outcomes"], document["turns_missed"]) == ({}, 0)
    assert all(state["actions"][0] in (0, None) for state in shown_states(table))


def shown_states(table: Table) -> list[dict[str, Any]]:
    lines = table.truth.read_text(encoding="utf-8").rpartition("\n")[0].splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("table", [(UNHURRIED_MS, "seats=person,random")], indirect=True)
def test_advice_is_drawn_and_the_person_understood(table: Table) -> None:
    recording = table.folder / "recording"
    given = {"--profile": table.profile, "--window": table.title, "--moves": 6, "--policy": "beam"}
    options = [*(f"{name}={value}" for name, value in given.items()), f"--record={recording}", "--json"]
    done = subprocess.run(
        [sys.executable, str(RUN_BOT), "suggest", "hypersonic", *options],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert "Traceback" not in done.stderr, done.stderr
    document = json.loads(done.stdout)
    assert done.returncode == 0, document["ending"]
    assert document["suggestions"] >= 6
    assert document["answered"] + document["unexplained"] >= 6
    assert document["unexplained"] <= 1
    assert table.presses() == [], "wrong press"

"""Each outcome class has its reaction, shown on real windows that misbehave on purpose."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.calibrating.frames import calibrate_window
from bot.calibrating.wishes import CalibrationWishes
from bot.demo import PRACTICE_INPUT, await_window
from bot.examining.truth import examine, load_truth
from bot.games import GAMES
from bot.playing.reading import Reading
from bot.practice_process import RUN_BOT, PracticeProcess
from bot.virtual_display import VirtualDisplay

pytestmark = [pytest.mark.live, pytest.mark.display]

SABOTAGED = Path(__file__).resolve().parents[1] / "sabotaged_window.py"
LOSING = SABOTAGED.with_name("losing_window.py")
WINDOWS = {"bilging": (SABOTAGED, "greedy2"), "swap3": (LOSING, "greedy")}
"""The program that shows a game, and a quick planner of it."""
Play = Callable[..., tuple[int, dict[str, Any], Path]]


@pytest.fixture
def play(display: VirtualDisplay, tmp_path: Path, person: Callable[..., str]) -> Iterator[Play]:
    person("mousemove", 1300, 1000)
    windows: list[PracticeProcess] = []

    def run(how: str, moves: int, *options: str, game: str = "bilging") -> tuple[int, dict[str, Any], Path]:
        title = f"Spyglass practice: {game.title()} {tmp_path.name}"
        program, policy = WINDOWS[game]
        windows.append(
            PracticeProcess([sys.executable, str(program), how, tmp_path.name, str(tmp_path / "truth.jsonl")])
        )
        await_window(title, windows[0])
        calibration = calibrate_window(GAMES[game](), title, CalibrationWishes("own", PRACTICE_INPUT))
        calibration.save(tmp_path / "profile")
        recording = tmp_path / "recording"
        given = {"--profile": tmp_path / "profile", "--moves": moves, "--policy": policy, "--record": recording}
        done = subprocess.run(
            [
                sys.executable,
                str(RUN_BOT),
                "play",
                game,
                *(f"{k}={v}" for k, v in given.items()),
                "--json",
                *options,
            ],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return done.returncode, json.loads(done.stdout), recording

    yield run
    for window in windows:
        window.terminate()
        window.wait(10)
        window.complaints.join(10)


def test_a_window_that_takes_no_input_stops_the_run_after_one_repeat(play: Play) -> None:
    status, document, recording = play("deaf", 20)
    assert status == 1
    assert document["outcomes"] == {"input lost": 2}
    assert "did not reach the game" in document["ending"]
    assert list((recording / "fault").glob("*.png")), "the last frames are kept"


def test_a_lost_press_is_repeated_once(play: Play) -> None:
    status, document, _ = play("every-other", 5)
    assert status == 0
    assert document["outcomes"] == {"input lost": 5, "as planned": 5}
    assert document["moves_confirmed"] == 5


@pytest.mark.parametrize(("look", "mends"), [("mine", 4), ("print", 2)])
def test_a_swap_is_mended_whichever_of_its_clicks_was_lost(play: Play, look: str, mends: int) -> None:
    """The second click of the second move, and the first of the third, which holds the wrong piece then.

    Where a chosen piece can be read, nothing tells which one is. Where it cannot, its neighbour is clicked on at once.
    """
    status, document, recording = play(f"4,6@{look}", 4, game="swap3")
    assert status == 0, document["ending"]
    assert document["outcomes"] == {"input lost": 2, "as planned": 4}
    events = [json.loads(line) for line in (recording / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [event.get("outcome") for event in events].count("input lost") == mends
    assert document["moves_confirmed"] == 4
    shown = [json.loads(line) for line in (recording.parent / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    assert shown[-1]["moves"] == 4


def test_one_odd_cell_is_a_misread_and_the_run_goes_on_from_what_is_seen(play: Play) -> None:
    status, document, _ = play("one-wrong", 8)
    assert status == 0
    assert document["outcomes"] == {"as planned": 7, "misread": 1}


def test_a_swap_that_stands_still_in_its_course_is_never_taken_for_another_board(play: Play, tmp_path: Path) -> None:
    status, document, recording = play("hangs", 10)
    assert status == 0
    events = [json.loads(line) for line in (recording / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    seen_ns = {event["file"]: event["time_ns"] for event in events if event["event"] == "frame"}
    decided = [event for event in events if event["event"] == "decision"]
    readings = [Reading(seen_ns[event["frame"]], np.array(event["codes"], np.int8)) for event in decided]
    assert examine(readings, load_truth(tmp_path / "truth.jsonl")).cells_misread == 0, "misread"
    # a press while the window hangs is answered late, and by then made again
    assert document["outcomes"].pop("input lost", 0) <= 3
    assert document["outcomes"] == {"as planned": 10}


def test_boards_that_the_rules_forbid_stop_the_run(play: Play) -> None:
    status, document, recording = play("scramble", 20)
    assert status == 1
    assert document["outcomes"] == {"rules differ": 3}
    assert list((recording / "fault").glob("*.png"))


def test_a_dry_run_decides_and_touches_nothing(play: Play) -> None:
    status, document, recording = play("willing", 3, "--dry-run")
    assert status == 0
    assert document["moves"] == 3
    assert document["moves_confirmed"] == 0
    decisions = [json.loads(line) for line in (recording / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len([event for event in decisions if event["event"] == "decision"]) == 3
    shown = [json.loads(line) for line in (recording.parent / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {state["moves"] for state in shown} == {0}, "wrong press"

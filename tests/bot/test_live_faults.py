"""What windows and people do while the bot plays: no click lands outside the board, each fault ends as it should."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.calibrating import CalibrationWishes, calibrate_window
from bot.demo import PRACTICE_INPUT, await_window
from bot.games import GAMES
from bot.practice_process import RUN_BOT, PracticeChoice, practice_window
from bot.virtual_display import VirtualDisplay
from capture.source import CaptureError
from capture.window import find_window
from vision.profile import load_profile

pytestmark = [pytest.mark.live, pytest.mark.display]

Person = Callable[..., str]


PRESS_RECORDER = Path(__file__).resolve().parents[1] / "press_recorder.py"


@dataclass
class Table:
    """A practice window with a profile, and a witness of everything pressed on the display."""

    title: str
    profile: Path
    truth: Path
    window: subprocess.Popen[str]
    folder: Path

    def moves_shown(self) -> int:
        lines = self.truth.read_text(encoding="utf-8").splitlines()
        return int(json.loads(lines[-1])["moves"])

    def presses(self) -> list[tuple[float, int, int]]:
        lines = (self.folder / "presses.jsonl").read_text(encoding="utf-8").splitlines()
        return [(press["t"], press["x"], press["y"]) for press in map(json.loads, filter(None, lines))]


@pytest.fixture
def table(display: VirtualDisplay, tmp_path: Path, eventually: Callable[..., None], person: Person) -> Iterator[Table]:
    person("mousemove", 1300, 1000)  # out of the corner where an earlier test may have left it
    choice = PracticeChoice("bilging", seed=5, speed=3.0, title_suffix=tmp_path.name, position="60,60")
    truth = tmp_path / "truth.jsonl"
    log = tmp_path / "presses.jsonl"
    recorder = subprocess.Popen([sys.executable, str(PRESS_RECORDER), str(log)])
    try:
        with practice_window(choice, truth) as window:
            await_window(choice.title, window)
            calibration = calibrate_window(GAMES["bilging"](), choice.title, CalibrationWishes("own", PRACTICE_INPUT))
            assert calibration.result.passed, calibration.result.reasons
            calibration.save(tmp_path / "profile")
            eventually(lambda: log.exists() and log.stat().st_size > 0, 20)
            yield Table(choice.title, tmp_path / "profile", truth, window, tmp_path)
    finally:
        recorder.kill()
        recorder.wait()


class Bot:
    """A running `play --json`."""

    def __init__(self, table: Table, *, moves: int) -> None:
        given = {
            "--profile": table.profile,
            "--window": table.title,
            "--moves": moves,
            "--policy": "greedy2",
            "--record": table.folder / "recording",
        }
        options = [f"{name}={value}" for name, value in given.items()]
        self.process = subprocess.Popen(
            [sys.executable, str(RUN_BOT), "play", "bilging", *options, "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.table = table

    def wait_for_moves(self, count: int, seconds: float = 60) -> None:
        until = time.monotonic() + seconds
        while self.table.moves_shown() < count:
            assert self.process.poll() is None, self.process.communicate()
            assert time.monotonic() < until, f"only {self.table.moves_shown()} moves in {seconds} s"
            time.sleep(0.02)

    def end(self, seconds: float = 90) -> tuple[int, dict[str, Any], str]:
        out, err = self.process.communicate(timeout=seconds)
        assert "Traceback" not in err, err
        return self.process.returncode, json.loads(out), err


@pytest.fixture
def bots(table: Table) -> Iterator[Callable[..., Bot]]:
    running: list[Bot] = []

    def start(*, moves: int) -> Bot:
        running.append(Bot(table, moves=moves))
        return running[-1]

    yield start
    for bot in running:
        if bot.process.poll() is None:
            bot.process.kill()
            bot.process.wait()


@pytest.fixture
def boards_seen(table: Table) -> Iterator[Callable[[], None]]:
    """Watch where the board is all the time; calling it checks that every press lay inside."""
    window = find_window(table.title)
    board = load_profile(table.profile).lattice
    places: list[tuple[float, float, float]] = []
    done = threading.Event()

    def watch() -> None:
        while not done.is_set():
            try:
                area = window.client_area()
            except CaptureError:  # closed or minimised: nothing may be pressed then
                places.append((time.monotonic(), -1e9, -1e9))
            else:
                places.append((time.monotonic(), area.x + board.x, area.y + board.y))
            time.sleep(0.005)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()

    def check() -> None:
        presses = table.presses()
        assert presses, "nothing was pressed"
        for when, x, y in presses:
            near = [place for place in places if abs(place[0] - when) < 0.1]
            assert any(left <= x < left + board.width and top <= y < top + board.height for _, left, top in near), (
                f"a press at {x},{y} outside the board"
            )

    yield check
    done.set()
    thread.join(2)
    window.close()


def test_a_moved_window_is_followed(
    table: Table, bots: Callable[..., Bot], person: Person, boards_seen: Callable[[], None]
) -> None:
    bot = bots(moves=14)
    bot.wait_for_moves(3)
    for x, y in ((300, 200), (120, 90), (420, 310)):
        person("search", "--name", table.title, "windowmove", x, y)
        bot.wait_for_moves(table.moves_shown() + 2)
    status, document, _ = bot.end()
    assert status == 0, document["ending"]
    assert document["moves_confirmed"] == 14
    boards_seen()


def test_a_covered_window_is_waited_for(
    table: Table,
    bots: Callable[..., Bot],
    open_window: Callable[..., Any],
    boards_seen: Callable[[], None],
) -> None:
    bot = bots(moves=10)
    bot.wait_for_moves(3)
    cover = open_window("a window in the way", 40, 40, 900, 700)
    time.sleep(0.5)
    before = table.moves_shown()
    time.sleep(5)
    assert table.moves_shown() == before
    assert cover.clicks() == []
    cover.close()
    status, document, _ = bot.end()
    assert status == 0, document["ending"]
    assert document["moves_confirmed"] == 10
    assert cover.clicks() == []
    boards_seen()


def test_a_minimised_window_is_waited_for(
    table: Table, bots: Callable[..., Bot], person: Person, boards_seen: Callable[[], None]
) -> None:
    bot = bots(moves=10)
    bot.wait_for_moves(3)
    person("search", "--name", table.title, "windowminimize")
    time.sleep(2)
    pressed = len(table.presses())
    time.sleep(1)
    assert len(table.presses()) == pressed
    person("search", "--name", table.title, "windowactivate")
    status, document, _ = bot.end()
    assert status == 0, document["ending"]
    assert document["moves_confirmed"] == 10
    boards_seen()


def test_a_closed_window_ends_the_run(table: Table, bots: Callable[..., Bot], boards_seen: Callable[[], None]) -> None:
    bot = bots(moves=500)
    bot.wait_for_moves(3)
    table.window.terminate()
    status, document, err = bot.end(seconds=30)
    assert status == 3
    assert "closed" in document["ending"]
    assert len(err.strip().splitlines()) == 1
    boards_seen()


def test_a_hand_on_the_mouse_ends_the_run_at_once(
    table: Table, bots: Callable[..., Bot], person: Person, boards_seen: Callable[[], None]
) -> None:
    bot = bots(moves=500)
    bot.wait_for_moves(3)
    person("mousemove_relative", "--", 150, 40)
    moved = time.monotonic()
    status, document, _ = bot.end(seconds=20)
    assert status == 3
    assert "mouse" in document["ending"]
    assert [when for when, _, _ in table.presses() if when > moved + 0.05] == []
    boards_seen()


def test_the_corner_is_the_fail_safe(table: Table, bots: Callable[..., Bot], person: Person) -> None:
    bot = bots(moves=500)
    bot.wait_for_moves(3)
    person("mousemove", 0, 0)
    status, document, _ = bot.end(seconds=20)
    assert status == 3
    assert "corner" in document["ending"]


def test_the_stop_key_ends_the_run(table: Table, bots: Callable[..., Bot], person: Person) -> None:
    bot = bots(moves=500)
    bot.wait_for_moves(3)
    person("key", "F12")
    status, document, _ = bot.end(seconds=20)
    assert status == 3
    assert "stop key" in document["ending"]


def test_ctrl_c_ends_the_run_with_its_summary(table: Table, bots: Callable[..., Bot]) -> None:
    import signal

    bot = bots(moves=500)
    bot.wait_for_moves(3)
    bot.process.send_signal(signal.SIGINT)
    status, document, _ = bot.end(seconds=20)
    assert status == 3
    assert "Ctrl+C" in document["ending"]
    assert document["moves"] >= 2

"""Bots that play a test's `table`, a witness that they press nothing else, and a profile that takes time to make."""

import threading
import time
from bisect import bisect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.calibrating.placing import calibrate_by_placing
from bot.calibrating.wishes import CalibrationWishes
from bot.demo import PRACTICE_INPUT
from bot.games import GAMES
from bot.playing.run_log import RunLog
from bot.practice_process import RESTART_KEY, PracticeChoice
from bot.virtual_display import VirtualDisplay
from capture.recorded import RecordingReader
from capture.source import CaptureError
from capture.window import find_window
from tests.bot.live_play import Bot, Table, laid
from vision.profile import load_profile

POLICIES = {"bilging": "greedy2", "columns": "smart", "hypersonic": "beam", "square_stacker": "strongest"}
"""Quick planners."""


@pytest.fixture(scope="session")
def stacker_profile(display: VirtualDisplay, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Square Stacker's default look at scale 1, calibrated once by playing; every such window looks the same."""
    folder = tmp_path_factory.mktemp("calibrated")
    choice = PracticeChoice("square_stacker", seed=5, speed=3.0, title_suffix="calibrated", position="60,60")
    with laid(choice, folder / "profile", folder) as table:
        wishes = CalibrationWishes("own", PRACTICE_INPUT)
        calibration = calibrate_by_placing(GAMES["square_stacker"](), table.title, wishes, RESTART_KEY)
        assert calibration.result.passed, calibration.result.reasons
        calibration.save(table.profile)
    return folder / "profile"


@pytest.fixture
def run_log(tmp_path: Path) -> Iterator[RunLog]:
    """A log whose recording can be read while the run goes on."""
    profile = tmp_path / "profile of the run"
    profile.mkdir()
    log = RunLog(tmp_path / "recording of the run", profile, {})
    yield log
    log.close()


@pytest.fixture
def told(run_log: RunLog) -> Callable[[str], list[dict[str, Any]]]:
    """`told("waiting")`: what that log was told of, in order."""

    def events_of(name: str) -> list[dict[str, Any]]:
        assert run_log.folder is not None
        return RecordingReader(run_log.folder).events_of(name)

    return events_of


@pytest.fixture
def bots(table: Table) -> Iterator[Callable[..., Bot]]:
    """`bots(moves=14)` starts one on the table."""
    running: list[Bot] = []

    def start(*, moves: int) -> Bot:
        running.append(Bot(table, moves=moves, policy=POLICIES[table.game]))
        return running[-1]

    yield start
    for bot in running:
        bot.kill()


@pytest.fixture
def boards_seen(table: Table) -> Iterator[Callable[[], None]]:
    """Watch where the board is all the time; calling it checks that every press lay inside board or hand."""
    window = find_window(table.title)
    areas = load_profile(table.profile).areas
    places: list[tuple[float, float, float]] = []
    done = threading.Event()

    def watch() -> None:
        while not done.is_set():
            try:
                area = window.client_area()
            except CaptureError:  # closed or minimised: nothing may be pressed then
                places.append((time.monotonic(), -1e9, -1e9))
            else:
                places.append((time.monotonic(), area.x, area.y))
            time.sleep(0.005)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()

    def check() -> None:
        presses = table.presses()
        assert presses, "nothing was pressed"
        for when, x, y in presses:
            before, after = bisect(places, (when - 0.1,)), bisect(places, (when + 0.1,))
            near = places[max(0, before - 1) : after + 1]  # and the next on either side: a stall leaves gaps
            assert any(
                area.x <= x - left < area.x + area.width and area.y <= y - top < area.y + area.height
                for _, left, top in near
                for area in areas
            ), f"a press at {x},{y} outside board and hand"

    yield check
    done.set()
    thread.join(2)
    window.close()

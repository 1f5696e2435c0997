"""A desktop at 192 dpi, and one of two monitors with the game on the second and then across both."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import mss
import pytest

from bot.calibrating.frames import calibrate_window
from bot.calibrating.wishes import CalibrationWishes
from bot.demo import PRACTICE_INPUT
from bot.games import GAMES
from bot.practice_process import RUN_BOT, PracticeChoice
from bot.virtual_display import VirtualDisplay
from capture.coordinates import clipped
from capture.frame import Region
from capture.window import find_window
from practice.bilging import board_rectangle, look_names
from tests.bot.live_play import Bot, laid
from tests.bot.monitors import split_into

pytestmark = [pytest.mark.live, pytest.mark.display]

RIGHT, LEFT = Region(1200, 0, 1200, 1000), Region(0, 100, 1200, 900)


@pytest.fixture
def two_monitors(person: Callable[..., str]) -> Iterator[None]:
    """The first monitor is the right one; the person's hands are there too."""
    del person  # its own display must not come after this one
    with VirtualDisplay((2400, 1000)):
        split_into([RIGHT, LEFT])
        with mss.MSS() as screen:
            seen = [Region(m["left"], m["top"], m["width"], m["height"]) for m in screen.monitors[1:]]
        assert seen == [RIGHT, LEFT]
        yield


def test_at_192_dpi_the_window_is_twice_as_large_and_played_as_well() -> None:
    with VirtualDisplay((2400, 1800), dpi=192):
        done = subprocess.run(
            [sys.executable, str(RUN_BOT), "demo", "bilging", "--moves=6", "--policy=greedy2", "--json"],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    _, _, width, height = board_rectangle(look_names()[0], 2.0)
    found = document["calibration"]["board"]
    assert (found["width"], found["height"]) == (pytest.approx(width, abs=2), pytest.approx(height, abs=2))
    assert document["cells_misread"] == 0, "misread"
    assert document["moves_confirmed"] == document["moves"] == 6


@pytest.mark.usefixtures("two_monitors")
def test_on_the_second_monitor_and_across_both(tmp_path: Path, person: Callable[..., str]) -> None:
    choice = PracticeChoice("bilging", seed=5, speed=3.0, title_suffix=tmp_path.name, position="120,180")
    with laid(choice, tmp_path / "profile", tmp_path) as table:
        calibration = calibrate_window(GAMES["bilging"](), choice.title, CalibrationWishes("own", PRACTICE_INPUT))
        assert calibration.result.passed, calibration.result.reasons
        calibration.save(table.profile)
        window = find_window(table.title)
        bot = Bot(table, moves=9, policy="greedy2")
        try:
            bot.wait_for_moves(3)
            area = window.client_area()
            assert clipped(area, LEFT) == area
            person("search", "--name", table.title, "windowmove", RIGHT.x - area.width // 2, 150)
            bot.wait_for_moves(table.moves_shown() + 3)
            moved = window.client_area()
            assert moved.x < RIGHT.x < moved.x + moved.width
            status, document, _ = bot.end()
        finally:
            bot.kill()
            window.close()
    assert status == 0, document
    assert document["moves_confirmed"] == 9

"""A game that draws a thick frame around the pieces under the pointer, in a real window: the pointer steps aside."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.calibrating.frames import calibrate_window
from bot.calibrating.wishes import CalibrationWishes
from bot.demo import PRACTICE_INPUT, await_window
from bot.games import GAMES
from bot.practice_process import PracticeProcess
from bot.virtual_display import VirtualDisplay
from tests.bot.live_play import Bot, Table

WINDOW = Path(__file__).resolve().parents[1] / "framing_window.py"
MOVES = 8


@pytest.mark.live
@pytest.mark.display
@pytest.mark.timeout(240)
def test_what_the_pointer_hides_is_seen_once_it_has_stepped_aside(
    display: VirtualDisplay, tmp_path: Path, person: Callable[..., str]
) -> None:
    """The pieces of the last swap stayed unread under the pointer, and were waited for until the run gave up."""
    person("mousemove", 1300, 1000)
    title, truth = f"Spyglass practice: Bilging {tmp_path.name}", tmp_path / "truth.jsonl"
    window = PracticeProcess([sys.executable, str(WINDOW), tmp_path.name, str(truth)])
    try:
        await_window(title, window)
        calibration = calibrate_window(GAMES["bilging"](), title, CalibrationWishes("own", PRACTICE_INPUT))
        assert calibration.result.passed, calibration.result.reasons
        calibration.save(tmp_path / "profile")
        table: Any = Table("bilging", title, tmp_path / "profile", truth, window, tmp_path)
        bot = Bot(table, moves=MOVES, policy="strongest")
        status, document, _ = bot.end(180)
    finally:
        window.terminate()
        window.wait(10)
        window.complaints.join(10)
    assert status == 0, document["ending"]
    assert document["outcomes"] == {"as planned": MOVES}

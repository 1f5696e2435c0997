"""Square Stacker on a page where something moves for ever beside the game: how pieces are moved is found out."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.calibrating.dragging import calibrate_by_playing
from bot.calibrating.wishes import CalibrationWishes
from bot.demo import PRACTICE_INPUT, await_window
from bot.games import GAMES
from bot.practice_process import RESTART_KEY, PracticeProcess
from bot.virtual_display import VirtualDisplay
from tests.bot.live_play import Bot, Table

PAGE = Path(__file__).resolve().parents[1] / "page_of_rings.py"


@pytest.mark.live
@pytest.mark.display
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("look", "how"), [("discs", "drag"), ("squares", "clicks")])
def test_a_page_that_never_rests_is_calibrated_on_and_played(
    look: str, how: str, display: VirtualDisplay, tmp_path: Path, person: Callable[..., str]
) -> None:
    """Discs float above the pointer; without having been told, no drop would hit its cell."""
    person("mousemove", 1300, 1000)
    title, truth = f"Spyglass practice: Square Stacker {tmp_path.name}", tmp_path / "truth.jsonl"
    window = PracticeProcess([sys.executable, str(PAGE), tmp_path.name, str(truth), look, how])
    try:
        await_window(title, window)
        wishes = CalibrationWishes("own", PRACTICE_INPUT)
        calibration = calibrate_by_playing(GAMES["square_stacker"](), title, wishes, RESTART_KEY)
        assert calibration.result.passed, calibration.result.reasons
        rings = calibration.profile.rings
        assert rings is not None
        assert (calibration.profile.input.move_by == "clicks") == (how == "clicks")
        assert (rings.drop_dy < -0.3) == (look == "discs")
        calibration.save(tmp_path / "profile")
        table: Any = Table("square_stacker", title, tmp_path / "profile", truth, window, tmp_path)
        status, document, error = Bot(table, moves=6, policy="strongest").end(120)
    finally:
        window.terminate()
        window.wait(10)
        window.complaints.join(10)
    assert status == 0, error
    assert document["outcomes"] == {"as planned": 6}

"""A game that draws a thick frame around the pieces under the pointer, in a real window: the pointer steps aside."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.calibrating.frames import calibrate_window
from bot.calibrating.wishes import CalibrationWishes
from bot.demo import PRACTICE_INPUT
from bot.games import GAMES
from bot.virtual_display import VirtualDisplay
from tests.bot.live_play import Bot, program_laid

MOVES = 8


@pytest.mark.live
@pytest.mark.display
@pytest.mark.timeout(240)
def test_what_the_pointer_hides_is_seen_once_it_has_stepped_aside(
    display: VirtualDisplay, tmp_path: Path, person: Callable[..., str]
) -> None:
    """The pieces of the last swap stayed unread under the pointer, and were waited for until the run gave up."""
    person("mousemove", 1300, 1000)
    with program_laid("framing_window.py", "bilging", tmp_path) as table:
        calibration = calibrate_window(GAMES["bilging"](), table.title, CalibrationWishes("own", PRACTICE_INPUT))
        assert calibration.result.passed, calibration.result.reasons
        calibration.save(table.profile)
        status, document, _ = Bot(table, moves=MOVES, policy="strongest").end(180)
    assert status == 0, document["ending"]
    assert document["outcomes"] == {"as planned": MOVES}

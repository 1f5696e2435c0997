"""Square Stacker on a page where something moves for ever beside the game: how pieces are moved is found out."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.calibrating.placing import calibrate_by_placing
from bot.calibrating.wishes import CalibrationWishes
from bot.demo import PRACTICE_INPUT
from bot.games import GAMES
from bot.practice_process import RESTART_KEY
from bot.virtual_display import VirtualDisplay
from tests.bot.live_play import Bot, program_laid


@pytest.mark.live
@pytest.mark.display
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("look", "how"), [("discs", "drag"), ("squares", "clicks")])
def test_a_page_that_never_rests_is_calibrated_on_and_played(
    look: str, how: str, display: VirtualDisplay, tmp_path: Path, person: Callable[..., str]
) -> None:
    """Discs float above the pointer; without having been told, no drop would hit its cell."""
    person("mousemove", 1300, 1000)
    with program_laid("page_of_rings.py", "square_stacker", tmp_path, look, how) as table:
        wishes = CalibrationWishes("own", PRACTICE_INPUT)
        calibration = calibrate_by_placing(GAMES["square_stacker"](), table.title, wishes, RESTART_KEY)
        assert calibration.result.passed, calibration.result.reasons
        rings = calibration.profile.rings
        assert rings is not None
        assert (calibration.profile.input.move_by == "clicks") == (how == "clicks")
        assert (rings.drop_dy < -0.3) == (look == "discs")
        calibration.save(table.profile)
        status, document, error = Bot(table, moves=6, policy="strongest").end(120)
    assert status == 0, error
    assert document["outcomes"] == {"as planned": 6}

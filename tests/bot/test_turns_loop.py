"""What the turn-based loop notes while it waits, and what it does with a gesture that was cut short."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest
from live_play import laid

from bot.calibrating.frames import CalibrationWishes, calibrate_window
from bot.demo import PRACTICE_INPUT
from bot.games import GAMES
from bot.playing.live import LiveRun, play_live
from bot.playing.lookout import Look
from bot.playing.run import EndRun, LoopSettings
from bot.practice_process import PracticeChoice
from bot.turns.loop import Loop, Pending
from bot.virtual_display import VirtualDisplay
from capture.frame import Frame, Region
from control.aim import ScreenPoint
from control.envelope import Envelope, Go, Wait
from control.gesture import Click
from engine.bilging import PRESETS, legal_moves, start
from engine.dice import dice
from policy.decision import Decision
from vision.profile import load_profile
from vision.sighting import Sighting, Status

AT = Click((4.0, 4.0))


def board_seen() -> tuple[Any, Any, Look]:
    """Rules, a state, and a look at its board."""
    rules = next(iter(PRESETS.values()))
    state = start(rules, dice(1))
    codes = np.array(state.board, np.int8)
    sighting = Sighting(codes, np.ones(codes.shape, np.float32), Status.CLEAR, 0, {})
    frame = Frame(np.zeros((8, 8, 3), np.uint8), time.monotonic_ns(), Region(0, 0, 8, 8), 1.0)
    return rules, state, Look(frame, sighting, 0.0, 0.0)


def test_a_repeat_that_has_to_wait_is_one_loss() -> None:
    rules, state, look = board_seen()
    envelope, log = MagicMock(), MagicMock()
    settings = LoopSettings(moves=9, think_ms=10, seed=1, patience_s=0.0)
    tracker: Any = MagicMock(changed_ns=0)
    parts: Any = (MagicMock(), MagicMock(), MagicMock(), tracker, MagicMock(), envelope, log, settings)
    loop = Loop(GAMES["bilging"](), rules, *parts)
    move = int(legal_moves(rules, state)[0])
    pending = Pending(1, Decision(move, 0.0, (), (move,), 0.0), AT, state, look, time.monotonic())
    envelope.check.return_value = Wait("window 'Ship' is not in front")
    for _ in range(4):
        assert not loop._judge(pending, look)
    assert dict(loop.tally.outcomes) == {}
    envelope.check.return_value = Go()
    assert not loop._judge(pending, look)
    assert (dict(loop.tally.outcomes), log.outcome.call_count) == ({"input lost": 1}, 1)
    with pytest.raises(EndRun, match="did not reach the game, twice"):
        loop._judge(pending, look)
    assert (dict(loop.tally.outcomes), log.outcome.call_count) == ({"input lost": 2}, 2)


@pytest.mark.live
@pytest.mark.display
@pytest.mark.timeout(180)
@pytest.mark.parametrize("lost", [4, 8], ids=["first move", "second move"])
def test_a_swap_cut_short_between_its_clicks_is_finished(
    lost: int, display: VirtualDisplay, tmp_path: Path, person: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game holds the first piece: a swap that is decided anew would let it go, or swap it with a third."""
    person("mousemove", 1300, 1000)
    asked: list[bool] = []
    truly = Envelope.still_ours

    def once_not(self: Envelope, point: ScreenPoint | None) -> bool:
        asked.append(len(asked) + 1 != lost and truly(self, point))
        return asked[-1]

    choice = PracticeChoice("swap3", seed=4, speed=4.0, title_suffix=tmp_path.name, position="60,60")
    with laid(choice, tmp_path / "profile", tmp_path) as table:
        game = GAMES["swap3"]()
        calibration = calibrate_window(game, table.title, CalibrationWishes("own", PRACTICE_INPUT))
        assert calibration.result.passed, calibration.result.reasons
        calibration.save(table.profile)
        monkeypatch.setattr(Envelope, "still_ours", once_not)
        settings = LoopSettings(moves=3, think_ms=20, seed=1)
        profile = load_profile(table.profile)
        run = LiveRun(game, "gweled", "greedy", profile, table.profile, table.title, settings)
        result = play_live(run)
        assert asked.count(False) == 1
        assert result.ending.finished, result.ending.reason
        assert dict(result.tally.outcomes) == {"as planned": 3}
        assert len(table.presses()) == 6
        assert table.moves_shown() == 3

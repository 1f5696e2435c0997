"""What the loop of a fixed tick counts, with nothing behind it: no window, no hand that presses."""

from typing import Any

import numpy as np
import pytest

from bot.games import GAMES
from bot.playing.run import LoopSettings
from bot.ticking.loop import TickingLoop
from control.hand import DryHand
from engine.hypersonic import PRESETS, dice, start
from policy.decision import Decision
from vision.arena.tracker import ArenaTracker


def loop_with(hand: Any) -> TickingLoop:
    nothing: Any = None
    rules, tracker = PRESETS["two"], ArenaTracker(still_ms=12)
    others = (tracker, hand, nothing, nothing, LoopSettings(moves=9, think_ms=10, seed=1))
    return TickingLoop(GAMES["hypersonic"](), rules, nothing, nothing, nothing, *others)


@pytest.mark.parametrize(("hand", "judged"), [(DryHand(), {}), ("one that presses", {"as planned": 1})])
def test_an_end_that_is_certain_is_judged_only_where_something_was_pressed(hand: Any, judged: dict[str, int]) -> None:
    begun = start(PRESETS["two"], dice(1))
    bomb = np.array([[1, *begun.players[1, :2], 1, 3]], np.int16)
    loop = loop_with(hand)
    loop._foresee_end(begun._replace(bombs=bomb), Decision(0, 0.0, (), (0,), 0.0))
    assert loop.tally.moves == 1
    assert [game.result for game in loop.games] == ["win"]
    assert (dict(loop.tally.outcomes), loop.tally.confirmed) == (judged, len(judged))

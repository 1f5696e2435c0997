"""What the loop of a falling piece counts and waits for, with nothing behind it: no window, no hand that presses."""

import time
from typing import Any
from unittest.mock import MagicMock

import numpy as np

from bot.falling.loop import FallingLoop, Plan
from bot.falling.steering import Steering
from bot.games import GAMES
from bot.playing.run import LoopSettings
from control.hand import DryHand
from engine.columns import EMPTY, PRESETS, start
from engine.dice import dice
from policy.decision import Decision
from vision.profile import KeysSection
from vision.well.tracker import FallingPiece, Phase, WellView

RULES = PRESETS["jewel"]
JEWELS = (1, 2, 3)


def loop_with(hand: Any) -> FallingLoop:
    reader, policy = MagicMock(), MagicMock()
    reader.profile.well.keys = KeysSection()
    policy.decide.return_value = Decision(0, 0.0, (), (0,), 0.0)
    game = MagicMock(wraps=GAMES["columns"]())
    game.sketch = MagicMock()
    others = (MagicMock(), reader, MagicMock(), hand, MagicMock(), MagicMock())
    return FallingLoop(game, RULES, policy, *others, LoopSettings(moves=9, think_ms=10, seed=1))


def look_and_view() -> tuple[Any, WellView, FallingPiece]:
    look = MagicMock()
    look.sighting.codes = np.zeros((RULES.rows, RULES.cols), np.int8)
    piece = FallingPiece(RULES.cols // 2, 3.0, JEWELS, 1)
    empty = np.full((RULES.rows, RULES.cols), EMPTY, np.int8)
    return look, WellView(Phase.FALLING, empty, piece, None, None), piece


def plan_of(loop: FallingLoop, presses: int) -> Plan:
    decision = Decision(0, 0.0, (), (0,), 0.0)
    return Plan(1, 1, JEWELS, start(RULES, dice(1)), decision, Steering(JEWELS, 0, loop.pace, 9, 0), presses)


def test_a_dry_run_does_not_add_up_its_waits_between_pieces() -> None:
    loop = loop_with(DryHand())
    look, view, _ = look_and_view()
    loop.lookout.wait_for_quiet()
    loop.lookout._blocked_since = time.monotonic() - 2 * loop.settings.absence_s
    loop._judge(plan_of(loop, 0), view, look)
    loop.lookout.wait_for_quiet()


def test_a_new_plan_for_the_same_piece_is_no_new_move() -> None:
    loop = loop_with("one that presses")
    look, view, piece = look_and_view()
    loop._plan = before = plan_of(loop, 2)
    loop._decide(view, piece, JEWELS, look, before.number)
    assert loop._plan is not before
    assert loop._plan.presses == 2

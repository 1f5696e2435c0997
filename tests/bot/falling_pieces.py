"""A loop of falling pieces with no window behind it and no hand that presses, and what it is handed."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bot.falling.loop import FallingLoop
from bot.falling.plan import Plan
from bot.falling.steering import Steering
from bot.games import GAMES
from bot.playing.lookout import Look
from bot.playing.run import LoopSettings
from bot.playing.trackers import well_tracker
from capture.frame import Frame
from control.hand import Hand
from engine.columns import EMPTY, PRESETS, start
from engine.dice import dice
from policy.decision import Decision
from tests.bot.desktop_stand_ins import NotingHand, OpenWindow, Screen
from tests.bot.handed_parts import PLACE, SETTINGS, WELL, envelope_of, look_at, parts_of
from vision.well.runs import Run
from vision.well.tracker import FallingPiece, Phase, WellView

RULES = PRESETS["jewel"]
JEWELS = (1, 2, 3)
FRAME = Frame(np.zeros((130, 100, 3), np.uint8), 0, PLACE)
LOOK = replace(look_at(np.zeros((RULES.rows, RULES.cols), np.int8)), frame=FRAME)
PIECE = FallingPiece(RULES.cols // 2, 3.0, JEWELS, 1)
VIEW = WellView(Phase.FALLING, np.full((RULES.rows, RULES.cols), EMPTY, np.int8), PIECE, None, None)


def loop_with(hand: Hand | None = None, *, in_front: bool = True, settings: LoopSettings = SETTINGS) -> FallingLoop:
    """A loop whose hand notes what it presses, if it is handed no other, and whose window has the keyboard or not."""
    game, hand, window = GAMES["columns"](), hand or NotingHand(), OpenWindow(PLACE)
    window.in_front = in_front
    parts = parts_of(
        game=game,
        rules=RULES,
        policy=game.policy("random", RULES),
        reader=Screen(WELL),
        hand=hand,
        envelope=envelope_of(window, hand),
        settings=settings,
    )
    return FallingLoop(parts, well_tracker(RULES))


def look_of(codes: NDArray[np.int8], piece: Run | None) -> Look:
    look = replace(look_at(codes), frame=FRAME)
    return replace(look, sighting=replace(look.sighting, extras={"piece": piece}))


def plan_of(loop: FallingLoop, presses: int) -> Plan:
    decision = Decision(0, 0.0, (), (0,), 0.0)
    return Plan(1, 1, JEWELS, start(RULES, dice(1)), decision, Steering(JEWELS, 0, loop.pace, 9), presses=presses)

"""A loop of a fixed tick, and what stands in for its window, its hand and its planner."""

import time
from dataclasses import replace
from typing import Any
from unittest.mock import MagicMock

import numpy as np

from bot.games import GAMES
from bot.playing.lookout import Look
from bot.ticking.loop import TickingLoop
from bot.ticking.rhythm import Rhythm
from capture.frame import Frame, Region
from control.envelope import Clearance, Wait
from engine.hypersonic import PRESETS, Rules, State, places
from policy.decision import Decision
from tests.bot.handed_parts import SETTINGS, parts_of
from vision.arena.tracker import ArenaPhase, ArenaTracker, ArenaView
from vision.profile_sections import ArenaKeysSection, ArenaSection
from vision.sighting import Sighting, Status

RULES = PRESETS["two"]
RIGHT = 2


def loop_with(hand: Any, *, rules: Rules = RULES, restart_key: str = "", **parts: Any) -> TickingLoop:
    settings = replace(SETTINGS, absence_s=parts.pop("absence_s", SETTINGS.absence_s))
    handed = parts_of(game=GAMES["hypersonic"](), rules=rules, hand=hand, settings=settings, **parts)
    return TickingLoop(handed, ArenaTracker(still_ms=12), restart_key)


class Envelope:
    """Says what the test lets it say, and counts."""

    def __init__(self, verdict: Clearance) -> None:
        self.verdict, self.asked, self.acts = verdict, 0, 0

    def check(self, *_args: Any, **_kwargs: Any) -> Clearance:
        self.asked += 1
        return self.verdict

    def acted(self, *_args: Any, **_kwargs: Any) -> None:
        self.acts += 1

    def still_ours(self, _point: Any) -> bool:
        return True


class Hand:
    """Notes what it is to press."""

    def __init__(self) -> None:
        self.pressed: list[Any] = []

    def perform(self, gesture: Any, *_args: Any) -> None:
        self.pressed.append(gesture)


class RightAway:
    """Goes right and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, *_args: Any) -> Decision:
        self.asked += 1
        return Decision(RIGHT, 0.0, (), (RIGHT,), 0.0)


def look_at(state: State) -> Look:
    patch = np.full((4, 4), 40 * (state.round % 6), np.uint8)
    sighting = Sighting(places(state), np.ones((33, 13), np.float32), Status.CLEAR, 0, {"turn_patch": patch})
    pixels = np.zeros((8, 8, 3), np.uint8)
    return Look(Frame(pixels, time.monotonic_ns(), Region(0, 0, 8, 8), 1.0), sighting, 0.0, 0.0)


def show(loop: TickingLoop, state: State) -> None:
    """Let the loop take a picture at rest for the first of its turn, or once more."""
    look = look_at(state)
    view = ArenaView(ArenaPhase.SETTLED, look.sighting, True, time.monotonic_ns())
    loop._new_turn(look, view)


def kept_out(absence_s: float = 60.0, **options: Any) -> tuple[TickingLoop, Envelope, Hand, RightAway]:
    """A loop whose window takes no keys."""
    envelope, hand, policy = Envelope(Wait("window 'Arena' is not in front")), Hand(), RightAway()
    profile = MagicMock(arena=ArenaSection.model_construct(keys=ArenaKeysSection(), seat=0))
    parts = {"envelope": envelope, "policy": policy, "log": MagicMock(), "reader": MagicMock(profile=profile)}
    loop = loop_with(hand, **parts, absence_s=absence_s, **options)
    loop.watch = MagicMock(rhythm=Rhythm(), blind=False)
    loop.decider._note = lambda *_args: None  # type: ignore[method-assign]
    return loop, envelope, hand, policy

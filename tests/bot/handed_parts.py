"""What loops and advisers are handed in tests that look at one part of them."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from bot.advising.advice import AdviserParts, SuggestResult
from bot.games import Game
from bot.playing.live_run import LiveRun
from bot.playing.lookout import Look
from bot.playing.parts import Parts
from bot.playing.run import LoopSettings
from bot.playing.run_log import RunLog
from capture.frame import Frame, Region
from capture.source import WindowLost
from control.envelope import Envelope, Limits
from control.hand import Hand
from tests.bot.desktop_stand_ins import GivenSource, NotingHand, NotingOverlay, OpenWindow, Screen
from vision.lattice import Lattice
from vision.profile import Profile
from vision.profile_sections import BoardSection, ReaderSection, WellSection, WindowSection
from vision.sighting import Codes, Sighting, Status

PLAIN = Profile(
    game="bilging",
    window=WindowSection(width=60, height=120),
    board=BoardSection(x=0, y=0, width=60, height=120, rows=12, cols=6),
    kinds=(),
    reader=ReaderSection(min_margin=0.3, max_distance=30, max_core=8),
)
"""Of a window with a board of plain tiles."""
WELL = Profile(
    game="columns",
    window=WindowSection(width=100, height=130),
    board=BoardSection(x=0, y=0, width=60, height=130, rows=13, cols=6),
    kinds=(),
    reader=PLAIN.reader,
    well=WellSection(background="background.png"),
)
"""Of a window with a well as wide and as high as the preset "jewel" has it."""
PLACE = Region(0, 0, 8, 8)
"""Where a window lies that nobody looks at closely."""
SETTINGS = LoopSettings(moves=9, think_ms=10, seed=1)


def look_at(codes: Codes, repaired: tuple[tuple[int, int], ...] = ()) -> Look:
    """Return a look at a board, all read without doubt but for the cells that the rules have settled."""
    sighting = Sighting(codes, np.ones(codes.shape, np.float32), Status.CLEAR, 0, {})
    frame = Frame(np.zeros((8, 8, 3), np.uint8), time.monotonic_ns(), PLACE, 1.0)
    return Look(frame, sighting, 0.0, 0.0, repaired)


def log_of_nothing() -> RunLog:
    """Return a run's log where no recording is kept."""
    return RunLog(None, Path(), {})


def envelope_of(window: OpenWindow, hand: Hand, targets: tuple[Lattice, ...] = ()) -> Envelope:
    """Return the envelope of a run in that window, in which gestures may come as fast as a test makes them."""
    return Envelope(window, targets, Limits(per_second=1000), hand=hand)


def parts_of(**given: Any) -> Parts:
    """Return a loop's parts: those that are given, an empty screen, a hand that takes notes, and no planner."""
    hand, screen = given.get("hand") or NotingHand(), Screen(PLAIN)
    parts: dict[str, Any] = {
        **dict.fromkeys(("game", "rules", "policy")),
        "source": screen,
        "reader": screen,
        "hand": hand,
        "envelope": envelope_of(OpenWindow(PLACE), hand),
        "log": log_of_nothing(),
        "settings": SETTINGS,
    }
    return Parts(**parts | given)


def run_of(game: Game, profile: Profile, **given: Any) -> LiveRun:
    """Return what an adviser is run on: a game in a window of this profile, by its default rules and planner."""
    run = LiveRun(game, game.default_rules, game.default_policy, profile, Path(), "Board", SETTINGS)
    return replace(run, **given)


def adviser_parts_of(run: LiveRun, **given: Any) -> AdviserParts:
    """Return an adviser's parts: those that are given, and for the others a window that cannot be seen."""
    parts: dict[str, Any] = {
        "source": GivenSource(_see_nothing, OpenWindow(PLACE)),
        "overlay": NotingOverlay(),
        "log": log_of_nothing(),
        "result": SuggestResult(),
        "say": lambda _text: None,
    }
    return AdviserParts(run=run, **parts | given)


def _see_nothing() -> Frame:
    raise WindowLost("the window is minimised")

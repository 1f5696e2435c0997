"""A loop of a fixed tick whose window is nowhere, and whose planner always goes right."""

import time
from dataclasses import replace

import numpy as np

from bot.games import GAMES
from bot.playing.lookout import Look
from bot.playing.run_log import RunLog
from bot.playing.trackers import arena_tracker
from bot.ticking.loop import TickingLoop
from bot.ticking.rhythm import Rhythm
from bot.ticking.watching import Watch
from capture.frame import Frame
from engine.hypersonic import COLS, PRESETS, ROWS, Rules, State, places
from policy.decision import Decision
from tests.bot.desktop_stand_ins import NotingHand, OpenWindow, Screen
from tests.bot.handed_parts import PLACE, SETTINGS, envelope_of, log_of_nothing, parts_of
from vision.arena.tracker import ArenaPhase, ArenaView
from vision.profile import Profile
from vision.profile_sections import ArenaSection, BoardSection, ReaderSection, WindowSection
from vision.sighting import Sighting, Status

RULES = PRESETS["two"]
RIGHT = 2
ARENA = Profile(
    game="hypersonic",
    window=WindowSection(width=130, height=110),
    board=BoardSection(x=0, y=0, width=130, height=110, rows=ROWS, cols=COLS),
    kinds=(),
    reader=ReaderSection(min_margin=0.3, max_distance=30, max_core=8),
    arena=ArenaSection(ground="ground.png", players=2),
)
"""Of a window of two players."""


class UntimedWatch(Watch):
    """Keeps the rhythm that a test gives it: a test shows its rounds one right after the other.

    Attributes:
        began: so many rounds.
        learns: from now on it learns its rhythm, as any other.
    """

    began = 0
    learns = False

    def round_began(self, view: ArenaView, rounds: int) -> None:
        if self.learns:
            super().round_began(view, rounds)
            return
        given, self.rhythm = self.rhythm, Rhythm()
        super().round_began(view, rounds)
        self.rhythm = given
        self.began += 1


class RightAway:
    """Goes right and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        self.asked += 1
        return Decision(RIGHT, 0.0, (), (RIGHT,), 0.0)


def look_at(state: State) -> Look:
    patch = np.zeros((4, 6, 3), np.uint8)
    patch[:, state.round % 6] = 200
    sighting = Sighting(places(state), np.ones((33, 13), np.float32), Status.CLEAR, 0, {"turn_patch": patch})
    pixels = np.zeros((6, 6, 3), np.uint8)  # too small for words, which would be asked for
    return Look(Frame(pixels, time.monotonic_ns(), PLACE, 1.0), sighting, 0.0, 0.0)


def show(loop: TickingLoop, state: State) -> None:
    """Let the loop take a picture at rest for the first of its turn, or once more."""
    look = look_at(state)
    view = ArenaView(ArenaPhase.SETTLED, look.sighting, True, time.monotonic_ns())
    loop._new_turn(look, view)


def shows(loop: TickingLoop, look: Look | None, view: ArenaView | None = None) -> None:
    """Let the loop's next looks be this one; None: the window cannot be seen.

    Args:
        loop: that looks.
        look: from now on.
        view: what its watch is to make of it; None: what it makes of it by itself.
    """
    screen = loop.lookout.source
    assert isinstance(screen, Screen)
    screen.look = look
    if view is not None:
        loop.watch.feed = lambda sighting: view  # type: ignore[method-assign]


def kept_out(
    absence_s: float = 60.0,
    *,
    rules: Rules = RULES,
    restart_key: str = "",
    log: RunLog | None = None,
    profile: Profile = ARENA,
) -> tuple[TickingLoop, OpenWindow, NotingHand, RightAway]:
    """A loop whose window takes no keys."""
    window, hand, policy, screen = OpenWindow(PLACE, "Arena"), NotingHand(), RightAway(), Screen(profile)
    window.in_front = False
    parts = parts_of(
        game=GAMES["hypersonic"](),
        rules=rules,
        policy=policy,
        source=screen,
        reader=screen,
        hand=hand,
        envelope=envelope_of(window, hand),
        log=log or log_of_nothing(),
        settings=replace(SETTINGS, absence_s=absence_s),
    )
    loop = TickingLoop(parts, UntimedWatch(arena_tracker(), rules), restart_key)
    return loop, window, hand, policy

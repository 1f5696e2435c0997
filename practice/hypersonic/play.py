"""A game in time: turns at a fixed tick, each shown by a short motion, then at rest. Pure; milliseconds."""

from collections.abc import Callable, Sequence
from enum import Enum

from practice.hypersonic.session import Session

MOTION_MS = 160.0
"""A turn is shown by a motion so long, where it is no more than this share of the tick:"""
MOTION_SHARE = 0.4
OVER_MS = 900.0
"""From the last board of a game to the words over it."""

Tell = Callable[[bool], None]
"""Told at each change, whether the arena is at rest now."""
Decide = Callable[[], Sequence[int]]
"""Asked at each tick for everybody's actions."""


class Phase(Enum):
    """What goes on."""

    READY = "ready"
    RUNNING = "running"
    OVER = "over"
    COVERED = "covered"


class Play:
    """The game as it stands at one moment.

    Args:
        session: the engine's part.
        tick_ms: length of a turn.
        speed: motions are so many times faster; the tick is not.

    Attributes:
        phase: what goes on; a game is READY until `begin`.
        since: how long since the last tick, or since the game began.
    """

    def __init__(self, session: Session, tick_ms: float, speed: float) -> None:
        self.session = session
        self.tick_ms = tick_ms
        self.motion_ms = min(MOTION_MS / speed, MOTION_SHARE * tick_ms)
        self._open()

    def _open(self) -> None:
        self.phase = Phase.READY
        self.since = 0.0
        self.moving = False

    def restart(self) -> None:
        """Lay out a new game."""
        self.session.restart()
        self._open()

    def begin(self) -> None:
        """Let the first turn come a tick from now."""
        self.phase, self.since = Phase.RUNNING, 0.0

    @property
    def over(self) -> bool:
        """Whether the game has ended and its last board is shown."""
        return self.phase in (Phase.OVER, Phase.COVERED)

    @property
    def share(self) -> float:
        """How much of the motion is over, 0 to 1."""
        return min(1.0, self.since / self.motion_ms) if self.moving else 1.0

    @property
    def left_ms(self) -> float:
        """Time until something happens by itself; infinity if nothing will."""
        if self.moving:
            return self.motion_ms - self.since
        lengths = {Phase.RUNNING: self.tick_ms, Phase.OVER: OVER_MS}
        return lengths[self.phase] - self.since if self.phase in lengths else float("inf")

    def advance(self, milliseconds: float, decide: Decide, tell: Tell) -> None:
        """Let time pass; a tick that comes late by more than a whole tick is followed by a whole tick."""
        left = milliseconds
        while left >= (due := self.left_ms):
            left -= due
            self.since += due
            if self.moving:
                self.moving = False
                tell(True)
            elif self.phase == Phase.RUNNING:
                self._tick(decide, tell)
                left = left if left < self.tick_ms else 0.0
            else:
                self.phase = Phase.COVERED
                tell(False)
        self.since += left

    def _tick(self, decide: Decide, tell: Tell) -> None:
        self.session.play(decide())
        self.phase = Phase.OVER if self.session.over else Phase.RUNNING
        self.since, self.moving = 0.0, True
        tell(False)

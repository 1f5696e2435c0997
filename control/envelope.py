"""The safety envelope: what is asked before every gesture.

A gesture may be made when it aims inside the calibrated board, the window is in front, uncovered there and
where it was when the frame was taken, gestures do not come too fast, moves are left, the stop key was not
pressed and the person leaves the mouse alone. What time can mend makes the loop wait and look again; what
the person or a limit says ends the run (exit status 3).
"""

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from capture.frame import Frame
from capture.source import WindowLost
from capture.window import Window
from control.aim import ScreenPoint, capture_position, frame_position
from control.hand import Hand, StoppedByUser
from vision.lattice import Lattice

STOP_KEY_PRESSED = "the stop key was pressed"
LET_GO_S = 1.0
"""Who was told to click somewhere gets so long to let go of the mouse: moving it afterwards is a wish to stop."""
KEY_GESTURES_PER_SECOND = 40
"""Gestures of keys within any one second: a press is one, and so is a chord. Presses held for 8 ms that show at
once make some 25."""


@dataclass(frozen=True, slots=True)
class Go:
    """The gesture may be made now."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Not now: wait a little, take a new frame, decide anew."""

    reason: str


@dataclass(frozen=True, slots=True)
class Stop:
    """Not now and not later: the run is over."""

    reason: str


Clearance = Go | Wait | Stop
"""What the envelope says before a gesture is made."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much and how fast.

    Attributes:
        moves: gestures that may be made in all, repeats of a lost one not counted; None is no limit.
        per_second: gestures within any one second; people manage about as many.
    """

    moves: int | None = None
    per_second: int = 10


class StopSignal(Protocol):
    """Something that a person can press."""

    @property
    def pressed(self) -> bool:
        """Tell whether it was pressed since the start."""
        ...


class Envelope:
    """Stands before every gesture of one run.

    Args:
        window: the game's.
        targets: the calibrated board in frame pixels, or all lattices that may be clicked on.
        limits: how much and how fast.
        stop_key: None where there is none.
        hand: asked whether the person took the mouse; None or a DryHand leaves the mouse to them.
        clock: seconds, monotonic.
    """

    def __init__(
        self,
        window: Window,
        targets: Lattice | Sequence[Lattice],
        limits: Limits,
        stop_key: StopSignal | None = None,
        hand: Hand | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.window = window
        self.targets = (targets,) if isinstance(targets, Lattice) else tuple(targets)
        self.limits = limits
        self.moves = 0
        self._stop_key = stop_key
        self._hand = hand
        self._clock = clock
        self._recent: deque[float] = deque(maxlen=limits.per_second)
        self._frame: Frame | None = None

    def stop_requested(self) -> Stop | None:
        """Say whether the person wants the run to end; cheap enough for every turn of the loop (0.1 ms)."""
        if self._stop_key_pressed():
            return Stop(STOP_KEY_PRESSED)
        if self._hand is not None and (how := self._hand.taken_over()):
            return Stop(how)
        return None

    def check(self, points: Sequence[ScreenPoint], frame: Frame, *, repeat: bool = False) -> Clearance:
        """Judge a gesture that was decided on `frame` and goes to `points` (none for keys).

        A repeat of one that got lost is no new move, so the move limit does not stop it.
        """
        if stop := self.stop_requested():
            return stop
        if not repeat and self.limits.moves is not None and self.moves >= self.limits.moves:
            return Stop(f"the limit of {self.limits.moves} moves is reached")
        for point in points:
            if not self._inside(point, frame):
                return Stop(f"the point {point} lies outside the calibrated board")
        return self._window_hindrance(points, frame) or self._rate_hindrance() or Go()

    def may_point(self, points: Sequence[ScreenPoint], frame: Frame) -> bool:
        """Tell whether the pointer may go over these points, pressing nothing: the window is in front, uncovered there.

        Else it might take the keyboard along, where that follows the pointer, or stir another program.
        """
        return self.stop_requested() is None and self._window_hindrance(points, frame) is None

    def acted(self, *, repeat: bool = False) -> None:
        """Count a gesture that was made; a repeat of one that got lost is no new move."""
        self._recent.append(self._clock())
        if not repeat:
            self.moves += 1

    def still_ours(self, point: ScreenPoint | None) -> bool:
        """Tell whether a click would land where the last check said, this very moment: for `Hand.perform`.

        Without a point, whether a key would reach the window. It is asked between the pointer's move and the press,
        which narrows the time in which another program could put a window there, or move this one, to about 0.3 ms.

        Raises:
            StoppedByUser: the stop key was pressed.
        """
        if self._stop_key_pressed():
            raise StoppedByUser(STOP_KEY_PRESSED)
        frame = self._frame
        if frame is None:
            return False
        reached = self.window.is_active() if point is None else self.window.topmost_at(*capture_position(point, frame))
        if not reached:
            return False
        try:
            return self.window.client_area() == frame.region
        except WindowLost:
            return False

    def _stop_key_pressed(self) -> bool:
        return self._stop_key is not None and self._stop_key.pressed

    def _inside(self, point: ScreenPoint, frame: Frame) -> bool:
        x, y = frame_position(point, frame)
        return any(
            board.x <= x < board.x + board.width and board.y <= y < board.y + board.height for board in self.targets
        )

    def _window_hindrance(self, points: Sequence[ScreenPoint], frame: Frame) -> Wait | Stop | None:
        self._frame = frame
        window = self.window
        if not window.exists():
            return Stop(f"window '{window.title}' is closed")
        try:
            area = window.client_area()
        except WindowLost as lost:
            return Wait(str(lost))
        if area != frame.region:
            return Wait(f"window '{window.title}' moved or changed its size")
        if not window.is_active():
            return Wait(f"window '{window.title}' is not in front; click on its title")
        if not all(window.topmost_at(*capture_position(point, frame)) for point in points):
            return Wait(f"another window covers '{window.title}'")
        return None

    def _rate_hindrance(self) -> Wait | None:
        recent = self._recent
        if len(recent) == recent.maxlen and self._clock() - recent[0] < 1.0:
            return Wait(f"{self.limits.per_second} gestures within a second are enough")
        return None

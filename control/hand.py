"""What a hand is, how one stops, and the hand that only notes what it is asked for."""

from collections.abc import Callable
from typing import Protocol

from control.aim import ScreenPoint
from control.gesture import Chord, Gesture, Keys

StillOurs = Callable[[ScreenPoint | None], bool]
"""Asked right before a button goes down: would a click here land in the game's window? None: would a key?

It may raise StoppedByUser where the person wants the run to end.
"""


class HandError(Exception):
    """There is no hand on this machine; the message is one line that says why and what to do."""


class StoppedByUser(Exception):  # noqa: N818 (a wish, not an error)
    """The person took the mouse, or put it into a corner of the screen."""


class TargetLost(Exception):  # noqa: N818
    """Another window came between in the last moment, or a button is held; what was to be pressed next was not.

    Attributes:
        rest: what is left to do of a gesture that was begun; None where the game got nothing of it. A drag that was cut
            short has put its piece back, so nothing of it was done.
    """

    rest: Gesture | None = None


class Hand(Protocol):
    """Carries gestures out, one at a time.

    Attributes:
        left_at: where it last put the pointer, or found it when it pressed its first key; None before its first gesture
            and for a hand without pointer.
    """

    left_at: ScreenPoint | None

    def perform(self, gesture: Gesture, points: tuple[ScreenPoint, ...], still_ours: StillOurs) -> None:
        """Carry out a gesture at `control.aim.screen_points`; returns when the last button or key is up.

        Raises:
            StoppedByUser: the person moved the mouse, before or meanwhile, or `still_ours` raised it.
            TargetLost: `still_ours` said no, or somebody holds the left button where it was to go down.
            capture.source.CaptureError: the display is gone.
            KeyboardInterrupt: Ctrl+C came meanwhile; every press had its release before. So it is on the main thread
                only: who performs on another holds `control.ending_signals.interrupts_deferred` there meanwhile.
        """
        ...

    def park(self, point: ScreenPoint) -> None:
        """Put the pointer somewhere without pressing anything.

        Raises:
            StoppedByUser: the person moved the mouse.
            TargetLost: somebody holds the left button, and would drag what they hold along.
            capture.source.CaptureError: the display is gone.
        """
        ...

    def taken_over(self) -> str | None:
        """Say how the person took the mouse from the hand; None when they did not.

        Raises:
            capture.source.CaptureError: the display is gone.
        """
        ...

    def knows_key(self, name: str) -> bool:
        """Tell whether there is a key of that name."""
        ...


def check_targets(points: tuple[ScreenPoint, ...], still_ours: StillOurs) -> None:
    """Make sure that the whole of a gesture may go where it is to go.

    Raises:
        TargetLost: `still_ours` said no.
    """
    if not all(still_ours(point) for point in points):
        raise TargetLost("another window came over the target, or the window moved")


def check_front(still_ours: StillOurs) -> None:
    """Make sure that a key would reach the game's window.

    Raises:
        TargetLost: `still_ours` said no.
    """
    if not still_ours(None):
        raise TargetLost("another window came to the front, or the window moved")


class DryHand:
    """Touches nothing; notes what it was asked to do.

    Attributes:
        performed: (gesture, points) of every call, in order.
    """

    left_at: ScreenPoint | None = None

    def __init__(self) -> None:
        self.performed: list[tuple[Gesture, tuple[ScreenPoint, ...]]] = []

    def perform(self, gesture: Gesture, points: tuple[ScreenPoint, ...], still_ours: StillOurs) -> None:
        """Note a gesture; `still_ours` is asked as a real hand would.

        Raises:
            TargetLost: `still_ours` said no.
        """
        if isinstance(gesture, Keys | Chord):
            check_front(still_ours)
        check_targets(points, still_ours)
        self.performed.append((gesture, points))

    def park(self, point: ScreenPoint) -> None:
        """Leave the mouse where it is."""

    def taken_over(self) -> str | None:
        """Return None: the mouse is the person's all the time."""
        return None

    def knows_key(self, name: str) -> bool:
        """Tell that any key will do: none is pressed."""
        return True

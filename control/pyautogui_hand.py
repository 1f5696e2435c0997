"""The hand that moves the real mouse and presses real keys."""

import contextlib
import os
import time
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from capture.display_server import display_server, require_display
from capture.dpi import see_true_pixels
from capture.macos_permissions import how_to_allow, may_press
from capture.one_line import one_line
from capture.source import CaptureError
from capture.x11 import prepare_xlib
from control.aim import ScreenPoint
from control.ending_signals import interrupts_deferred
from control.gesture import Chord, Click, Drag, Gesture, Keys, Swap
from control.hand import HandError, StillOurs, StoppedByUser, TargetLost, check_front, check_targets
from vision.profile_sections import InputSection

LIFT_OFF = 4
"""Input points of a drag's first small motion: many games lift a piece only once the pointer has moved a little."""
POINTER_TOLERANCE = 2
"""Input points that the pointer may stand off where it was put: HiDPI displays round."""
ARRIVE_S = 2.0
"""Seconds that a motion or a release may take to show: a window manager that looks at each press first holds back what
follows it, and is itself held up on a busy machine."""
ASK_S = 0.002
"""Seconds between two looks at whether it does."""
X11_LEFT_BUTTON = 0x100
"""The bit of X11's mask that stands for it."""
SLICE_S = 0.1
"""A drag that rests longer asks in between whether it may still go on."""


class PyAutoGuiHand:
    """Mouse and keyboard through pyautogui, paced by the profile instead of by pyautogui.

    Args:
        timing: how long buttons and keys stay down, the quiet between gestures, how slow a drag is.

    Raises:
        NoDisplay: there is no display.
        HandError: pyautogui does not work here, or macOS drops what it presses.
    """

    def __init__(self, timing: InputSection | None = None) -> None:
        require_display()
        if not may_press():
            raise HandError(f"macOS lets this program press nothing; {how_to_allow('Accessibility')}")
        self.timing = timing or InputSection()
        self.left_at: ScreenPoint | None = None
        self._gui = _pyautogui()
        self._quiet_from = 0.0

    def perform(self, gesture: Gesture, points: tuple[ScreenPoint, ...], still_ours: StillOurs) -> None:
        """Carry out a gesture. See `Hand.perform`."""
        with interrupts_deferred(), _gone_display_translated(), self._fail_safe_translated():
            self._heed_person()
            match gesture:
                case Click():
                    self._click(points[0], still_ours)
                case Swap(_, second):
                    self._check_targets(points, still_ours)
                    self._click(points[0], still_ours)
                    with _rest_told(Click(second)):
                        self._click(points[1], still_ours)
                case Drag():
                    self._drag(points[0], points[1], still_ours)
                case Keys(names):
                    self._check_names(names)
                    for number, name in enumerate(names):
                        with _rest_told(Keys(names[number:]) if number else None):
                            self._chord((name,), still_ours)
                case Chord(names):
                    self._check_names(names)
                    self._chord(names, still_ours)

    def park(self, point: ScreenPoint) -> None:
        """Put the pointer somewhere without pressing anything. See `Hand.park`."""
        with _gone_display_translated(), self._fail_safe_translated():
            self._heed_person()
            self._heed_held_button()
            self._move(point)

    def taken_over(self) -> str | None:
        """Say how the person took the mouse. See `Hand.taken_over`."""
        position = self.position()
        if position in self._gui.FAILSAFE_POINTS:
            return "the mouse is in a corner of the screen (the fail-safe)"
        if self.left_at is not None and not _near(position, self.left_at):
            return "the mouse was moved by hand"
        return None

    def knows_key(self, name: str) -> bool:
        """Tell whether pyautogui knows a key of that name here. See `Hand.knows_key`."""
        return bool(self._gui.isValidKey(name))

    def _click(self, point: ScreenPoint, still_ours: StillOurs) -> None:
        self._go_to(point, (point,), still_ours)
        try:
            self._press(point)
            time.sleep(self.timing.hold_ms / 1e3)
            interference = self.taken_over()
        finally:
            self._release(point)
        if interference:
            raise StoppedByUser(interference)

    def _drag(self, start: ScreenPoint, end: ScreenPoint, still_ours: StillOurs) -> None:
        self._go_to(start, (start, end), still_ours)
        drop = start  # a drag that goes wrong puts the piece back
        try:
            self._press(start)
            self._rest(end, still_ours)
            shares = _shares(start, end, self.timing.drag_steps)
            for share in shares:
                self._heed_person()
                self._carry(_between(start, end, share))
                time.sleep(self.timing.drag_ms / len(shares) / 1e3)
            # the game must have drawn the piece where it is to be dropped
            self._rest(end, still_ours)
            self._check_targets((end,), still_ours)
            drop = end
        finally:
            self._release(drop)

    def _go_to(self, start: ScreenPoint, targets: tuple[ScreenPoint, ...], still_ours: StillOurs) -> None:
        """Move to where the button is to go down next, if it may."""
        self._wait_for_quiet()
        self._heed_person()
        self._heed_held_button()
        self._move(start)
        self._check_targets(targets, still_ours)

    def _heed_held_button(self) -> None:
        """Leave the pointer where it is while the left button is down.

        Whoever holds it: X11 would pass no press on, and the motion would drag what they hold.
        """
        if self._is_pressed():
            raise TargetLost("the left mouse button is held down; let go of it")

    def _rest(self, end: ScreenPoint, still_ours: StillOurs) -> None:
        """Hold a piece still for `hold_ms`; a long rest asks again and again whether the drag may go on."""
        until = time.monotonic() + self.timing.hold_ms / 1e3
        while (rest := until - time.monotonic()) > SLICE_S:
            time.sleep(SLICE_S)
            self._check_targets((end,), still_ours)
        time.sleep(max(0.0, rest))

    def _chord(self, names: tuple[str, ...], still_ours: StillOurs) -> None:
        self._wait_for_quiet()
        down: list[str] = []
        try:
            for number, name in enumerate(names):
                with _rest_told(Chord(names[number:]) if number else None):
                    check_front(still_ours)
                self._heed_person()
                if self.left_at is None:  # keys leave the pointer to the person, who moves it to say stop
                    self.left_at = self.position()
                down.append(name)
                self._gui.keyDown(name, _pause=False)
            time.sleep(self.timing.hold_ms / 1e3)
        finally:
            with self._fail_safe_off():
                for name in reversed(down):
                    self._gui.keyUp(name, _pause=False)
            self._quiet_from = time.monotonic()

    def _move(self, point: ScreenPoint) -> None:
        before = self.position()
        self._gui.moveTo(*point, _pause=False)
        self._arrive(before, point)

    def _carry(self, point: ScreenPoint) -> None:
        """Move with the button down, which macOS tells from other motions."""
        before = self.position()
        self._gui.dragTo(*point, button="left", mouseDownUp=False, _pause=False)
        self._arrive(before, point)

    def _arrive(self, before: ScreenPoint, point: ScreenPoint) -> None:
        """Wait until the pointer no longer stands where it was before it was put to `point`, or ought to.

        Else it would seem that the person had put it back.
        """
        _wait_while(lambda: not _near(before, point) and self.position() == before)
        self.left_at = point

    def _press(self, point: ScreenPoint) -> None:
        self._gui.mouseDown(*point, _pause=False)

    def _release(self, point: ScreenPoint) -> None:
        # The fail-safe raises before it releases: it must not keep a button down.
        with self._fail_safe_off():
            self._gui.mouseUp(*point, _pause=False)
        # a motion that overtakes a release takes it along: it would be where the pointer went afterwards
        _wait_while(self._is_pressed)
        self.left_at = point
        self._quiet_from = time.monotonic()

    def _is_pressed(self) -> bool:
        """Tell whether the left button is down, ours or a person's, as far as the display knows; only X11 is asked."""
        display = getattr(self._gui.platformModule, "_display", None)
        return display is not None and bool(display.screen().root.query_pointer().mask & X11_LEFT_BUTTON)

    def _wait_for_quiet(self) -> None:
        """Keep the profile's quiet after the last release; costs nothing when thinking took longer."""
        rest = self._quiet_from + self.timing.gap_ms / 1e3 - time.monotonic()
        if rest > 0:
            time.sleep(rest)

    def _check_targets(self, points: tuple[ScreenPoint, ...], still_ours: StillOurs) -> None:
        """Look for the person too: what was asked took time, and what follows puts the pointer back where it was."""
        check_targets(points, still_ours)
        self._heed_person()

    def _heed_person(self) -> None:
        if how := self.taken_over():
            raise StoppedByUser(how)

    def position(self) -> ScreenPoint:
        """Return where the pointer is.

        Raises:
            CaptureError: the display is gone.
        """
        with _gone_display_translated():
            x, y = self._gui.position()
        return int(x), int(y)

    def _check_names(self, names: tuple[str, ...]) -> None:
        for name in names:
            if not self.knows_key(name):
                raise ValueError(f"expected a key name that pyautogui knows here, got '{name}'")

    @contextlib.contextmanager
    def _fail_safe_translated(self) -> Iterator[None]:
        try:
            yield
        except self._gui.FailSafeException as error:
            raise StoppedByUser("the mouse is in a corner of the screen (the fail-safe)") from error

    @contextlib.contextmanager
    def _fail_safe_off(self) -> Iterator[None]:
        self._gui.FAILSAFE = False
        try:
            yield
        finally:
            self._gui.FAILSAFE = True


def _wait_while(condition: Callable[[], bool]) -> None:
    """Wait until a condition is over, `ARRIVE_S` at most."""
    until = time.monotonic() + ARRIVE_S
    while condition() and time.monotonic() < until:
        time.sleep(ASK_S)


def _near(position: ScreenPoint, expected: ScreenPoint) -> bool:
    return abs(position[0] - expected[0]) <= POINTER_TOLERANCE and abs(position[1] - expected[1]) <= POINTER_TOLERANCE


def _shares(start: ScreenPoint, end: ScreenPoint, steps: int) -> list[float]:
    """Return after which shares of a drag the pointer halts: a first small motion, then what is left of even steps."""
    length = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    lift_off = min(1.0, LIFT_OFF / length) if length else 1.0
    return [lift_off, *(step / steps for step in range(1, steps + 1) if step / steps > lift_off)]


def _between(start: ScreenPoint, end: ScreenPoint, share: float) -> ScreenPoint:
    return round(start[0] + (end[0] - start[0]) * share), round(start[1] + (end[1] - start[1]) * share)


@contextlib.contextmanager
def _rest_told(rest: Gesture | None) -> Iterator[None]:
    """Let a target that is lost in the block say what is then left to do."""
    try:
        yield
    except TargetLost as lost:
        lost.rest = rest
        raise


@cache
def _lost_connection() -> tuple[type[Exception], ...]:
    """Return what pyautogui passes on from a lost X connection; elsewhere nothing is lost so."""
    if display_server() != "x11":
        return ()
    from Xlib import error

    return (error.ConnectionClosedError, OSError)


@contextlib.contextmanager
def _gone_display_translated() -> Iterator[None]:
    """Turn a lost connection to the display into CaptureError."""
    try:
        yield
    except _lost_connection() as cause:
        raise CaptureError("the display is gone; start the display and the game again") from cause


def _pyautogui() -> Any:
    """Import pyautogui (it looks for a display at once) and take its own pacing away.

    Raises:
        HandError: it cannot be imported, or already drives another display.
    """
    see_true_pixels()
    try:
        if display_server() == "x11":
            prepare_xlib()  # one thread may ask where the pointer is while another moves it
        with warnings.catch_warnings():
            # Its helpers leave pipes of short-lived children open.
            warnings.simplefilter("ignore", ResourceWarning)
            import pyautogui
    except SystemExit as error:  # what mouseinfo does without tkinter
        raise HandError("pyautogui needs tkinter; apt-get install python3-tk") from error
    except Exception as error:  # whatever its import meets: Xlib, Quartz and ctypes errors share no base
        raise HandError(f"pyautogui does not work here ({one_line(error)}); see `run_bot.py doctor`") from error
    pyautogui.PAUSE = 0
    pyautogui.MINIMUM_DURATION = 0
    pyautogui.MINIMUM_SLEEP = 0
    pyautogui.FAILSAFE = True
    driven = getattr(pyautogui.platformModule, "_display", None)
    wanted = os.environ.get("DISPLAY", "")
    if driven is not None and driven.get_display_name() != wanted:
        bound = driven.get_display_name()
        raise HandError(f"pyautogui drives display {bound}, not {wanted}; use one display a process")
    if hasattr(pyautogui.platformModule, "_mouse_is_swapped"):
        pyautogui.platformModule._mouse_is_swapped()  # asks a child process once: not at the first click
    return pyautogui

"""Presses keys for calibrations that play blindly, but through the envelope."""

import time
from types import TracebackType
from typing import Final, Self

from bot.exit_status import Failed, Stopped
from capture.frame import Frame
from capture.source import WindowLost
from capture.window import WindowSource
from control.envelope import KEY_GESTURES_PER_SECOND, Envelope, Limits, Stop, Wait
from control.gesture import Keys
from control.hand import StoppedByUser, TargetLost
from control.pyautogui_hand import PyAutoGuiHand
from control.stop_key import StopKey
from vision.profile_sections import InputSection

OUT_OF_REACH_S: Final = 20.0
"""How long the window may stay covered or away."""
AGAIN_S: Final = 0.05


class CalibrationHand:
    """A hand that presses keys, from `__enter__` to `__exit__`.

    Args:
        source: frames of the window that the keys are for.
        timing: how the window wants its input.
    """

    def __init__(self, source: WindowSource, timing: InputSection) -> None:
        self._source = source
        self._hand = PyAutoGuiHand(timing)
        self._stop_key = StopKey()
        limits = Limits(per_second=KEY_GESTURES_PER_SECOND)
        self._envelope = Envelope(source.window, (), limits, self._stop_key, self._hand)

    def __enter__(self) -> Self:
        """Begin to listen for the stop key."""
        self._stop_key.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Listen no more."""
        self._stop_key.__exit__(kind, error, trace)

    @property
    def timing(self) -> InputSection:
        """How the window wants its input; may be set anew."""
        return self._hand.timing

    @timing.setter
    def timing(self, timing: InputSection) -> None:
        self._hand.timing = timing

    def press(self, *names: str) -> None:
        """Press keys one after another, if there are any, each once the window lets it.

        Raises:
            capture.source.WindowLost: the window was closed.
            Stopped: the person or a limit said so.
            Failed: the window stayed out of reach.
        """
        until = time.monotonic() + OUT_OF_REACH_S
        for name in names:
            while (why_not := self._tried(name)) is not None:
                _wait(why_not, until)

    def grab(self) -> Frame:
        """Return a picture of the window, once it can be seen.

        Raises:
            capture.source.WindowLost: the window was closed.
            Stopped: the person said so.
            Failed: the window stayed away.
        """
        until = time.monotonic() + OUT_OF_REACH_S
        while True:
            try:
                return self._source.grab()
            except WindowLost as lost:
                if not self._source.window.exists():
                    raise
                self.heed_person()
                _wait(str(lost), until)

    def heed_person(self) -> None:
        """Heed the person where nothing is pressed for a while.

        Raises:
            Stopped: they said so.
        """
        if stop := self._envelope.stop_requested():
            raise Stopped(stop.reason)

    def _tried(self, name: str) -> str | None:
        """Press a key if the window lets it; else return what is in the way."""
        match self._envelope.check((), self.grab(), repeat=True):
            case Stop(reason):
                raise Stopped(reason)
            case Wait(reason):
                return reason
            case _:
                pass
        try:
            self._hand.perform(Keys((name,)), (), self._envelope.still_ours)
        except TargetLost as lost:
            return str(lost)
        except StoppedByUser as stop:
            raise Stopped(str(stop)) from stop
        self._envelope.acted(repeat=True)
        return None


def _wait(why_not: str, until: float) -> None:
    """Wait a moment for a window that is out of reach; raise `Failed` once it is too late."""
    if time.monotonic() > until:
        raise Failed(f"{why_not}; calibration gave up after {OUT_OF_REACH_S:.0f} s")
    time.sleep(AGAIN_S)

"""Signals that come while a window is made: kept until it can be left, for nothing may be raised inside Qt."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

ENDING_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
"""Those of `control.ending_signals`, which a practice window must not know: it imports nothing that plays it."""


def heeded_signals() -> list[int]:
    """Return those of `ENDING_SIGNALS` that are not ignored: a process started by nohup outlives its terminal."""
    return [number for number in ENDING_SIGNALS if signal.getsignal(number) != signal.SIG_IGN]


class HeldSignals:
    """What has come between the start and the moment a window shows.

    Attributes:
        first: the first signal's number, or None.
        shown: a window shows; what comes from now on closes it and is no longer kept.
    """

    def __init__(self) -> None:
        self.first: int | None = None
        self.shown = False

    def begin(self) -> None:
        """Forget what came for an earlier window."""
        self.first, self.shown = None, False

    def keep(self, number: int, _frame: object) -> None:
        """Stand in for a signal's own action."""
        if self.first is None and not self.shown:
            self.first = number

    def may_show(self) -> bool:
        """Tell whether a window is still wanted; signals are no longer kept then."""
        self.shown = self.first is None
        return self.shown


HELD = HeldSignals()
"""Of this process: signals are the whole process's."""


@contextmanager
def held_signals() -> Iterator[None]:
    """Let no signal that would end the process break in; the first that came before a window showed comes again after.

    To be entered before Qt is imported, whose import hook and paint events cannot bear an exception that comes out of
    nowhere. Signals that are ignored stay so.
    """
    HELD.begin()
    before = {number: signal.getsignal(number) for number in heeded_signals()}
    try:
        for number in before:
            signal.signal(number, HELD.keep)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if HELD.first is not None:
        signal.raise_signal(HELD.first)

"""The signals that end a command from outside: what they are called, how they are raised and made to wait."""

import _thread
import math
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from control.ending_signals import ENDING_SIGNALS

AGAIN_S: Final = 0.05
"""After so long a signal that was swallowed comes again: the callback is over then, or it is swallowed once more."""
SAME_WISH_S: Final = 1.0
"""Signals so soon after one that was heeded are passed over: `timeout` sends two, and a terminal may."""
DEFAULTS: Final = (signal.SIG_DFL, signal.default_int_handler)
"""What is done of these where nobody has decided otherwise."""


class Interrupted(KeyboardInterrupt):
    """A signal came; its number is the argument."""


class Raised:
    """Raises `Interrupted` in the main thread for signals that nobody has decided about; one ignored stays so.

    One that comes while a callback of the compiler's runs, which swallows whatever is raised, comes again. What comes
    right after another one is the same wish: it must not cut the clean-up short, nor end a process that is leaving with
    a traceback.

    Attributes:
        came: the numbers of those that came.
    """

    def __init__(self, numbers: Collection[int] = ENDING_SIGNALS) -> None:
        self.came: list[int] = []
        self._heeded_s = -math.inf
        self._hook, sys.unraisablehook = sys.unraisablehook, self._swallowed
        self._before = {number: handler for number in numbers if (handler := signal.getsignal(number)) in DEFAULTS}
        for number in self._before:
            signal.signal(number, self._interrupt)

    def put_back(self) -> None:
        """Let what was done of signals before be done again."""
        for number, handler in self._before.items():
            signal.signal(number, handler)
        sys.unraisablehook = self._hook

    def _interrupt(self, number: int, _frame: object) -> None:
        if time.monotonic() - self._heeded_s < SAME_WISH_S:
            return
        self._heeded_s = time.monotonic()
        self.came.append(number)
        raise Interrupted(number)

    def _swallowed(self, what: "sys.UnraisableHookArgs") -> None:
        if isinstance(what.exc_value, Interrupted):
            self._heeded_s = -math.inf
            later = threading.Timer(AGAIN_S, _signal_again, what.exc_value.args)
            later.daemon = True
            later.start()
        elif not self.came:  # what was cut off half-made complains as it goes: nobody need know
            self._hook(what)


def _signal_again(number: int) -> None:
    """Let a signal come to the main thread, out of what it may be waiting for."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        _thread.interrupt_main(signal.Signals(number))


def signal_name(number: int) -> str:
    """Return what a person calls the signal that ended a command."""
    return "Ctrl+C" if number == signal.SIGINT else signal.Signals(number).name


@contextmanager
def blocked(numbers: Collection[int] = ENDING_SIGNALS) -> Iterator[Callable[[], object]]:
    """Let signals wait until the block ends, or until what this yields is called; on Windows they come all the same.

    A process that is started meanwhile does not hear them either, for as long as it does not ask to.
    """
    if sys.platform == "win32":
        yield lambda: None
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    hear = partial(signal.pthread_sigmask, signal.SIG_SETMASK, before)
    try:
        yield hear
    finally:
        hear()


@contextmanager
def heard(numbers: Collection[int] = ENDING_SIGNALS) -> Iterator[None]:
    """Let signals that are blocked come meanwhile, each as `Interrupted`. Ignored ones stay so.

    On Windows nothing changes.
    """
    if sys.platform == "win32":
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    raised = Raised(numbers)
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, numbers)  # one that waited is raised from within
        yield
    finally:
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        finally:
            raised.put_back()


@contextmanager
def insisted(after_s: float, free: Callable[[], None]) -> Iterator[None]:
    """Call `free`, in a thread of its own, where the block still runs so long after a signal came.

    Nothing can be raised while the main thread waits inside a library, as for a display that does not answer. `free`
    is to end what it may wait for. On Windows, and outside the main thread, this does nothing.
    """
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    left = threading.Event()

    def watch() -> None:
        with os.fdopen(reading, "rb", buffering=0) as numbers:
            while number := numbers.read(1):
                if number[0] in ENDING_SIGNALS and not left.wait(after_s):
                    free()

    threading.Thread(target=watch, name="insisted", daemon=True).start()
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    try:
        yield
    finally:
        left.set()
        signal.set_wakeup_fd(before)
        os.close(writing)

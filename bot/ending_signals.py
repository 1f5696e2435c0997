"""The signals that end a command from outside: what they are called, how they are made to wait."""

import signal
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial

from control.ending_signals import ENDING_SIGNALS


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
    """Let signals that are blocked come meanwhile, each as Ctrl+C would: as a KeyboardInterrupt. Ignored ones stay so.

    On Windows nothing changes.
    """
    if sys.platform == "win32":
        yield
        return
    before = {number: signal.getsignal(number) for number in numbers if signal.getsignal(number) == signal.SIG_DFL}
    for number in before:
        signal.signal(number, signal.default_int_handler)
    mask = signal.pthread_sigmask(signal.SIG_UNBLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for number, handler in before.items():
            signal.signal(number, handler)

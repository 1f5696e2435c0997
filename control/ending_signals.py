"""The signals that end a program from outside, and how they are made to wait while a button or key is down."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

ENDING_SIGNALS: Final[tuple[int, ...]] = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
"""What ends a program that does not handle it: Ctrl+C, a kill, a terminal that closes; Ctrl+Break on Windows."""


@contextmanager
def interrupts_deferred() -> Iterator[None]:
    """Let Ctrl+C, SIGTERM, SIGHUP and SIGBREAK wait until the block ends: a button that is down gets its release first.

    Only the main thread receives them, so elsewhere this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {number: signal.signal(number, lambda which, _stack: came.append(which)) for number in ENDING_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        if came:
            signal.raise_signal(came[0])

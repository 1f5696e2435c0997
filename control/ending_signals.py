"""The signals that end a program from outside."""

import signal
from typing import Final

ENDING_SIGNALS: Final[tuple[int, ...]] = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
"""What ends a program that does not handle it: Ctrl+C, a kill, a terminal that closes; Ctrl+Break on Windows."""

"""What a child process says on standard error: read all the time, of which the end is kept."""

import os
import threading
from typing import IO, Final

MOST_KEPT: Final = 4096
"""Bytes of the end that are kept."""
AT_ONCE: Final = 8192
"""Bytes that are asked for at a time."""


class LastWords:
    """Reads a pipe to its end in a thread of its own: unread, a full one would hold the child up.

    Args:
        pipe: the child's standard error, which nobody else reads; the thread closes it.
    """

    def __init__(self, pipe: IO[bytes] | IO[str]) -> None:
        self._pipe = pipe
        self._kept = b""
        # a daemon: what the child has started may go on holding the other end
        self._thread = threading.Thread(target=self._run, name="last words", daemon=True)
        self._thread.start()

    def join(self, limit_s: float) -> None:
        """Wait for the end of the pipe, no longer than the limit."""
        self._thread.join(limit_s)

    def lines(self) -> list[str]:
        """Return what came last, without empty lines; the first of them may have lost its beginning."""
        text = self._kept.decode("utf-8", "replace")
        return [line.strip() for line in text.splitlines() if line.strip()]

    def _run(self) -> None:
        with self._pipe:
            while more := os.read(self._pipe.fileno(), AT_ONCE):
                self._kept = (self._kept + more)[-MOST_KEPT:]

"""Lines from a pipe with the time they came, read in a thread so that waiting for them can end."""

import contextlib
import os
import queue
import select
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

CHUNK_BYTES: Final = 65536
"""Asked of the system at a time; a turn has some 400."""
LONGEST_LINE_BYTES: Final = 4096
"""Nobody who means well sends a longer line."""
MOST_WAITING: Final = 10_000
"""Lines kept; the writer waits when nobody takes them."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line, or the beginning of one.

    Attributes:
        text: without its end; "" for what is not ended.
        ended: False says that a part of a line has come; the end of the input ends a line too.
        came: time in the clock's seconds.
    """

    text: str
    ended: bool
    came: float


class LineReader:
    """Lines of a file descriptor.

    Args:
        descriptor: to read from, until its end.
        clock: seconds.
        longest_bytes: of a longer line the rest is thrown away.
        at_end: called by the reading thread when it is done with the descriptor, to close it: nobody else can know.
    """

    def __init__(
        self,
        descriptor: int,
        clock: Callable[[], float] = time.perf_counter,
        longest_bytes: int = LONGEST_LINE_BYTES,
        at_end: Callable[[], None] = lambda: None,
    ) -> None:
        self._descriptor = descriptor
        self._clock = clock
        self._longest_bytes = longest_bytes
        self._at_end = at_end
        self._waiting: queue.Queue[Line | None] = queue.Queue(MOST_WAITING)
        self._closed = False
        # a daemon: nothing can wake it from a read, and it must not keep the process alive
        threading.Thread(target=self._read, name="line reader", daemon=True).start()

    def next(self, until: float | None = None) -> Line | None:
        """Return the next line, None at the end of the input (and ever after).

        Args:
            until: give up then, in the clock's seconds; None waits for ever.

        Raises:
            TimeoutError: nothing came.
        """
        if self._closed:
            return None
        try:
            line = self._waiting.get(timeout=None if until is None else max(0.0, until - self._clock()))
        except queue.Empty:
            raise TimeoutError("no line came in time") from None
        self._closed = line is None
        return line

    @property
    def waiting(self) -> bool:
        """Whether `next` would answer at once."""
        return self._closed or not self._waiting.empty()

    def _read(self) -> None:
        rest = b""
        while True:
            try:
                chunk = os.read(self._descriptor, CHUNK_BYTES)
            except BlockingIOError:  # who shares the other end of it has made it so
                select.select([self._descriptor], [], [])
                continue
            except OSError:  # the other end broke, or the descriptor was closed under us
                chunk = b""
            if not chunk:
                break
            came = self._clock()
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._waiting.put(Line(line[: self._longest_bytes].decode("ascii", "replace"), True, came))
            if rest:
                self._waiting.put(Line("", False, came))
                rest = rest[: self._longest_bytes]
        if rest:  # who closes the pipe has ended the last line too
            self._waiting.put(Line(rest[: self._longest_bytes].decode("ascii", "replace"), True, self._clock()))
        with contextlib.suppress(OSError):
            self._at_end()
        self._waiting.put(None)

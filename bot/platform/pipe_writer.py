"""Writing to a pipe in a thread, so that a reader that does not read keeps nobody."""

import contextlib
import queue
import threading
import time
from typing import IO, Final

LOOK_S: Final = 0.002
"""Between two looks whether a full pipe that does not wait has room again."""


class PipeWriter:
    """The writing end of a pipe; only its thread touches it, and closes it in the end.

    Args:
        pipe: unbuffered.
    """

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._waiting: queue.SimpleQueue[tuple[bytes, threading.Event] | None] = queue.SimpleQueue()
        self._error: OSError | None = None
        # a daemon: where something goes on holding the other end and does not read, nothing can wake it from a write
        self._thread = threading.Thread(target=self._run, name="pipe writer", daemon=True)
        self._thread.start()

    def write(self, data: bytes, limit_s: float) -> None:
        """Return when all of it is in the pipe.

        Raises:
            TimeoutError: not within the limit.
            OSError: nobody reads any more.
        """
        done = threading.Event()
        self._waiting.put((data, done))
        if not done.wait(limit_s):
            raise TimeoutError("the pipe is full")
        if self._error is not None:
            raise self._error

    def close(self) -> None:
        """Close the pipe once everything is written; does not wait for it."""
        self._waiting.put(None)

    def join(self, limit_s: float) -> None:
        """Wait until the pipe is closed, no longer than the limit."""
        self._thread.join(limit_s)

    def _run(self) -> None:
        while (item := self._waiting.get()) is not None:
            data, done = item
            try:
                while data:
                    written: int | None = self._pipe.write(data)
                    if written is None:  # full, and who shares the other end has made it one that does not wait
                        time.sleep(LOOK_S)
                    else:
                        data = data[written:]
            except OSError as error:
                self._error = error
            done.set()
        with contextlib.suppress(OSError):
            self._pipe.close()

"""Standard output and error as a process was given them: one that is not there, or takes nothing."""

import io
import os
import sys
from typing import Any, BinaryIO, cast

from bot.exit_status import Failed, Unusable


def open_streams() -> None:
    """Put the system's void where the process was started without a standard stream, and name those that take nothing.

    Else the next file opened would take the number of one that is missing, and every line for the person would be an
    error. What was missing `sys.__stdin__` and its like go on telling.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
            os.set_inheritable(number, True)  # for the processes that are started, too
            setattr(sys, name, os.fdopen(number, "r" if name == "stdin" else "w"))
    if hasattr(sys.stdout, "buffer"):  # those of notebooks take text only
        sys.stdout = _through(_Output(sys.stdout), sys.stdout)
    if hasattr(sys.stderr, "buffer"):
        sys.stderr = _through(_Words(sys.stderr), sys.stderr)


def _through(raw: "_Stream", stream: Any) -> io.TextIOWrapper:
    """Return a text stream like another that writes through `raw`."""
    return io.TextIOWrapper(
        cast(BinaryIO, raw) if raw.unbuffered else io.BufferedWriter(raw),
        stream.encoding,
        stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


class _Stream(io.RawIOBase):
    """Writes to the same place as another stream, which stays open.

    Attributes:
        unbuffered: nothing may be kept for later, as with PYTHONUNBUFFERED.
    """

    def __init__(self, stream: Any) -> None:
        self._stream = stream  # it would close with its last owner
        self._raw: io.RawIOBase = getattr(stream.buffer, "raw", stream.buffer)
        self.unbuffered = self._raw is stream.buffer
        self.name, self.mode = stream.name, "wb"

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._raw.fileno()

    def isatty(self) -> bool:
        return self._raw.isatty()

    def write(self, data: Any, /) -> int | None:
        return self._raw.write(data)


class _Output(_Stream):
    """Standard output: a result that is lost is a fault, which is told of once."""

    def __init__(self, stream: Any) -> None:
        super().__init__(stream)
        self._missing = sys.__stdout__ is None
        self._told = False

    def write(self, data: Any, /) -> int | None:
        """Write, or say why that is not done.

        Raises:
            Unusable: the process was started without it.
            BrokenPipeError: nobody reads it any more; once, for Python 3.13 tells of what it tries again when it ends.
            Failed: it takes nothing for another reason.
        """
        if self._told or not data:  # Python tries again when it ends; libraries try with nothing
            return memoryview(data).nbytes
        try:
            if not self._missing:
                return super().write(data)
        except BrokenPipeError:
            self._told = True
            raise
        except OSError as error:
            self._told = True
            raise Failed(f"standard output: cannot be written ({error.strerror})") from error
        except KeyboardInterrupt:
            self._told = True  # how much of it was written is not known: never twice
            raise
        self._told = True
        raise Unusable("standard output is closed: what is to be printed there has nowhere to go")


class _Words(_Stream):
    """Standard error: words about a result, which is as good without them."""

    def __init__(self, stream: Any) -> None:
        super().__init__(stream)
        self._told = False

    def write(self, data: Any, /) -> int | None:
        """Write, or let it be where there is no room.

        Raises:
            BrokenPipeError: nobody reads it any more; once.
        """
        try:
            return memoryview(data).nbytes if self._told else super().write(data)
        except BrokenPipeError:
            self._told = True
            raise
        except OSError:
            return memoryview(data).nbytes

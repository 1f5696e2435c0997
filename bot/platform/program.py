"""A program behind pipes: a text in, a line out, never waited for longer than said."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from typing import Final

from bot.platform.lines import LineReader
from bot.platform.pipe_writer import PipeWriter
from capture.last_words import LastWords
from practice.command_words import command_words

LAST_WORDS: Final = 200
"""Characters of the program's last line on standard error that are told."""
LEAVE_S: Final = 1.0
"""Seconds that a program has to end by itself when its input is closed."""


class ProgramError(Exception):
    """The program could not be started, did not answer or has ended; the message is one line."""


class Program:
    """A running program.

    Args:
        command: shell words; no shell sees them.

    Raises:
        ProgramError: it cannot be started.
    """

    def __init__(self, command: str) -> None:
        try:
            words = command_words(command)
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # so that what it starts can be ended with it
            )
        except (OSError, ValueError, IndexError) as error:
            raise ProgramError(f"cannot start {command!r}: {error}") from None
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        if stdin is None or stdout is None or stderr is None:  # all were asked for
            raise ProgramError(f"cannot start {command!r}: no pipes")
        self._errors = LastWords(stderr)
        self._input = PipeWriter(stdin)
        self._lines = LineReader(stdout.fileno(), time.perf_counter, at_end=stdout.close)
        self._ended = False

    def ask(self, text: str, limit_s: float) -> tuple[str, float]:
        """Send a text and return the next line, and the seconds until it came, whenever it is looked at.

        Args:
            text: ASCII.
            limit_s: seconds for the text to be taken and for the answer, together.

        Raises:
            ProgramError: no line in time, the text not taken in time, or the program has ended.
        """
        began = time.perf_counter()
        until = began + limit_s
        try:
            self._input.write(text.encode("ascii"), limit_s)
        except TimeoutError:
            raise ProgramError(f"it does not read: its input was still full after {limit_s * 1e3:.0f} ms") from None
        except OSError:  # a broken pipe
            raise ProgramError(f"it reads no more{self._how()}") from None
        try:
            while True:
                line = self._lines.next(until)
                if line is None:
                    how = self._how()
                    raise ProgramError(
                        f"it {'closed its output' if self._process.returncode is None else 'ended'}{how}"
                    )
                if line.ended:
                    break
        except TimeoutError:
            raise ProgramError(f"no answer within {limit_s * 1e3:.0f} ms") from None
        if line.came > until:
            raise ProgramError(f"answered after {(line.came - began) * 1e3:.0f} ms of {limit_s * 1e3:.0f}")
        return line.text, max(0.0, line.came - began)  # one that answers before it is asked takes no time

    def hang_up(self) -> None:
        """Close the program's input, by which it knows that the game is over; nothing is waited for."""
        self._input.close()

    def close(self) -> None:
        """End the program: its input is closed, and after `LEAVE_S` it is killed with all of its session.

        Windows has no sessions: what the program has started there goes on.
        """
        if self._ended:
            return
        self.hang_up()
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(LEAVE_S)
        finally:  # also where Ctrl+C ends the waiting: in its own session the program hears nothing of it
            self.kill()

    def kill(self) -> None:
        """Kill what still runs, and close what was opened."""
        if self._ended:
            return
        self._ended = True
        self._input.close()
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._input.join(LEAVE_S)
        until = time.perf_counter() + LEAVE_S
        with contextlib.suppress(TimeoutError):  # something that it has started and that left its group still writes
            while self._lines.next(until) is not None:
                pass
        self._errors.join(LEAVE_S)

    def _how(self) -> str:
        """Return how the program ended and what it said last, as far as known."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.2)
        status = self._process.returncode
        if status is not None:
            self._errors.join(0.2)
        words = self._errors.lines()
        said = f": {words[-1][:LAST_WORDS]}" if words else ""
        return ("" if status is None else f" with status {status}") + said

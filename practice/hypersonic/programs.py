"""A seat played by a program over pipes, in the platform's text form; only `ProgramSeat.close` ever waits for it."""

import sys
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QProcess, QTimer

from engine.hypersonic import State
from engine.hypersonic.protocol import AnswerError, opening_text, parse_answer, turn_text
from practice.hypersonic.keys import STAY

MOST_BYTES = 65536
"""A program that writes so much without the end of a line is ended."""
MOST_WORDS = 2000
"""So much of the end of what it says on its error channel is kept, in bytes, to say why it has ended."""
GRACE_MS = 300
"""How long a program whose input has been closed may take to end by itself."""


class ProgramSeat:
    """A player that is a program of its own process; it is asked every turn and answers when it can.

    An answer that is not there when the turn begins, or cannot be read, means that the player stays. What comes late is
    passed over. One that ends is named on standard error with its last words. Needs a Qt event loop.

    Args:
        name: written beside the arena.
        command: program and arguments.
        news: called whenever the program has answered or ended.
    """

    def __init__(self, name: str, command: Sequence[str], news: Callable[[], None]) -> None:
        self.name = name
        self._command = list(command)
        self._news = news
        self._process: QProcess | None = None
        self._leaving: list[QProcess] = []
        self._rest = self._words = b""
        self._forget()

    def _forget(self) -> None:
        self._seat = 0
        self._asked = self._answered = 0
        self._line: str | None = None
        self._late = self._odd = 0
        self._ended = False

    @property
    def note(self) -> str:
        """What has gone wrong in this game, or ""."""
        wrong = {"late": self._late, "odd": self._odd}
        return "ended" if self._ended else " ".join(f"{what} {count}" for what, count in wrong.items() if count)

    @property
    def ready(self) -> bool:
        """Whether it has answered once, or will never answer."""
        return self._ended or self._answered > 0

    def open(self, seat: int) -> None:
        """Start the program for a new game; one that runs leaves."""
        self.leave()
        self._forget()
        self._seat = seat
        process = QProcess()
        process.setProcessChannelMode(QProcess.ProcessChannelMode.SeparateChannels)
        process.readyReadStandardError.connect(self._hear)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._finished)
        process.errorOccurred.connect(self._finished)
        self._process = process
        process.start(self._command[0], self._command[1:])
        if not self._ended:
            self._write(opening_text(seat))

    def ask(self, state: State) -> None:
        """Send a turn; Qt keeps what the program does not read yet."""
        self._line = None
        if not self._ended and self._process is not None:
            self._asked += 1
            self._write(turn_text(state))

    def take(self, state: State) -> int:
        """Return the action for the turn that was asked about last, STAY where there is no answer that can be read."""
        line, self._line = self._line, None
        if line is None:
            self._late += not self._ended
            return STAY
        try:
            return parse_answer(state, self._seat, line)
        except AnswerError:
            self._odd += 1
            return STAY

    def leave(self) -> None:
        """Take the program its input, and end it soon if it does not end by itself; waits for nothing."""
        process, self._process = self._process, None
        self._rest = self._words = b""
        if process is None:
            return
        process.blockSignals(True)
        process.closeReadChannel(QProcess.ProcessChannel.StandardOutput)
        process.closeReadChannel(QProcess.ProcessChannel.StandardError)
        process.closeWriteChannel()
        self._leaving.append(process)
        QTimer.singleShot(GRACE_MS, partial(self._put_out, process))

    def _put_out(self, process: QProcess) -> None:
        """Kill a program that has had its time to leave, and let go of it once it is gone."""
        if process not in self._leaving:
            return
        if process.state() != QProcess.ProcessState.NotRunning:
            process.kill()
            QTimer.singleShot(GRACE_MS, partial(self._put_out, process))
            return
        self._leaving.remove(process)
        process.deleteLater()

    def close(self) -> None:
        """End the program, and those that are about to leave, before this returns."""
        self.leave()
        for process in self._leaving:
            if process.state() != QProcess.ProcessState.NotRunning and not process.waitForFinished(GRACE_MS):
                process.kill()
                process.waitForFinished()
            process.close()
            process.deleteLater()
        self._leaving.clear()

    def _write(self, text: str) -> None:
        if self._process is not None:
            self._process.write(text.encode("ascii"))

    def _read(self) -> None:
        if self._process is None:
            return
        *lines, self._rest = (self._rest + bytes(self._process.readAllStandardOutput().data())).split(b"\n")
        for line in lines:
            if self._answered < self._asked:  # a line that nobody asked for is no answer
                self._answered += 1
                self._line = line.decode("ascii", "replace") if self._answered == self._asked else None
        if len(self._rest) > MOST_BYTES:
            self._process.kill()
        if lines:
            self._news()

    def _hear(self) -> None:
        """Keep the end of what it says on its error channel."""
        if self._process is not None:
            self._words = (self._words + bytes(self._process.readAllStandardError().data()))[-MOST_WORDS:]

    def _finished(self, *_: object) -> None:
        if self._ended or self._process is None:
            return
        self._hear()
        said = self._words.decode("utf-8", "replace").strip().splitlines()
        reason = said[-1] if said else self._process.errorString()
        sys.stderr.write(f"player {self._seat} ({' '.join(self._command)}) has ended: {reason}\n")
        self._ended = True
        # a missing program may be told of within `start()`, and who opens the seat may not be ready for news
        QTimer.singleShot(0, partial(self._tell_end, self._process))

    def _tell_end(self, process: QProcess) -> None:
        if process is self._process:
            self._news()

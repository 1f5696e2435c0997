"""The planner in a process of its own: it may load, think and fail as long as it wants, answers go out in time."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from bot.ending_signals import blocked
from bot.exit_status import Unusable
from bot.platform.lines import LineReader
from bot.platform.pipe_writer import PipeWriter
from bot.platform.turns import Turn

ROOT: Final = Path(__file__).resolve().parent.parent.parent
"""The project's folder."""
MISTYPED: Final = "PolicyError"
"""The only failure to load (by `kind`) for which a game is not played on: plain moves would hide the slip."""
FAIR_S: Final = 0.005
"""A planner that had less time to take a turn is not to blame: this process itself was late."""
LEAVE_S: Final = 1.0
"""Seconds that the end of the pipe to a killed planner is waited for."""


class Thinker:
    """A `bot.platform.mind_process`. Its clock is ours: `time.perf_counter` is the same in all processes.

    Args:
        mind: MODULE:FUNCTION that makes the mind, and the function's arguments.

    Attributes:
        ready: the mind has said that it is loaded.
        fault: why the last answer was missing, where the mind said so.
    """

    def __init__(self, mind: Sequence[str]) -> None:
        path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        with blocked({signal.SIGINT}):  # Ctrl+C is for this process: one that is still loading would tell where it was
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "bot.platform.mind_process", *mind],  # -P: no bot.py of the user's own
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                env={**os.environ, "PYTHONPATH": path},
            )
        if self._process.stdin is None or self._process.stdout is None:  # both were asked for
            raise OSError("no pipes to the planner")
        self._in = PipeWriter(self._process.stdin)
        self._answers = LineReader(self._process.stdout.fileno(), at_end=self._process.stdout.close)
        self._asked = 0
        self.ready = False
        self.fault = ""
        self._ending = "its process has ended"

    def ask(self, turn: Turn, player: int, think_until: float, wait_until: float) -> str | None:
        """Return the planner's answer to a turn, None where there is none in time.

        A planner that is not ready sees the turn later; so it knows the whole game when it comes to answer.

        Args:
            turn: as sent.
            player: who answers.
            think_until: the planner's time ends then, by `time.perf_counter`.
            wait_until: the answer is given up then.

        Raises:
            Unusable: there is no such planner.
        """
        self._asked += 1
        document = {
            "number": self._asked,
            "player": player,
            "think_until": think_until,
            "began": turn.began,
            "rows": turn.rows,
            "entities": turn.entities,
        }
        limit_s = wait_until - time.perf_counter()
        try:
            self._in.write(f"{json.dumps(document)}\n".encode("ascii"), limit_s)
        except TimeoutError:  # it is given the turn once it reads again
            self.fault = "it reads no turns" if limit_s >= FAIR_S else ""
            return None
        except OSError:  # the process has ended; its last words are among the answers
            pass
        with contextlib.suppress(TimeoutError):
            while (line := self._answers.next(wait_until)) is not None:
                if not line.ended:
                    continue
                reply = self._heed(line.text)
                if reply.get("number") == self._asked:
                    text: str | None = reply.get("text")
                    return text
            self.fault = self._ending
        return None

    def load(self, until: float) -> None:
        """Wait until the planner has loaded, or until a time by `time.perf_counter`.

        Raises:
            Unusable: there is no such planner.
        """
        with contextlib.suppress(TimeoutError):
            while not self.ready and (line := self._answers.next(until)) is not None:
                if line.ended:
                    self._heed(line.text)

    def _heed(self, line: str) -> dict[str, Any]:
        """Take note of a line of the planner's; return what it says, nothing where it cannot be read.

        Raises:
            Unusable: it says that there is no such planner; any other failure to load costs moves only.
        """
        try:
            reply: dict[str, Any] = dict(json.loads(line))
        except (ValueError, TypeError):
            self.fault = "what it says cannot be read"  # the same words each turn: they are told once
            return {}
        self.ready = True
        if "refused" in reply:
            if reply.get("kind") == MISTYPED:
                raise Unusable(reply["refused"])
            reply["fault"] = self._ending = f"cannot load: {reply.get('kind')}: {reply['refused']}"
        self.fault = reply.get("fault", "")
        return reply

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        self._in.close()
        self._in.join(LEAVE_S)
        while self._answers.next() is not None:  # then the reader's thread has closed its pipe
            pass

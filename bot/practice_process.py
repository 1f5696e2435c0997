"""A practice window in a process of its own, as the demo and the tests use it."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from bot.exit_status import ExitStatus, Failed, Unusable
from capture.environment import child_environment
from capture.last_words import LastWords

RUN_BOT = Path(__file__).resolve().parent.parent / "run_bot.py"
RESTART_KEY = "r"
"""Begins a new game in a practice window, and in many others."""
LEAVE_S = 5.0
"""Seconds that a window has to close when it is told to."""
HEAR_S = 1.0
"""Seconds for the last of what a window that has ended said."""
REHEARSED_S = 180.0
"""Seconds after which a window that has neither opened nor ended is waited for no longer: it stands still. One that
compiles kernels takes a good half minute on a busy machine."""
LOOK_S = 0.05
"""Seconds between two looks at whether a window has opened."""


@dataclass(frozen=True, slots=True)
class PracticeChoice:
    """Which practice window to open; the names are those of the `practice` command's options.

    `settings` holds one "name=value" for each `--set`.
    """

    game: str
    look: str | None = None
    skin: Path | None = None
    scale: float = 1.0
    seed: int = 1
    speed: float = 1.0
    rules: str | None = None
    specials: float | None = None
    title_suffix: str = ""
    position: str | None = None
    settings: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The title its window will have."""
        name = self.game.replace("_", " ").title()
        return f"Spyglass practice: {name}" + (f" {self.title_suffix}" if self.title_suffix else "")

    def arguments(self, truth: Path) -> list[str]:
        """Return the command's arguments."""
        given = {
            "--look": self.look,
            "--skin": self.skin,
            "--scale": self.scale,
            "--seed": self.seed,
            "--speed": self.speed,
            "--rules": self.rules,
            "--specials": self.specials,
            "--title-suffix": self.title_suffix or None,
            "--position": self.position,
            "--truth": truth,
        }
        options = [f"{name}={value}" for name, value in given.items() if value is not None]
        options += [f"--set={setting}" for setting in self.settings]
        return ["practice", self.game, *options]


class PracticeProcess(subprocess.Popen[bytes]):
    """A window's process, as a program of words.

    Attributes:
        complaints: what it says on standard error, Qt's warnings among it.
    """

    def __init__(self, words: Sequence[str], **variables: str) -> None:
        super().__init__(words, env=child_environment() | variables, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
        assert self.stderr is not None
        self.complaints = LastWords(self.stderr)


@contextmanager
def practice_window(choice: PracticeChoice, truth: Path, **variables: str) -> Iterator[PracticeProcess]:
    """Open a practice window, and close it on the way out, however that is; `variables` of its environment."""
    process = PracticeProcess([sys.executable, str(RUN_BOT), *choice.arguments(truth)], **variables)
    try:
        yield process
    finally:
        process.terminate()
        try:
            with suppress(subprocess.TimeoutExpired):
                process.wait(LEAVE_S)
        finally:  # of a signal too
            process.kill()
            process.wait()
        process.complaints.join(HEAR_S)


def rehearse(choice: PracticeChoice) -> None:
    """See that a practice window opens as asked for: it does so where nobody sees it, and is closed at once.

    Only its own process knows all that it refuses, and can load Qt beside which OpenCV must not be. What it compiles is
    kept for the one that is played on.

    Raises:
        Unusable: it refuses its options.
        Failed: it has ended otherwise; with its last words.
    """
    with tempfile.TemporaryDirectory(prefix="spyglass-rehearsal-") as scratch:
        truth = Path(scratch) / "truth.jsonl"
        with practice_window(choice, truth, QT_QPA_PLATFORM="offscreen") as window:
            until = time.monotonic() + REHEARSED_S
            while not truth.exists() and time.monotonic() < until:  # it is among the last that are made
                check_alive(window)
                time.sleep(LOOK_S)


def check_alive(process: PracticeProcess) -> None:
    """See that a practice window is still there.

    Raises:
        Unusable: it refused its options.
        Failed: it has ended otherwise; with its last words.
    """
    if process.poll() is None:
        return
    process.complaints.join(HEAR_S)
    words = process.complaints.lines()
    if process.returncode == ExitStatus.UNUSABLE and words:
        raise Unusable(words[-1].removeprefix("run_bot.py: "))
    raise Failed(f"the practice window ended with status {process.returncode}: {words[-1] if words else 'no word'}")

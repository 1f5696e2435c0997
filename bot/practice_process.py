"""A practice window in a process of its own, as the demo and the tests use it."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.exit_status import ExitStatus, Failed, Unusable
from capture.environment import child_environment

RUN_BOT = Path(__file__).resolve().parent.parent / "run_bot.py"
RESTART_KEY = "r"
"""Begins a new game in a practice window, and in many others."""


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


@contextmanager
def practice_window(choice: PracticeChoice, truth: Path) -> Iterator[subprocess.Popen[str]]:
    """Open a practice window, and close it on the way out, however that is."""
    process = subprocess.Popen(
        [sys.executable, str(RUN_BOT), *choice.arguments(truth)],
        env=child_environment(),
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stderr is not None:
            process.stderr.close()


def check_alive(process: subprocess.Popen[str]) -> None:
    """Raise `Failed` with the window's last words when it has ended; `Unusable` where it refused its options."""
    if process.poll() is None:
        return
    words = (process.stderr.read() if process.stderr else "").strip().splitlines()
    if process.returncode == ExitStatus.UNUSABLE and words:
        raise Unusable(words[-1].removeprefix("run_bot.py: "))
    raise Failed(f"the practice window ended with status {process.returncode}: {words[-1] if words else 'no word'}")

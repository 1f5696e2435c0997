"""A practice window in its own process: started, touched and looked at from outside."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import mss
import numpy as np

T = TypeVar("T")

ROOT = Path(__file__).parents[2]
PROGRAM = """
import importlib, json, sys
from pathlib import Path
from practice.options import PracticeError, PracticeOptions
wanted = json.loads(sys.argv[1])
run = importlib.import_module("practice." + wanted.pop("game", "bilging")).run
for name in ("truth", "skin", "scores"):
    if wanted.get(name):
        wanted[name] = Path(wanted[name])
try:
    sys.exit(run(PracticeOptions(**wanted)))
except PracticeError as error:
    sys.exit(f"refused: {error}")
"""


def wait_for(condition: Callable[[], T | None], seconds: float = 15.0, what: str = "it") -> T:
    """Return the first true answer of `condition`, or fail."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        answer = condition()
        if answer:
            return answer
        time.sleep(0.01)
    raise AssertionError(f"waited {seconds:g} s for {what}")


def clean_environment(**more: str) -> dict[str, str]:
    """Return this process's environment without Qt's variables, plus `more`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("QT_")}
    return kept | {"PYTHONPATH": str(ROOT)} | more


class Live:
    """A practice window in its own process, seen and touched from outside only."""

    def __init__(self, display: str, folder: Path, environment: dict[str, str], **options: Any) -> None:
        self.display = display
        self.truth = folder / f"truth_{options['title_suffix']}.jsonl"
        self.log = (folder / f"log_{options['title_suffix']}.txt").open("w+")
        self._environment = clean_environment(DISPLAY=display, **environment)
        wanted = {"truth": str(self.truth), "position": [40, 60], **options}
        self.tool("mousemove", 0, 0)  # a look whose cursor stays must not find the mouse on its board
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, json.dumps(wanted)], env=self._environment, stderr=self.log, stdout=self.log
        )
        self._title = f"{options.get('game', 'bilging').replace('_', ' ').title()} {options['title_suffix']}"
        wait_for(lambda: self.lines() or self.process.poll() is not None, 60, "the first state")
        assert self.process.poll() is None, self.output()
        self.window = wait_for(lambda: self.tool("search", "--name", f"{self._title}$"), what="the window")
        self.width, self.height = 0, 0
        self.x, self.y = self.place()

    def output(self) -> str:
        """What the process has said."""
        self.log.seek(0)
        return self.log.read()

    def tool(self, *arguments: object) -> str:
        """Run xdotool and return its last line."""
        command = ["xdotool", *map(str, arguments)]
        out = subprocess.run(command, env=self._environment, capture_output=True, text=True, check=False).stdout
        return out.strip().splitlines()[-1] if out.strip() else ""

    def place(self) -> tuple[int, int]:
        """Return the client area's place on the screen, once it stands still; sets width and height."""

        def look() -> tuple[int, ...]:
            command = ["xwininfo", "-id", self.window]
            text = subprocess.run(command, env=self._environment, capture_output=True, text=True, check=True).stdout
            keys = ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
            return tuple(int(re.findall(rf"{key}:\s+(-?\d+)", text)[0]) for key in keys)

        def managed() -> bool:
            command = ["xprop", "-id", self.window, "_NET_FRAME_EXTENTS"]
            return b"=" in subprocess.run(command, env=self._environment, capture_output=True, check=True).stdout

        wait_for(managed, what="the window manager")
        before = look()
        while True:
            time.sleep(0.1)
            now = look()
            if now == before:
                break
            before = now
        self.width, self.height = now[2:]
        return now[0], now[1]

    def lines(self) -> list[dict[str, Any]]:
        """Return the truth log so far, without the pictures of what moves."""
        if not self.truth.exists():
            return []
        lines = [json.loads(line) for line in self.truth.read_text().splitlines() if line.endswith("}")]
        return [line for line in lines if line["settled"] or "painting_ns" not in line]

    def told(self) -> int:
        """Return how many settled states have been written."""
        return sum(line["settled"] for line in self.lines())

    def settled(self, count: int) -> dict[str, Any]:
        """Wait until `count` settled states have been written and return the last of them."""

        def look() -> dict[str, Any] | None:
            found = [line for line in self.lines() if line["settled"]]
            return found[count - 1] if len(found) >= count else None

        return wait_for(look, what=f"settled state {count}")

    def point(self, x: float, y: float) -> None:
        """Move the mouse to a client pixel."""
        self.tool("mousemove", self.x + round(x), self.y + round(y))

    def click(self, x: float, y: float, button: int = 1) -> None:
        """Press and release a button on a client pixel."""
        self.point(x, y)
        self.tool("click", button)

    def drag(self, *points: tuple[float, float], release: bool = True) -> None:
        """Press on the first client pixel, move over the others, release on the last."""
        self.point(*points[0])
        self.tool("mousedown", 1)
        for point in points[1:]:
            self.point(*point)
        if release:
            self.tool("mouseup", 1)

    def grab(self) -> np.ndarray:
        """Return the client area, (height, width, 3) uint8 BGR."""
        with mss.MSS(display=self.display) as screen:
            box = {"left": self.x, "top": self.y, "width": self.width, "height": self.height}
            return np.asarray(screen.grab(box))[..., :3].copy()

    def shows(
        self,
        expected: np.ndarray,
        cut: Callable[[np.ndarray], np.ndarray] = lambda picture: picture,
        seconds: float = 5.0,
    ) -> bool:
        """Tell whether the client area, or what `cut` leaves of it, comes to look as expected; painting takes time."""
        until = time.monotonic() + seconds
        while not (same := np.array_equal(cut(self.grab()), expected)) and time.monotonic() < until:
            time.sleep(0.02)
        if not same:  # pytest shows it where the test fails
            seen = cut(self.grab())
            odd = np.argwhere((seen != expected).any(axis=-1)) if seen.shape == expected.shape else np.zeros((0, 2))
            where = f"from {odd.min(0).tolist()} to {odd.max(0).tolist()} (row, column)" if len(odd) else "or none"
            sys.stderr.write(f"{len(odd)} pixels differ, {where}; window at {self.x}, {self.y}, {seen.shape}\n")
        return same

    def close(self) -> int:
        """End the process as a terminal would; returns its exit status."""
        if self.process.poll() is None:
            self.process.terminate()
        status = self.process.wait(15)
        self.log.close()
        return status

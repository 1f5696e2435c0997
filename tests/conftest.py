"""Fixtures that need a display: a virtual one of its own for every test process, and real windows on it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.virtual_display import VirtualDisplay
from capture.environment import child_environment

# A shell that starts the tests in the background lets them ignore Ctrl+C, and their children would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda *_: None)  # likewise under nohup; these tests themselves go on ignoring it

# What shows on a display or holds a time shares the machine with whatever else runs there: such a test, when it fails,
# is played once more, and named at the end. A misread cell, a move against the rules, a press (or key) where or when
# nothing may be pressed, and a button that stays down are faults however rare: an assertion says so in these words.
FAULTS_HOWEVER_RARE = ["misread", "rules differ", "wrong press", "outside board and hand", "button left down"]
ONCE_MORE = pytest.mark.flaky(reruns=1, rerun_except=FAULTS_HOWEVER_RARE)

TOLD = 3000
"""Characters of a failure that are told before the run ends."""

TARGET_WINDOW = Path(__file__).resolve().parent / "target_window.py"


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their markers
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    cases: Counter[str] = Counter()
    for item in items:
        sweep = item.get_closest_marker("sweep")
        if sweep is not None:
            test = item.nodeid.partition("[")[0]
            if cases[test] % sweep.args[0]:
                item.add_marker("swept")
            cases[test] += 1
        if any(item.get_closest_marker(name) for name in ("display", "live", "timed")):
            item.add_marker(ONCE_MORE)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Tell at once why a test failed, or is played again: whoever stops a long run knows already."""
    if report.outcome in ("failed", "rerun") and "PYTEST_XDIST_WORKER" not in os.environ:
        sys.stderr.write(f"\n{report.nodeid} ({report.when}, {report.duration:.0f} s): {report.outcome}\n")
        sys.stderr.write(f"{report.longreprtext[-TOLD:]}\n")


@pytest.fixture(scope="session")
def display() -> Iterator[VirtualDisplay]:
    """Xvfb 1600x1200x24 with openbox; DISPLAY points at it until the session ends."""
    programs = ("Xvfb", "openbox", "xdotool", "wmctrl", "xwininfo", "xprop")
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        pytest.fail(f"{', '.join(missing)} not installed; run `scripts/setup --tests`")
    with VirtualDisplay((1600, 1200)) as virtual:
        yield virtual
        _close_what_pyautogui_leaves_open()


def _close_what_pyautogui_leaves_open() -> None:
    """Its modules hold connections and pipes until the interpreter ends; Python would complain of each."""
    for name in ("pyautogui._pyautogui_x11", "mouseinfo"):
        connection = getattr(sys.modules.get(name), "_display", None)
        if connection is not None:
            connection.close()
    for name in ("pyscreeze", "mouseinfo"):
        child = getattr(sys.modules.get(name), "whichProc", None)
        for pipe in (child.stdout, child.stderr) if child else ():
            pipe.close()


@pytest.fixture(autouse=True, scope="module")
def forget_what_was_written() -> None:
    """Tests of one file may share what tesseract read; those that take it away say `forget_pages` themselves."""
    ocr = sys.modules.get("vision.ocr")
    if ocr is not None:
        ocr.forget_pages()


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with no display at all."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)


class TargetWindow:
    """A running `target_window.py`."""

    def __init__(self, title: str, log: Path, place: tuple[int, int, int, int], colour: str) -> None:
        self.title = title
        self.log = log
        log.unlink(missing_ok=True)
        self.process = subprocess.Popen(
            [sys.executable, str(TARGET_WINDOW), title, *map(str, place), colour, str(log)], env=child_environment()
        )
        wait_until(lambda: bool(self.events("open")), 15)

    def events(self, *kinds: str) -> list[dict[str, Any]]:
        """What it got so far; of these kinds only, where any are named."""
        if not self.log.exists():
            return []
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return [event for event in map(json.loads, lines) if not kinds or event["event"] in kinds]

    def clicks(self) -> list[tuple[int, int]]:
        """Where it was pressed, in client pixels."""
        return [(event["x"], event["y"]) for event in self.events("press")]

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(10)


OpenWindow = Callable[..., TargetWindow]


@pytest.fixture
def open_window(display: VirtualDisplay, tmp_path: Path) -> Iterator[OpenWindow]:
    """Open real windows: `open_window(title, x=100, y=100, width=320, height=240, colour="#204060")`."""
    opened: list[TargetWindow] = []

    def opener(
        title: str, x: int = 100, y: int = 100, width: int = 320, height: int = 240, colour: str = "#204060"
    ) -> TargetWindow:
        log = tmp_path / f"window{len(opened)}.jsonl"
        opened.append(TargetWindow(title, log, (x, y, width, height), colour))
        return opened[-1]

    yield opener
    for window in opened:
        window.close()


def xdotool(*arguments: object) -> str:
    """What a person does with mouse, keys and windows."""
    done = subprocess.run(
        ["xdotool", *map(str, arguments)], check=True, capture_output=True, text=True, env=dict(os.environ), timeout=20
    )
    return done.stdout.strip()


@pytest.fixture
def person(display: VirtualDisplay) -> Callable[..., str]:
    """`person("mousemove", 10, 20)`: xdotool on the virtual display."""
    return xdotool


def wait_until(condition: Callable[[], bool], seconds: float = 5.0) -> None:
    """Poll for what another process does; fail when it does not happen."""
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            pytest.fail(f"did not happen within {seconds} s")
        time.sleep(0.01)


@pytest.fixture
def eventually() -> Callable[..., None]:
    """`eventually(condition, seconds=5)`."""
    return wait_until

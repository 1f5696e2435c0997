"""The hand in its process: signals, threads, a display that goes or is not there, a Mac that lets it press nothing."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from Xlib.error import ConnectionClosedError

from bot.virtual_display import VirtualDisplay
from capture.display_server import NoDisplay
from capture.source import CaptureError
from control.gesture import Click, Keys
from control.hand import HandError
from control.pyautogui_hand import PyAutoGuiHand
from tests.control.hand_target import OURS, QUICK, Eventually, Target

ROOT = Path(__file__).resolve().parents[2]

display_test = pytest.mark.display


@display_test
@pytest.mark.usefixtures("display")
def test_a_display_that_goes_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = PyAutoGuiHand(QUICK)

    def gone() -> None:
        raise ConnectionClosedError("server")

    monkeypatch.setattr(hand._gui, "position", gone)
    for ask in (
        hand.taken_over,
        lambda: hand.park((300, 300)),
        lambda: hand.perform(Click((0, 0)), ((300, 300),), OURS),
        lambda: hand.perform(Keys(("left",)), (), OURS),
    ):
        with pytest.raises(CaptureError, match="the display is gone"):
            ask()


INTERRUPTED = """
import os, signal, sys, threading
from control.gesture import Click
from control.pyautogui_hand import PyAutoGuiHand
from vision.profile import InputSection
hand = PyAutoGuiHand(InputSection(hold_ms=500))
number = int(sys.argv[3])
if number != signal.SIGINT:
    signal.signal(number, signal.SIG_DFL)  # under nohup a hangup is ignored
threading.Timer(0.2, lambda: os.kill(os.getpid(), number)).start()
try:
    hand.perform(Click((0, 0)), ((int(sys.argv[1]), int(sys.argv[2])),), lambda _point: True)
except KeyboardInterrupt:
    sys.exit(7)
"""


@display_test
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 7), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGHUP, -signal.SIGHUP)]
)
def test_an_interrupted_press_is_released_first(
    target: Target, eventually: Eventually, number: signal.Signals, status: int
) -> None:
    arguments = [*map(str, target.at(25, 25)), str(int(number))]
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, *arguments], cwd=ROOT, timeout=60, check=False)
    assert done.returncode == status
    eventually(lambda: len(target.events("release")) == 1)
    press, release = target.events("press", "release")
    assert release["t"] - press["t"] >= 0.45


TWO_THREADS = """
import threading
from control.pyautogui_hand import PyAutoGuiHand
hand = PyAutoGuiHand()
going = threading.Thread(target=lambda: [hand.park((300 + step % 50, 300)) for step in range(600)], daemon=True)
going.start()
while going.is_alive():
    hand.position()
"""


@display_test
def test_one_thread_may_move_while_another_asks_for_the_pointer(display: VirtualDisplay) -> None:
    """With locks that do nothing each waits for ever for an answer that the other one took."""
    subprocess.run([sys.executable, "-c", TWO_THREADS], cwd=ROOT, check=True, timeout=60)


@display_test
def test_works_in_a_home_without_xauthority(display: VirtualDisplay, tmp_path: Path) -> None:
    environment = {**os.environ, "HOME": str(tmp_path)}
    environment.pop("XAUTHORITY", None)
    script = "from control.pyautogui_hand import PyAutoGuiHand; PyAutoGuiHand().park((300, 300))"
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, check=True, timeout=60)
    assert not (tmp_path / ".Xauthority").exists()


@display_test
@pytest.mark.parametrize("content", [b"", b"\1\0\0"])
def test_an_xauthority_that_holds_nothing_is_not_spoken_of(
    content: bytes, display: VirtualDisplay, tmp_path: Path
) -> None:
    """Standard output is for what a command answers, and other programs leave such a file."""
    (tmp_path / ".Xauthority").write_bytes(content)
    environment = {**os.environ, "HOME": str(tmp_path)}
    environment.pop("XAUTHORITY", None)
    script = (
        "from control.pyautogui_hand import PyAutoGuiHand; PyAutoGuiHand().park((300, 300));"
        "from capture.x11 import connect; connect().close()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=environment, check=True, timeout=60, stdout=subprocess.PIPE
    )
    assert done.stdout == b""


@display_test
@pytest.mark.usefixtures("display")
def test_one_display_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    PyAutoGuiHand()
    monkeypatch.setenv("DISPLAY", ":99999")
    with pytest.raises(HandError, match="one display a process"):
        PyAutoGuiHand()


@pytest.mark.usefixtures("no_display")
def test_no_display_says_what_to_do() -> None:
    with pytest.raises(NoDisplay, match="no display"):
        PyAutoGuiHand()


@pytest.mark.parametrize("trusted", [False, True])
def test_a_mac_that_drops_clicks_is_told_before_anything_is_pressed(
    monkeypatch: pytest.MonkeyPatch, trusted: bool
) -> None:
    services: Any = ModuleType("ApplicationServices")
    services.AXIsProcessTrusted = lambda: trusted
    monkeypatch.setitem(sys.modules, "ApplicationServices", services)
    monkeypatch.setitem(sys.modules, "pyautogui", None)
    monkeypatch.setattr(sys, "platform", "darwin")
    said = "pyautogui does not work here" if trusted else "press nothing; allow your terminal Accessibility"
    with pytest.raises(HandError, match=said):
        PyAutoGuiHand()

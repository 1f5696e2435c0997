"""A display where there is none: starts, is clean when it ends, and ends with whoever started it."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from bot.virtual_display import VirtualDisplay
from bot.virtual_display import display as some_display
from capture.display_server import NoDisplay

pytestmark = pytest.mark.display

ROOT = Path(__file__).resolve().parents[2]


def children(parent: int | None = None) -> list[int]:
    """Process numbers of Xvfb and openbox started by a process (this one if none is named)."""
    command = ["ps", "-o", "pid=,comm=", "--ppid", str(parent or os.getpid())]
    lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout.split("\n")
    return [int(line.split()[0]) for line in lines if line.split()[1:] in (["Xvfb"], ["openbox"])]


def alive(number: int) -> bool:
    status = Path(f"/proc/{number}/status")
    return status.exists() and "State:\tZ" not in status.read_text()


def test_brings_a_display_and_takes_it_away(no_display: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-7")
    before = children()
    with VirtualDisplay((640, 480)) as virtual:
        mine = [number for number in children() if number not in before]
        assert len(mine) == 2
        assert os.environ["DISPLAY"] == virtual.name
        assert "WAYLAND_DISPLAY" not in os.environ
        size = subprocess.run(["xdotool", "getdisplaygeometry"], capture_output=True, text=True, check=True).stdout
        assert size.split() == ["640", "480"]
    assert "DISPLAY" not in os.environ
    assert os.environ["WAYLAND_DISPLAY"] == "wayland-7"
    assert not any(alive(number) for number in mine)


def test_two_at_once_do_not_meet(no_display: None) -> None:
    with VirtualDisplay((320, 240)) as one, VirtualDisplay((320, 240)) as two:
        assert one.name != two.name


def test_an_error_inside_takes_it_away_too(no_display: None) -> None:
    before = children()
    with pytest.raises(KeyboardInterrupt), VirtualDisplay((320, 240)):
        raise KeyboardInterrupt
    assert children() == before
    assert "DISPLAY" not in os.environ


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_it_ends_with_its_parent_by_any_signal(number: signal.Signals) -> None:
    script = """
import time
from bot.virtual_display import VirtualDisplay
with VirtualDisplay((320, 240)):
    print(1, flush=True)
    time.sleep(60)
"""
    parent = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    with parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"1\n"
        mine = children(parent.pid)
        assert len(mine) == 2
        parent.send_signal(number)
        parent.wait(10)
    until = time.monotonic() + 5
    while any(alive(child) for child in mine):
        assert time.monotonic() < until
        time.sleep(0.02)


GRABS = """
from bot.ending_signals import Raised
from bot.virtual_display import display
from capture.desktop import Desktop
raised = Raised()
with display((320, 240)):
    desktop = Desktop()
    print(1, flush=True)
    while True:
        desktop.pixels(desktop.bounds)
"""


def test_a_display_that_stands_still_holds_up_no_signal(no_display: None) -> None:
    """A program that waited in the grab for its answer heard of nothing until the display went on."""
    parent = subprocess.Popen([sys.executable, "-c", GRABS], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"1\n"
        mine = children(parent.pid)
        assert len(mine) == 2
        for child in mine:
            os.kill(child, signal.SIGSTOP)
        time.sleep(0.5)
        parent.send_signal(signal.SIGTERM)
        try:
            parent.wait(20)
        finally:
            parent.kill()
            left = [child for child in mine if alive(child)]
            for child in left:
                os.kill(child, signal.SIGKILL)
    assert left == []


def test_a_signal_amid_the_end_leaves_nothing(no_display: None) -> None:
    virtual = VirtualDisplay((320, 240))
    before = children()
    virtual.start()
    mine = [number for number in children() if number not in before]
    for number in mine:
        os.kill(number, signal.SIGSTOP)
    hurry = threading.Timer(0.5, signal.pthread_kill, (threading.get_ident(), signal.SIGINT))
    hurry.start()
    with pytest.raises(KeyboardInterrupt):
        virtual.stop()
    left = [number for number in mine if alive(number)]
    for number in left:
        os.kill(number, signal.SIGKILL)
    assert left == []


def test_the_display_there_is_comes_first(display: VirtualDisplay) -> None:
    before = children()
    with some_display() as words:
        assert words == f"{display.name} (X11)"
        assert children() == before


def test_a_virtual_one_where_there_is_none(no_display: None) -> None:
    with some_display((400, 300)) as words:
        assert words == f"{os.environ['DISPLAY']} (virtual, 400x300)"


def test_a_missing_xvfb_is_one_line(no_display: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoDisplay, match="no display, and Xvfb is not installed; run `make setup`"):
        VirtualDisplay().start()


@pytest.mark.parametrize(
    ("program", "words"), [("Xvfb", "Xvfb ended with status 3"), ("openbox", "openbox does not start")]
)
def test_a_program_that_does_not_start_is_one_line(
    no_display: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str, words: str
) -> None:
    before = children()
    broken = tmp_path / program
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(NoDisplay, match=words) as caught:
        VirtualDisplay((320, 240)).start()
    assert "\n" not in str(caught.value)
    assert children() == before

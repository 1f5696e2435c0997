"""How the practice command ends where something comes in between: one line and the right status, never a crash."""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.games import PRACTICE
from practice.held_signals import ENDING_SIGNALS, HeldSignals, held_signals
from tests.practice.live_window import ROOT, Live, clean_environment

pytestmark = pytest.mark.display
SIGNALLED = """
import importlib, signal, sys

def send(frame, event, _argument):
    if event == "call" and type(frame.f_locals.get("p")).__name__ == "QPainter":
        sys.setprofile(None)
        signal.raise_signal(int(sys.argv[1]))

importlib.import_module(f"engine.{sys.argv[2]}").warm_up()
importlib.import_module(f"practice.{sys.argv[2]}.window")
from bot.cli import main
sys.setprofile(send)
main(["practice", sys.argv[2]])
"""
"""The practice command, with a signal that comes as the first picture is painted.

Each call is looked at, which is slow: not those that bring what is needed from the disk.
"""


def practise(display: str, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, str(ROOT / "run_bot.py"), "practice", *arguments],
        env=clean_environment(DISPLAY=display),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full there")
@pytest.mark.parametrize("game", ["columns", "swap3"])
def test_a_full_disk_closes_the_window_and_is_told_in_one_line(display: str, game: str) -> None:
    process = practise(display, game, "--speed", "3", "--truth", "/dev/full")
    try:
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert errors == "run_bot.py: /dev/full: cannot write the truth log (No space left on device)\n"
    assert process.returncode == 1


@pytest.mark.sweep(2)
@pytest.mark.parametrize("game", PRACTICE)
def test_ctrl_c_while_a_window_is_made_stops_it_in_one_line(display: str, game: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SIGNALLED, str(int(signal.SIGINT)), game],
        env=clean_environment(DISPLAY=display),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (3, "run_bot.py: stopped by Ctrl+C\n")


def test_a_signal_that_is_held_comes_again_at_the_end() -> None:
    before = {number: signal.getsignal(number) for number in ENDING_SIGNALS}
    went_on = []

    @held_signals()
    def interrupted() -> None:
        signal.raise_signal(signal.SIGINT)
        went_on.append(True)

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert went_on
    assert {number: signal.getsignal(number) for number in ENDING_SIGNALS} == before


def test_the_first_signal_is_the_one_that_comes_again_and_none_that_comes_once_a_window_shows() -> None:
    held = HeldSignals()
    held.keep(signal.SIGTERM, None)
    held.keep(signal.SIGINT, None)
    assert held.first == signal.SIGTERM
    assert not held.may_show()
    held.begin()
    assert held.may_show()
    held.keep(signal.SIGINT, None)
    assert held.first is None, "it closes the window"


def test_a_signal_that_is_ignored_stays_so() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with held_signals():
            signal.raise_signal(signal.SIGTERM)
            assert signal.getsignal(signal.SIGTERM) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_window_whose_hangup_is_ignored_outlives_its_terminal(open_window: Callable[..., Live]) -> None:
    """As under nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        live = open_window(game="columns")
    finally:
        signal.signal(signal.SIGHUP, before)
    live.settled(1)
    live.process.send_signal(signal.SIGHUP)
    with pytest.raises(subprocess.TimeoutExpired):
        live.process.wait(1)
    assert live.close() == 0

"""Signals that end a command: made to wait, and let through in a worker."""

import contextlib
import ctypes
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest

from bot.ending_signals import Interrupted, blocked, heard, insisted
from bot.platform.thinking import Thinker
from control.ending_signals import ENDING_SIGNALS
from tests.bot.processes import signalled

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals cannot be made to wait there")

DEAF_PROGRAM = "import time; print('MOVE 0 0', flush=True); time.sleep(600)"
"""Answers once, reads nothing, and does not end with its input."""


def to_this_thread(number: int) -> None:
    """Send a signal; sent to the process, another thread of it might take it."""
    signal.pthread_kill(threading.get_ident(), number)


def blocked_in(process: int) -> set[int]:
    """Return the signals that a process does not hear."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    mask = int(status.partition("SigBlk:")[2].split()[0], 16)
    return {number for number in ENDING_SIGNALS if mask >> (number - 1) & 1}


@pytest.mark.parametrize("number", ENDING_SIGNALS)
def test_a_blocked_signal_comes_when_the_block_ends(number: int) -> None:
    came: list[int] = []
    before = signal.signal(number, lambda which, _frame: came.append(which))
    try:
        with blocked():
            to_this_thread(number)
            assert not came
        assert came == [number]
        with blocked() as hear:
            to_this_thread(number)
            hear()
            assert came == [number, number]
    finally:
        signal.signal(number, before)


@pytest.mark.parametrize("number", ENDING_SIGNALS)
def test_a_signal_is_heard_as_ctrl_c_inside_a_block_and_nothing_stays_changed(number: int) -> None:
    before = signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    try:
        with blocked():
            with pytest.raises(KeyboardInterrupt), heard():
                to_this_thread(number)
            assert signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler)
            assert number in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    finally:
        signal.signal(number, before)


@pytest.mark.parametrize("number", ENDING_SIGNALS)
def test_a_signal_that_waited_is_heard_at_once_and_nothing_stays_changed(number: int) -> None:
    usual = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
    before, hook = signal.signal(number, usual), sys.unraisablehook
    try:
        with blocked():
            to_this_thread(number)
            with pytest.raises(Interrupted), heard():
                time.sleep(20)
            assert signal.getsignal(number) == usual
            assert sys.unraisablehook is hook
            assert number in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    finally:
        signal.signal(number, before)


def test_a_signal_that_a_callback_of_the_compilers_swallows_is_heard_again_in_silence(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """A worker that was compiling told of it past everything that tells one line, in one run of CI."""
    swallowed: list[int] = []

    def callback() -> None:
        swallowed.append(1)
        to_this_thread(signal.SIGTERM)
        time.sleep(0.2)

    def work() -> None:
        with heard():
            ctypes.CFUNCTYPE(None)(callback)()
            time.sleep(20)

    with blocked(), pytest.raises(Interrupted) as raised:
        work()
    assert swallowed
    assert raised.value.args == (signal.SIGTERM,)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(("after_s", "freed"), [(0.2, True), (60.0, False)])
def test_who_still_runs_a_while_after_a_signal_is_freed(after_s: float, freed: bool) -> None:
    came, free = threading.Event(), threading.Event()
    before = signal.signal(signal.SIGTERM, lambda *_: came.set())
    try:
        with insisted(after_s, free.set):
            watching = next(thread for thread in threading.enumerate() if thread.name == "insisted")
            assert not free.wait(0.4)  # nothing has come
            to_this_thread(signal.SIGTERM)
            assert came.wait(5)
            assert not freed or free.wait(10)
        watching.join(10)
        assert not watching.is_alive()
        assert free.is_set() == freed
        assert signal.set_wakeup_fd(-1) == -1
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with blocked(), heard():
            to_this_thread(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc here")
def test_a_planner_that_is_still_loading_does_not_hear_ctrl_c() -> None:
    thinker = Thinker(["bot.platform.hypersonic_mind:load", "strongest", "1"])
    try:
        (child,) = (one for one in psutil.Process().children() if "bot.platform.mind_process" in one.cmdline())
        assert blocked_in(child.pid) == {signal.SIGINT}
        assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    finally:
        thinker.close()


@pytest.mark.sweep(3)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_program_that_heeds_nothing_is_ended_with_the_matches_of_other_processes(
    number: signal.Signals, tmp_path: Path
) -> None:
    program = tmp_path / "deaf.py"
    program.write_text(DEAF_PROGRAM)
    words = [sys.executable, "run_bot.py", "simulate", "hypersonic", "--policy=random", "--jobs=2", "--games=40"]
    words.append(f"--against=command:{sys.executable} {program}")
    root = Path(__file__).parents[2]
    with subprocess.Popen(words, cwd=root, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        parent, until = psutil.Process(process.pid), time.monotonic() + 60
        while not (programs := _running(parent, program)) and time.monotonic() < until:
            time.sleep(0.01)
        told = signalled(process, number)
    name = "Ctrl+C" if number == signal.SIGINT else number.name
    assert (process.returncode, told) == (3, f"run_bot.py: stopped by {name}\n")
    assert programs
    assert not psutil.wait_procs(programs, timeout=10)[1]


def _running(parent: psutil.Process, program: Path) -> list[psutil.Process]:
    found = []
    for one in parent.children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            found += [one] if str(program) in one.cmdline() else []
    return found

"""What is shown at a real terminal, and said without one; a question there stays, and so does what is typed."""

import os
import pty
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = """
import time
from bot.console import ask, console, progress, say, status
{shown}:
    time.sleep(0.5)  # it has been drawn
    answer = ask("Its name? ")
    time.sleep(0.5)
say(f"named {{answer}}")
"""
REDRAWN = re.compile(r"\x1b\[\d*[AK]")
"""Lines taken back, or erased."""


def at_a_terminal(program: str, act: Callable[[int, Callable[[], str]], None]) -> str:
    """Run a program at a terminal of its own and return all that it wrote; `act(terminal, seen)` types."""
    terminal, inside = pty.openpty()
    os.set_blocking(terminal, False)
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=inside,
        stdout=inside,
        stderr=inside,
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(inside)
    written = b""

    def seen() -> str:
        nonlocal written
        try:
            while more := os.read(terminal, 4096):
                written += more
        except OSError:  # nothing new, or the program has ended
            pass
        return written.decode("utf-8", "replace")

    try:
        act(terminal, seen)
        until = time.monotonic() + 20
        while process.poll() is None and time.monotonic() < until:
            seen()
            time.sleep(0.01)
        seen()
    finally:
        process.kill()
        process.wait()
        os.close(terminal)
    assert process.returncode == 0, written
    return written.decode("utf-8", "replace")


@pytest.mark.parametrize(
    "shown", ['with status("calibrating")', 'with progress("playing", 9) as done', 'with status("a"), status("b")']
)
def test_what_redraws_itself_rests_while_the_person_is_asked(shown: str) -> None:
    drawn_meanwhile = ""

    def answer(terminal: int, seen: Callable[[], str]) -> None:
        nonlocal drawn_meanwhile
        until = time.monotonic() + 20
        while "Its name? " not in seen():
            assert time.monotonic() < until, seen()
            time.sleep(0.01)
        os.write(terminal, b"cra")
        time.sleep(1.0)  # a spinner would turn a dozen times
        drawn_meanwhile = seen().rpartition("Its name? ")[2]
        os.write(terminal, b"b\n")

    written = at_a_terminal(PROGRAM.format(shown=shown), answer)
    assert drawn_meanwhile == "cra", "only the echo of what is typed"
    assert not REDRAWN.search(drawn_meanwhile)
    assert "named crab" in written
    after = written.rpartition("Its name? ")[2].partition("named")[0]
    assert REDRAWN.search(after), "it goes on afterwards"

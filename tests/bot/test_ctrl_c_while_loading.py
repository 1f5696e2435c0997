"""Ctrl+C in the first tenths of a second, while the command line itself is being loaded."""

import subprocess
import sys

import pytest

from bot.practice_process import RUN_BOT

LOADED_UNTIL_CTRL_C = """
import os, runpy, signal, sys, time

def come():
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(1)  # so long Python may take to hear of it

class Part:
    def __set_name__(self, *owner):
        come()

class Finder:
    def find_spec(self, name, *where):
        if name == "typer":
            WHILE_LOADING

sys.meta_path.insert(0, Finder())
sys.argv = ["run_bot.py", "report", "none"]
runpy.run_path("RUN_BOT", run_name="__main__")
"""
"""Runs the command line, to which the signal comes on the way to the first library that it loads."""


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl+C comes from a console only")
@pytest.mark.parametrize(
    "while_loading",
    [
        "come()",
        'type("Whole", (), {"part": Part()})',
        """
            try:
                come()
            except BaseException:
                pass""",
    ],
    ids=["between classes", "in a class that is being made", "where it would be swallowed"],
)
@pytest.mark.parametrize("closed", [False, True])
def test_it_ends_in_one_line_with_the_status_of_a_stop(while_loading: str, closed: bool) -> None:
    """Python 3.11 told of a RuntimeError and where it was raised, status 1, or nothing was told at all."""
    program = LOADED_UNTIL_CTRL_C.replace("WHILE_LOADING", while_loading).replace("RUN_BOT", str(RUN_BOT))
    words = ["bash", "-c", f'exec "$@"{" 2>&-" if closed else ""}', "bash", sys.executable, "-c", program]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == ("" if closed else "run_bot.py: stopped by Ctrl+C\n")

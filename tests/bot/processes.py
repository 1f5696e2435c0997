"""What runs on this machine, and how it ends: for tests that see whether something was left running."""

import os
import signal
import subprocess


def running(mark: str) -> int:
    """Return how many processes have a mark on their command line."""
    found = subprocess.run(["pgrep", "-fc", mark], capture_output=True, text=True, check=False)
    return int(found.stdout)


def signalled(process: "subprocess.Popen[str]", number: int, seconds: float = 60.0) -> str:
    """Send a signal to all of a process's group, as a terminal does; return what it says on standard error to its end.

    A group that does not end is killed: its workers would play on behind all other tests.
    """
    os.killpg(process.pid, number)
    try:
        return process.communicate(timeout=seconds)[1]
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise

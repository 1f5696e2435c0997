"""What runs on this machine, for tests that see whether something was left running."""

import subprocess


def running(mark: str) -> int:
    """Return how many processes have a mark on their command line."""
    found = subprocess.run(["pgrep", "-fc", mark], capture_output=True, text=True, check=False)
    return int(found.stdout)

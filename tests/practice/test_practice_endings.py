"""How the practice command ends where something comes in between: one line and the right status, never a crash."""

import subprocess
import sys
from pathlib import Path

import pytest
from live_window import ROOT, clean_environment

pytestmark = pytest.mark.display


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

"""`run_bot.py` as a person calls it, for the tests of its commands."""

import os
import subprocess
import sys
from pathlib import Path

from bot.practice_process import RUN_BOT

PATIENCE_S = 240.0
"""A command that takes longer hangs: none here takes more than a minute on a machine that is busy."""


def run(
    *arguments: str | Path | int, cwd: Path | None = None, **environment: str | None
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; `environment` names what is another there than here, None for not set."""
    env = dict(os.environ)
    for name, value in environment.items():
        env.pop(name, None)
        if value is not None:
            env[name] = value
    return subprocess.run(
        [sys.executable, str(RUN_BOT), *map(str, arguments)],
        capture_output=True,
        text=True,
        env=env,
        cwd=cwd,
        check=False,
        timeout=PATIENCE_S,
    )


def assert_one_line(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """See that a command was refused, in one line that has these words."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in lines[0]

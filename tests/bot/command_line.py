"""`run_bot.py` as a person calls it, for the tests of its commands."""

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli import main
from bot.practice_process import RUN_BOT
from bot.warming import COMPILING

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


def run_here(*arguments: str | Path | int) -> subprocess.CompletedProcess[str]:
    """Run a command to its end in this process: for the many that are refused before any work; loading takes longest.

    What is written past Python's streams is not among what they say.
    """
    out, error = io.StringIO(), io.StringIO()
    words = [*map(str, arguments)]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error), pytest.raises(SystemExit) as end:
        main(words)
    return subprocess.CompletedProcess(words, int(end.value.code or 0), out.getvalue(), error.getvalue())


def assert_one_line(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """See that a command was refused, in one line that has these words; beside it a slow machine tells of compiling."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    lines = [line for line in done.stderr.strip().splitlines() if line != COMPILING]
    assert len(lines) == 1, done.stderr
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in lines[0]

"""`run_bot.py` as a person calls it, for the tests of its commands."""

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from bot.cli import main
from bot.practice_process import RUN_BOT
from bot.warming import COMPILING

PATIENCE_S = 240.0
"""A command that takes longer hangs: none here takes more than a minute on a machine that is busy."""


def run(*arguments: str | Path | int, **environment: str | None) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, to its end; `environment`: what differs, None for what is not set."""
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
        check=False,
        timeout=PATIENCE_S,
    )


def run_with_room(kilobytes: int, *arguments: str | Path | int) -> subprocess.CompletedProcess[str]:
    """Run a command where no file can grow beyond so much, as on a disk that is full then."""
    limit = f'ulimit -f {kilobytes}; exec "$@"'
    words = ["bash", "-c", limit, "bash", sys.executable, str(RUN_BOT), *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=PATIENCE_S)


def run_here(*arguments: str | Path | int) -> subprocess.CompletedProcess[str]:
    """Run a command to its end in this process: for all that need none of their own, whose loading takes longest."""
    words = [*map(str, arguments)]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as error:
        with _standing_for("stdout", out), _standing_for("stderr", error), pytest.raises(SystemExit) as end:
            main(words)
        written, told = (_text_of(file) for file in (out, error))
    return subprocess.CompletedProcess(words, int(end.value.code or 0), written, told)


@contextlib.contextmanager
def _standing_for(name: str, file: IO[bytes]) -> Iterator[None]:
    """Let a file be a standard stream, for Python and for the libraries that write past its streams."""
    number = {"stdout": 1, "stderr": 2}[name]
    before = os.dup(number)
    os.dup2(file.fileno(), number)
    try:
        with pytest.MonkeyPatch.context() as patch, open(number, "w", encoding="utf-8", closefd=False) as stream:
            patch.setattr(sys, name, stream)
            yield
    finally:
        os.dup2(before, number)
        os.close(before)


def _text_of(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


def assert_one_line(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """See that a command was refused, in one line that has these words; beside it a slow machine tells of compiling."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    lines = [line for line in done.stderr.strip().splitlines() if line != COMPILING]
    assert len(lines) == 1, done.stderr
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in lines[0]

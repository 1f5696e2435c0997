"""How many games may be played side by side: a small multiple of the cores, and what scripts ask for anywhere."""

import json
import os

import pytest

from bot.commands.options import MOST_JOBS
from tests.bot.command_line import assert_one_line, run_here


@pytest.mark.parametrize(
    "words", [("simulate", "bilging", "--games", "1"), ("bench", "bilging", "--plots", "/dev/null/no-folder")]
)
def test_more_than_the_machine_could_begin_are_refused(words: tuple[str, ...]) -> None:
    """99999 were begun; stopped, they told of it for many seconds, some on standard output."""
    assert_one_line(run_here(*words, "--jobs", 99999), f"--jobs must be 1 to {MOST_JOBS}, got 99999")


def test_what_a_script_asks_for_is_played() -> None:
    for jobs in (8, 16, os.cpu_count() or 1):
        done = run_here("simulate", "bilging", "--policy", "random", "--games", 1, "--jobs", jobs, "--json")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["games"] == 1

"""Standard output and error that are closed or full: what becomes of a result, and of words about it."""

import os
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from bot.practice_process import RUN_BOT
from engine.dice import dice
from engine.swap3 import PRESETS, start
from practice.swap3 import look_names, render_still
from tests.bot.command_line import run_here

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full there")


@pytest.fixture(scope="module")
def read_words(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A command that prints a board."""
    folder = tmp_path_factory.mktemp("swap3")
    picture, profile, rules = folder / "shot.png", folder / "profile", PRESETS["gweled"]
    cv2.imwrite(str(picture), render_still(look_names()[0], 1.0, rules, start(rules, dice(1))))
    made = run_here("calibrate", "swap3", "--image", picture, "--profile", profile)
    assert made.returncode == 0, made.stderr
    return ["read", "swap3", str(picture), "--profile", str(profile)]


def run_with(streams: str, *words: str, unbuffered: str = "") -> tuple[int, str, str]:
    """Run a command with its streams as a shell is told them; return its status, standard output and error."""
    shell = ["bash", "-c", f'exec "$@" {streams}', "bash", sys.executable, str(RUN_BOT)]
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run([*shell, *words], capture_output=True, text=True, check=False, timeout=120, env=environment)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_result_that_cannot_be_written_is_told_by_name(unbuffered: str, read_words: list[str]) -> None:
    """Only "system: No space left on device" was told, as of any file."""
    told = "run_bot.py: standard output: cannot be written (No space left on device)\n"
    for words in (["--help"], read_words, [*read_words, "--json"]):
        assert run_with(">/dev/full", *words, unbuffered=unbuffered) == (1, "", told)


def test_a_full_standard_output_is_nothing_to_what_prints_nothing_there() -> None:
    status, _, told = run_with(">/dev/full", "simulate", "bilging", "--policy", "random", "--games", "1")
    assert (status, "points a game" in told) == (0, True), told


def test_a_result_that_has_nowhere_to_go_is_told(read_words: list[str]) -> None:
    """Nothing was printed, and the status was that of work done."""
    told = "run_bot.py: standard output is closed: what is to be printed there has nowhere to go\n"
    for words in (["--help"], read_words):
        assert run_with(">&-", *words) == (2, "", told)


def test_words_that_have_no_room_do_not_make_a_fault_of_what_was_done() -> None:
    status, *printed = run_with("2>/dev/full", "simulate", "bilging", "--policy", "random", "--games", "1")
    assert (status, printed) == (0, ["", ""])

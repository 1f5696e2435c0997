"""`codingame` as the platform runs it: the whole process behind pipes."""

import contextlib
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.measuring.match_results import MatchSeries
from bot.measuring.matches import play_match
from bot.platform.hypersonic_mind import HypersonicMind
from bot.platform.turns import EMPTY_ROWS, Turn
from bot.practice_process import RUN_BOT
from engine.dice import dice
from engine.hypersonic import PRESETS, start
from engine.hypersonic.protocol import turn_text
from tests.bot.processes import running

COMMAND = [sys.executable, str(RUN_BOT), "codingame", "hypersonic"]
STILL = f"command:{sys.executable} -S -E {Path(__file__).with_name('platform_program.py')} still"
OPENING = "13 11 1\n"
TURN = turn_text(start(PRESETS["two"], dice(4)))
ENTITIES = ((0, 0, 0, 0, 1, 3), (0, 1, 12, 10, 1, 3))
"""Two players in their corners."""
ANSWER = re.compile(r"(MOVE|BOMB) (\d|1[0-2]) (\d|10)\n")
BUDGET_MS = 75
OURS = f"command:{' '.join(COMMAND)} --policy beam --think-ms {BUDGET_MS}"


@pytest.fixture(scope="module")
def compiled() -> None:
    """The beam player's kernels are on disk."""
    HypersonicMind("beam", 0)


def test_whoever_is_asked_plays_on_whatever_was_counted(compiled: None) -> None:
    """A sender whose games last longer than the rules say, or who counts otherwise."""
    mind = HypersonicMind("beam", 0)
    for turn in range(24):
        mind.see(Turn(EMPTY_ROWS, ENTITIES, float(turn)), 0)
        if turn >= 18:
            assert ANSWER.fullmatch(mind.answer(2.0) + "\n")


def test_whoever_is_asked_after_the_last_round_plays_on() -> None:
    """The planner itself would take the game for over."""
    mind, rounds = HypersonicMind("random", 0), PRESETS["two"].rounds
    for turn in range(rounds + 3):
        mind.see(Turn(EMPTY_ROWS, ENTITIES, float(turn)), 0)
        if turn >= rounds - 1:
            assert ANSWER.fullmatch(mind.answer(2.0) + "\n")


def run(text: str, *options: str, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *options], input=text, capture_output=True, text=True, check=False, timeout=60, env=environment
    )


def one_line(text: str) -> str:
    assert len(text.strip().splitlines()) == 1, text
    return text.strip()


def test_turns_are_answered_until_the_input_ends(compiled: None) -> None:
    done = run(OPENING + TURN * 5, "--policy=beam")
    assert done.returncode == 0
    assert ANSWER.fullmatch(done.stdout.splitlines(keepends=True)[0])
    assert len(ANSWER.findall(done.stdout)) == 5 == len(done.stdout.splitlines())


def test_a_bot_of_the_users_own_that_lies_in_the_folder_is_not_ours(compiled: None, tmp_path: Path) -> None:
    for name in ("bot.py", "queue.py", "policy.py"):
        (tmp_path / name).write_text("print('not ours')\nraise SystemExit(7)\n", encoding="ascii")
    done = subprocess.run(
        [*COMMAND, "--policy=beam", "--load-s=20"],
        input=OPENING + TURN * 3,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        cwd=tmp_path,
    )
    assert done.returncode == 0
    # whatever a busy machine has it say
    assert [line for line in done.stderr.splitlines() if "did not answer in time" not in line] == []
    assert len(ANSWER.findall(done.stdout)) == 3 == len(done.stdout.splitlines())


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        ("", 0, ""),
        ("13 11", 2, "13 11 ID"),
        ("12 11 0\n", 2, "13 wide"),
        (f"13 11 {'9' * 4000}\n", 2, "player's number"),
        ("hello\n", 2, "13 11 ID"),
        (OPENING + TURN + TURN[:70], 1, "within a turn"),
    ],
)
def test_input_that_leads_nowhere_ends_with_one_line(text: str, status: int, words: str) -> None:
    done = run(text, "--policy=random")
    assert done.returncode == status
    assert "Traceback" not in done.stderr
    last = done.stderr.strip().splitlines()[-1:] or [""]
    assert words in last[0]


@pytest.mark.parametrize(("policy", "words"), [("best", "no policy 'best'"), ("beam:op=7", "op must be 0 or 1")])
def test_a_policy_that_does_not_exist_ends_the_game(policy: str, words: str) -> None:
    process = subprocess.Popen(
        [*COMMAND, f"--policy={policy}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(OPENING + TURN)
    until = time.monotonic() + 20
    while process.stdout.readline():  # plain moves, until it is known
        assert time.monotonic() < until
        process.stdin.write(TURN)
    _, errors = process.communicate(timeout=10)
    assert process.returncode == 2
    assert words in errors.splitlines()[-1]
    assert "Traceback" not in errors


def test_a_budget_beyond_the_platforms_is_refused() -> None:
    done = run(OPENING + TURN, "--think-ms=500")
    assert (done.returncode, done.stdout) == (2, "")
    assert "think-ms" in one_line(done.stderr)


def test_a_platform_that_has_gone_is_no_fault_of_ours() -> None:
    process = subprocess.Popen(
        [*COMMAND, "--policy=random"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write((OPENING + TURN).encode())
    process.stdin.flush()
    assert process.stdout.readline()
    process.stdout.close()
    process.stdin.write(TURN.encode())
    process.stdin.flush()
    assert process.wait(10) == 1
    assert b"Traceback" not in process.stderr.read()
    process.stdin.close()
    process.stderr.close()


@pytest.mark.skipif(sys.platform == "win32", reason="a shell's way to close a stream")
@pytest.mark.parametrize("closing", ["<&-", ">&-"])
def test_without_an_input_or_output_there_is_one_line(closing: str) -> None:
    words = f"{shlex.join([*COMMAND, '--policy=random'])} {closing}"
    done = subprocess.run(
        ["sh", "-c", words], input=OPENING + TURN, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert "is closed" in one_line(done.stderr)


@pytest.mark.skipif(sys.platform == "win32", reason="a shell's way to close a stream")
@pytest.mark.parametrize("patience", ["", "--load-s=20"])
@pytest.mark.parametrize("errors", ["2>&-", "2>/dev/full"])
def test_no_turn_is_lost_by_what_cannot_be_told(errors: str, patience: str, tmp_path: Path) -> None:
    """With cold caches there is something to tell after the first answer, unless the planner is waited for."""
    environment = {**os.environ, **({} if patience else {"NUMBA_CACHE_DIR": str(tmp_path)})}
    words = f"exec {shlex.join([*COMMAND, '--policy=random', *filter(None, [patience])])} {errors}"
    done = subprocess.run(
        ["sh", "-c", words],
        input=OPENING + TURN * 3,
        capture_output=True,
        text=True,
        check=False,
        timeout=90,
        env=environment,
    )
    assert done.returncode == 0
    assert len(ANSWER.findall(done.stdout)) == 3


@pytest.mark.parametrize("waits", [True, False])
def test_a_reader_of_standard_error_that_sleeps_keeps_nobody(waits: bool, tmp_path: Path) -> None:
    """Who shares the pipe may have made it one that does not wait."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with contextlib.suppress(BlockingIOError):
        while os.write(writing, b"x" * 65536):
            pass
    os.set_blocking(writing, waits)
    cold = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    try:
        done = subprocess.run(
            [*COMMAND, "--policy=beam"],
            input=(OPENING + TURN * 3).encode(),
            stdout=subprocess.PIPE,
            stderr=writing,
            check=False,
            timeout=30,
            env=cold,
        )
    finally:
        os.close(reading)
        os.close(writing)
    assert done.returncode == 0
    assert len(ANSWER.findall(done.stdout.decode())) == 3


def test_nothing_is_left_running_when_we_are_killed() -> None:
    mark = f"{time.monotonic_ns()}"
    process = subprocess.Popen(
        [*COMMAND, "--policy=random", f"--seed={mark}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write((OPENING + TURN).encode())
    process.stdin.flush()
    process.stdout.readline()
    assert running(mark) == 2
    process.kill()
    process.wait()
    until = time.monotonic() + 20
    while running(mark):
        assert time.monotonic() < until
        time.sleep(0.05)
    process.stdin.close()
    process.stdout.close()


@pytest.mark.timed
def test_with_cold_caches_safe_moves_go_out_in_time_and_setup_is_named(tmp_path: Path) -> None:
    cold = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    process = subprocess.Popen(
        [*COMMAND, "--policy=beam"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
        env=cold,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    seconds = []
    for number in range(4):
        began = time.monotonic()
        process.stdin.write((OPENING + TURN) if number == 0 else TURN)
        process.stdin.flush()
        assert process.stdout.readline().startswith("MOVE ")
        seconds.append(time.monotonic() - began)
    began = time.monotonic()
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 0
    assert time.monotonic() - began < 5, "it does not go on compiling"
    assert "make setup" in one_line(errors)
    assert seconds[0] < 1.5, "1 on a quiet machine"
    assert max(seconds[1:]) < 0.3, "0.1 on a quiet machine"


@pytest.mark.timed
def test_it_keeps_the_platforms_time(compiled: None) -> None:
    rules = "two:rounds=80"  # a slow machine loads the planner for more than thirty
    games = [play_match(MatchSeries((OURS, STILL), rules, 85.0), number) for number in (2, 3)]
    for match in games:
        ours = match.players[0]
        assert ours.out == ""
        assert ours.late == 0
        assert ours.place == 1
        assert ours.boxes > 5
        # plain moves come at once, after half of the budget while the planner loads, or 2 ms after its end
        planned = [ms for ms in ours.turns[0][1:] if 0.55 * BUDGET_MS < ms < BUDGET_MS + 1.5]
        assert len(planned) > 10, f"the planner played: {ours.turns[0]}"
        assert sorted(ours.turns[0][1:])[-2] <= 95.0, "milliseconds, all turns but one"

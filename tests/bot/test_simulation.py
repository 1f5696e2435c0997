import json
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import psutil
import pytest

import bot.cli
from bot.commands.simulate import USUAL_LENGTHS
from bot.games import GAMES
from bot.measuring.results import Series
from bot.measuring.simulation import ending, play, simulate
from bot.practice_process import RUN_BOT
from engine.bilging import PRESETS
from policy.spec import PolicyError
from tests.bot.processes import running, signalled


def test_the_help_tells_how_long_a_game_is_where_nobody_says() -> None:
    lengths = {name: GAMES[name]().moves_a_game for name in GAMES}
    told = ", ".join(f"{moves} in {name}" for name, moves in sorted(lengths.items(), key=lambda each: each[1]) if moves)
    assert f"Without it {told}, else 0." in USUAL_LENGTHS


def deterministic(result: dict[str, object]) -> dict[str, object]:
    """A result without its times."""
    return {key: value for key, value in result.items() if key != "ms_per_move"}


def test_result_holds_what_json_promises() -> None:
    seen: list[int] = []
    result = simulate(Series("bilging", "greedy", "strict", 10, 50.0), 3, seed=4, progress=seen.append)
    assert seen == [1, 2, 3]
    assert [*result] == [
        "game", "policy", "rules", "rules_version", "games", "moves", "seed", "score", "per_move", "ms_per_move",
        "moves_a_game", "work_per_move", "extra",
    ]  # fmt: skip
    assert result["rules_version"] == PRESETS["strict"].version
    assert [*result["score"]] == ["mean", "sd", "se", "min", "max"]
    assert [*result["per_move"]] == ["mean", "se"]
    assert [*result["ms_per_move"]] == ["mean", "p50", "p95", "p99"]
    assert result["moves_a_game"] == 10
    assert json.loads(json.dumps(result)) == result


def test_numbers_add_up() -> None:
    series = Series("bilging", "greedy", "ypp", 10, 50.0)
    result = simulate(series, 4, seed=4)
    scores = [play(series, seed).score for seed in range(4, 8)]
    mean = sum(scores) / 4
    spread = (sum((score - mean) ** 2 for score in scores) / 3) ** 0.5
    assert result["score"]["mean"] == pytest.approx(mean)
    assert result["score"]["sd"] == pytest.approx(spread)
    assert result["score"]["se"] == pytest.approx(spread / 2)
    assert (result["score"]["min"], result["score"]["max"]) == (min(scores), max(scores))
    assert result["per_move"]["mean"] == pytest.approx(mean / 10)
    assert result["per_move"]["se"] == pytest.approx(spread / 20)


def test_games_do_not_depend_on_jobs() -> None:
    one, two = (simulate(Series("bilging", "greedy2", "combo", 8, 50.0), 4, seed=9, jobs=jobs) for jobs in (1, 2))
    assert deterministic(one) == deterministic(two)


def test_games_depend_on_their_seed_alone() -> None:
    both = simulate(Series("bilging", "random", "ypp", 50, 50.0), 2, seed=9)
    first, second = (simulate(Series("bilging", "random", "ypp", 50, 50.0), 1, seed=seed) for seed in (9, 10))
    assert both["score"]["mean"] == (first["score"]["mean"] + second["score"]["mean"]) / 2
    assert first["score"]["sd"] == 0.0


@pytest.mark.parametrize(("rules", "moves", "made"), [("ypp:move_limit=4", 9, 4), ("ypp:move_limit=9", 4, 4)])
def test_a_game_ends_by_its_rules_or_as_asked_whichever_is_first(rules: str, moves: int, made: int) -> None:
    assert simulate(Series("bilging", "greedy", rules, moves, 50.0), 2, seed=9)["moves_a_game"] == made


def test_a_game_to_its_end_ends_by_its_rules() -> None:
    assert simulate(Series("bilging", "greedy", "ypp:move_limit=4", 0, 50.0), 1, seed=9)["moves_a_game"] == 4
    assert ending(PRESETS["ypp"], 7).move_limit == 7


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(PolicyError, match="no policy 'best'"):
        simulate(Series("bilging", "best", "ypp", 1, 50.0), 1, seed=1)
    with pytest.raises(KeyError):
        simulate(Series("bilging", "greedy", "no such rules", 1, 50.0), 1, seed=1)


@pytest.mark.parametrize(("times", "gap_s"), [(1, 0.0), (3, 0.02), (40, 0.003)])
def test_ctrl_c_ends_with_one_line_and_its_own_status(tmp_path: Path, times: int, gap_s: float) -> None:
    """One that came as the process was leaving ended it with a traceback, in one run of six."""
    store = tmp_path / "games.sqlite"
    words = ["simulate", "bilging", "--policy=random", "--games=1000000", "--moves=10", f"--store={store}"]
    with subprocess.Popen([sys.executable, str(RUN_BOT), *words], stderr=subprocess.PIPE, text=True) as process:
        until = time.monotonic() + 60
        while not _holds_games(store) and time.monotonic() < until:
            time.sleep(0.05)
        for _ in range(times):
            process.send_signal(signal.SIGINT)
            time.sleep(gap_s)
        lines = process.communicate(timeout=60)[1].split("\n")
    assert [line for line in lines if line.strip()] == ["run_bot.py: stopped by Ctrl+C"]
    # one that comes when Python itself is leaving finds no handler any more
    assert process.returncode in ((3,) if times == 1 else (3, -signal.SIGINT))


@pytest.mark.sweep(3)
@pytest.mark.skipif(sys.platform == "win32", reason="no process groups there")
@pytest.mark.parametrize(
    ("number", "name", "after_s"),
    [*((signal.SIGINT, "Ctrl+C", after_s) for after_s in (0.0, 0.15, 0.4, 0.8, 3.0))]
    + [(number, number.name, after_s) for number in (signal.SIGTERM, signal.SIGHUP) for after_s in (0.2, 3.0)],
)
def test_what_a_terminal_sends_to_all_ends_workers_in_silence_also_while_they_load(
    number: signal.Signals, name: str, after_s: float
) -> None:
    words = [sys.executable, str(RUN_BOT), "simulate", "bilging", "--games=1000000", "--jobs=2"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        parent, until = psutil.Process(process.pid), time.monotonic() + 60
        while not _workers(parent) and time.monotonic() < until:
            time.sleep(0.01)
        workers = _workers(parent)
        time.sleep(after_s)
        told = signalled(process, number)
    assert (process.returncode, told) == (3, f"run_bot.py: stopped by {name}\n")
    assert workers
    assert not psutil.wait_procs(workers, timeout=10)[1]


def _workers(parent: psutil.Process) -> list[psutil.Process]:
    return [one for one in parent.children(recursive=True) if any("popen_loky" in word for word in one.cmdline())]


SWALLOWED = """
import ctypes, os, signal, time
from bot import cli
from bot.exit_status import ExitStatus

def callback():
    if not done:
        done.append(True)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(0.2)

def app(*_args, **_options):
    ctypes.CFUNCTYPE(None)(callback)()
    time.sleep(30)

done = []
cli.app = app
cli.main([])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
def test_a_signal_that_a_callback_of_the_compilers_swallows_comes_again() -> None:
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", SWALLOWED], cwd=RUN_BOT.parent, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (3, "run_bot.py: stopped by SIGTERM\n")
    assert time.monotonic() - began < 25.0


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_an_end_from_outside_leaves_nothing_running(number: signal.Signals) -> None:
    mark = f"{time.monotonic_ns()}"
    against = f"--against=command:sh -c 'cat >/dev/null; : {mark}'"
    words = ["simulate", "hypersonic", "--policy=random", against, "--games=1000000"]
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup a hangup is ignored
    try:
        process = subprocess.Popen([sys.executable, str(RUN_BOT), *words], stderr=subprocess.PIPE, text=True)
    finally:
        signal.signal(signal.SIGHUP, before)
    with process:
        until = time.monotonic() + 60
        while running(mark) < 2 and time.monotonic() < until:
            time.sleep(0.02)
        process.send_signal(number)
        lines = process.communicate(timeout=60)[1].split("\n")
    assert process.returncode == 3
    assert [line for line in lines if line.strip()] == [f"run_bot.py: stopped by {number.name}"]
    assert running(mark) == 0


def test_what_fails_because_a_signal_was_swallowed_was_stopped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The compiler swallows what is raised in its callbacks, and fails some time after."""
    came: list[int] = []

    def app(*_: object, **__: object) -> None:
        raise RuntimeError("no compiled object yet")

    monkeypatch.setattr(bot.cli, "app", app)
    with pytest.raises(RuntimeError):
        bot.cli._status([], came)
    came.append(signal.SIGTERM)
    assert bot.cli._status([], came) == 3
    assert capsys.readouterr().err == "run_bot.py: stopped by SIGTERM\n"


def _holds_games(store: Path) -> bool:
    if not store.exists():
        return False
    with closing(sqlite3.connect(store, timeout=10)) as base:
        made = base.execute("SELECT * FROM sqlite_master WHERE name = 'games'").fetchall()
        return bool(made and base.execute("SELECT * FROM games").fetchall())

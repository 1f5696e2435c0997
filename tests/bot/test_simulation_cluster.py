"""`simulate --cluster`: a real scheduler with real workers plays the games that this machine would play."""

import json
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from bot.exit_status import Unusable
from bot.measuring.cluster import parse_address
from bot.measuring.matches import match_series, simulate_matches
from bot.measuring.results import ResultStore, Series
from bot.measuring.simulation import simulate
from bot.practice_process import RUN_BOT

HOUSE = RUN_BOT.parent
PROGRAM = f"command:{sys.executable} -S -E {Path(__file__).with_name('platform_program.py')}"
GAMES = ["bilging", "--policy=greedy2", "--games=5", "--moves=8", "--seed=3"]
SECONDS = ["bilging", "--policy=random", "--games=6", "--moves=2500"]
"""Games of some tenths of a second each."""
ENDLESS = ["bilging", "--policy=random", "--games=3", "--moves=1000000"]
START_S, RUN_S = 60.0, 120.0
"""Limits on a busy machine; what is tested ends within a few seconds of its own."""


class Part:
    """A running scheduler or worker of dask."""

    def __init__(self, folder: Path, log: Path, words: Sequence[str], ready: str) -> None:
        self._log = log
        with log.open("wb") as told:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "dask", *words], cwd=folder, stdout=told, stderr=subprocess.STDOUT
            )
        try:
            wait_for(lambda: ready in log.read_text(encoding="utf-8"), START_S)
        except TimeoutError:
            self.end()
            pytest.fail(f"dask {' '.join(words)}: {log.read_text(encoding='utf-8')[-2000:]}")

    def end(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait()


class Dask:
    """A scheduler, and workers as they are wanted; a context manager that ends them all."""

    def __init__(self, folder: Path) -> None:
        self.address = f"127.0.0.1:{free_port()}"
        self._folder = folder
        self._parts = ExitStack()
        port = self.address.rpartition(":")[2]
        words = ["scheduler", "--host=127.0.0.1", f"--port={port}", "--no-dashboard"]
        self.scheduler = self._keep(Part(folder, folder / "scheduler.log", words, "Scheduler at"))
        """It runs outside the project's folder: it needs nothing of it."""

    def worker(self, folder: Path = HOUSE, threads: int = 1) -> Part:
        """Start a worker in a folder, and wait until the scheduler knows it."""
        log = self._folder / f"worker-{time.monotonic_ns()}.log"
        words = ["worker", self.address, f"--nthreads={threads}", "--no-nanny", "--no-dashboard", "--memory-limit=0"]
        return self._keep(Part(folder, log, [*words, f"--local-directory={self._folder}"], "Registered to"))

    def _keep(self, part: Part) -> Part:
        self._parts.callback(part.end)
        return part

    def __enter__(self) -> "Dask":
        return self

    def __exit__(self, *fault: object) -> None:
        self._parts.close()


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    """A cluster of two workers."""
    with Dask(tmp_path_factory.mktemp("pair")) as dask:
        dask.worker()
        dask.worker()
        yield dask


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    """A scheduler without workers."""
    with Dask(tmp_path_factory.mktemp("bare")) as dask:
        yield dask


@pytest.fixture(scope="module")
def store_here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("here") / "games.sqlite"


@pytest.fixture(scope="module")
def games_here(store_here: Path) -> dict[str, Any]:
    """What `GAMES` are without a cluster."""
    with ResultStore(store_here) as store:
        return timeless(simulate(Series("bilging", "greedy2", "ypp", 8, 50.0), 5, seed=3, store=store))


def free_port() -> int:
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def wait_for(happened: Any, seconds: float) -> None:
    until = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > until:
            raise TimeoutError
        time.sleep(0.05)


@contextmanager
def begun(*words: str, code: str | None = None) -> Iterator[subprocess.Popen[str]]:
    """Start `simulate`; killed at the end, if it still runs."""
    door = [str(RUN_BOT)] if code is None else ["-c", code]
    command = [sys.executable, *door, "simulate", *words]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, cwd=HOUSE) as process:
        try:
            yield process
        finally:
            process.kill()


def ended(process: subprocess.Popen[str]) -> tuple[int, str, list[str]]:
    """Wait, and return status, standard output and the lines of standard error."""
    out, err = process.communicate(timeout=RUN_S)
    return process.returncode, out, [line for line in err.splitlines() if line.strip()]


def simulated(*words: str) -> dict[str, Any]:
    """Run `simulate --json` to its end and return what it prints without the times; it says nothing else."""
    with begun(*words, "--json") as process:
        status, out, err = ended(process)
    assert (status, err) == (0, [])
    return timeless(json.loads(out))


def timeless(result: dict[str, Any]) -> dict[str, Any]:
    """Return a result as JSON has it, without the times."""
    told: dict[str, Any] = json.loads(json.dumps(result))
    del told["ms_per_move"]
    told["extra"].pop("first_turn_ms", None)
    return told


def in_time(play: Callable[[], dict[str, Any]], tries: int = 6) -> dict[str, Any]:
    """Return what matches came to in which no program was put out: on a busy machine one may be late now and then."""
    for _ in range(tries - 1):
        if not (result := play())["extra"]["put_out_others"]:
            return result
    return play()


def refused(*words: str, status: int = 2, code: str | None = None) -> str:
    """Run `simulate`, which must end with a status and one line, and return that."""
    with begun(*words, "--json", code=code) as process:
        return told(process, status)


def told(process: subprocess.Popen[str], status: int) -> str:
    found, out, err = ended(process)
    assert (found, out, len(err)) == (status, "", 1), err
    return err[0]


def kept(store: Path) -> list[tuple[Any, ...]]:
    """Return what a store holds, the times apart."""
    if not store.exists():
        return []
    with closing(sqlite3.connect(store, timeout=10)) as base:
        if not base.execute("SELECT * FROM sqlite_master WHERE name = 'games'").fetchall():
            return []
        return base.execute("SELECT series, seed, score, moves, kinds, work FROM games ORDER BY seed").fetchall()


# -- games -----------------------------------------------------------------------------------------------------------


def test_a_cluster_plays_the_games_that_this_machine_plays(
    pair: Dask, games_here: dict[str, Any], store_here: Path, tmp_path: Path
) -> None:
    there = tmp_path / "there.sqlite"
    assert simulated(*GAMES, f"--store={there}", f"--cluster=tcp://{pair.address}") == games_here
    assert games_here["score"]["sd"] > 0
    assert [row[1] for row in kept(there)] == [3, 4, 5, 6, 7]
    assert kept(there) == kept(store_here)


def test_a_cluster_plays_matches_and_starts_their_programs(pair: Dask) -> None:
    series = match_series(["random", f"{PROGRAM} bomber"], None, 100.0, moves=12)
    expected = in_time(lambda: timeless(simulate_matches(series, 4, seed=1, moves=12)))
    words = ["hypersonic", "--policy=random", f"--against={PROGRAM} bomber", "--games=4", "--moves=12"]
    assert in_time(lambda: simulated(*words, f"--cluster={pair.address}")) == expected
    assert expected["extra"]["turns"] > 4


def test_a_program_that_workers_have_not_is_told_with_the_worker(pair: Dask) -> None:
    line = refused("hypersonic", "--policy=random", "--against=command:/no/such", f"--cluster={pair.address}")
    assert "worker tcp://127.0.0.1:" in line
    assert "/no/such" in line


# -- ends ------------------------------------------------------------------------------------------------------------


def test_ctrl_c_leaves_no_game_on_the_cluster_and_a_run_ends_with_its_last_worker(
    games_here: dict[str, Any], tmp_path: Path
) -> None:
    store = tmp_path / "games.sqlite"
    with Dask(tmp_path) as dask:
        worker = dask.worker()
        usage = psutil.Process(worker.process.pid)
        assert simulated(*GAMES, f"--cluster={dask.address}") == games_here
        with begun(*ENDLESS, f"--cluster={dask.address}") as process:
            rested = usage.cpu_times().user
            wait_for(lambda: usage.cpu_times().user > rested + 1.0, RUN_S)
            process.send_signal(signal.SIGINT)
            assert told(process, 3) == "run_bot.py: stopped by Ctrl+C"
        # it has one thread: it could not play these beside a game that went on
        assert simulated(*GAMES, f"--cluster={dask.address}") == games_here
        with begun(*SECONDS, f"--store={store}", f"--cluster={dask.address}", "--json") as process:
            wait_for(lambda: kept(store), RUN_S)
            worker.end()
            assert "last worker is gone" in told(process, 1)
    assert 0 < len(kept(store)) < 6


def test_games_of_a_worker_that_dies_go_to_others_and_without_a_scheduler_the_run_ends(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    expected = simulate(Series("bilging", "random", "ypp", 2500, 100.0), 6, seed=1)
    with Dask(tmp_path) as dask:
        dask.worker()
        dying = dask.worker()
        with begun(*SECONDS, f"--store={store}", f"--cluster={dask.address}", "--json") as process:
            wait_for(lambda: kept(store), RUN_S)
            dying.end()
            status, out, err = ended(process)
        assert (status, err) == (0, [])
        assert json.loads(out)["score"] == expected["score"]
        with begun(*SECONDS, "--seed=50", f"--store={store}", f"--cluster={dask.address}", "--json") as process:
            wait_for(lambda: len(kept(store)) > 6, RUN_S)
            dask.scheduler.end()
            assert "scheduler is gone" in told(process, 1)
    assert 6 < len(kept(store)) < 12


# -- refused ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "address"),
    [("pc:1", "tcp://pc:1"), ("tcp://10.0.0.7:8786", "tcp://10.0.0.7:8786"), ("[::1]:65535", "tcp://[::1]:65535")],
)
def test_addresses(text: str, address: str) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize(
    "text", ["", "pc", ":8786", "pc:", "pc:0", "pc:65536", "pc:x", "tls://pc:1", "pc:1/x", "a b:1", "::1:1", "pc:1\n"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(Unusable, match="host:port"):
        parse_address(text)


def test_nobody_there_someone_else_there_and_no_workers_are_told_soon(bare: Dask, tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    with closing(socket.create_server(("127.0.0.1", 0))) as mute:
        addresses = {
            f"127.0.0.1:{free_port()}": "no dask scheduler answers",
            f"127.0.0.1:{mute.getsockname()[1]}": "no dask scheduler answers",
            bare.address: "no workers there; start some: .venv/bin/python -m dask worker",
        }
        began = time.monotonic()
        with ExitStack() as stack:
            # side by side: each waits for some seconds
            runs = [
                (stack.enter_context(begun(*GAMES, f"--store={store}", f"--cluster={one}")), why)
                for one, why in addresses.items()
            ]
            for process, why in runs:
                assert why in told(process, 2)
        assert time.monotonic() - began < 60
    assert not store.exists()


@pytest.mark.parametrize("unfit", ["other code", "no code", "threads"])
def test_a_worker_that_cannot_play_as_we_would_is_refused(unfit: str, bare: Dask, tmp_path: Path) -> None:
    folder, store = tmp_path / "checkout", tmp_path / "games.sqlite"
    folder.mkdir()
    if unfit == "other code":
        for room in ("bot", "engine", "files", "policy", "vision", "capture", "control", "calibration"):
            shutil.copytree(HOUSE / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
        with (folder / "engine" / "dice.py").open("a", encoding="utf-8") as file:
            file.write("# another comment\n")
    worker = bare.worker(HOUSE if unfit == "threads" else folder, threads=2 if unfit == "threads" else 1)
    try:
        line = refused(*GAMES, f"--store={store}", f"--cluster={bare.address}")
    finally:
        worker.end()
    why = {
        "other code": "has other code than is here",
        "no code": "has not this project's code",
        "threads": "plays 2 games in one process",
    }[unfit]
    assert why in line
    assert not store.exists()


def test_jobs_and_cluster_exclude_each_other() -> None:
    assert "--jobs and --cluster exclude each other" in refused(*GAMES, "--jobs=1", "--cluster=127.0.0.1:1")


def test_without_distributed_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['distributed'] = None; from bot.cli import main; main()"
    assert "wants the package distributed" in refused(*GAMES, "--cluster=127.0.0.1:1", code=code)

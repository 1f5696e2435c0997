"""Games kept in a file: a measurement that was killed goes on, and nothing stale counts."""

import contextlib
import json
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

import bot.measuring.digests
import bot.measuring.results
from bot.exit_status import Failed
from bot.measuring.digests import ROOT, code_digest
from bot.measuring.results import COLUMNS, Played, ResultStore, Series, StoreError
from bot.measuring.simulation import simulate
from bot.practice_process import RUN_BOT
from tests.bot.command_line import assert_one_line, run_here, run_with_room

GAMES = 6000
SERIES = Series("square_stacker", "random", "wpi", 0, 50.0)


def whole(games: int, store: ResultStore | None, seen: list[int], seed: int = 1) -> dict[str, Any]:
    return simulate(SERIES, games, seed=seed, progress=seen.append, store=store)


def timeless(result: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in result.items() if key != "ms_per_move"}


def test_a_killed_run_is_taken_up_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "new" / "games.sqlite"
    options = ("--policy=random", f"--games={GAMES}", f"--store={file}", "--json")
    run = subprocess.Popen(
        [sys.executable, str(RUN_BOT), "simulate", "square_stacker", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    until = time.monotonic() + 60
    while kept(file) < 50:
        assert run.poll() is None
        assert time.monotonic() < until
    run.kill()
    run.communicate()
    with ResultStore(file) as store:
        found = len(store.games(SERIES))
        assert 50 <= found < GAMES - 100, "the run was to be killed in the middle"
        few, seen = found + 100, list[int]()
        resumed = whole(few, store, seen)
        assert seen == list(range(found + 1, few + 1))
        again: list[int] = []
        assert timeless(whole(few, store, again)) == timeless(resumed)
        assert again == []
    assert timeless(resumed) == timeless(whole(few, None, []))


def test_where_no_lines_can_be_written_nothing_is_begun(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    lines = file.with_name(file.name + ResultStore.LINES)
    lines.mkdir()
    with pytest.raises(StoreError, match=r"games\.sqlite\.games\.jsonl: cannot be written"):
        ResultStore(file)
    assert list(tmp_path.iterdir()) == [lines]


def test_where_a_store_is_refused_no_folder_is_left(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="File name too long"):
        ResultStore(tmp_path / "new" / "folder" / ("n" * 300))
    assert list(tmp_path.iterdir()) == []


def test_a_link_that_leads_round_to_itself_is_no_store_and_stays(tmp_path: Path) -> None:
    link = tmp_path / "loop"
    link.symlink_to(link)
    with pytest.raises(StoreError, match=r"loop: cannot keep results there .*name another file"):
        ResultStore(link)
    assert link.is_symlink()
    assert list(tmp_path.iterdir()) == [link]


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of a file's size there")
@pytest.mark.parametrize("room", [1, 4, 20])
def test_a_store_on_a_full_disk_leaves_nothing(tmp_path: Path, room: int) -> None:
    file = tmp_path / "new" / "games.sqlite"
    done = run_with_room(room, "simulate", "square_stacker", "--policy=random", "--games=2", "--store", file)
    assert_one_line(done, "games.sqlite: cannot keep results there", "name another file")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in (Path(), Path(".."), Path("/"), tmp_path):
        with pytest.raises(StoreError, match="is a folder"):
            ResultStore(folder)
    assert list(tmp_path.iterdir()) == []


def kept(file: Path) -> int:
    if not file.exists():
        return 0
    base = sqlite3.connect(file)
    try:
        return int(base.execute("SELECT COUNT(*) FROM games").fetchone()[0])
    except sqlite3.OperationalError:  # not made yet, or just being written
        return 0
    finally:
        base.close()


def test_games_of_other_seeds_are_played_and_those_there_are_not(tmp_path: Path) -> None:
    seen: list[int] = []
    with ResultStore(tmp_path / "games.sqlite") as store:
        whole(4, store, [], seed=3)
        result = whole(6, store, seen, seed=1)
        assert seen == [5, 6]
        assert sorted(store.games(SERIES)) == [1, 2, 3, 4, 5, 6]
    assert timeless(result) == timeless(whole(6, None, []))


def test_a_game_comes_back_as_it_was(tmp_path: Path) -> None:
    played = Played(12.0, 3, (0.5, 0.25, 1.0), {"": 2, "line": 1}, 77, {7: 1, 30: 2})
    with ResultStore(tmp_path / "games.sqlite") as store:
        store.add(SERIES, 5, Played(1.0, 0, (), {}))
        store.add(SERIES, 5, played)
    with ResultStore(tmp_path / "games.sqlite") as store:
        assert store.games(SERIES) == {5: played}


BROKEN = ["kinds = 'xx'", "kinds = NULL", "ms = x'0102'", "score = 'many'", "works = '[1]'", "works = '{\"x\": 1}'"]


@pytest.mark.parametrize("broken", BROKEN)
def test_a_game_that_cannot_be_read_is_refused_with_the_files_name(broken: str, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with ResultStore(path) as store:
        store.add(SERIES, 5, Played(1.0, 0, (0.5,), {}))
    with contextlib.closing(sqlite3.connect(path)) as base, base:
        base.execute(f"UPDATE games SET {broken}")
    with (
        ResultStore(path) as store,
        pytest.raises(StoreError, match=r"games\.sqlite: what is kept there cannot be read.*another file"),
    ):
        store.games(SERIES)


def test_whatever_decides_a_game_makes_another_series(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    others = [
        replace(SERIES, game="bilging"),
        replace(SERIES, policy="stm"),
        replace(SERIES, rules="coolmath"),
        replace(SERIES, moves=10),
        replace(SERIES, think_ms=5.0),
    ]
    with ResultStore(tmp_path / "games.sqlite") as store:
        store.add(SERIES, 1, Played(1.0, 1, (1.0,), {}))
        assert store.games(SERIES)
        assert [store.games(other) for other in others] == [{}] * len(others)
        monkeypatch.setattr(bot.measuring.results, "code_digest", lambda _game: "other code")
        assert store.games(SERIES) == {}


def test_weights_that_were_learned_anew_make_another_series(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = tmp_path / "w.npz"
    weights.write_bytes(b"old")
    monkeypatch.chdir(tmp_path)
    learned = replace(SERIES, policy="learned:depth=2,weights=w.npz")
    with ResultStore(tmp_path / "games.sqlite") as store:
        store.add(learned, 1, Played(1.0, 1, (1.0,), {}))
        assert store.games(learned)
        weights.write_bytes(b"new and longer")
        assert store.games(learned) == {}
        weights.write_bytes(b"old")
        assert store.games(learned), "the content counts"


OURS = ("engine/dice.py", "engine/chess/rules.py", "policy/search/beam.py", "policy/chess/data/weights.npz")
NOT_OURS = ("policy/chess/notes.txt", "policy/draughts/search.py", "engine/draughts/rules.py")


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Some files of two games."""
    for name in OURS + NOT_OURS:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"of {name}\n", encoding="utf-8")
    monkeypatch.setattr(bot.measuring.digests, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize("changed", OURS)
def test_the_digest_knows_code_and_weights(changed: str, house: Path) -> None:
    digest = code_digest.__wrapped__
    before = digest("chess")
    assert digest("chess") == before != digest("draughts")
    (house / changed).write_text("otherwise\n", encoding="utf-8")
    after = digest("chess")
    assert after != before
    shutil.move(house / changed, house / "engine" / "elsewhere.py")
    assert digest("chess") not in (before, after)


def test_the_digest_reads_this_house() -> None:
    assert (ROOT / "run_bot.py").is_file()
    assert len({code_digest(game) for game in ("bilging", "square_stacker", "columns", "hypersonic")}) == 4


@pytest.mark.parametrize("changed", NOT_OURS)
def test_the_digest_leaves_out_notes_and_other_games(changed: str, house: Path) -> None:
    before = code_digest.__wrapped__("chess")
    (house / changed).write_text("otherwise\n", encoding="utf-8")
    assert code_digest.__wrapped__("chess") == before


def test_a_file_that_another_program_is_just_opening_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with contextlib.closing(sqlite3.connect(path, check_same_thread=False)) as other:
        other.execute(f"CREATE TABLE games ({', '.join(map(' '.join, COLUMNS.items()))}, PRIMARY KEY (series, seed))")
        other.execute("BEGIN IMMEDIATE")
        done = threading.Timer(0.5, other.rollback)
        done.start()
        with ResultStore(path) as store:
            assert store.games(SERIES) == {}
        done.join()


def test_a_file_from_before_works_were_counted_is_used_and_its_games_are_played_anew(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with ResultStore(path) as store:
        store.add(SERIES, 1, Played(1.0, 1, (1.0,), {}, 0, {0: 1}))
    with contextlib.closing(sqlite3.connect(path)) as base, base:
        base.execute("ALTER TABLE games DROP COLUMN works")
    with ResultStore(path) as one, ResultStore(path) as other:
        assert one.games(SERIES) == other.games(SERIES) == {}
        (line,) = one.documents()
        assert (line["seed"], line["score"], line["works"]) == (1, 1.0, None)
        whole(2, one, [])
        assert {seed: sum(game.works.values()) == game.moves for seed, game in other.games(SERIES).items()} == {
            1: True,
            2: True,
        }


def foreign(kind: str, path: Path) -> Path:
    match kind:
        case "text":
            path.write_text("no games\n" * 200, encoding="utf-8")
        case "folder":
            path.mkdir()
        case "under a file":
            path.write_text("a file", encoding="utf-8")
            return path / "games.sqlite"
        case "other columns" | "other table":
            base = sqlite3.connect(path)
            base.execute(f"CREATE TABLE {'games' if kind == 'other columns' else 'songs'} (title TEXT, price REAL)")
            base.commit()
            base.close()
    return path


@pytest.mark.parametrize("kind", ["text", "folder", "under a file", "other columns", "other table"])
def test_a_foreign_file_is_refused_in_one_line(kind: str, tmp_path: Path) -> None:
    path = foreign(kind, tmp_path / "mine.sqlite")
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(StoreError, match=r"mine\.sqlite.*another file") as caught:
        ResultStore(path)
    assert "\n" not in str(caught.value)
    assert [file.path for file in psutil.Process().open_files() if "mine.sqlite" in file.path] == []
    assert (path.read_bytes() if path.is_file() else b"") == before
    done = run_here("simulate", "square_stacker", "--policy=random", f"--store={path}", "--json")
    assert_one_line(done, "mine.sqlite")


def lines(file: Path) -> list[dict[str, Any]]:
    path = file.with_name(file.name + ResultStore.LINES)
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_other_programs_find_the_games_as_json_lines(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with ResultStore(file) as store:
        store.add(SERIES, 5, Played(12.0, 3, (1.0, 2.0, 9.0), {"line": 2}, 70, {20: 2, 30: 1}))
    [line] = lines(file)
    assert line.pop("code")
    assert line.pop("files") == []
    assert line == {
        "game": SERIES.game,
        "policy": SERIES.policy,
        "rules": SERIES.rules,
        "most_moves": SERIES.moves,
        "think_ms": SERIES.think_ms,
        "seed": 5,
        "score": 12.0,
        "moves": 3,
        "kinds": {"line": 2},
        "work": 70,
        "works": {"20": 2, "30": 1},
        "ms_per_move": pytest.approx({"p50": 2.0, "p95": 8.3, "p99": 8.86}),
    }


def test_a_run_that_kept_nothing_leaves_the_lines_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with ResultStore(file) as store:
        assert store.games(SERIES) == {}
    assert not file.with_name(file.name + ResultStore.LINES).exists()


def test_lines_that_cannot_be_written_are_told_and_no_half_is_left(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    place = file.with_name(file.name + ResultStore.LINES)

    def keep_one() -> None:
        with ResultStore(file) as store:
            place.mkdir()
            store.add(SERIES, 5, Played(1.0, 0, (), {}))

    with pytest.raises(StoreError, match=r"games\.sqlite\.games\.jsonl: cannot be written"):
        keep_one()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.sqlite", "games.sqlite.games.jsonl"]
    place.rmdir()
    with ResultStore(file) as store:
        assert set(store.games(SERIES)) == {5}


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of a file's size there")
def test_what_was_measured_is_told_though_the_disk_is_full_before_the_lines_are_written(tmp_path: Path) -> None:
    """Lines say more of a game than its row: here there is room for all games, and not for all lines."""
    file = tmp_path / "games.sqlite"
    with ResultStore(file) as store:
        for seed in range(1000):
            store.add(replace(SERIES, game="", policy="", rules=""), seed, Played(1.0, 0, (), {}))
    room = file.stat().st_size // 1024 + 20
    before = file.with_name(file.name + ResultStore.LINES).read_bytes()
    assert room * 1024 < len(before)
    words = ("simulate", "square_stacker", "--policy=random", "--games=2", "--store", file)
    done = run_with_room(room, *words, "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["games"] == 2
    (line,) = done.stderr.splitlines()
    assert "games.sqlite.games.jsonl: cannot be written (File too large); the games are in " in line
    assert file.with_name(file.name + ResultStore.LINES).read_bytes() == before
    with ResultStore(file) as store:
        assert len(store.games(SERIES)) == 2


def test_a_store_that_another_program_makes_in_the_same_moment_is_left_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was new when it was asked for, and held by the other for longer than is waited: its games were deleted."""
    file = tmp_path / "games.sqlite"
    others: list[sqlite3.Connection] = []

    def meanwhile(_path: Path) -> None:
        if not others:
            others.append(sqlite3.connect(file, isolation_level=None))
            others[0].execute("BEGIN EXCLUSIVE")
            others[0].execute("CREATE TABLE theirs (game)")

    monkeypatch.setattr("bot.measuring.results.check_file", meanwhile)
    monkeypatch.setattr("bot.measuring.results.LOCKED_S", 0.2)
    with pytest.raises(StoreError, match="locked"):
        ResultStore(file)
    others[0].execute("COMMIT")
    others[0].close()
    with closing(sqlite3.connect(file)) as base:
        assert base.execute("SELECT name FROM sqlite_master").fetchall() == [("theirs",)]


def test_what_ended_a_run_is_told_though_its_lines_cannot_be_written_either(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"

    def fail() -> None:
        with ResultStore(file) as store:
            store.add(SERIES, 5, Played(1.0, 0, (), {}))
            file.with_name(file.name + ResultStore.LINES).mkdir()
            raise Failed("a process that played games was killed")

    with pytest.raises(Failed, match="killed"):
        fail()


@pytest.mark.parametrize("ending", [KeyboardInterrupt, BrokenPipeError, Failed])
def test_lines_are_written_however_a_run_ended_that_kept_games(ending: type[BaseException], tmp_path: Path) -> None:
    def keep_one() -> None:
        with ResultStore(tmp_path / "games.sqlite") as store:
            store.add(SERIES, 5, Played(1.0, 0, (), {}))
            raise ending

    with pytest.raises(ending):
        keep_one()
    assert [line["seed"] for line in lines(tmp_path / "games.sqlite")] == [5]

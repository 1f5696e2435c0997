"""Played games in an SQLite file, so that long measurements can be stopped and taken up again.

A game is found again only if nothing it depends on has changed: game, rules, planner, limits, seed, the source and data
of the game's engine and planners and of what all games share, and files that the planner's parameters name. Beside the
file lies a copy for other programs, a game a line as JSON, written anew at the end of every run that kept games.
"""

import json
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

import numpy as np

from bot.exit_status import Unusable
from bot.measuring.digests import code_digest, named_files
from bot.measuring.summaries import percentiles
from bot.writable import check_file, folder_for, replacing

LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
"""What SQLite says of a file that another program holds."""
LOCKED_S = 10.0
"""So long another program may hold the file before it is given up."""
COLUMNS = {
    "series": "TEXT",
    "seed": "INTEGER",
    "score": "REAL",
    "moves": "INTEGER",
    "ms": "BLOB",
    "kinds": "TEXT",
    "work": "INTEGER",
    "works": "TEXT",
}
"""Of the one table, `games`; `ms` is float32, `kinds` and `works` JSON."""
ADDED = ("works",)
"""Of them, those that older files lack: these get them when they are opened, and their games are played anew."""
UNREADABLE = (ValueError, TypeError, KeyError, AttributeError)
"""What reading a row raises that was not kept by us."""


class StoreError(ValueError):
    """A file of results cannot be used; the message is one line."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game.

    Attributes:
        score: points at the end.
        moves: moves made.
        ms: planner's time for each move, milliseconds.
        kinds: how often a move did what, by the game's own name for it; "" for nothing.
        work: the sum of `Decision.work` over its moves.
        works: how many of its decisions had which `Decision.work`, made `bot.measuring.summaries.coarse`.
    """

    score: float
    moves: int
    ms: tuple[float, ...]
    kinds: Mapping[str, int]
    work: int = 0
    works: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Series:
    """What games of one series have in common.

    Attributes:
        game: name in `bot.games.GAMES`.
        policy: spec such as "fullwidth:depth=3".
        rules: preset name; the planner knows that the game ends after `moves`.
        moves: of a game at most, fewer where the rules have a lower move_limit; 0 is to its end.
        think_ms: budget of each move.
    """

    game: str
    policy: str
    rules: str
    moves: int
    think_ms: float

    @property
    def key(self) -> str:
        """What its games are found by."""
        code, files = code_digest(self.game), named_files(self.policy)
        return json.dumps([self.game, self.policy, self.rules, self.moves, self.think_ms, code, files])


class ResultStore:
    """Games by series and seed; a store of something else keeps it in a table beside them.

    Args:
        path: of the file; made where missing, with its folder.

    Attributes:
        TABLE: the other table's name and columns as SQL has them, "" for none.
        LINES: added to the file's whole name for that of the JSON lines; "" for a store of which none are written.

    Raises:
        StoreError: it is no such file, or it or that of the JSON lines cannot be written; every method too, where the
            disk is full, somebody holds the file for longer than `LOCKED_S`, or it is broken.
    """

    TABLE: ClassVar[str] = ""
    LINES: ClassVar[str] = ".games.jsonl"

    def __init__(self, path: Path) -> None:
        self._path = path
        self._added = self._failed = False
        try:
            with folder_for(path), _taken_back(path), ExitStack() as undone:
                check_file(path)
                if self.LINES:
                    check_file(self._lines)
                # ":memory:" is a file's name here
                self._base = undone.enter_context(closing(sqlite3.connect(path.absolute(), timeout=LOCKED_S)))
                self._lay_out()
                undone.pop_all()
        except Unusable as refused:
            raise StoreError(str(refused)) from refused
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"{path}: cannot keep results there ({error}); name another file") from error

    @property
    def _lines(self) -> Path:
        """The file of JSON lines beside the other."""
        return self._path.with_name(self._path.name + self.LINES)

    def _lay_out(self) -> None:
        """Make the tables that the file lacks.

        Raises:
            StoreError: it is somebody else's.
            sqlite3.Error: it cannot be used.
        """
        _refuse_foreign(self._path, self._base)
        _log_ahead(self._base)
        self._base.execute("PRAGMA synchronous = NORMAL")
        columns = ", ".join(map(" ".join, COLUMNS.items()))
        self._base.execute(f"CREATE TABLE IF NOT EXISTS games ({columns}, PRIMARY KEY (series, seed))")
        _add_columns(self._base)
        if self.TABLE:
            self._base.execute(f"CREATE TABLE IF NOT EXISTS {self.TABLE}")
            table, _, others = self.TABLE.partition(" (")
            names = [column.split()[0] for column in others.partition(", PRIMARY")[0].split(", ")]
            self._base.execute(f"SELECT {', '.join(names)} FROM {table} LIMIT 0")

    def games(self, series: Series) -> dict[int, Played]:
        """Return the games of a series by seed."""
        query = f"SELECT {', '.join(COLUMNS)} FROM games WHERE series = ? AND works IS NOT NULL"
        rows = self._rows(query, (series.key,))
        with self._readable():
            return {
                seed: Played(
                    float(score),
                    int(moves),
                    tuple(np.frombuffer(ms, np.float32).tolist()),
                    json.loads(kinds),
                    work,
                    {int(each): count for each, count in json.loads(works).items()},
                )
                for _, seed, score, moves, ms, kinds, work, works in rows
            }

    def add(self, series: Series, seed: int, played: Played) -> None:
        """Keep a game at once."""
        ms = np.array(played.ms, np.float32).tobytes()
        kinds, works = json.dumps(dict(played.kinds)), json.dumps(dict(played.works))
        row = (series.key, seed, played.score, played.moves, ms, kinds, played.work, works)
        self._keep("INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)

    def documents(self) -> Iterator[dict[str, Any]]:
        """Yield what a JSON line says of each game that can be read: its series, seed, course, times of a move."""
        rows = self._rows(f"SELECT {', '.join(COLUMNS)} FROM games", ())
        for key, seed, score, moves, ms, kinds, work, works in rows:
            with suppress(*UNREADABLE):
                names = ("game", "policy", "rules", "most_moves", "think_ms", "code", "files")
                course = {"seed": seed, "score": score, "moves": moves, "kinds": json.loads(kinds)}
                done = {"work": work, "works": None if works is None else json.loads(works)}
                times = percentiles(np.frombuffer(ms, np.float32))
                yield {**dict(zip(names, json.loads(key), strict=True)), **course, **done, "ms_per_move": times}

    def write_lines(self) -> None:
        """Write every game to the file of JSON lines beside the other, whole or not at all.

        Raises:
            StoreError: the disk says no.
        """
        path = self._lines
        try:
            with replacing(path) as part, part.open("w", encoding="utf-8") as file:
                file.writelines(json.dumps(document) + "\n" for document in self.documents())
        except OSError as error:
            raise StoreError(f"{path}: cannot be written ({error.strerror}); the games are in {self._path}") from error

    def _rows(self, sql: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """Return what a query finds."""
        with self._usable():
            return self._base.execute(sql, values).fetchall()

    def _keep(self, sql: str, values: tuple[Any, ...]) -> None:
        """Write a row at once."""
        with self._usable(), self._base:
            self._base.execute(sql, values)
        self._added = True

    @contextmanager
    def _readable(self) -> Iterator[None]:
        """Say which file holds what nobody can read."""
        try:
            yield
        except UNREADABLE as error:
            self._failed = True
            raise StoreError(
                f"{self._path}: what is kept there cannot be read ({type(error).__name__}: {error}); name another file"
            ) from error

    @contextmanager
    def _usable(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            self._failed = True
            raise StoreError(
                f"{self._path}: cannot go on with the results there ({error}); what was kept before is whole: "
                "see to the disk and run the same command again"
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        try:
            if self._added and self.LINES and not self._failed:
                self.write_lines()
        except StoreError:
            if kind is None:
                raise  # else what ended the run is told, and the games are whole without their lines
        finally:
            self._base.close()


@contextmanager
def _taken_back(path: Path) -> Iterator[None]:
    """Remove a base that is made within and cannot be laid out, with what SQLite keeps beside it.

    Not one that is locked: another program has made it in the same moment.
    """
    at = Path(os.path.realpath(path))  # `Path.resolve` raises at links that go round
    made = not os.path.lexists(at)
    try:
        yield
    except BaseException as error:
        if made and getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF not in LOCKED:
            for suffix in ("", "-wal", "-shm"):
                with suppress(OSError):
                    at.with_name(at.name + suffix).unlink()
        raise


def _refuse_foreign(path: Path, base: sqlite3.Connection) -> None:
    """Raise `StoreError` for a base of somebody else's, before anything is written to it."""
    tables = [name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    older = [name for name in COLUMNS if name not in ADDED]
    if tables and _columns(base) not in (list(COLUMNS), older):
        raise StoreError(f"{path}: holds {', '.join(tables)}, not our games; name another file")


def _columns(base: sqlite3.Connection) -> list[str]:
    return [column[1] for column in base.execute("PRAGMA table_info(games)")]


def _add_columns(base: sqlite3.Connection) -> None:
    """Give the table of an older file the columns it lacks; of two programs that open it at once one does."""
    if _columns(base) == list(COLUMNS):
        return
    with base:
        base.execute("BEGIN IMMEDIATE")
        for name in list(COLUMNS)[len(_columns(base)) :]:
            base.execute(f"ALTER TABLE games ADD COLUMN {name} {COLUMNS[name]}")


def _log_ahead(base: sqlite3.Connection) -> None:
    """Switch to a write-ahead log: a killed run may lose its last games, never the file.

    Two programs that begin at once cannot both switch, and SQLite does not wait for that by itself.
    """
    deadline = time.monotonic() + LOCKED_S
    while True:
        try:
            base.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.05)

"""Played games of several players in an SQLite file, so that long measurements can be stopped and taken up again."""

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.measuring.digests import code_digest, is_file
from bot.measuring.results import UNREADABLE, ResultStore
from bot.measuring.summaries import percentiles
from bot.platform.seats import COMMAND
from practice.command_words import command_words

PLAYING: Final = ("bot/platform", "bot/commands/codingame.py", "bot/measuring/matches.py")
"""What decides a game of several players besides engine and planners: referee, seats, our program, order of seats."""


@dataclass(frozen=True, slots=True)
class MatchSeries:
    """What games of one series have in common.

    Attributes:
        names: of the players, ours first; see `bot.platform.seats.open_seat`.
        rules: preset, for so many players.
        think_ms: budget a turn of our own planners.
    """

    names: tuple[str, ...]
    rules: str
    think_ms: float

    @property
    def key(self) -> str:
        """What its games are found by: a change of engine, planners, referee or programs makes another series.

        Programs are looked at now: who plays takes it once, before the first game.
        """
        programs = [_program_files(name) for name in self.names if name.startswith(COMMAND)]
        code = code_digest("hypersonic", PLAYING)
        return json.dumps(["hypersonic", self.names, self.rules, self.think_ms, code, programs])


@dataclass(frozen=True, slots=True, eq=False)
class MatchPlayer:
    """What became of one player of a game.

    Attributes:
        place: 1 is first; equal ones share.
        boxes: hit by its bombs.
        died: round of its death, 0 for alive.
        out: why the referee put it out, "" where it did not.
        late: answers that took longer than the platform's limit.
        turns: float32 (3, answers): milliseconds, simulations and depth of each answer.
    """

    place: int
    boxes: int
    died: int
    out: str
    late: int
    turns: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """One game; `players` in the order of `MatchSeries.names`, whatever their seats were."""

    rounds: int
    players: tuple[MatchPlayer, ...]

    @property
    def won(self) -> bool:
        """The first player is first alone."""
        return self.players[0].place == 1 and not self.tied

    @property
    def tied(self) -> bool:
        """The first player shares the first place."""
        return self.players[0].place == 1 and sum(one.place == 1 for one in self.players) > 1


class MatchStore(ResultStore):
    """Games by `MatchSeries.key` and number, beside those of `ResultStore` in one file.

    Args:
        path: of the file; made where missing.

    Raises:
        StoreError: it is no such file, or cannot be written.
    """

    LINES = ".matches.jsonl"
    TABLE = "matches (series TEXT, number INTEGER, game TEXT, turns BLOB, PRIMARY KEY (series, number))"

    def matches(self, key: str) -> dict[int, Match]:
        """Return the games of a series by number."""
        rows = self._rows("SELECT number, game, turns FROM matches WHERE series = ?", (key,))
        players = len(json.loads(key)[1])
        with self._readable():
            return {number: _match(json.loads(game), turns, players) for number, game, turns in rows}

    def add_match(self, key: str, number: int, match: Match) -> None:
        """Keep a game at once."""
        players = [{**_facts(one), "answers": one.turns.shape[1]} for one in match.players]
        game = json.dumps({"rounds": match.rounds, "players": players})
        turns = b"".join(one.turns.astype(np.float32).tobytes() for one in match.players)
        self._keep("INSERT OR REPLACE INTO matches VALUES (?, ?, ?, ?)", (key, number, game, turns))

    def documents(self) -> Iterator[dict[str, Any]]:
        """Yield what a JSON line says of each game that can be read; players in the order of `MatchSeries.names`."""
        for key, number, game, turns in self._rows("SELECT series, number, game, turns FROM matches", ()):
            with suppress(*UNREADABLE):
                name, players, rules, think_ms, code, programs = json.loads(key)
                match = _match(json.loads(game), turns, len(players))
                series = {"game": name, "rules": rules, "think_ms": think_ms, "code": code, "programs": programs}
                seats = [
                    {"player": player, **_facts(one), "ms_a_turn": percentiles(one.turns[0])}
                    for player, one in zip(players, match.players, strict=True)
                ]
                yield {**series, "number": number, "rounds": match.rounds, "players": seats}


def _facts(one: MatchPlayer) -> dict[str, Any]:
    """Return all that is known of a player but its turns."""
    return {name: getattr(one, name) for name in ("place", "boxes", "died", "out", "late")}


def _match(game: dict[str, Any], turns: bytes, count: int) -> Match:
    """Return a game of so many players. Raises ValueError, TypeError or KeyError where it was not kept by us."""
    if len(game["players"]) != count:
        raise ValueError(f"{len(game['players'])} players, not {count}")
    numbers = np.frombuffer(turns, np.float32)
    players, begin = [], 0
    for fields in game["players"]:
        answers = fields.pop("answers")
        players.append(MatchPlayer(**fields, turns=numbers[begin : begin + 3 * answers].reshape(3, answers)))
        begin += 3 * answers
    return Match(game["rounds"], tuple(players))


def _program_files(name: str) -> Sequence[tuple[str, int, int]]:
    """Return the files among a command's words with size and time: rebuilt, it is another program."""
    found = []
    for word in command_words(name.removeprefix(COMMAND)):
        path = Path(shutil.which(word) or word)
        if is_file(path):
            stat = path.stat()
            found.append((str(path), stat.st_size, stat.st_mtime_ns))
    return found

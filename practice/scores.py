"""A file of finished games, one JSON line each: how well a person plays, and the best score so far."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from practice.options import PracticeError
from practice.write_errors import naming_file


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """One line of a scores file.

    Attributes:
        game: name of the game.
        rules: name of its preset.
        score: points at the end.
        moves: moves made.
        finished: when it ended, ISO 8601 with the time zone.
    """

    game: str
    rules: str
    score: int
    moves: int
    finished: str


class ScoresFile:
    """A scores file that games are appended to.

    Args:
        path: the file; it is made with the first game.

    Attributes:
        games: every game in it, oldest first.

    Raises:
        PracticeError: the file cannot be read, or holds something else.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.games: list[FinishedGame] = []
        try:
            if path.exists() and not (path.is_file() or path.is_dir()):  # a device or pipe: read without end
                raise PracticeError(f"{path}: cannot keep scores there (no file); name another file")
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            path.open("a", encoding="utf-8").close()
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not text"
            raise PracticeError(f"{path}: cannot keep scores there ({reason}); name another file") from error
        for number, line in enumerate(text.splitlines(), 1):
            try:
                self.games.append(_read_game(json.loads(line)))
            except (ValueError, TypeError, RecursionError) as error:
                raise PracticeError(f"{path}: line {number} is no finished game; name another file") from error

    def best(self, game: str, rules: str) -> int:
        """Return the best score of a game under a preset, 0 before the first."""
        return max((each.score for each in self.games if (each.game, each.rules) == (game, rules)), default=0)

    def append(self, finished: FinishedGame) -> None:
        """Add a game to the end of the file.

        Raises:
            OSError: the file cannot be written any more; it names the file.
        """
        self.games.append(finished)
        with naming_file(self._path, "cannot keep scores there"), self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(finished)) + "\n")


def _read_game(raw: Any) -> FinishedGame:
    """Return a game read from JSON; raises TypeError where a key or its type is wrong."""
    game = FinishedGame(**raw)
    for name in FinishedGame.__slots__:
        if type(getattr(game, name)) is not FinishedGame.__annotations__[name]:
            raise TypeError(name)
    return game

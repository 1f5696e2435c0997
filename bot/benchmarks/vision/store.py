"""Batches of boards that were read, in an SQLite file, so that a long measurement can be stopped and taken up again."""

import json
from dataclasses import asdict, dataclass
from functools import cache

from bot.benchmarks.vision.counts import Counts
from bot.measuring.digests import ROOT, files_digest
from bot.measuring.results import ResultStore

CODE = ("engine", "vision", "calibration", "practice", "bot/benchmarks/vision")
"""Folders whose files decide what is drawn and how it is read; of a game's own ones only those of that game."""


@dataclass(frozen=True, slots=True)
class BatchKey:
    """What batches of one row have in common."""

    game: str
    perturbation: str
    seed: int

    @property
    def text(self) -> str:
        """What they are found by: a change of engine, eyes, windows or perturbations makes others."""
        return json.dumps(["vision", self.game, self.perturbation, self.seed, _digest()])


class BatchStore(ResultStore):
    """Batches by row and number, beside the games of `ResultStore` in one file.

    Args:
        path: of the file; made where missing.

    Raises:
        StoreError: it is no such file, or cannot be written.
    """

    LINES = ""
    TABLE = "boards_read (series TEXT, number INTEGER, counts TEXT, PRIMARY KEY (series, number))"

    def batches(self, key: BatchKey) -> dict[int, Counts]:
        """Return the batches of a row by number."""
        rows = self._rows("SELECT number, counts FROM boards_read WHERE series = ?", (key.text,))
        with self._readable():
            return {number: Counts(**json.loads(counts)) for number, counts in rows}

    def add_batch(self, key: BatchKey, number: int, counts: Counts) -> None:
        """Keep a batch at once."""
        row = (key.text, number, json.dumps(asdict(counts)))
        self._keep("INSERT OR REPLACE INTO boards_read VALUES (?, ?, ?)", row)


@cache
def _digest() -> str:
    return files_digest(path for folder in CODE for path in sorted((ROOT / folder).rglob("*.py")))

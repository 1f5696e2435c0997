"""What came out of reading boards whose truth is known."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

import numpy as np

from bot.benchmarks.vision.drawn import Codes
from vision.sighting import UNKNOWN


@dataclass(frozen=True, slots=True)
class Counts:
    """Cells and boards, added up.

    Attributes:
        boards: read.
        exact: boards on which everything that a person can tell was read right.
        cells: all of them.
        told: cells that a person can tell.
        right: of these, read right.
        unknown: of these, not read.
        wrong: of all cells, read as what they are not.
        refused: boards that were not read because the window they belong to could not be calibrated.
    """

    boards: int = 0
    exact: int = 0
    cells: int = 0
    told: int = 0
    right: int = 0
    unknown: int = 0
    wrong: int = 0
    refused: int = 0

    @classmethod
    def of(cls, read: Codes, true: Codes, doubtful: Mapping[int, frozenset[int]]) -> Self:
        """Count one board.

        Args:
            read, true: in the same numbers.
            doubtful: places that a person could not tell, and what else may be read there.
        """
        told = np.ones(true.shape, np.bool_)
        told[list(doubtful)] = False
        known, right = read != UNKNOWN, read == true
        wrong = known & ~right
        for place, others in doubtful.items():
            wrong[place] &= int(read[place]) not in others
        good = int((right & told).sum())
        return cls(
            boards=1,
            exact=int(good == told.sum()),
            cells=true.size,
            told=int(told.sum()),
            right=good,
            unknown=int((~known & told).sum()),
            wrong=int(wrong.sum()),
        )

    @classmethod
    def total(cls, parts: Iterable[Self]) -> Self:
        """Return the sum."""
        sums = {field.name: 0 for field in fields(cls)}
        for part in parts:
            for name in sums:
                sums[name] += getattr(part, name)
        return cls(**sums)

    @property
    def accuracy(self) -> float:
        """Share of the cells that a person can tell that was read right; 1 where there are none."""
        return self.right / self.told if self.told else 1.0

    def document(self) -> dict[str, Any]:
        """Return the counts and the rates that follow from them."""
        rates = {
            "cell_accuracy": self.accuracy,
            "exact_board_rate": self.exact / self.boards if self.boards else None,
            "unknown_rate": self.unknown / self.told if self.told else 0.0,
            "wrong_but_sure_rate": self.wrong / self.cells if self.cells else 0.0,
        }
        return {**asdict(self), **rates}

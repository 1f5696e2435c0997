"""The demo's examiner: what was read held against what the practice window says it showed.

Only the demo uses this, after the run; the bot itself learns nothing but through pixels.
"""

import bisect
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from vision.sighting import UNKNOWN

Codes = NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A board as read from a frame taken at `time_ns` (time.monotonic_ns)."""

    time_ns: int
    codes: Codes


@dataclass(frozen=True, slots=True, eq=False)
class TrueState:
    """One line of a truth file: what the window shows from `time_ns` on."""

    time_ns: int
    settled: bool
    codes: Codes
    score: float
    moves: int


@dataclass(frozen=True, slots=True)
class Examination:
    """How many cells were read for sure, how many of them were wrong, and which boards had wrong ones."""

    cells_read: int
    cells_misread: int
    boards_misread: tuple[int, ...]


def load_truth(path: Path) -> list[TrueState]:
    """Read a truth file; a last line cut short by the window's end is passed over."""
    states = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            raw = json.loads(line)
        except json.JSONDecodeError:
            continue
        codes = np.array(raw["board"], dtype=np.int8)
        states.append(TrueState(raw["time_ns"], raw["settled"], codes, raw["score"], raw["moves"]))
    return states


def examine(readings: Sequence[Reading], truth: Sequence[TrueState]) -> Examination:
    """Count misread cells over all readings.

    Learned colours have codes of their own order, so the one renaming of read codes that agrees best with the
    truth over the whole run is taken first (an assignment problem); every other disagreement is a misread cell.
    """
    pairs = [(reading.codes, codes) for reading in readings if (codes := _shown_at(truth, reading.time_ns)) is not None]
    if not pairs:
        return Examination(0, 0, ())
    size = 1 + max(int(max(read.max(), true.max())) for read, true in pairs)
    together = np.zeros((size, size), dtype=np.int64)
    for read, true in pairs:
        known = (read != UNKNOWN) & (true >= 0)
        np.add.at(together, (read[known], true[known]), 1)
    rows, cols = linear_sum_assignment(together, maximize=True)
    renamed = np.full(size, UNKNOWN, dtype=np.int8)
    renamed[rows] = cols
    read_cells = wrong_cells = 0
    wrong_boards = []
    for index, (read, true) in enumerate(pairs):
        known = read != UNKNOWN
        wrong = int(np.count_nonzero(renamed[read[known]] != true[known]))
        read_cells += int(np.count_nonzero(known))
        wrong_cells += wrong
        if wrong:
            wrong_boards.append(index)
    return Examination(read_cells, wrong_cells, tuple(wrong_boards))


def score_at(truth: Sequence[TrueState], time_ns: int) -> float | None:
    """Return the score that the window showed at a time; None before the first state."""
    state = _state_at(truth, time_ns)
    return None if state is None else state.score


def _shown_at(truth: Sequence[TrueState], time_ns: int) -> Codes | None:
    """Return the last board the window had painted by `time_ns`; None before the first."""
    state = _state_at(truth, time_ns)
    return None if state is None else state.codes


def _state_at(truth: Sequence[TrueState], time_ns: int) -> TrueState | None:
    index = bisect.bisect_right(truth, time_ns, key=lambda state: state.time_ns) - 1
    return truth[index] if index >= 0 else None

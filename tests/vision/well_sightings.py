"""Sightings of wells as their tracker gets them, written by hand."""

from collections.abc import Sequence

import numpy as np

from vision.sighting import Sighting, Status
from vision.well.runs import Run
from vision.well.tracker import Phase, WellTracker, WellView

EMPTY = 9
ROWS, COLS = 8, 4
MS = 1_000_000


def board(*columns: str) -> np.ndarray:
    """Jewels as digits from the floor up, a word a column."""
    codes = np.full((ROWS, COLS), EMPTY, np.int8)
    for col, word in enumerate(columns):
        for above, digit in enumerate(word):
            codes[ROWS - 1 - above, col] = int(digit)
    return codes


def seen(
    codes: np.ndarray,
    ms: float,
    piece: Run | None = None,
    following: tuple[int, int, int] | None = (0, 1, 2),
    moving: bool = False,
    status: Status = Status.CLEAR,
) -> Sighting:
    extras = {
        "runs": () if piece is None else (piece,),
        "piece": piece,
        "next": None if following is None else np.array(following, np.int8),
        "moving": moving,
    }
    return Sighting(codes, np.ones(codes.shape, np.float32), status, int(ms * MS), extras)


def entering(top: float = -0.5, codes: tuple[int, ...] = (1, 2, 3), col: int = 2) -> Run:
    return Run(col, top, codes, resting=False)


EMPTY_BOARD = board()


def falling(tracker: WellTracker, lies: np.ndarray = EMPTY_BOARD, start_ms: float = 0) -> WellView:
    """Let a piece come in over a board until it is believed."""
    for step in range(12):
        view = tracker.feed(seen(lies, start_ms + step * 10, entering(-0.5 + 0.1 * step)))
    assert view.phase is Phase.FALLING
    return view


def looks_at(
    tracker: WellTracker, codes: np.ndarray, start_ms: float, runs: Sequence[Run | None], step_ms: float = 10
) -> list[Phase]:
    """Look at the same codes below one run after the other."""
    return [tracker.feed(seen(codes, start_ms + step_ms * n, run)).phase for n, run in enumerate(runs)]

"""Sightings of arenas as their tracker gets them, written by hand."""

from typing import Any

import numpy as np

from engine.hypersonic import COLS, NO_BOMB, NOBODY, ROWS
from vision.arena.layers import CELLS, SAMPLES
from vision.arena.tracker import ArenaPhase, ArenaTracker
from vision.sighting import Sighting, Status

MS = 1_000_000


def board(player: int = 0, left: int = 0) -> np.ndarray:
    """An arena with one player in the first row and a bomb in the last."""
    codes = np.zeros((3 * ROWS, COLS), np.int8)
    codes[ROWS : 2 * ROWS], codes[2 * ROWS :] = NO_BOMB, NOBODY
    codes[2 * ROWS, player] = NOBODY + 1
    codes[2 * ROWS - 1, 0] = NO_BOMB + left
    return codes


def seen(
    codes: np.ndarray,
    ms: float,
    *,
    turn: int | None = 0,
    look: int = 0,
    status: Status = Status.CLEAR,
    floor: dict[int, bool] | None = None,
    covered: frozenset[int] = frozenset(),
    looks: frozenset[tuple[int, int, int]] = frozenset(),
) -> Sighting:
    patch = None if turn is None else np.full((4, 4, 3), 50 * (turn % 6), np.uint8)
    cells = np.full((CELLS, SAMPLES, 3), look, np.uint8)
    extras: dict[str, Any] = {"moving": False, "turn_patch": patch, "look": cells, "floor": floor or {}}
    extras["covered"], extras["looks"], extras["resting"] = covered, looks, dict
    return Sighting(codes, np.ones(codes.shape, np.float32), status, round(ms * MS), extras)


def phases(tracker: ArenaTracker, *sightings: Sighting) -> list[tuple[ArenaPhase, bool]]:
    views = [tracker.feed(sighting) for sighting in sightings]
    return [(view.phase, view.fresh) for view in views]

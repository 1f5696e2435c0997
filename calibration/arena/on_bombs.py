"""How players look on bombs, and what tells the rounds left there: what changes while everything else stands still."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Final

import numpy as np

from calibration.arena.burning import Labels, agreed
from calibration.arena.knowledge import Knowledge, Place
from calibration.arena.turns import Turns
from engine.hypersonic import NOBODY
from vision.arena.layers import GROUND, IGNORED, ROUNDS, SAMPLES, SPRITE, CutOut

CHANGES: Final = 24.0
"""Grey levels by which a sample must change from one number of rounds to another to be part of what tells them."""
LARGE: Final = 56.0
"""Pixels of a pitch from which a number is large enough: a fraction of a pixel changes little of it."""


def learn_on_bombs(
    turns: Turns, known: Knowledge, labels: Labels
) -> tuple[Mapping[int, CutOut], tuple[CutOut | None, ...], Mapping[int, int]]:
    """Return players on bombs by code, what tells the rounds left (8 or none), and how often each code was seen.

    Args:
        turns: the series.
        known: for the ground.
        labels: where bombs were seen, with whom on them.
    """
    seen: dict[int, dict[int, list[Place]]] = defaultdict(dict)
    for (left, code), places in labels.items():
        if code != NOBODY:
            seen[code][left] = agreed(turns, places)
    digits = np.zeros(SAMPLES, np.bool_)
    for by_rounds in seen.values():
        digits |= _changing(turns, by_rounds)
    if not digits.any():
        return {}, (), {}
    rounds: list[CutOut | None] = []
    for left in range(1, ROUNDS + 1):
        places = [place for by_rounds in seen.values() for place in by_rounds.get(left, [])]
        rounds.append(_digit(known.cut(turns, places), digits) if places else None)
    on_bomb, counts = {}, {}
    for code, by_rounds in seen.items():
        places = [place for same in by_rounds.values() for place in same]
        cut = known.cut(turns, places, comes=True)
        told = turns.is_whole or min(turns.lattice.pitch_x, turns.lattice.pitch_y) >= LARGE
        on_bomb[code] = cut if told else _without(cut, digits)
        counts[code] = len(places)
    return on_bomb, tuple(rounds), counts


def _changing(turns: Turns, by_rounds: Mapping[int, list[Place]]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return which samples change with the rounds left, in one and the same cell."""
    found = np.zeros(SAMPLES, np.bool_)
    by_cell: dict[int, list[Place]] = defaultdict(list)
    for places in by_rounds.values():
        for turn, cell in places:
            by_cell[cell].append((turn, cell))
    for places in by_cell.values():
        stack = np.stack([turns.cells[place] for place in places]).astype(np.float32)
        found |= (stack.max(axis=0) - stack.min(axis=0)).max(axis=1) > CHANGES
    return found


def _without(cut: CutOut, digits: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> CutOut:
    """Return players on a bomb with nothing told by the samples that tell its rounds.

    Where the pitch is small, and not whole pixels, the numbers look otherwise in other cells: one that was seen in many
    of them would fit another that was not. The rules tell how many rounds are left.
    """
    return CutOut(cut.low, cut.high, np.where(digits, IGNORED, cut.shows).astype(np.uint8))


def _digit(cut: CutOut, digits: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> CutOut:
    """Return what tells the rounds: its samples alone, see-through elsewhere."""
    shows = np.where(digits, np.where(cut.shows == GROUND, SPRITE, cut.shows), GROUND).astype(np.uint8)
    return CutOut(cut.low, cut.high, shows)

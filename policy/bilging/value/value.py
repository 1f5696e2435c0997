"""The learned value of a board between a move and its refill: the points it promises beyond the average."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bilging.afterstate import Physics
from engine.bilging.board import Board
from engine.jit import njit
from policy.bilging.value.features import (
    CELLS,
    COLOURS,
    COLS,
    CROSSINGS,
    HOLES,
    MEETINGS,
    ROWS,
    SUPPLY,
    Views,
    look,
)

Weights = NDArray[np.float32]
"""Flat table of weights, points; see `policy.bilging.value.features`."""


class Value(NamedTuple):
    """A value as kernels take it; not to be shared between threads.

    Attributes:
        rho: points a move of the play that it was learned from; a search subtracts it for every move.
        known: 1, or 0 where nothing was learned for the rules and every board is worth 0.
        weights: (TABLE_SIZE,); of length 1 where nothing was learned.
        views: scratch.
    """

    rho: float
    known: int
    weights: Weights
    views: Views


@njit
def value_of(board: Board, physics: Physics, value: Value) -> float:
    """Return what a board is worth, in points relative to other boards: for all moves to come, less rho a move.

    Args:
        board: padded, after a swap, its break, the rise and all chains; holes EMPTY where new pieces will come.
        physics: of the rules that `value` was loaded for.
        value: its scratch is overwritten.
    """
    if value.known == 0:
        return 0.0
    look(board, physics, value.views)
    return viewed(value.views, value.weights)


@njit
def viewed(views: Views, weights: Weights) -> float:
    """Return the sum of the weights of a board's entries, those of `features.entries_of`."""
    masks, crossings, meetings, holes = views.masks, views.crossings, views.meetings, views.holes
    total = np.float32(0.0)
    for colour in range(COLOURS):
        supply = views.supply[colour]
        for row in range(ROWS - 2):
            total += weights[CELLS + (masks[colour, row] | masks[colour, row + 1] << 6 | masks[colour, row + 2] << 12)]
        for row in range(ROWS - 5):
            total += weights[SUPPLY + (supply >> 2 * row & 4095)]
    for one in range(COLOURS):
        for other in range(one):
            for row in range(ROWS - 1):
                total += weights[CROSSINGS + crossings[one, row] + 2 * crossings[other, row]]
            for row in range(ROWS):
                total += weights[MEETINGS + (meetings[one, row] | meetings[other, row] << 6)]
    for row in range(ROWS):
        total += weights[HOLES + row * (COLS + 1) + holes[row]]
    return float(total)

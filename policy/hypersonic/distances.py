"""How far cells lie from each other and from boxes: Manhattan distances, whatever stands in the way."""

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic.cells import CELLS, FIRST_WORD, X_OF, Y_OF
from engine.hypersonic.kernels import count_bits
from engine.hypersonic.rules import COLS, ROWS
from engine.jit import njit


def _distances() -> NDArray[np.int64]:
    xs, ys = X_OF, Y_OF
    return np.asarray(np.abs(xs[:, None] - xs[None, :]) + np.abs(ys[:, None] - ys[None, :]))


DISTANCE = _distances()
"""Manhattan distance of two cells, int64 (113, 113)."""
FROM_CENTRE = (np.abs(X_OF - COLS // 2) + np.abs(Y_OF - ROWS // 2)).astype(np.int64)
"""Manhattan distance of a cell from the middle of the arena (6, 5), int64 (113,)."""

assert DISTANCE.shape == (CELLS, CELLS)


@njit
def summed_distance(first: int, second: int, cell: int) -> int:
    """Return the sum of the distances from a cell to all cells of two words."""
    total = 0
    while first:
        lowest = first & -first
        total += DISTANCE[cell, count_bits(lowest - 1)]
        first ^= lowest
    while second:
        lowest = second & -second
        total += DISTANCE[cell, FIRST_WORD + count_bits(lowest - 1)]
        second ^= lowest
    return int(total)


@njit
def mean_distance(first: int, second: int, cell: int) -> float:
    """Return the mean distance from a cell to those of two words, 0 where there are none."""
    count = count_bits(first) + count_bits(second)
    return summed_distance(first, second, cell) / count if count else 0.0

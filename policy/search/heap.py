"""A heap of numbers with the one of the greatest worth on top, in memory that the caller brings.

Of equal worths the lower number comes first, so the numbers leave it in one order alone, however they lie in it.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit

Heap = NDArray[np.signedinteger[Any]]
"""Integers (n,), of which so many from the first on are in the heap; each number stands in it once."""


@njit
def fill(heap: Heap, worth: NDArray[np.float64], size: int) -> None:
    """Make a heap of the numbers below `size`.

    Args:
        heap: (n,), n no less than `size`; written over.
        worth: float64 (m,), of each number, m no less than `size`; no NaN.
        size: numbers to put in.
    """
    for number in range(size):
        heap[number] = number
    for at in range(size // 2 - 1, -1, -1):
        _sink(heap, worth, at, size)


@njit
def pop(heap: Heap, worth: NDArray[np.float64], size: int) -> int:
    """Take the number on top out of a heap and return it; one less is left.

    Args:
        heap: as `fill` or the last call left it; changed.
        worth: as for `fill`.
        size: numbers in the heap, at least 1.
    """
    best = heap[0]
    heap[0] = heap[size - 1]
    _sink(heap, worth, 0, size - 1)
    return int(best)


@njit
def _sink(heap: Heap, worth: NDArray[np.float64], at: int, size: int) -> None:
    """Let the number at `at` down to its place; all below it are in order."""
    entry = heap[at]
    value = worth[entry]
    while True:
        child = 2 * at + 1
        if child >= size:
            break
        best = heap[child]
        if child + 1 < size:
            other = heap[child + 1]
            if worth[other] > worth[best] or (worth[other] == worth[best] and other < best):
                child, best = child + 1, other
        if worth[best] < value or (worth[best] == value and best > entry):
            break
        heap[at] = best
        at = child
    heap[at] = entry

"""Cells that show one kind after the other while the rest of the board stands still: a piece that is of no kind."""

from collections import deque

import numpy as np
from numpy.typing import NDArray

RESTLESS_CHANGES = 5
"""A cell that has changed its class so often is restless. Where so many pieces fall past one, more cells change."""
WITHIN_MS = 3000.0
"""The changes lie within so long: each kind stands for half a second at most; two swaps that go back are fewer."""
MOST_CELLS = 4
"""Where more cells change, fewer than `RESTLESS_CHANGES`, pieces move."""


class RestlessCells:
    """Counts how often cells have changed lately, alone.

    Attributes:
        cells: bool (rows, cols), those that are restless now; None before the first change.
    """

    def __init__(self) -> None:
        self.cells: NDArray[np.bool_] | None = None
        self._changes: deque[tuple[int, NDArray[np.bool_]]] = deque()

    def forget(self) -> None:
        """Begin anew: what was seen is no more."""
        self._changes.clear()
        self.cells = None

    def feed(self, changed: NDArray[np.bool_], time_ns: int) -> None:
        """Take the cells that the next look shows as another kind than the look before it, (rows, cols)."""
        if changed.any():
            self._changes.append((time_ns, changed))
        while self._changes and time_ns - self._changes[0][0] > WITHIN_MS * 1e6:
            self._changes.popleft()
        while self._changes and np.count_nonzero(self._count() > 0) > MOST_CELLS:
            self._changes.popleft()
        self.cells = self._count() >= RESTLESS_CHANGES if self._changes else None

    def _count(self) -> NDArray[np.int_]:
        return np.asarray(np.sum([changed for _, changed in self._changes], axis=0), np.int_)

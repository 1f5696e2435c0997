"""What each cell of a board shows while pieces move over it. No Qt.

A piece between two cells is neither in the one nor in the other. What may be said of a cell is this, and eyes that say
anything else of it are wrong:

- It shows a piece that is painted over half of it or more, be it on its way through, larger or smaller than usual.
- Where several pieces lie over each other the one painted last shows, but for one that is more than half faded.
- Where none covers half, it shows nothing that can be told: a gap, a piece that has shrunk away, or parts of several.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

GRAIN = 16
"""A cell's edge is looked at in so many places."""
LEAST = 0.45
"""Of a cell: half of it, and what painting rounds to whole pixels of a small one."""
NOTHING = -1
"""In a cell that shows nothing that can be told."""

Cells = list[list[list[int]]]
"""One board of codes, or two: where each of two pieces covers as good as half of a cell, it may be taken for either."""


class Piece(NamedTuple):
    """A piece as it is painted: code, place of its top left in cells, size (1 fills its cell), opacity."""

    code: int
    row: float
    col: float
    size: float
    alpha: float


def shown_cells(rows: int, cols: int, pieces: Iterable[Piece]) -> Cells:
    """Return what the cells of a board show, the piece that covers most of a cell first.

    Args:
        rows, cols: of the board.
        pieces: in the order in which they are painted; codes from 0.
    """
    grains = np.full((rows * GRAIN, cols * GRAIN), NOTHING, np.int8)
    kinds = 1
    for code, row, col, size, alpha in pieces:
        top, left = GRAIN * (row + (1 - size) / 2), GRAIN * (col + (1 - size) / 2)
        bottom, right = round(top + GRAIN * size), round(left + GRAIN * size)
        place = grains[max(round(top), 0) : max(bottom, 0), max(round(left), 0) : max(right, 0)]
        if alpha >= 0.5:
            place[:] = code
        elif alpha > 0:
            place[place == NOTHING] = code
        kinds = max(kinds, code + 1)
    shares = _counted(grains, rows, cols, kinds) / GRAIN**2
    boards = []
    for _ in range(2):
        codes = np.where(shares.max(axis=2) >= LEAST, shares.argmax(axis=2), NOTHING)
        boards.append(codes.tolist())
        np.put_along_axis(shares, shares.argmax(axis=2)[..., np.newaxis], 0.0, axis=2)
        if not (shares >= LEAST).any():
            break
    return boards


def _counted(grains: np.ndarray, rows: int, cols: int, kinds: int) -> np.ndarray:
    """Return in how many of its places each cell shows each kind, float64 (rows, cols, kinds)."""
    cells = np.arange(rows * cols).reshape(rows, 1, cols, 1) * (kinds + 1)
    places = cells + grains.reshape(rows, GRAIN, cols, GRAIN) + 1
    counts = np.bincount(places.ravel(), minlength=rows * cols * (kinds + 1))
    return counts.reshape(rows, cols, kinds + 1)[:, :, 1:].astype(np.float64)

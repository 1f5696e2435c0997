"""Which cells of an arena could not be read, and which lie among such."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic import COLS, ROWS
from vision.arena.layers import CELLS
from vision.sighting import UNKNOWN

AMONG: Final = 3
"""Cells beside one that cannot be read, from which whatever hides them may lie over it, too."""


def unread_cells(codes: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Return bool (CELLS,): cells of which some layer of (33, 13) could not be read."""
    return np.asarray((codes.reshape(-1, CELLS) == UNKNOWN).any(axis=0))


def among_unread(codes: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Return bool (CELLS,): cells of (33, 13) beside which, along rows and columns, so many could not be read."""
    unread = np.pad(unread_cells(codes).reshape(ROWS, COLS).astype(np.uint8), 1)
    beside = unread[:-2, 1:-1] + unread[2:, 1:-1] + unread[1:-1, :-2] + unread[1:-1, 2:]
    return np.asarray(beside.reshape(CELLS) >= AMONG)

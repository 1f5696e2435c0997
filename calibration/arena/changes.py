"""What changes beside the arena from one turn to the next: numbers, as blocks of pixels."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.arena.turns import Turns
from vision.difference import difference

APART: Final = 40
"""Grey levels by which a pixel has changed."""
BLOCK: Final = 6
"""Pixels a side of the blocks that are asked."""


def changed_blocks(turns: Turns, turn: int) -> NDArray[np.bool_]:
    """Tell which blocks have changed with a turn, bool (rows, columns); the arena itself counts as unchanged."""
    one, other = turns.frames[turn - 1].pixels, turns.frames[turn].pixels
    height, width = one.shape[:2]
    rows, cols = -(-height // BLOCK), -(-width // BLOCK)
    padded = np.zeros((rows * BLOCK, cols * BLOCK), np.bool_)
    padded[:height, :width] = difference(one, other) > APART
    lattice = turns.lattice
    y0, y1 = max(0, int(lattice.y)), int(lattice.y + lattice.height) + 1
    x0, x1 = max(0, int(lattice.x)), int(lattice.x + lattice.width) + 1
    padded[y0:y1, x0:x1] = False
    return np.asarray(padded.reshape(rows, BLOCK, cols, BLOCK).any(axis=(1, 3)))

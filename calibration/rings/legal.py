"""What no window at rest shows, whatever has been played: it tells which places are the hand's."""

import numpy as np
from numpy.typing import NDArray

from calibration.rings.places import SIDE
from calibration.rings.ring_shapes import CELLS

GRID = np.arange(CELLS).reshape(SIDE, SIDE)
LINES = np.array([*GRID, *GRID.T, GRID.diagonal(), GRID[::-1].diagonal()])


def impossible(seen: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Tell of each frame whether its places cannot be cells and hand: a line of one colour stands, or no piece is left.

    Args:
        seen: (frames, 12, slots), see `calibration.rings.learn.LearnedRings`.
    """
    colours = np.arange(int(seen.max(initial=-1)) + 1)
    has = (seen[:, LINES, :, None] == colours).any(axis=3)
    return np.asarray(has.all(axis=2).any(axis=(1, 2)) | (seen[:, CELLS:] < 0).all(axis=(1, 2)), np.bool_)

"""How cells are drawn: where they have edges, whatever their colours."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.well.cells import cut_cell
from calibration.well.jewels import SIDE
from capture.frame import Pixels
from vision.lattice import Lattice

STRONG = 40.0
"""Grey levels at which an edge's strength is cut off: that there is one counts, not its colour."""


def edges_of(picture: Pixels, lattice: Lattice, row: int, col: int) -> NDArray[np.float32]:
    """Return how strong edges are in a cell, (2 * SIDE, 2 * SIDE), STRONG at most."""
    shown = cut_cell(picture, lattice, row, col, 2 * SIDE)
    down = np.abs(np.diff(shown, axis=0, append=shown[-1:])).max(axis=2)
    across = np.abs(np.diff(shown, axis=1, append=shown[:, -1:])).max(axis=2)
    return np.asarray(np.minimum(np.maximum(down, across), STRONG), np.float32)


def outline_of(
    pictures: Sequence[Pixels], lattice: Lattice, there: Sequence[NDArray[np.bool_]]
) -> NDArray[np.float32] | None:
    """Return where jewels have edges, on average, as `edges_of`; None without jewels.

    Args:
        pictures: of one window.
        lattice: of the well.
        there: (rows, cols) for each picture: where jewels lie.
    """
    edges = [
        edges_of(picture, lattice, row, col)
        for picture, cells in zip(pictures, there, strict=True)
        for row, col in np.argwhere(cells).tolist()
    ]
    return np.mean(edges, axis=0).astype(np.float32) if edges else None


def correlation(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Return how much edges, of one shape, lie in the same places, -1 to 1, however strong they are."""
    one, other = one - one.mean(), other - other.mean()
    size = float(np.sqrt(float((one**2).sum()) * float((other**2).sum())))
    return float((one * other).sum()) / size if size > 1.0 else 0.0

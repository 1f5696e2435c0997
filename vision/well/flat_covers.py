"""Covers of one even colour over ground that was only guessed: they lack the unevenness that the ground has."""

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit
from vision.well.odd_cells import BARE_SHARE, CALM, ODD
from vision.well.planes import ColumnPlanes
from vision.well.samples import ACROSS, SEEN_GROUND

UNEVEN = 1.0
"""Grey levels by which the samples of every cell of ground must be off their mean for an even cell to be none of it."""
EVEN = 0.4
"""Share of the least that a cell of ground is uneven by, below which a cell is even. A real window's ground behind
jewels has 0.97 of it and more (JPEG 50 and a blur of 1.2 pixels included), 0.56 where it is dimmed to 0.6."""


def least_unevenness(column: ColumnPlanes, certainty: NDArray[np.uint8], lines: int) -> float:
    """Return how uneven the most even cell of ground is that was seen, in grey levels; 0 where none was.

    Args:
        column: with the ground.
        certainty: (cols, rows * lines, ACROSS), see `vision.well.samples.Strips`.
        lines: of a cell.
    """
    found = [
        _unevenness(column.ground, col, first, lines)
        for col in range(len(certainty))
        for first in range(0, certainty.shape[1], lines)
        if (certainty[col, first : first + lines] == SEEN_GROUND).all()
    ]
    return min(found, default=0.0)


@njit
def see_flat_covers(
    column: ColumnPlanes, guessed: NDArray[np.int8], labels: NDArray[np.int8], sorts: NDArray[np.int8], least: float
) -> None:
    """Take even cells for ODD whose ground was not seen, in a well of which no cell of ground is even.

    Args:
        column: of the picture.
        guessed: (cols, rows) lines without a jewel whose ground was not seen.
        labels: (cols, lines) from `parse_columns`.
        sorts: (cols, rows); cells of ground that are even are overwritten.
        least: from `least_unevenness`.
    """
    if least < UNEVEN:
        return
    height = labels.shape[1] // sorts.shape[1]
    for c in range(sorts.shape[0]):
        for r in range(sorts.shape[1]):
            if sorts[c, r] != CALM or guessed[c, r] <= (1 - BARE_SHARE) * height:
                continue
            if (labels[c, r * height : (r + 1) * height] >= 0).any():
                continue
            if _unevenness(column.shown, c, r * height, height) < EVEN * least:
                sorts[c, r] = ODD


@njit
def _unevenness(levels: NDArray[np.int16], c: int, first: int, lines: int) -> float:
    """Return the mean difference of a cell's samples from their mean, in the worst channel; levels as in planes."""
    worst = 0.0
    for channel in range(3):
        mean, off = 0.0, 0.0
        for i in range(first, first + lines):
            for s in range(ACROSS):
                mean += levels[c, i, channel, s]
        mean /= lines * ACROSS
        for i in range(first, first + lines):
            for s in range(ACROSS):
                off += abs(levels[c, i, channel, s] - mean)
        worst = max(worst, off / (lines * ACROSS))
    return worst

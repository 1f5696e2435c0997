"""Whether the colours are taken out of a picture of a well: some games do that at their end."""

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit
from vision.tone import REFERENCES
from vision.well.planes import Levels, in_planes
from vision.well.samples import SEEN_GROUND, Strips

COLOURED = 16
"""Levels between the channels of a sample of known ground from which it has a colour."""
FEWEST_COLOURED = 40
"""Such samples from which a picture must have colours."""
LEAST_COLOUR = 0.25
"""Share of their colour, on average, that a well must show there: one without is dimmed by its game, at its end."""


@njit
def _colour_at(planes: Levels, at: NDArray[np.intp]) -> int:
    # at (n, 3): column, line and sample; the levels between the channels, summed
    total = 0
    for n in range(len(at)):
        c, i, s = at[n, 0], at[n, 1], at[n, 2]
        levels = planes[c, i, 0, s], planes[c, i, 1, s], planes[c, i, 2, s]
        total += max(levels) - min(levels)
    return total


class GroundColour:
    """Looks for the colours of known ground.

    Args:
        strips: the well's samples.
    """

    def __init__(self, strips: Strips) -> None:
        coloured = (strips.certainty == SEEN_GROUND) & (np.ptp(strips.ground, axis=-1) >= COLOURED)
        at = np.argwhere(coloured)
        self._at = np.ascontiguousarray(at[:: max(1, len(at) // REFERENCES)])
        self._known = _colour_at(in_planes(strips.ground), self._at)

    def is_missing_in(self, shown: Levels) -> bool:
        """Tell whether what a picture shows, (cols, lines, 3, WIDE), has lost its colours."""
        if len(self._at) < FEWEST_COLOURED:
            return False
        return _colour_at(shown, self._at) < LEAST_COLOUR * self._known

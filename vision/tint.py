"""A see-through layer over part of the board, such as Bilging's water."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SMALLEST_ALPHA = 0.2
"""A layer thicker than that leaves too little of the tile to be read."""


@dataclass(frozen=True, slots=True, eq=False)
class Tint:
    """A see-through layer: shown = (1 - weight) * tile + weight * colour.

    Attributes:
        weight: 0 (nothing) to 1 - SMALLEST_ALPHA.
        colour: blue, green, red, 0 to 255.
    """

    weight: float
    colour: tuple[float, float, float]

    def over(self, tiles: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return tiles (..., 3) as they look under the layer."""
        colour = np.asarray(self.colour, np.float32)
        return ((1.0 - self.weight) * tiles + self.weight * colour).astype(np.float32)

    def off(self, shown: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return tiles (..., 3) with the layer taken off; values may leave 0 to 255."""
        colour = np.asarray(self.colour, np.float32)
        return ((shown - self.weight * colour) / (1.0 - self.weight)).astype(np.float32)

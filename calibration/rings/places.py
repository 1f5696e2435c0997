"""The twelve places of a window of nested rings: nine cells on a lattice, and a hand of three beside it."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.lattice import Lattice
from vision.rings.samples import sizes_at

SIDE = 3
"""Rows and columns of the board, and pieces in a hand."""
OFF = 0.03
"""How far a shape's middle may lie off its place, in pitches."""
RING_EXTENTS = (0.06, 0.56)
"""Half a ring's side, smallest and largest, in pitches."""
OPPOSITE = {"right": "left", "below": "above", "left": "right", "above": "below"}
CONTINUES = 3 * OFF
"""How far the hand may lie off the next line of the lattice, in pitches, and pass for a line of cells."""


@dataclass(frozen=True, slots=True)
class Places:
    """The twelve places of a window.

    Attributes:
        lattice: the cells.
        hand: (x, y) of the middle of each piece.
        side: of the board where the hand lies.
        cells_seen: cells that show something.
        hand_seen: hand places that do; the others follow from these.
        strays: cells beyond the board that look like cells.
        off: mean distance of the shapes from their places, in pixels.
        hand_size: how large pieces in hand are drawn, as a share of what they are in the cells.
    """

    lattice: Lattice
    hand: tuple[tuple[float, float], ...]
    side: str
    cells_seen: int
    hand_seen: int
    strays: int
    off: float
    hand_size: float = 1.0

    @property
    def pitch(self) -> float:
        """The mean of the two pitches."""
        return (self.lattice.pitch_x + self.lattice.pitch_y) / 2

    @property
    def likelihood(self) -> float:
        """How well the window is explained: more is better."""
        return self.cells_seen + self.hand_seen - self.strays - self.off / (OFF * self.pitch)

    def centres(self) -> NDArray[np.float64]:
        """Return (12, 2) the middles: cells row by row, then the hand."""
        return np.array([*cell_centres(self.lattice), *self.hand])

    def sizes(self) -> list[float]:
        """Return `sizes_at` of the twelve."""
        return sizes_at(self.hand_size, SIDE * SIDE, len(self.hand))

    def lines(self) -> NDArray[np.int64]:
        """Return (3, 3) the numbers of the cells in the lines that run along the hand, the farthest from it first."""
        grid = np.arange(SIDE * SIDE).reshape(SIDE, SIDE)
        lines = grid.T if self.side in ("right", "left") else grid
        return lines[::-1] if self.side in ("left", "above") else lines

    def turned(self) -> "Places | None":
        """Return the same twelve places with the hand at the other end, None unless it continues the lattice."""
        lines = self.centres()[self.lines()]
        step = lines[1, 0] - lines[0, 0]
        if float(np.abs(lines[-1] + step - self.hand).max()) > CONTINUES * self.pitch:
            return None
        lattice = replace(self.lattice, x=self.lattice.x + float(step[0]), y=self.lattice.y + float(step[1]))
        hand = tuple((float(x), float(y)) for x, y in lines[0])
        return replace(self, lattice=lattice, hand=hand, side=OPPOSITE[self.side])


def cell_centres(lattice: Lattice) -> NDArray[np.float64]:
    """Return (9, 2) the middles of the cells, row by row."""
    return np.array([lattice.centre(row, col) for row in range(SIDE) for col in range(SIDE)])

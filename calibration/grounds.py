"""Where cells lie: what a ground of several shades parts lies on either side of a line, or on fields of one colour."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

FEWEST_PLACES = 3
"""Places at which something must be seen to be no cursor's work."""


@dataclass(frozen=True, slots=True, eq=False)
class Grounds:
    """Where each of some cells lies.

    Attributes:
        frame, row, col: (cells,) int.
        depth: (cells,) rows below the waterline, below the board's top where there is no water.
    """

    frame: NDArray[np.intp]
    row: NDArray[np.intp]
    col: NDArray[np.intp]
    depth: NDArray[np.float64]

    @classmethod
    def of(cls, shape: tuple[int, int, int]) -> Self:
        """Return where all cells of (frames, rows, cols) lie, frame by frame and row by row, with no water."""
        frame, row, col = (index.ravel() for index in np.indices(shape))
        return cls(frame, row, col, row.astype(np.float64))

    @property
    def dark(self) -> NDArray[np.bool_]:
        """Which cells, (cells,) bool, lie on the dark fields of a chequer."""
        return np.asarray((self.row + self.col) % 2 == 1, np.bool_)

    def below(self, waterlines: NDArray[np.float64]) -> "Grounds":
        """Return the same cells by their depth under the water of their frame."""
        return Grounds(self.frame, self.row, self.col, self.row - waterlines[self.frame])

    def only(self, which: NDArray[np.bool_]) -> "Grounds":
        """Return some of the cells."""
        return Grounds(self.frame[which], self.row[which], self.col[which], self.depth[which])

    def parted(self, one: NDArray[np.intp], other: NDArray[np.intp]) -> bool:
        """Tell whether all of some cells lie on one side of all the others, on other fields, or in other frames."""
        each = (self.depth, self.row, self.col, self.dark.astype(np.intp), self.frame)
        return any(
            bool(value[one].max() < value[other].min() or value[other].max() < value[one].min()) for value in each
        )

    def mingled(self, one: NDArray[np.intp], other: NDArray[np.intp]) -> bool:
        """Tell whether some cells and others, each at several places, lie on one and the same ground."""
        return min(self._places(one), self._places(other)) >= FEWEST_PLACES and not self.parted(one, other)

    def _places(self, cells: NDArray[np.intp]) -> int:
        return len(set(zip(self.row[cells].tolist(), self.col[cells].tolist(), strict=True)))

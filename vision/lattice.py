"""Where the cells of a board lie in a frame."""

from dataclasses import dataclass
from typing import Final

CUT_OFF: Final = 0.25
"""So much of a cell may lie out of the window."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """A rows x cols grid of equal cells in frame pixels; positions and pitches may be fractional.

    Attributes:
        x, y: top-left corner of the top-left cell.
        pitch_x, pitch_y: distance from one cell to the next.
    """

    x: float
    y: float
    pitch_x: float
    pitch_y: float
    rows: int
    cols: int

    @property
    def width(self) -> float:
        """Width of the board."""
        return self.pitch_x * self.cols

    @property
    def height(self) -> float:
        """Height of the board."""
        return self.pitch_y * self.rows

    @property
    def rectangle(self) -> tuple[float, float, float, float]:
        """The board's (x, y, width, height)."""
        return self.x, self.y, self.width, self.height

    def reaches_out_of(self, width: float, height: float) -> bool:
        """Tell whether more of an edge cell than `CUT_OFF` lies outside of a frame of that size."""
        across, down = CUT_OFF * self.pitch_x, CUT_OFF * self.pitch_y
        right, bottom = self.x + self.width, self.y + self.height
        return self.x < -across or self.y < -down or right > width + across or bottom > height + down

    def corner(self, row: float, col: float) -> tuple[float, float]:
        """Return (x, y) of a cell's top-left corner; fractions lie within cells."""
        return self.x + col * self.pitch_x, self.y + row * self.pitch_y

    def centre(self, row: int, col: int) -> tuple[float, float]:
        """Return (x, y) of a cell's centre."""
        return self.corner(row + 0.5, col + 0.5)

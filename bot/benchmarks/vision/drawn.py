"""What a drawn screenshot is, and what a game has to offer so that its eyes can be measured on drawn ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from calibration.outcome import Calibration
from capture.frame import Pixels
from engine.dice import Dice, dice
from vision.lattice import Lattice
from vision.sighting import Sighting

Codes = NDArray[np.int8]
"""(places,) int8: everything that a sighting of the game tells, in the engine's numbers."""
Boxes = NDArray[np.float64]
"""(places, n, 4) float64: left, top, right, bottom in pixels; a place is hidden where one of its n boxes is."""


class Drawn(NamedTuple):
    """A screenshot and its truth.

    Attributes:
        pixels: the client area.
        codes: what is there.
        doubtful: places where a person could not tell (covered, in motion), and what else may be read there.
    """

    pixels: Pixels
    codes: Codes
    doubtful: Mapping[int, frozenset[int]] = {}


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """What a calibration is given, and the truth, which it is not given.

    Attributes:
        drawn: screenshots.
        pressed: keys that led to each, for games that are learned by playing.
    """

    drawn: Sequence[Drawn]
    pressed: Sequence[tuple[str, ...]] = ()

    def followed_by(self, other: Self) -> Self:
        """Return both, one after the other."""
        return replace(self, drawn=[*self.drawn, *other.drawn], pressed=[*self.pressed, *other.pressed])


class Drawings(Protocol):
    """One game's drawn windows."""

    @property
    def game(self) -> str:
        """Name in the register of games."""
        ...

    @property
    def looks(self) -> tuple[str, ...]:
        """Names of the window's looks."""
        ...

    def lesson(self, look: str, scale: float, rng: np.random.Generator) -> Lesson:
        """Draw what a calibration needs to see of a window: every kind, nothing spoilt."""
        ...

    def calibrate(self, lesson: Lesson) -> Calibration:
        """Calibrate on a lesson."""
        ...

    def draw(self, look: str, scale: float, count: int, rng: np.random.Generator, *, moving: bool) -> list[Drawn]:
        """Draw `count` boards, at rest or in the middle of an animation."""
        ...

    def boxes(self, look: str, scale: float) -> Boxes:
        """Return where the places are."""
        ...

    def told(self, sighting: Sighting) -> Codes:
        """Return all that a sighting tells, in the order of the truth and in the profile's numbers."""
        ...


def flat(codes: NDArray[np.integer]) -> Codes:
    """Return codes of any shape place by place, row by row."""
    return codes.ravel().astype(np.int8)


def cell_boxes(lattice: Lattice) -> Boxes:
    """Return the boxes of a lattice's cells, row by row, one each."""
    corners = (
        (*lattice.corner(row, col), *lattice.corner(row + 1, col + 1))
        for row in range(lattice.rows)
        for col in range(lattice.cols)
    )
    return np.array(list(corners), np.float64)[:, None]


def seeded(rng: np.random.Generator) -> Dice:
    """Return the engine's dice, seeded by lot."""
    return dice(int(rng.integers(1 << 62)))

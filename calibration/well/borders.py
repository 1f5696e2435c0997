"""Where cells begin, to a fraction of a pixel: jewels look alike from both sides, and wells end where cells do."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.well.find_well import Place
from calibration.well.gravity import lying_jewels
from calibration.well.symmetry import EdgeLines, EdgeMaps, Fold, edge_lines
from vision.lattice import Lattice

REACH = 0.16
"""Pitches by which a cell's border may lie off the middle of what its jewels show."""
SAME_PITCH = 0.006
"""Share by which the pitch of the walls may differ from that of the jewels."""
AS_SHARP = 0.9
"""How sharp the jewels must lie on each other between the walls, compared with how they do at best."""
STRETCH, STRETCHES = 0.012, 41
"""Share by which the pitch may be off what regions say, and how many pitches are tried."""
FARTHER = (0.08, 33)
"""Likewise for pitches in which jewels must not lie far better on each other: then these cells are not theirs."""
MOST_CELLS = 60
"""Jewels that are looked at."""
WALL_PX = 1
"""Pixels from the well's side within which an edge may be the wall's."""
ROOM = 0.12
"""Pitches around a lattice line within which its wall is sought."""


def refine(jewels: Sequence[NDArray[np.bool_]], place: Place) -> tuple[Lattice, float, float] | None:
    """Return a place's lattice with its exact place and pitch, and how symmetric its cells are then, -1 to 1.

    They are so across, and down: what is lit from above looks otherwise upside down.

    None where its jewels lie far better on each other in cells of another size, but where a person said where it is.

    A piece on its way down is in its column at any height. So all jewels tell where columns are, and only those that
    rest where rows are, if there are any.

    Args:
        jewels: (rows, cols) bool a picture: where jewels lie on the lattice.
        place: good to a few pixels.
    """
    lattice = place.lattice
    lying = lying_jewels(jewels)
    across = _Jewels.of(jewels, place, 0)
    down = _Jewels.of(lying if any(there.any() for there in lying) else jewels, place, 1)
    lattice, sharp = _sharpest(lattice, across, down, STRETCH, STRETCHES)
    if place.walls is not None and _of_another_size(place.lattice, sharp, across, down):
        return None
    move_x, symmetric_x = across.fold(lattice).middle(REACH * lattice.pitch_x)
    move_y, symmetric_y = down.fold(lattice).middle(REACH * lattice.pitch_y)
    moved = replace(lattice, x=lattice.x + move_x, y=lattice.y + move_y)
    walls = _within_walls(place.edges, moved) or _within_walls(place.edges, place.lattice)
    if walls is not None and across.sharpness(walls) + down.sharpness(walls) >= AS_SHARP * sharp:
        moved = walls
    exact = replace(
        moved, x=float(moved.x), y=float(moved.y), pitch_x=float(moved.pitch_x), pitch_y=float(moved.pitch_y)
    )
    return exact, symmetric_x, symmetric_y


@dataclass(frozen=True, slots=True, eq=False)
class _Jewels:
    """Edges of jewels along one axis.

    Attributes:
        lattice: on which they were found.
        axis: 0 across, 1 down.
        lines: of edges, one a jewel.
        numbers: (n,) of each jewel's column or row.
    """

    lattice: Lattice
    axis: int
    lines: EdgeLines
    numbers: NDArray[np.float64]

    @classmethod
    def of(cls, jewels: Sequence[NDArray[np.bool_]], place: Place, axis: int) -> "_Jewels":
        lattice = place.lattice
        cells = [(frame, row, col) for frame, there in enumerate(jewels) for row, col in np.argwhere(there).tolist()]
        some = cells[:: 1 + len(cells) // MOST_CELLS]
        boxes = {(frame, *lattice.corner(row, col)): (col, row) for frame, row, col in some}
        lines = edge_lines(place.edges, list(boxes), lattice.pitch_x, lattice.pitch_y)[axis]
        numbers = np.array([boxes[box][axis] for box in sorted(boxes)], np.float64)
        return cls(lattice, axis, _within(lines, lattice, axis), numbers)

    def fold(self, lattice: Lattice) -> Fold:
        """Return the jewels on top of each other, as they lie in another lattice."""
        return self.lines.fold(lattice.pitch_y if self.axis else lattice.pitch_x, self._moves(lattice))

    def sharpness(self, lattice: Lattice) -> float:
        """Return how well they lie on each other then; as much is looked at of each, whatever the pitch."""
        moves = self._moves(lattice)
        reach = self.lattice.pitch_y if self.axis else self.lattice.pitch_x
        return self.lines.fold(reach, moves - moves.mean()).contrast()

    def _moves(self, lattice: Lattice) -> NDArray[np.float64]:
        """Return by how many pixels their cells begin later in another lattice."""
        if self.axis:
            return lattice.y - self.lattice.y + self.numbers * (lattice.pitch_y - self.lattice.pitch_y)
        return lattice.x - self.lattice.x + self.numbers * (lattice.pitch_x - self.lattice.pitch_x)


def _within(lines: EdgeLines, lattice: Lattice, axis: int) -> EdgeLines:
    """Return the edges inside of the well: its walls would make larger cells look sharper."""
    start, length = (lattice.y, lattice.height) if axis else (lattice.x, lattice.width)
    inside = np.zeros(lines.lines.shape[1], np.bool_)
    inside[max(0, int(start) + WALL_PX) : max(0, int(start + length) - WALL_PX)] = True
    return replace(lines, lines=np.where(inside, lines.lines, 0.0))


def _of_another_size(lattice: Lattice, sharp: float, across: _Jewels, down: _Jewels) -> bool:
    """Tell whether jewels lie far better on each other in cells of a size that regions are not mistaken for.

    Args:
        lattice: as regions have it.
        sharp: how well they lie on each other at best in cells of about its size.
        across, down: the jewels.
    """
    farther, sharper = _sharpest(lattice, across, down, *FARTHER)
    return sharp < AS_SHARP * sharper and abs(farther.pitch_x - lattice.pitch_x) > STRETCH * lattice.pitch_x


def _sharpest(lattice: Lattice, across: _Jewels, down: _Jewels, stretch: float, count: int) -> tuple[Lattice, float]:
    """Return the lattice, stretched around the middle of its jewels, in which these lie best on each other.

    Args:
        lattice: to be stretched.
        across, down: its jewels.
        stretch: share by which its pitch may change.
        count: pitches that are tried.
    """
    best, sharp = lattice, -1.0
    # where all lie in one row and column no pitch is better than another: the one at hand comes first
    for part in sorted(np.linspace(-stretch, stretch, count).tolist(), key=abs):
        pitch_x, pitch_y = lattice.pitch_x * (1 + part), lattice.pitch_y * (1 + part)
        tried = replace(
            lattice,
            x=lattice.x - float(across.numbers.mean() + 0.5) * (pitch_x - lattice.pitch_x),
            y=lattice.y - float(down.numbers.mean() + 0.5) * (pitch_y - lattice.pitch_y),
            pitch_x=pitch_x,
            pitch_y=pitch_y,
        )
        value = across.sharpness(tried) + down.sharpness(tried)
        if value > sharp:
            best, sharp = tried, value
    return best, sharp


def _within_walls(edges: EdgeMaps, lattice: Lattice) -> Lattice | None:
    """Return the lattice that fills the space between the four walls; None where its cells would be of another size."""
    height, width = edges.across[0].shape[0], edges.down[0].shape[1]
    # a wall is there in every picture
    edges_x, edges_y = np.minimum.reduce(edges.across), np.minimum.reduce(edges.down)
    rows = slice(max(0, int(lattice.y)), int(lattice.y + lattice.height))
    cols = slice(max(0, int(lattice.x)), int(lattice.x + lattice.width))
    left = _wall(edges_x[rows], lattice.x, lattice.pitch_x, width)
    right = _wall(edges_x[rows], lattice.x + lattice.width, lattice.pitch_x, width)
    top = _wall(edges_y[:, cols].T, lattice.y, lattice.pitch_y, height)
    bottom = _wall(edges_y[:, cols].T, lattice.y + lattice.height, lattice.pitch_y, height)
    across, down = (right - left) / lattice.cols, (bottom - top) / lattice.rows
    pitch = (lattice.pitch_x + lattice.pitch_y) / 2
    if max(abs(across - pitch), abs(down - pitch), abs(across - down)) > SAME_PITCH * pitch:
        return None
    return Lattice(left, top, across, down, lattice.rows, lattice.cols)


def _wall(edges: NDArray[np.uint8], line: float, pitch: float, size: int) -> float:
    """Return where the edge near a line is, in pixels; the window's own where it is near."""
    room = ROOM * pitch
    if abs(line) < room:
        return 0.0
    if abs(line - size) < room:
        return float(size)
    if not room + 1 < line < size - room - 2 or not edges.shape[0]:
        return line
    first, last = int(line - room), int(line + room) + 1
    strength = np.median(edges[:, first - 1 : last], axis=0)
    best = int(np.argmax(strength))
    # a fractional edge is drawn as two steps: its place is their middle, weighed
    near = slice(max(0, best - 1), best + 2)
    at = np.arange(first, first + len(strength))[near]
    weight = strength[near] ** 2
    return float((at * weight).sum() / max(1e-9, float(weight.sum())))

"""Where a well may go on beyond what looks like its side: at the picture's edge, or where its grid of cells goes on.

Cells may be drawn as a grid. Its lines are walls all the way, the last one that a picture holds like the others, so
they tell no end. A well's own side parts two things that differ, or stands out among the lines within.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.well.evidence import BETTER, FEWEST_BARE, LEAST_WALL, covered_cells, share_of_bare
from calibration.well.jewels import Kind
from calibration.well.walls import AT_EDGE, Walls
from vision.lattice import Lattice

GOES_ON = 0.5
"""Share of the lines across, one cell beyond a side, from which the grid goes on there."""
UPRIGHT = frozenset({"left wall", "right wall"})
OUT_OF_VIEW = (
    "the picture may cut the well off at its {sides}{but}; give one of the whole window, or both --rows and --cols"
)
NO_PRESET = ": no preset has the {rows} rows and {cols} columns in view"


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """One side of a well, and what lies on both sides of it.

    Attributes:
        name: as `calibration.well.evidence.missing_sides` says it.
        lines: (pictures, lines, cells along them) shares of wall, from the side inwards, the opposite side left out.
        parted: (pictures, cells) share of the side that parts what differs.
        covered: (pictures, strips, cells) where jewels reach into the strips of cells between the lines.
        beyond: (pictures, lines across) shares of the inner lines across in the strip beyond; None where the picture
            does not hold all of that strip.
        room: pitches from the side to the picture's edge.
    """

    name: str
    lines: NDArray[np.float64]
    parted: NDArray[np.float64]
    covered: NDArray[np.bool_]
    beyond: NDArray[np.float64] | None
    room: float

    @property
    def is_line_of_grid(self) -> bool:
        """Whether the side is drawn as the lines within are and parts nothing, where enough of it is bare to tell."""
        bare = ~self.covered[:, 0]
        if int(bare.any(axis=0).sum()) < FEWEST_BARE or share_of_bare(self.parted, bare, 1.0) >= LEAST_WALL:
            return False
        both = [~(self.covered[:, k - 1] | self.covered[:, k]) for k in range(1, self.lines.shape[1])]
        inner = [share_of_bare(self.lines[:, k + 1], cells, -1.0) for k, cells in enumerate(both)]
        told = [share for share in inner if share >= 0]
        return bool(told) and share_of_bare(self.lines[:, 0], bare, 1.0) < float(np.median(told)) + BETTER


def sides_within_grid(walls: Walls, lattice: Lattice, kinds: Sequence[Kind]) -> tuple[str, ...]:
    """Return the sides that are lines of a grid which goes on beyond them.

    Args:
        walls: along all lines of the grid that the lattice lies on.
        lattice: its lines are the grid's.
        kinds: of jewels, with where they are.
    """
    return tuple(
        side.name
        for side in _sides(walls, lattice, kinds)
        if side.is_line_of_grid and side.beyond is not None and float(side.beyond.mean()) >= GOES_ON
    )


def sides_out_of_view(walls: Walls, lattice: Lattice, kinds: Sequence[Kind]) -> tuple[str, ...]:
    """Return the sides that nothing in the picture ends: its own edge is there, or a part of a further cell of a grid.

    Args:
        walls: along all lines of the grid that the lattice lies on.
        lattice: its lines are the grid's.
        kinds: of jewels, with where they are.
    """
    return tuple(
        side.name
        for side in _sides(walls, lattice, kinds)
        if side.room < AT_EDGE or (side.beyond is None and side.is_line_of_grid)
    )


def view_fault(unseen: Sequence[str], size: tuple[int, int], sizes: Sequence[tuple[int, int]]) -> str:
    """Return why a well of which sides are out of view is not to be trusted, one line; "" where it is.

    A window may end where its well does. Then the other two sides and the size of a preset tell that it is whole.

    Args:
        unseen: sides that are out of view.
        size: rows and columns in view.
        sizes: that the game's presets have; any may be whole where there are none.
    """
    one_way = UPRIGHT.isdisjoint(unseen) or UPRIGHT.issuperset(unseen)
    if not unseen or (one_way and (size in sizes or not sizes)):
        return ""
    but = NO_PRESET.format(rows=size[0], cols=size[1]) if one_way else ""
    return OUT_OF_VIEW.format(sides=", ".join(unseen), but=but)


def _sides(walls: Walls, lattice: Lattice, kinds: Sequence[Kind]) -> list[_Side]:
    """Return the floor, the left and right wall and the top."""
    col, row = round((lattice.x - walls.x) / walls.pitch), round((lattice.y - walls.y) / walls.pitch)
    rows, cols = slice(row, row + lattice.rows), slice(col, col + lattice.cols)
    covered = covered_cells(kinds, lattice, walls.pictures)
    height, width = walls.size
    upright = walls.uprights[:, col : col + lattice.cols + 1, rows], walls.parted_uprights[:, :, rows]
    level = walls.levels[:, row : row + lattice.rows + 1, cols], walls.parted_levels[:, :, cols]
    # of lines across only the inner ones: the outer ones may be the picture's edge
    across = walls.levels[:, row + 1 : row + lattice.rows], walls.uprights[:, col + 1 : col + lattice.cols]
    below, right = row + lattice.rows, col + lattice.cols
    return [
        _Side(
            "floor",
            level[0][:, :0:-1],
            level[1][:, below],
            covered[:, ::-1],
            _at(across[1], below),
            (height - lattice.y - lattice.height) / walls.pitch,
        ),
        _Side(
            "left wall",
            upright[0][:, :-1],
            upright[1][:, col],
            covered.swapaxes(1, 2),
            _at(across[0], col - 1),
            lattice.x / walls.pitch,
        ),
        _Side(
            "right wall",
            upright[0][:, :0:-1],
            upright[1][:, right],
            covered.swapaxes(1, 2)[:, ::-1],
            _at(across[0], right),
            (width - lattice.x - lattice.width) / walls.pitch,
        ),
        _Side(
            "top",
            level[0][:, :-1],
            level[1][:, row],
            covered,
            _at(across[1], row - 1),
            lattice.y / walls.pitch,
        ),
    ]


def _at(across: NDArray[np.float64], strip: int) -> NDArray[np.float64] | None:
    """Return (pictures, lines across) shares in a strip of cells; None where the picture does not hold all of it."""
    return across[:, :, strip] if 0 <= strip < across.shape[2] else None

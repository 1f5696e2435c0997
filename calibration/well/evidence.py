"""What shows that a well ends where it is said to end: walls beside cells without jewels, and stacks on its floor.

A jewel has edges of its own, so a piece on its way down makes a wall of any line that it touches, and a floor of any
line that it has come to. Neither counts here.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.well.gravity import lying_jewels
from calibration.well.jewels import Kind, Seen
from calibration.well.walls import Walls
from engine.columns import LENGTH
from vision.lattice import Lattice

LEAST_WALL = 0.7
"""Share of a side, where no jewel lies at it, that must be a wall: less than what the window's edge counts for."""
BETTER = 0.1
"""Share by which a line within the well is a better wall than its side, from which the well may end there: the
window's own edge is a wall for nothing."""
REACHES = 0.5
"""Share of the last cell of the sides across that must be wall for them to come as far as a side."""
FEWEST_BARE = 2
"""Cells along a side without a jewel from which the wall beside them is asked: where fewer are, stacks tell."""
FEWEST_STACKS = 2
"""Columns of the lowest row with a jewel in one picture that show the floor: a piece falls in one."""
SLACK = 0.5
"""Rows by which a piece may seem longer than it is: a part of a jewel was taken for the whole."""


def one_piece_only(kinds: Sequence[Kind], lattice: Lattice) -> bool:
    """Tell whether no picture shows more in the well than one run of a piece's length."""
    rows: dict[int, list[float]] = {}
    cols: dict[int, set[int]] = {}
    for seen in _inside(kinds, lattice):
        rows.setdefault(seen.frame, []).append(seen.row)
        cols.setdefault(seen.frame, set()).add(round(seen.col))
    return all(len(cols[frame]) == 1 and max(of) - min(of) < LENGTH - 1 + SLACK for frame, of in rows.items())


def missing_sides(walls: Walls, lattice: Lattice, kinds: Sequence[Kind]) -> tuple[str, ...]:
    """Return the sides of a well, of "floor", "left wall", "right wall" and "top", that do not show for certain.

    Args:
        walls: along all lines of the grid that the lattice lies on.
        lattice: its lines are the grid's.
        kinds: of jewels, with where they are.
    """
    col, row = round((lattice.x - walls.x) / walls.pitch), round((lattice.y - walls.y) / walls.pitch)
    uprights = walls.uprights[:, col : col + lattice.cols + 1, row : row + lattice.rows]
    levels = walls.levels[:, row : row + lattice.rows + 1, col : col + lattice.cols]
    rows = covered_cells(kinds, lattice, walls.pictures)
    cols = rows.swapaxes(1, 2)
    every = covered_cells(kinds, lattice, sorted({seen.frame for kind in kinds for seen in kind.seen}))
    free_rows = ~np.asarray(every.any(axis=(0, 2)), np.bool_)
    # a preview floats beside the well in line with its cells, and a piece on its way down tells of no column
    free_cols = ~np.asarray(np.any(lying_jewels(list(every)), axis=(0, 1)), np.bool_)
    ends = [0, -1]
    floor = _shows(levels[:, ::-1], rows[:, ::-1], 0) and _reach(uprights[:, ends, -1], rows[:, -1, ends])
    shown = {
        "floor": floor or int(rows[:, -1].sum(axis=1).max()) >= FEWEST_STACKS,
        "left wall": _shows(uprights, cols, _leading(free_cols)) and _reach(levels[:, ends, 0], cols[:, 0, ends]),
        "right wall": _shows(uprights[:, ::-1], cols[:, ::-1], _leading(free_cols[::-1]))
        and _reach(levels[:, ends, -1], cols[:, -1, ends]),
        # cells may be drawn as a grid, and the rows at the top be empty for long: only the first of them is asked
        "top": _shows(levels, rows, min(1, _leading(free_rows))) and _reach(uprights[:, ends, 0], rows[:, 0, ends]),
    }
    return tuple(side for side, shows in shown.items() if not shows)


def _shows(lines: NDArray[np.float64], covered: NDArray[np.bool_], free: int) -> bool:
    """Tell whether a side of a well is a wall, and no line that may be the side in its place is a better one.

    Args:
        lines: (pictures, lines, cells along them) shares, from the side inwards.
        covered: (pictures, strips, cells) where jewels reach into the strips of cells between the lines.
        free: how many strips at the side no jewel shows to be the well's: it may end at any of the lines between them.
    """
    own = share_of_bare(lines[:, 0], ~covered[:, 0], 1.0)
    inner = range(1, min(free, covered.shape[1] - 1) + 1)
    others = [share_of_bare(lines[:, k], ~(covered[:, k - 1] | covered[:, k]), 0.0) for k in inner]
    best = max(others, default=0.0)
    # the lines of a grid are all alike; one that is a wall by itself is the well's end, and the side a window's frame
    alone = len(others) > 1 and best > max(LEAST_WALL, own - BETTER, sorted(others)[-2] + BETTER)
    return own >= LEAST_WALL and best < own + BETTER and not alone


def _reach(shares: NDArray[np.float64], covered: NDArray[np.bool_]) -> bool:
    """Tell whether the two sides across a side come as far as it, by their last cells, (pictures, 2) both."""
    return share_of_bare(shares, ~covered, 1.0) >= REACHES


def _leading(values: NDArray[np.bool_]) -> int:
    """Return how many values are true before the first that is not."""
    return int(np.logical_and.accumulate(values).sum())


def share_of_bare(shares: NDArray[np.float64], bare: NDArray[np.bool_], covered: float) -> float:
    """Return how much of a line is a wall, of its (pictures, cells) those that are bare; `covered` where few are."""
    times = bare.sum(axis=0)
    seen = times > 0
    if int(seen.sum()) < FEWEST_BARE:
        return covered
    return float(((shares * bare).sum(axis=0)[seen] / times[seen]).mean())


def covered_cells(kinds: Sequence[Kind], lattice: Lattice, pictures: Sequence[int]) -> NDArray[np.bool_]:
    """Return (pictures, rows, cols) bool: the cells that a jewel reaches into, at rest or on its way."""
    covered = np.zeros((len(pictures), lattice.rows, lattice.cols), np.bool_)
    number = {frame: at for at, frame in enumerate(pictures)}
    for seen in _inside(kinds, lattice):
        if seen.frame not in number:
            continue
        for row in {round(seen.row)} if seen.on_lattice else {int(np.floor(seen.row)), int(np.ceil(seen.row))}:
            if 0 <= row < lattice.rows:
                covered[number[seen.frame], row, round(seen.col)] = True
    return covered


def _inside(kinds: Sequence[Kind], lattice: Lattice) -> list[Seen]:
    """Return the jewels in the well, those that are just coming in among them."""
    every = (seen for kind in kinds for seen in kind.seen)
    return [s for s in every if -1 < s.row < lattice.rows - 0.5 and -0.5 < s.col < lattice.cols - 0.5]

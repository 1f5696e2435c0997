"""How far cells are apart, and where: regions drawn in one size stand in columns and rows of one pitch."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.well.regions import Regions

SMALLEST_PITCH, LARGEST_PITCH = 12.0, 200.0
PITCH_STEP = 0.25
"""Pixels from one tried pitch to the next."""
OFF = 1.3
"""Pixels by which regions may lie off the lattice: they are cut at whole pixels, pitches have fractions."""
FARTHEST = 6
"""Cells over which two regions are held against a pitch; farther ones say too much about its fraction."""
MOST_MEMBERS = 220
"""Members of a group that are looked at."""
CANDIDATES = 8
"""Pitches that are looked into."""
PHASES = 3
"""Places of the grid that are looked into for each: the preview may show more jewels than the well."""
MOST_PLACED = 1500
"""Regions that a grid is placed by, at most."""
FEWEST_ON_GRID = 3


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Points x + i * pitch, y + j * pitch on which regions of some sizes lie.

    Attributes:
        pitch: pixels.
        x, y: middle of one cell.
        members: rows of `Regions` that lie on the grid.
        score: how much more lies on it than would by chance.
    """

    pitch: float
    x: float
    y: float
    members: NDArray[np.int64]
    score: float


def find_grids(regions: Regions, groups: Sequence[NDArray[np.int64]]) -> list[Grid]:
    """Return the likeliest grids, best first."""
    pitches = np.arange(SMALLEST_PITCH, LARGEST_PITCH, PITCH_STEP)
    scores = np.zeros(len(pitches))
    for group in groups:
        group = group[:: 1 + len(group) // MOST_MEMBERS]
        x, y, frame = regions.x[group], regions.y[group], regions.frame[group]
        first, second = np.triu_indices(len(group), 1)
        together = frame[first] == frame[second]
        dx = np.abs(x[first] - x[second])[together]
        dy = np.abs(y[first] - y[second])[together]
        apart = np.concatenate([dx[dy <= OFF], dy[dx <= OFF]])
        side = float(np.median(regions.boxes[group, 2:].max(axis=1)))
        apart = apart[apart >= 0.9 * side]
        if not len(apart):
            continue
        weight = side / len(group)  # a group with many members has many more pairs
        steps = apart[:, None] / pitches
        near = steps <= FARTHEST + 0.5
        hit = np.abs(steps - np.round(steps)) * pitches <= OFF
        chance = np.minimum(1.0, 2 * OFF / pitches)
        gain = np.where(hit, 1.0 - chance, -chance * 1.0)
        scores += weight * (gain * near).sum(axis=0) * (side <= 1.06 * pitches)
    grids = []
    left = scores.copy()
    for _ in range(CANDIDATES):
        best = int(np.argmax(left))
        if left[best] <= 0:
            break
        grids += _place(regions, groups, float(pitches[best]), float(scores[best]))
        left[np.abs(pitches - pitches[best]) <= max(0.8, 0.02 * pitches[best])] = -1
    return grids


def _place(regions: Regions, groups: Sequence[NDArray[np.int64]], pitch: float, score: float) -> list[Grid]:
    """Return the grids of this pitch on which most regions' middles lie; regions of half a cell or more count."""
    sides = regions.boxes[:, 2:]
    chosen = [g for g in groups if 0.4 * pitch <= float(np.median(sides[g].max(axis=1))) <= 1.06 * pitch]
    if not chosen:
        return []
    members = np.unique(np.concatenate(chosen))[:MOST_PLACED]
    x, y, weight = regions.x[members], regions.y[members], regions.area[members].copy()
    off_x, off_y = _off(x[:, None] - x, 0.0, pitch), _off(y[:, None] - y, 0.0, pitch)
    near = (np.abs(off_x) <= 2 * OFF) & (np.abs(off_y) <= 2 * OFF)
    grids = []
    for _ in range(PHASES):
        support = (near * weight).sum(axis=1)
        best = int(np.argmax(support))
        if support[best] <= 0:
            break
        grid = _fit(regions, members, pitch, float(x[best]), float(y[best]), score)
        weight[near[best]] = 0
        if grid is not None:
            grids.append(grid)
    return grids


def _fit(regions: Regions, members: NDArray[np.int64], pitch: float, x0: float, y0: float, score: float) -> Grid | None:
    """Fit a grid near (x0, y0) to the middles of regions; those off it are left out."""
    x, y = regions.x[members], regions.y[members]
    for slack in (2.5 * OFF, OFF + 0.02 * pitch, OFF):
        # far from its middle a grid drifts while the pitch is only roughly known
        on = (np.abs(_off(x, x0, pitch)) <= slack) & (np.abs(_off(y, y0, pitch)) <= slack)
        if int(on.sum()) < FEWEST_ON_GRID:
            return None
        i, j = np.round((x[on] - x0) / pitch), np.round((y[on] - y0) / pitch)
        pitch, x0, y0 = _least_squares(x[on], y[on], i, j, pitch)
    on = (np.abs(_off(x, x0, pitch)) <= OFF) & (np.abs(_off(y, y0, pitch)) <= OFF)
    return Grid(pitch, x0, y0, members[on], score) if on.any() else None


def _off(values: NDArray[np.float64], start: float, pitch: float) -> NDArray[np.float64]:
    steps = (values - start) / pitch
    return (steps - np.round(steps)) * pitch


def _least_squares(
    x: NDArray[np.float64], y: NDArray[np.float64], i: NDArray[np.float64], j: NDArray[np.float64], pitch: float
) -> tuple[float, float, float]:
    """Return pitch, x and y of square cells that fit best."""
    rows = np.concatenate([np.column_stack([i, np.ones_like(i), 0 * i]), np.column_stack([j, 0 * j, np.ones_like(j)])])
    values = np.concatenate([x, y])
    found, _, rank, _ = np.linalg.lstsq(rows, values, rcond=None)
    if rank < 3:
        return pitch, float(np.median(x - i * pitch)), float(np.median(y - j * pitch))
    return float(found[0]), float(found[1]), float(found[2])

"""Finds wells: grids of what recurs in one size, and how far the walls let each of them reach."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from calibration.outcome import Rectangle
from calibration.well.pitch import Grid, find_grids
from calibration.well.regions import Regions, find_regions, groups_of
from calibration.well.symmetry import EdgeMaps, fold_edges
from calibration.well.walls import Walls, find_wells, see_walls, weights_inside
from capture.frame import Pixels
from vision.lattice import Lattice

FEWEST_ALIKE = 3
"""Regions of one size from which they are looked at."""
MOST_GRIDS = 12
WELLS_A_GRID = 3
MANY = 0.06
"""How much more likely twice as many regions on its grid make a well."""
MOST_FOLDED = 40
"""Regions around which edges are looked at."""
LEAST_ALIKE = 0.3
"""How alike both sides must be for the middle to be known."""
SAME_GRID, SAME_PITCH = 0.03, 0.003
"""Cells, and share of the pitch, by which two grids may differ and be the same."""
SQUARE = 0.06
"""Share by which the cells of a well given by hand may be higher than wide or the other way round."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a well may be.

    Attributes:
        lattice: its cells, good to a tenth of a cell.
        regions: of all pictures.
        edges: of all pictures.
        grid: on which the lattice lies.
        likelihood: larger is likelier.
        walls: along the grid's lines; None where a person said where the well is.
    """

    lattice: Lattice
    regions: Regions
    edges: EdgeMaps
    grid: Grid
    likelihood: float
    walls: Walls | None = None


def find_places(pictures: Sequence[Pixels], rows: int | None, cols: int | None) -> list[Place]:
    """Return the places where a well may be, the likeliest first.

    Args:
        pictures: of one window and size.
        rows, cols: of the well, where they are known.
    """
    regions, edges = find_regions(pictures), EdgeMaps.of(pictures)
    places = []
    for grid in _centred(edges, regions, find_grids(regions, groups_of(regions, FEWEST_ALIKE))[:MOST_GRIDS]):
        walls = see_walls(pictures, grid)
        if not walls.uprights.size or not walls.levels.size:
            continue
        members = grid.members
        inside = weights_inside(grid, walls, regions.x[members], regions.y[members], np.ones(len(members)))
        more = MANY * float(np.log2(len(members)))
        for likelihood, lattice in find_wells(walls, inside, rows, cols, WELLS_A_GRID):
            places.append(Place(lattice, regions, edges, grid, likelihood + more, walls))
    places.sort(key=lambda place: -place.likelihood)
    different: list[Place] = []
    for place in places:
        if not any(_alike(place.lattice, other.lattice) for other in different):
            different.append(place)
    return different


def _centred(edges: EdgeMaps, regions: Regions, grids: Sequence[Grid]) -> list[Grid]:
    """Return grids through the middles of what is drawn around their points.

    The regions that a grid was found by may be any part of a jewel. Edges lie alike on both sides of a jewel's middle,
    and of its border, half a cell from there: both are tried.
    """
    centred: list[Grid] = []
    for grid in grids:
        pitch = grid.pitch
        some = grid.members[:: 1 + len(grid.members) // MOST_FOLDED]
        boxes = [(int(regions.frame[k]), regions.x[k] - pitch / 2, regions.y[k] - pitch / 2) for k in some]
        moves = []
        for fold in fold_edges(edges, boxes, pitch, pitch):
            move, alike = fold.middle(pitch / 4)
            moves.append((move, move + pitch / 2) if alike >= LEAST_ALIKE else (0.0,))
        for move_x, move_y in product(*moves):
            moved = replace(grid, x=grid.x + move_x, y=grid.y + move_y)
            if not any(_same(moved, other) for other in centred):
                centred.append(moved)
    return centred


def _same(one: Grid, other: Grid) -> bool:
    """Tell whether two grids are the same but for less than a tenth of a cell over their whole width."""
    off = [(one.x - other.x) / one.pitch, (one.y - other.y) / one.pitch]
    near = all(abs(part - round(part)) < SAME_GRID for part in off)
    return near and abs(one.pitch - other.pitch) < SAME_PITCH * one.pitch


def _alike(one: Lattice, other: Lattice) -> bool:
    near = 0.1 * other.pitch_x
    return (
        (one.rows, one.cols) == (other.rows, other.cols)
        and abs(one.x - other.x) < near
        and abs(one.y - other.y) < near
        and abs(one.width - other.width) < near
    )


def places_by_hand(
    pictures: Sequence[Pixels], board: Rectangle, rows: int | None, cols: int | None, default: tuple[int, int]
) -> list[Place]:
    """Return the places that a rectangle may mean: of so many rows and columns as make square cells.

    Args:
        pictures: of one window and size.
        board: x, y, width, height of the well.
        rows, cols: of the well, where they are known.
        default: (rows, cols) of the game, which break ties.
    """
    x, y, width, height = board
    regions, edges = find_regions(pictures), EdgeMaps.of(pictures)
    places = []
    for across in [cols] if cols else range(3, 17):
        down = rows or round(height / (width / across))
        if down < 3:
            continue
        pitch_x, pitch_y = width / across, height / down
        if not rows and abs(pitch_x / pitch_y - 1) > SQUARE:
            continue
        lattice = Lattice(x, y, pitch_x, pitch_y, down, across)
        pitch = (pitch_x + pitch_y) / 2
        i, j = (regions.x - x) / pitch_x - 0.5, (regions.y - y) / pitch_y - 0.5
        side = regions.boxes[:, 2:].max(axis=1)
        on = (np.abs(i - np.round(i)) < 0.08) & (np.abs(j - np.round(j)) < 0.08)
        on &= (side > 0.4 * pitch) & (side < 1.06 * pitch)
        on &= (i > -0.5) & (j > -0.5) & (i < across - 0.5) & (j < down - 0.5)
        grid = Grid(pitch, x + pitch_x / 2, y + pitch_y / 2, np.flatnonzero(on), 0.0)
        likelihood = float(on.sum()) / (across * down) + (0.1 if (down, across) == default else 0.0)
        places.append(Place(lattice, regions, edges, grid, likelihood))
    return sorted(places, key=lambda place: -place.likelihood)

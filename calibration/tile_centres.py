"""Where in its cell a tile is centred: the zone over which cells of one kind agree, whose ends are mirror images."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.registration import like_pairs
from capture.frame import Pixels
from engine.jit import njit
from vision.cells import sample_cells
from vision.lattice import Lattice

AGREE = 30.0
"""Difference in the strongest channel from which two cells wholly disagree, in grey levels."""
REACH = 0.4
"""How far beyond a cell its agreement with others is followed, in pitches."""
FARTHEST_CENTRE = 0.16
"""How far off the middle of the cell the tiles' centre is looked for, in pitches."""


@dataclass(frozen=True, slots=True)
class Centre:
    """Where the tiles' centre lies along an axis.

    Attributes:
        offset: from the middle of the cell, in pitches.
        asymmetry: how far the agreement on one side is from its mirror image on the other, 0 to 1; up to 0.15 for
            tiles of many shapes, 0.3 for nothing but triangles.
    """

    offset: float
    asymmetry: float


def tile_centres(pictures: Sequence[Pixels], lattice: Lattice) -> tuple[Centre, Centre]:
    """Return along x and y where the zone over which cells of one kind agree is centred.

    Cells of one kind agree within the tile, and beside it where the ground is plain; both ends are alike.
    """
    n = int(min(48, max(16, round(lattice.pitch_x))))
    along = disagreement(pictures, lattice, n)
    if along is None:
        return Centre(0.0, 1.0), Centre(0.0, 1.0)
    return _mirror_centre(along[0], n), _mirror_centre(along[1], n)


def disagreement(
    pictures: Sequence[Pixels], lattice: Lattice, n: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """Return how far cells of one kind disagree, from `REACH` before the cell to `REACH` behind it, 0 to 1.

    Args:
        pictures: of one size.
        lattice: the cells.
        n: patch pixels a cell.

    Returns:
        Along x and along y, (n + 2 * int(REACH * n),) each; None where no two cells are of one kind.
    """
    wide = replace(
        lattice,
        x=lattice.x - lattice.pitch_x,
        y=lattice.y - lattice.pitch_y,
        rows=lattice.rows + 2,
        cols=lattice.cols + 2,
    )
    reach, rim = int(REACH * n), int(0.1 * n)
    along_x, along_y = np.zeros((2, n + 2 * reach), np.float64)
    row = np.empty(n + 2 * reach, np.float32)
    count = 0
    for picture in pictures:
        planes = sample_cells(picture, wide, n).transpose(4, 0, 2, 1, 3).reshape(3, wide.rows * n, wide.cols * n)
        for pair in like_pairs(sample_cells(picture, lattice, 16).reshape(-1, 16, 16, 3), 0.35):
            first, second = (
                planes[:, (r + 1) * n - reach :, (c + 1) * n - reach :]
                for r, c in (divmod(int(k), lattice.cols) for k in pair)
            )
            _add_disagreement(first, second, rim + reach, row, along_x, along_y)
            count += 1
    summed = count * (n - 2 * rim)
    return (along_x / summed, along_y / summed) if count else None


@njit
def _add_disagreement(
    first: NDArray[np.float32],
    second: NDArray[np.float32],
    margin: int,
    row: NDArray[np.float32],
    along_x: NDArray[np.float64],
    along_y: NDArray[np.float64],
) -> None:
    """Add up how far two cells with what lies around them disagree, 0 to 1 a pixel, by columns and by rows.

    Args:
        first, second: (3, height, width), from the surroundings' top left on.
        margin: rows that columns leave out at both ends, and columns that rows do.
        row: (side,) scratch.
        along_x, along_y: (side,) added to.
    """
    side = row.size
    for y in range(side):
        for x in range(side):
            apart = abs(first[0, y, x] - second[0, y, x])
            apart = max(apart, abs(first[1, y, x] - second[1, y, x]))
            apart = max(apart, abs(first[2, y, x] - second[2, y, x]))
            row[x] = min(apart / np.float32(AGREE), np.float32(1.0))
        for x in range(margin, side - margin):
            along_y[y] += row[x]
        if margin <= y < side - margin:
            for x in range(side):
                along_x[x] += row[x]


def _mirror_centre(profile: NDArray[np.float64], n: int) -> Centre:
    reach = int(REACH * n)
    places = np.arange(len(profile))
    aside = n * np.arange(0.25, 0.5 + 0.8 * REACH, 0.5 / n)
    best = Centre(0.0, 1.0)
    for shift in np.arange(-FARTHEST_CENTRE * n, FARTHEST_CENTRE * n + 0.01, 0.125):
        middle = reach + n / 2 - 0.5 + shift
        apart = np.abs(np.interp(middle + aside, places, profile) - np.interp(middle - aside, places, profile))
        # roots, so that a line in the ground on one side weighs less than the ends of the zone
        asymmetry = float(np.sqrt(apart + 0.01).mean() - 0.1)
        if asymmetry < best.asymmetry:
            best = Centre(float(shift) / n, asymmetry)
    return best

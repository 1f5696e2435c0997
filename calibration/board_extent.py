"""How many rows and columns a board has: as many lines of cells as are made of the tiles in its middle."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.cell_likeness import raw_distances, tint_free_distances
from capture.frame import Pixels
from vision.cells import sample_cells
from vision.lattice import Lattice

SIDE = 8
"""Patch pixels a cell."""
FARTHEST = 8
"""Lines beyond the first estimate that are looked at on each side."""
CORE_RIM = 1
"""Lines of the first estimate that are not trusted to be tiles, on each side."""
FEWEST_CORE = 3
"""Lines that are trusted at least, however few there are."""
OF_TILES = 0.7
"""Share of a line's cells that must look like a tile of the middle for the line to be the board's."""
NO_TILES = 0.35
"""Share up to which a line is clearly none of the board's; between the two nobody can tell."""
AT_SURFACE = 0.1
"""Likewise where a see-through layer may begin within the line."""
NOISE = 4.0
"""Distance that noise and resampling make between equal cells, in grey levels."""
SPREADS = 5.0
"""Spreads by which a cell may be further from its like than cells of the middle usually are."""
NEAREST, FARTHEST_SHARE = 0.15, 0.35
"""Shares of what parts kinds from each other, within which that limit is kept."""
CONTRAST_SHARE = 0.4
"""Share by which the contrasts of two cells of one kind may differ: plain ground may have a tile's mean colour."""
FAINTEST = 0.2
"""Share of a tile's contrast that a see-through layer leaves at least."""


@dataclass(frozen=True, slots=True)
class Extent:
    """A board with its rows and columns counted.

    Attributes:
        lattice: of the board.
        doubtful: sides at which the next line is half tiles, half not: "top", "bottom", "left", "right".
    """

    lattice: Lattice
    doubtful: tuple[str, ...]


def _around(lattice: Lattice, height: int, width: int) -> tuple[Lattice, int, int]:
    """Return a lattice of all lines that fit into the picture around this one, and where this one begins in it."""
    slack = 0.02
    above = min(FARTHEST, math.floor(lattice.y / lattice.pitch_y + slack))
    left = min(FARTHEST, math.floor(lattice.x / lattice.pitch_x + slack))
    below = min(FARTHEST, math.floor((height - lattice.y - lattice.height) / lattice.pitch_y + slack))
    right = min(FARTHEST, math.floor((width - lattice.x - lattice.width) / lattice.pitch_x + slack))
    x, y = lattice.corner(-above, -left)
    wide = replace(lattice, x=x, y=y, rows=lattice.rows + above + below, cols=lattice.cols + left + right)
    return wide, above, left


def _like_the_middle(
    distance: NDArray[np.float32], core: NDArray[np.intp], noise: float
) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Return which cells look like another cell of the middle, (cells,) bool, and which that is, (cells,) indices.

    Args:
        distance: (cells, cells).
        core: indices of the cells in the middle.
        noise: distance that says nothing.
    """
    to_core = distance[:, core].copy()
    to_core[core, np.arange(len(core))] = np.inf
    near = to_core.min(axis=1)
    own = near[core]
    typical = float(np.median(to_core[core][np.isfinite(to_core[core])]))
    middle = float(np.median(own))
    limit = middle + SPREADS * float(np.median(np.abs(own - middle))) + noise
    limit = min(max(limit, NEAREST * typical), FARTHEST_SHARE * typical)
    return np.asarray(near <= limit), core[to_core.argmin(axis=1)]


def _tiles(picture: Pixels, wide: Lattice, core: NDArray[np.intp], tinted: bool) -> NDArray[np.bool_]:
    """Return which cells of a lattice show a tile of its middle, (rows, cols) bool."""
    cells = sample_cells(picture, wide, SIDE).reshape(-1, SIDE, SIDE, 3)
    free, contrast = tint_free_distances(cells)
    tiles, match = _like_the_middle(raw_distances(cells), core, NOISE)
    larger = np.maximum(contrast, contrast[match])
    tiles &= np.abs(contrast - contrast[match]) <= np.maximum(NOISE, CONTRAST_SHARE * larger)
    if tinted:
        blur = float((NOISE / max(float(np.median(contrast[core])), 1.0)) ** 2)
        under, match = _like_the_middle(free, core, blur)
        ratio = contrast / np.maximum(contrast[match], 0.1)
        tiles |= under & (ratio >= FAINTEST) & (ratio <= 1 / FAINTEST)
    return tiles.reshape(wide.rows, wide.cols)


def _grow(share: NDArray[np.float64], first: int, last: int, surface: bool = False) -> tuple[int, int, bool, bool]:
    """Return the run of tiles around lines first to last, and whether it is open before and after.

    Args:
        share: of each line's cells that show tiles.
        first, last: lines that are trusted to.
        surface: whether a see-through layer may begin within one of the lines, whose cells look like none then.
    """
    above, before = _reached(share[:first][::-1], surface)
    below, after = _reached(share[last + 1 :], surface)
    return first - above, last + below, before, after


def _reached(share: NDArray[np.float64], surface: bool) -> tuple[int, bool]:
    """Return how many lines, from the first on, are of tiles, and whether the one after them may be; see `_grow`."""
    count = 0
    while count < len(share):
        of_tiles = share[count : count + 2] >= OF_TILES
        if of_tiles[0]:
            count += 1
        elif surface and of_tiles[-1]:
            count, surface = count + 2, False
        else:
            break
    return count, bool(count < len(share) and share[count] > (AT_SURFACE if surface else NO_TILES))


def _core(first: int, count: int, lines: int) -> tuple[int, int]:
    """Return the first and the last line of the middle, none of them outside of the picture."""
    start, end = max(0, first), min(lines, first + count) - 1
    rim = min(CORE_RIM, max(0, (end - start + 1 - FEWEST_CORE) // 2))
    return start + rim, end - rim


def board_extent(pictures: Sequence[Pixels], lattice: Lattice, tinted: bool) -> Extent | None:
    """Return a lattice of right pitch and phase with the rows and columns that the board has.

    None where fewer than `FEWEST_CORE` lines of it lie in the picture.

    Args:
        pictures: frames of one window.
        lattice: rows and columns good to a line on each side, or too few.
        tinted: whether a see-through layer may lie over a part of the board.
    """
    wide, above, left = _around(lattice, *pictures[0].shape[:2])
    top, bottom = _core(above, lattice.rows, wide.rows)
    first, last = _core(left, lattice.cols, wide.cols)
    if min(bottom - top, last - first) < FEWEST_CORE - 1:
        return None
    core = (np.arange(top, bottom + 1)[:, None] * wide.cols + np.arange(first, last + 1)).ravel()
    tiles = np.mean([_tiles(picture, wide, core, tinted) for picture in pictures], axis=0)
    doubtful: tuple[bool, bool, bool, bool] = (False, False, False, False)
    for _ in range(3):  # rows are counted over the board's columns, columns over its rows
        up, down, open_up, open_down = _grow(tiles[:, first : last + 1].mean(axis=1), top, bottom, tinted)
        start, end, open_left, open_right = _grow(tiles[up : down + 1].mean(axis=0), first, last)
        doubtful = (open_up, open_down, open_left, open_right)
        if (up, down, start, end) == (top, bottom, first, last):
            break
        top, bottom, first, last = up, down, start, end
    x, y = wide.corner(top, first)
    found = replace(lattice, x=x, y=y, rows=bottom - top + 1, cols=last - first + 1)
    sides = ("top", "bottom", "left", "right")
    return Extent(found, tuple(side for side, is_open in zip(sides, doubtful, strict=True) if is_open))

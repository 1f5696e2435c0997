"""The matcher's inner loops: costs of lines of pixels, the waterline, distances of cells.

Cells come last in their arrays: what is done to a pixel is done to that of many cells at once.
"""

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit

NO_COST = np.float32(1e30)
"""More than a board costs with any surface."""
LEAST_WEIGHT = np.float32(1e-6)
"""No cost is divided by less."""


@njit
def line_costs(
    planes: NDArray[np.float32],
    dry: NDArray[np.float32],
    trust: NDArray[np.float32],
    alpha: float,
    colour: NDArray[np.float32],
    cap: float,
    out: NDArray[np.float32],
) -> None:
    """Fill the capped, weighted squared differences of every line of pixels of every cell to every kind.

    Args:
        planes: (n, n, 3, cells), the cells' pixels.
        dry: (kinds, n, n, 3) prototypes.
        trust: (kinds, n, n) weights of mean 1 within a kind.
        alpha: share of the tile that shows under the layer; 1 means that there is none, and [1] is set to 0.
        colour: (3,) of the layer.
        cap: largest difference of a pixel, in grey levels.
        out: (2, kinds, n, cells): [0] as if dry, [1] as if under the layer.
    """
    one, third = np.float32(1.0), np.float32(1.0 / 3.0)
    inverse, rest = np.float32(1.0 / alpha), one - np.float32(alpha)
    most = np.float32(cap * cap)
    cb, cg, cr = rest * colour[0], rest * colour[1], rest * colour[2]
    n = planes.shape[0]
    for k in range(dry.shape[0]):
        for v in range(n):
            above, below = out[0, k, v], out[1, k, v]
            above[:] = 0.0
            below[:] = 0.0
            for u in range(n):
                blue, green, red = planes[v, u, 0], planes[v, u, 1], planes[v, u, 2]
                pb, pg, pr, w = dry[k, v, u, 0], dry[k, v, u, 1], dry[k, v, u, 2], trust[k, v, u]
                for a in range(above.size):
                    db, dg, dr = blue[a] - pb, green[a] - pg, red[a] - pr
                    q = third * (db * db + dg * dg + dr * dr)
                    above[a] += w * (q if q < most else most)
                if alpha == 1.0:
                    continue
                for a in range(below.size):
                    db = (blue[a] - cb) * inverse - pb
                    dg = (green[a] - cg) * inverse - pg
                    dr = (red[a] - cr) * inverse - pr
                    q = third * (db * db + dg * dg + dr * dr)
                    below[a] += w * (q if q < most else most)


@njit
def _best_costs(
    costs: NDArray[np.float32],
    weight: NDArray[np.float32],
    line: int,
    most: float,
    total: NDArray[np.float32],
    best: NDArray[np.float32],
) -> None:
    # Fill what each cell costs at least with its best kind: dry above a line of its own, wet below, the line itself for
    # nothing. line -1: wet all over, n: dry; total (cells,) scratch, best (cells,) written.
    n = costs.shape[2]
    best[:] = most
    for k in range(costs.shape[1]):
        total[:] = 0.0
        w = np.float32(0.0)
        for v in range(n):
            if v == line:
                continue
            of_line = costs[0 if v < line else 1, k, v]
            w += weight[k, v]
            for a in range(total.size):
                total[a] += of_line[a]
        w = max(w, LEAST_WEIGHT)
        for a in range(total.size):
            cost = total[a] / w
            best[a] = cost if cost < best[a] else best[a]


@njit
def best_waterline(
    costs: NDArray[np.float32],
    weight: NDArray[np.float32],
    cols: int,
    most: float,
    total: NDArray[np.float32],
    best: NDArray[np.float32],
) -> int:
    """Return the line of patch pixels that the water's surface runs through, 0 to rows * n (none).

    Lines above it are dry, lines below are wet, the line itself counts for nothing; it is the line for which every cell
    taken with its best kind fits best.

    Args:
        costs: (2, kinds, n, cells) from `line_costs`.
        weight: (kinds, n) sums of trust a line.
        cols: of the board.
        most: cost of a cell at most: one that is nothing known, dry or wet, has no say.
        total: scratch (cells,).
        best: scratch (n + 2, cells).
    """
    n, cells = costs.shape[2], costs.shape[3]
    wet, dry = n, n + 1
    for line in range(n):
        _best_costs(costs, weight, line, most, total, best[line])
    _best_costs(costs, weight, -1, most, total, best[wet])
    _best_costs(costs, weight, n, most, total, best[dry])
    above, below = np.float32(0.0), np.float32(0.0)
    for a in range(cells):
        below += best[wet, a]
    best_cost, best_line = NO_COST, n * (cells // cols)
    for first in range(0, cells, cols):
        for a in range(first, first + cols):
            below -= best[wet, a]
        for line in range(n):
            cost = above + below
            for a in range(first, first + cols):
                cost += best[line, a]
            if cost < best_cost:
                best_cost, best_line = cost, n * (first // cols) + line
        for a in range(first, first + cols):
            above += best[dry, a]
    return int(best_line) if best_cost <= above else n * (cells // cols)


@njit
def cell_distances(
    costs: NDArray[np.float32],
    weight: NDArray[np.float32],
    cols: int,
    line: int,
    out: NDArray[np.float32],
) -> None:
    """Fill every cell's distance to every kind, in grey levels, given the water's surface.

    Args:
        costs: (2, kinds, n, cells) from `line_costs`.
        weight: (kinds, n) sums of trust a line.
        cols: of the board.
        line: from `best_waterline`; rows * n where there is no water.
        out: (cells, kinds).
    """
    kinds, n = costs.shape[1], costs.shape[2]
    for a in range(costs.shape[3]):
        surface = line - n * (a // cols)
        for k in range(kinds):
            total, w = np.float32(0.0), np.float32(0.0)
            for v in range(n):
                if v != surface:
                    total += costs[0 if v < surface else 1, k, v, a]
                    w += weight[k, v]
            out[a, k] = np.sqrt(total / max(w, LEAST_WEIGHT))

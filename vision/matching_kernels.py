"""The reader's inner loops: costs of lines of pixels, the waterline, distances of cells."""

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit


@njit
def line_costs(
    cells: NDArray[np.float32],
    dry: NDArray[np.float32],
    trust: NDArray[np.float32],
    alpha: float,
    colour: NDArray[np.float32],
    cap: float,
    out: NDArray[np.float32],
) -> None:
    """Fill the capped, weighted squared differences of every line of pixels of every cell to every kind.

    Args:
        cells: (cells, n, n, 3).
        dry: (kinds, n, n, 3) prototypes.
        trust: (kinds, n, n) weights of mean 1 within a kind.
        alpha: share of the tile that shows under the layer; 1 means that there is none, and only [0] is filled.
        colour: (3,) of the layer.
        cap: largest difference of a pixel, in grey levels.
        out: (2, cells, kinds, n): [0] as if dry, [1] as if under the layer.
    """
    one = np.float32(1.0)
    third = np.float32(1.0 / 3.0)
    inverse = np.float32(1.0 / alpha)
    most = np.float32(cap * cap)
    wet = alpha < 1.0
    rest = one - np.float32(alpha)
    cb, cg, cr = rest * colour[0], rest * colour[1], rest * colour[2]
    n = cells.shape[1]
    for a in range(cells.shape[0]):
        for k in range(dry.shape[0]):
            for v in range(n):
                total = np.float32(0.0)
                below = np.float32(0.0)
                for u in range(n):
                    b, g, r = cells[a, v, u, 0], cells[a, v, u, 1], cells[a, v, u, 2]
                    pb, pg, pr = dry[k, v, u, 0], dry[k, v, u, 1], dry[k, v, u, 2]
                    w = trust[k, v, u]
                    db, dg, dr = b - pb, g - pg, r - pr
                    q = third * (db * db + dg * dg + dr * dr)
                    total += w * min(q, most)
                    if wet:
                        db, dg, dr = (b - cb) * inverse - pb, (g - cg) * inverse - pg, (r - cr) * inverse - pr
                        q = third * (db * db + dg * dg + dr * dr)
                        below += w * min(q, most)
                out[0, a, k, v] = total
                out[1, a, k, v] = below


@njit
def best_waterline(
    costs: NDArray[np.float32],
    weight: NDArray[np.float32],
    rows: int,
    cols: int,
    most: float,
    whole: NDArray[np.float32],
) -> int:
    """Return the line of patch pixels that the water's surface runs through, 0 to rows * n (none).

    Lines above it are dry, lines below are wet, the line itself counts for nothing; it is the line for which every cell
    taken with its best kind fits best.

    Args:
        costs: (2, cells, kinds, n) from `line_costs`.
        weight: (kinds, n) sums of trust a line.
        rows: of the board.
        cols: of the board.
        most: cost of a cell at most: one that is nothing known, dry or wet, has no say.
        whole: scratch (2, rows).
    """
    kinds, n = costs.shape[2], costs.shape[3]
    for side in range(2):
        for r in range(rows):
            total = np.float32(0.0)
            for c in range(cols):
                a = r * cols + c
                best = np.float32(1e30)
                for k in range(kinds):
                    s = np.float32(0.0)
                    w = np.float32(0.0)
                    for v in range(n):
                        s += costs[side, a, k, v]
                        w += weight[k, v]
                    best = min(best, s / w)
                total += min(best, np.float32(most))
            whole[side, r] = total
    above = np.float32(0.0)
    below = np.float32(0.0)
    for r in range(rows):
        below += whole[1, r]
    best_cost = np.float32(1e30)
    best_line = rows * n
    for r in range(rows):
        below -= whole[1, r]
        for line in range(n):
            total = above + below
            for c in range(cols):
                a = r * cols + c
                best = np.float32(1e30)
                for k in range(kinds):
                    s = np.float32(0.0)
                    w = np.float32(0.0)
                    for v in range(line):
                        s += costs[0, a, k, v]
                        w += weight[k, v]
                    for v in range(line + 1, n):
                        s += costs[1, a, k, v]
                        w += weight[k, v]
                    best = min(best, s / max(w, np.float32(1e-6)))
                total += min(best, np.float32(most))
            if total < best_cost:
                best_cost = total
                best_line = r * n + line
        above += whole[0, r]
    if above < best_cost:
        best_line = rows * n
    return int(best_line)


@njit
def cell_distances(
    costs: NDArray[np.float32],
    weight: NDArray[np.float32],
    rows: int,
    cols: int,
    line: int,
    out: NDArray[np.float32],
) -> None:
    """Fill every cell's distance to every kind, in grey levels, given the water's surface.

    Args:
        costs: (2, cells, kinds, n) from `line_costs`.
        weight: (kinds, n) sums of trust a line.
        rows: of the board.
        cols: of the board.
        line: from `best_waterline`; rows * n where there is no water.
        out: (cells, kinds).
    """
    kinds, n = costs.shape[2], costs.shape[3]
    for a in range(rows * cols):
        first = (a // cols) * n
        for k in range(kinds):
            s = np.float32(0.0)
            w = np.float32(0.0)
            for v in range(n):
                if first + v < line:
                    s += costs[0, a, k, v]
                    w += weight[k, v]
                elif first + v > line:
                    s += costs[1, a, k, v]
                    w += weight[k, v]
            out[a, k] = np.sqrt(s / max(w, np.float32(1e-6)))

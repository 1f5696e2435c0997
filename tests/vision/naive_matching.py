"""Slow, obvious twins of the reader's kernels."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]


def pixel_cost(cell: Array, dry: Array, tinted: bool, alpha: float, colour: Array, cap: float) -> Array:
    """Return (n, n) capped squared differences of one cell to one kind."""
    tile = (cell - (1 - alpha) * colour) / alpha if tinted else cell
    cost: Array = np.minimum(((tile - dry) ** 2).mean(axis=-1), cap**2)
    return cost


def distance(
    cell: Array, dry: Array, trust: Array, first: int, line: int, alpha: float, colour: Array, cap: float
) -> float:
    """Return the distance of a cell, whose first patch line is `first`, with the water's surface in `line`."""
    total = weight = 0.0
    for v in range(len(cell)):
        if first + v == line:
            continue
        cost = pixel_cost(cell[v], dry[v], first + v > line, alpha, colour, cap)
        total += float((trust[v] * cost).sum())
        weight += float(trust[v].sum())
    return float(np.sqrt(total / max(weight, 1e-6)))


def waterline(cells: Array, dry: Array, trust: Array, alpha: float, colour: Array, cap: float) -> int:
    """Return the line that fits best: (rows, cols, n, n, 3) cells, each with its best kind."""
    rows, cols, n = cells.shape[:3]
    costs = [
        sum(
            min(distance(cells[r, c], dry[k], trust[k], r * n, line, alpha, colour, cap) ** 2 for k in range(len(dry)))
            for r in range(rows)
            for c in range(cols)
        )
        for line in range(rows * n + 1)
    ]
    return int(np.argmin(costs))


def core(cell: Array, dry: Array, telling: Array, first: int, line: int, alpha: float, colour: Array) -> float:
    """Return the mean difference over the better half, by telling weight, of a cell's pixels."""
    pairs = []
    for v in range(len(cell)):
        if first + v == line:
            continue
        tile = (cell[v] - (1 - alpha) * colour) / alpha if first + v > line else cell[v]
        apart = np.sqrt(((tile - dry[v]) ** 2).mean(axis=-1))
        pairs += list(zip(apart.tolist(), telling[v].tolist(), strict=True))
    return better_half(pairs)


def better_half(pairs: list[tuple[float, float]]) -> float:
    """Return the mean of the smaller half, by weight, of (difference, weight)."""
    half = 0.5 * sum(w for _, w in pairs)
    done = total = 0.0
    for apart, w in sorted(pairs):
        done += w
        total += w * apart
        if done >= half:
            break
    return total / done

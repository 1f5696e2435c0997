"""How single cells fit a kind beyond their mean distance: by their better half, their worst side and their shading."""

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit

NOT_ASKED = np.float32(-1.0)
"""Stands where a cell was not held against a kind."""
ON_SURFACE = np.float32(-1.0)
"""Stands for the difference of pixels that the water's surface runs through; they tell nothing."""
FOREIGN = np.float32(60.0)
"""Grey levels of the worst channel from which a pixel is another thing's, such as a pointer's, and has no shading."""
STRAY = np.float32(30.0)
"""Grey levels at which what a pixel adds to a cell's shading is cut off."""
FLAT = np.float32(6.0)
"""Grey levels by which a kind's pixels deviate from its mean colour, at least, if it can be asked for its shading."""
LEAST_ASKED = 0.3
"""Share of a cell's weight that must be no other thing's for its shading to tell."""


@njit
def differences(
    cell: NDArray[np.float32],
    dry: NDArray[np.float32],
    alpha: float,
    colour: NDArray[np.float32],
    surface: int,
    out: NDArray[np.float32],
) -> None:
    """Fill how far each pixel of a cell is from a kind's, in grey levels of the dry tile.

    Args:
        cell: (n, n, 3).
        dry: (n, n, 3) prototype.
        alpha, colour: of the layer that lies over all lines below the surface.
        surface: line of the cell that the surface runs through; n and more where it is below, negative where above.
        out: (n, n), ON_SURFACE along the surface.
    """
    rest = np.float32(1.0 - alpha)
    n = cell.shape[0]
    for v in range(n):
        for u in range(n):
            square = np.float32(0.0)
            for c in range(3):
                value = cell[v, u, c]
                if v > surface:
                    value = (value - rest * colour[c]) / np.float32(alpha)
                d = value - dry[v, u, c]
                square += d * d
            out[v, u] = ON_SURFACE if v == surface else np.sqrt(square / np.float32(3.0))


@njit
def better_half(
    apart: NDArray[np.float32],
    telling: NDArray[np.float32],
    errors: NDArray[np.float32],
    weight: NDArray[np.float32],
) -> float:
    """Return the mean of the smaller half of the differences, halved by how much each pixel tells; grey levels.

    A cell with something small over it has a half that fits well; a kind never seen has not.

    Args:
        apart: (n, n) from `differences`.
        telling: (n, n) how far a pixel tells this kind from others.
        errors, weight: scratch (n * n,).
    """
    n = apart.shape[0]
    count, total = 0, np.float32(0.0)
    for v in range(n):
        for u in range(n):
            error = apart[v, u]
            if error == ON_SURFACE:
                continue
            total += telling[v, u]
            # insertion sort by error
            i = count
            while i > 0 and errors[i - 1] > error:
                errors[i] = errors[i - 1]
                weight[i] = weight[i - 1]
                i -= 1
            errors[i] = error
            weight[i] = telling[v, u]
            count += 1
    done = np.float32(0.0)
    s = np.float32(0.0)
    for i in range(count):
        done += weight[i]
        s += weight[i] * errors[i]
        if done >= np.float32(0.5) * total:
            break
    return float(s / max(done, np.float32(1e-6)))


@njit
def worst_side(apart: NDArray[np.float32]) -> float:
    """Return how far off even the best fitting pixel along one side of a cell is, the worst of the four; grey levels.

    What is larger than a cell hides a whole side of those that it lies over in part.

    Args:
        apart: (n, n) from `differences`.
    """
    last = apart.shape[0] - 1
    least = np.float32(0.0)
    for side in range(4):
        smallest = np.float32(1e30)
        for i in range(last + 1):
            v = 0 if side == 0 else last if side == 1 else i
            u = i if side < 2 else 0 if side == 2 else last
            if apart[v, u] != ON_SURFACE:
                smallest = min(smallest, apart[v, u])
        if smallest < np.float32(1e30):  # else the surface runs along it
            least = max(least, smallest)
    return float(least)


@njit
def contrast(
    cell: NDArray[np.float32],
    dry: NDArray[np.float32],
    trust: NDArray[np.float32],
    alpha: float,
    colour: NDArray[np.float32],
    surface: int,
    off: NDArray[np.float32],
) -> float:
    """Return the slope of what a cell shows over what a kind does, each about its own mean colour.

    Args:
        cell: (n, n, 3).
        dry: (n, n, 3) prototype.
        trust: (n, n) weights.
        alpha, colour: of the layer that lies over all lines below the surface.
        surface: line of the cell that the surface runs through.
        off: scratch (n, n, 3).

    Returns:
        1 for a tile as in the profile, 0 for any flat colour; 1 where too little is seen or the kind is flat itself.
    """
    n = cell.shape[0]
    rest, keeps = np.float32(1.0 - alpha), np.float32(alpha)
    weight, total = np.float32(0.0), np.float32(0.0)
    own_mean, off_mean = np.zeros(3, np.float32), np.zeros(3, np.float32)
    for v in range(n):
        for u in range(n):
            total += trust[v, u]
            worst = np.float32(0.0)
            for c in range(3):
                value = cell[v, u, c]
                if v > surface:
                    value = (value - rest * colour[c]) / keeps
                off[v, u, c] = value - dry[v, u, c]
                worst = max(worst, abs(off[v, u, c]))
            if v == surface or worst >= FOREIGN:
                off[v, u, 0] = np.inf
                continue
            weight += trust[v, u]
            for c in range(3):
                own_mean[c] += trust[v, u] * dry[v, u, c]
                off_mean[c] += trust[v, u] * off[v, u, c]
    if weight < LEAST_ASKED * total:
        return 1.0
    together, alone = np.float32(0.0), np.float32(0.0)
    for v in range(n):
        for u in range(n):
            if off[v, u, 0] == np.inf:
                continue
            for c in range(3):
                shade = dry[v, u, c] - own_mean[c] / weight
                stray = off[v, u, c] - off_mean[c] / weight
                together += trust[v, u] * shade * min(max(stray, -STRAY), STRAY)
                alone += trust[v, u] * shade * shade
    if alone < np.float32(3.0) * weight * FLAT * FLAT:
        return 1.0
    return float(np.float32(1.0) + together / alone)


@njit
def fit_cells(
    cells: NDArray[np.float32],
    distance: NDArray[np.float32],
    dry: NDArray[np.float32],
    trust: NDArray[np.float32],
    telling: NDArray[np.float32],
    alpha: float,
    colour: NDArray[np.float32],
    cols: int,
    line: int,
    doubtful: float,
    apart: NDArray[np.float32],
    off: NDArray[np.float32],
    scratch: NDArray[np.float32],
    cores: NDArray[np.float32],
    hidden: NDArray[np.float32],
    contrasts: NDArray[np.float32],
) -> None:
    """Fill how far the better half of each cell is from its nearest kind, and of doubtful cells from every kind.

    Args:
        cells: (cells, n, n, 3).
        distance: (cells, kinds).
        dry: (kinds, n, n, 3) prototypes.
        trust: (kinds, n, n), see `contrast`.
        telling: (kinds, n, n), see `better_half`.
        alpha, colour: of the layer.
        cols: of the board.
        line: from `best_waterline`.
        doubtful: distance from which a cell is held against every kind, in grey levels.
        apart: scratch (n, n).
        off: scratch (n, n, 3).
        scratch: (2, n * n).
        cores: (cells, kinds), in grey levels; NOT_ASKED elsewhere.
        hidden: (cells,), see `worst_side`.
        contrasts: (cells,), see `contrast`, of each cell's nearest kind.
    """
    n = cells.shape[1]
    cores[:] = NOT_ASKED
    for a in range(cells.shape[0]):
        surface = line - (a // cols) * n
        nearest = int(distance[a].argmin())
        contrasts[a] = contrast(cells[a], dry[nearest], trust[nearest], alpha, colour, surface, off)
        for k in range(len(dry)):
            if k == nearest or distance[a, nearest] > doubtful:
                differences(cells[a], dry[k], alpha, colour, surface, apart)
                cores[a, k] = better_half(apart, telling[k], scratch[0], scratch[1])
                if k == nearest:
                    hidden[a] = worst_side(apart)

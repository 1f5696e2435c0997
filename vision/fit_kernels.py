"""How single cells fit a kind beyond their mean distance: by their better half, their worst side and their shading."""

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit, njit_inline

NOT_ASKED = np.float32(-1.0)
"""Stands where a cell was not held against a kind."""
ON_SURFACE = np.float32(-1.0)
"""Stands for the difference of pixels that the water's surface runs through; they tell nothing."""
ERROR_STEPS = np.float32(1024.0)
"""Steps of a grey level to which pixels are ordered by how far off they are."""
FARTHEST = np.float32(1000.0)
"""Grey levels from which it no longer matters how far."""
BEYOND = 2**30
"""Steps of a pixel that is not asked."""
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
    off: NDArray[np.float32],
    apart: NDArray[np.float32],
) -> None:
    """Fill how far each pixel of a cell is from a kind's, in grey levels of the dry tile.

    Args:
        cell: (n, n, 3).
        dry: (n, n, 3) prototype.
        alpha, colour: of the layer that lies over all lines below the surface.
        surface: line of the cell that the surface runs through; n and more where it is below, negative where above.
        off: (n, n, 3), by channel and with sign.
        apart: (n, n), their root mean square; ON_SURFACE along the surface.
    """
    rest, inverse = np.float32(1.0 - alpha), np.float32(1.0 / alpha)
    third, n = np.float32(1.0 / 3.0), cell.shape[0]
    for v in range(n):
        for u in range(n):
            square = np.float32(0.0)
            for c in range(3):
                value = cell[v, u, c]
                if v > surface:
                    value = (value - rest * colour[c]) * inverse
                off[v, u, c] = value - dry[v, u, c]
                square += off[v, u, c] * off[v, u, c]
            apart[v, u] = ON_SURFACE if v == surface else np.sqrt(third * square)


@njit
def better_half(apart: NDArray[np.float32], telling: NDArray[np.int32], steps: NDArray[np.int32]) -> float:
    """Return the mean of the smaller half of the differences, halved by how much each pixel tells; grey levels.

    A cell with something small over it has a half that fits well; a kind never seen has not.

    Args:
        apart: (n, n) from `differences`.
        telling: (n, n) how far a pixel tells this kind from others.
        steps: scratch (n * n,).
    """
    errors, weights = apart.reshape(-1), telling.reshape(-1)
    total, low, high = 0, 0, 0
    for i in range(errors.size):
        if errors[i] == ON_SURFACE:
            steps[i] = BEYOND
            continue
        steps[i] = int(min(errors[i], FARTHEST) * ERROR_STEPS)
        high = max(high, steps[i])
        total += weights[i]
    while low < high:  # the least difference up to which the pixels tell half of all
        middle, told = (low + high) // 2, 0
        for i in range(steps.size):
            told += weights[i] if steps[i] <= middle else 0
        if 2 * told >= total:
            high = middle
        else:
            low = middle + 1
    done, summed = 0, np.float32(0.0)
    for i in range(steps.size):
        if steps[i] < high:
            done += weights[i]
            summed += np.float32(weights[i]) * errors[i]
    for i in range(steps.size):  # of those that are off by just so much, as many as make up the half
        if steps[i] == high and 2 * done < total:
            done += weights[i]
            summed += np.float32(weights[i]) * errors[i]
    return float(summed / np.float32(max(done, 1)))


@njit
def worst_side(apart: NDArray[np.float32], foreign: float) -> float:
    """Return how much of the line a pixel within a cell's side is another thing's: a share, of the worst of the four.

    What is larger than a cell and reaches into it crosses this line; a pointer or a cursor's brackets leave the most of
    it. What hides only a side's outermost pixels leaves the tile in view, and the middle where it would be pressed.

    Args:
        apart: (n, n) from `differences`; n is 4 at least.
        foreign: grey levels from which a pixel is another thing's.
    """
    n = apart.shape[0]
    worst = 0.0
    for side in range(4):
        strange, asked = 0, 0
        for i in range(n):
            v = 1 if side == 0 else n - 2 if side == 1 else i
            u = i if side < 2 else 1 if side == 2 else n - 2
            asked += apart[v, u] != ON_SURFACE
            strange += apart[v, u] > foreign
        if asked > 0:  # else the surface runs along it
            worst = max(worst, strange / asked)
    return worst


@njit
def contrast(
    off: NDArray[np.float32],
    dry: NDArray[np.float32],
    trust: NDArray[np.float32],
    surface: int,
) -> float:
    """Return the slope of what a cell shows over what a kind does, each about its own mean colour.

    Args:
        off: (n, n, 3) from `differences`.
        dry: (n, n, 3) prototype.
        trust: (n, n) weights.
        surface: line of the cell that the surface runs through.

    Returns:
        1 for a tile as in the profile, 0 for any flat colour; 1 where too little is seen or the kind is flat itself.
    """
    n, zero = off.shape[0], np.float32(0.0)
    weight, total = zero, zero
    own_b, own_g, own_r, off_b, off_g, off_r = zero, zero, zero, zero, zero, zero
    for v in range(n):
        for u in range(n):
            w = trust[v, u]
            total += w
            if v == surface or _is_foreign(off[v, u]):
                continue
            weight += w
            own_b += w * dry[v, u, 0]
            own_g += w * dry[v, u, 1]
            own_r += w * dry[v, u, 2]
            off_b += w * off[v, u, 0]
            off_g += w * off[v, u, 1]
            off_r += w * off[v, u, 2]
    if weight < LEAST_ASKED * total:
        return 1.0
    own = own_b / weight, own_g / weight, own_r / weight
    mean = off_b / weight, off_g / weight, off_r / weight
    together, alone = zero, zero
    for v in range(n):
        for u in range(n):
            if v == surface or _is_foreign(off[v, u]):
                continue
            shaded, strayed = zero, zero
            for c in range(3):
                shade = dry[v, u, c] - own[c]
                strayed += shade * min(max(off[v, u, c] - mean[c], -STRAY), STRAY)
                shaded += shade * shade
            together += trust[v, u] * strayed
            alone += trust[v, u] * shaded
    if alone < np.float32(3.0) * weight * FLAT * FLAT:
        return 1.0
    return float(np.float32(1.0) + together / alone)


@njit_inline
def _is_foreign(off: NDArray[np.float32]) -> bool:
    """Tell whether a pixel is another thing's."""
    return bool(max(abs(off[0]), abs(off[1]), abs(off[2])) >= FOREIGN)


@njit
def fit_cells(
    cells: NDArray[np.float32],
    distance: NDArray[np.float32],
    dry: NDArray[np.float32],
    trust: NDArray[np.float32],
    telling: NDArray[np.int32],
    alpha: float,
    colour: NDArray[np.float32],
    cols: int,
    line: int,
    doubtful: float,
    foreign: float,
    off: NDArray[np.float32],
    apart: NDArray[np.float32],
    steps: NDArray[np.int32],
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
        foreign: see `worst_side`.
        off: scratch (n, n, 3).
        apart: scratch (n, n).
        steps: scratch (n * n,).
        cores: (cells, kinds), in grey levels; NOT_ASKED elsewhere.
        hidden: (cells,), see `worst_side`, of each cell's nearest kind.
        contrasts: (cells,), see `contrast`, of each cell's nearest kind.
    """
    n = cells.shape[1]
    cores[:] = NOT_ASKED
    for a in range(cells.shape[0]):
        surface = line - (a // cols) * n
        nearest = int(distance[a].argmin())
        for k in range(len(dry)):
            if k != nearest and distance[a, nearest] <= doubtful:
                continue
            differences(cells[a], dry[k], alpha, colour, surface, off, apart)
            cores[a, k] = better_half(apart, telling[k], steps)
            if k == nearest:
                hidden[a] = worst_side(apart, foreign)
                contrasts[a] = contrast(off, dry[k], trust[k], surface)

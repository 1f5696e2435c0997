"""How much the cells of a lattice look like each other: what tells a board from anything else."""

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit
from vision.cells import Patches

NOISE = 3.0
"""Root mean square difference that noise and resampling make, in grey levels."""
TYPICAL = 0.35
"""Quantile of a cell's distances that stands for 'another kind'."""

Distances = NDArray[np.float32]
"""(cells, cells) float32."""


def centre_weight(n: int) -> NDArray[np.float32]:
    """Return (n, n) weights of mean 1 that fall off towards the corners, where the ground shows beside round tiles."""
    along = (np.arange(n) + 0.5) / n * 2 - 1
    radius = np.hypot(along[:, None], along[None, :])
    weight = np.clip(1.6 - radius, 0.15, 0.8)
    return np.asarray(weight / weight.mean(), np.float32)


@njit
def _square_distances(flat: NDArray[np.int32], out: NDArray[np.float32]) -> None:
    # whole numbers, so that the compiler may sum them in any order; no BLAS, whose threads cost more than they save
    for a in range(flat.shape[0]):
        out[a, a] = 0.0
        for b in range(a):
            total = np.int64(0)
            for i in range(flat.shape[1]):
                d = flat[a, i] - flat[b, i]
                total += np.int64(d * d)
            out[a, b] = np.float32(total)
            out[b, a] = out[a, b]


def _distances(flat: NDArray[np.float32], unit: float) -> Distances:
    out = np.empty((len(flat), len(flat)), np.float32)
    _square_distances(np.round(flat * np.float32(unit)).astype(np.int32), out)
    out /= np.float32(unit * unit)
    return out


def raw_distances(patches: NDArray[np.float32]) -> Distances:
    """Return the weighted root mean square differences between patches (cells, n, n, 3), in grey levels."""
    n = patches.shape[1]
    flat = (patches * np.sqrt(centre_weight(n))[None, :, :, None]).reshape(len(patches), -1)
    return np.asarray(np.sqrt(_distances(flat, 8.0) / np.float32(flat.shape[1])), np.float32)


def tint_free_distances(patches: NDArray[np.float32]) -> tuple[Distances, NDArray[np.float32]]:
    """Return distances that a see-through layer over a cell does not change, and each cell's contrast.

    A layer of one colour shifts every channel of a cell and shrinks its contrast; so does it in the mean-free,
    unit-length cell not at all.

    Args:
        patches: (cells, n, n, 3).

    Returns:
        1 - correlation (cells, cells), 0 for the same cell, about 1 for unrelated ones; contrast (cells,) in
        grey levels (standard deviation within the cell).
    """
    weight = centre_weight(patches.shape[1])[None, :, :, None]
    mean = (patches * weight).mean(axis=(1, 2), keepdims=True)
    flat = ((patches - mean) * np.sqrt(weight)).reshape(len(patches), -1)
    contrast = np.sqrt(np.mean(flat * flat, axis=1))
    unit = flat / np.maximum(np.sqrt(np.sum(flat * flat, axis=1, keepdims=True)), 1e-6)
    # for unit vectors |a - b|^2 = 2 (1 - a.b)
    return _distances(unit, 4096.0) / np.float32(2.0), contrast.astype(np.float32)


def interior_pairs(rows: int, cols: int) -> NDArray[np.bool_]:
    """Return which pairs of cells may be held against each other, (cells, cells) bool: [a, b] asks what a is like.

    A cell is compared with cells that lie further from its nearest edge only, in both axes at once being not
    needed: otherwise a row or column of plain ground beside the board, all alike, would pass for tiles.
    """
    r, c = np.divmod(np.arange(rows * cols), cols)
    down = np.where((r < rows / 2)[:, None], r[None, :] > r[:, None], r[None, :] < r[:, None])
    across = np.where((c < cols / 2)[:, None], c[None, :] > c[:, None], c[None, :] < c[:, None])
    allowed: NDArray[np.bool_] = down & across
    # near a corner that leaves all the board; near the middle it leaves a quarter, where either axis will do
    few = allowed.sum(axis=1) < rows * cols // 3
    allowed[few] = (down | across)[few]
    return allowed


def _nearest_to_typical(
    distance: Distances, allowed: NDArray[np.bool_], noise: NDArray[np.float32] | float
) -> NDArray[np.float32]:
    d = np.where(allowed, distance, np.inf)
    near = d.min(axis=1)
    order = np.sort(d, axis=1)
    count = allowed.sum(axis=1)
    typical = order[np.arange(len(d)), np.maximum(1, (TYPICAL * count).astype(int))]
    result: NDArray[np.float32] = 1.0 - (near + noise) / (typical + noise)
    return result


def likeness(patches: Patches, allowed: NDArray[np.bool_] | None = None) -> NDArray[np.float32]:
    """Return (rows, cols) how much more each cell is like its nearest other than like a typical other, 0 to 1.

    The better of two measures: as seen, and with any tint taken out.
    """
    rows, cols, n = patches.shape[:3]
    cells = patches.reshape(rows * cols, n, n, 3)
    if allowed is None:
        allowed = ~np.eye(rows * cols, dtype=np.bool_)
    raw = _nearest_to_typical(raw_distances(cells), allowed, NOISE)
    distance, contrast = tint_free_distances(cells)
    # noise of variance s^2 in two cells of contrast k lowers their correlation by (s / k)^2
    blur = np.minimum((NOISE / np.maximum(contrast, 0.1)) ** 2, 1e3).astype(np.float32)
    free = _nearest_to_typical(distance, allowed, blur)
    return np.clip(np.maximum(raw, free), 0.0, 1.0).reshape(rows, cols)

"""How much the cells of a lattice look like each other: what tells a board from anything else."""

import functools

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit
from vision.cells import Patches

NOISE = 3.0
"""Root mean square difference that noise and resampling make, in grey levels."""
TYPICAL = 0.35
"""Quantile of a cell's distances that stands for 'another kind'."""
GREY_LEVEL = 8.0
"""What a grey level becomes where distances are taken between whole numbers."""
LENGTH = 4096.0
"""What a cell of length 1 becomes there."""
IN_32_BITS = 512
"""Squares of such numbers that 32 bits can hold the sum of: each is at most (255 `GREY_LEVEL`)^2 and a seventh more."""

Distances = NDArray[np.float32]
"""(cells, cells) float32."""


@functools.cache
def centre_weight(n: int) -> NDArray[np.float32]:
    """Return (n, n) weights of mean 1 that fall off towards the corners, where the ground shows beside round tiles."""
    along = (np.arange(n) + 0.5) / n * 2 - 1
    radius = np.hypot(along[:, None], along[None, :])
    weight = np.clip(1.6 - radius, 0.15, 0.8)
    result = np.asarray(weight / weight.mean(), np.float32)
    result.flags.writeable = False
    return result


@njit
def _square_distances(flat: NDArray[np.int32], out: NDArray[np.float32]) -> None:
    # whole numbers, so that the compiler may sum them in any order, and 32 bits, of which it adds up eight at once; no
    # BLAS, whose threads cost more than they save
    size = flat.shape[1]
    for a in range(flat.shape[0]):
        out[a, a] = 0.0
        one = flat[a]
        for b in range(a):
            other = flat[b]
            total = np.int64(0)
            for first in range(0, size, IN_32_BITS):
                part = np.uint32(0)
                for i in range(first, min(first + IN_32_BITS, size)):
                    d = np.int32(one[i] - other[i])
                    part = np.uint32(part + np.uint32(np.int32(d * d)))
                total += np.int64(part)
            out[a, b] = np.float32(total)
            out[b, a] = out[a, b]


@njit
def _take_tint_off(
    cells: NDArray[np.float32],
    weight: NDArray[np.float32],
    unit: float,
    out: NDArray[np.int32],
    contrast: NDArray[np.float32],
) -> None:
    # cells (cells, n * n, 3) and weight (n * n,) of mean 1 in; out (cells, n * n * 3), each cell less its mean and of
    # length `unit`, and contrast (cells,)
    size = weight.size
    root = np.sqrt(weight)
    for c in range(cells.shape[0]):
        cell, whole = cells[c], out[c]
        b, g, r = np.float32(0.0), np.float32(0.0), np.float32(0.0)
        for i in range(size):
            b += weight[i] * cell[i, 0]
            g += weight[i] * cell[i, 1]
            r += weight[i] * cell[i, 2]
        b, g, r = np.float32(b / size), np.float32(g / size), np.float32(r / size)
        energy = np.float32(0.0)
        for i in range(size):
            db, dg, dr = cell[i, 0] - b, cell[i, 1] - g, cell[i, 2] - r
            energy += weight[i] * (db * db + dg * dg + dr * dr)
        contrast[c] = np.sqrt(energy / np.float32(3 * size))
        scale = np.float32(unit) / max(np.sqrt(energy), np.float32(1e-6))
        for i in range(size):
            by = scale * root[i]
            whole[3 * i] = np.int32(np.rint(by * (cell[i, 0] - b)))
            whole[3 * i + 1] = np.int32(np.rint(by * (cell[i, 1] - g)))
            whole[3 * i + 2] = np.int32(np.rint(by * (cell[i, 2] - r)))


def _distances(flat: NDArray[np.int32], unit: float) -> Distances:
    out = np.empty((len(flat), len(flat)), np.float32)
    _square_distances(flat, out)
    out /= np.float32(unit * unit)
    return out


def raw_distances(patches: NDArray[np.float32]) -> Distances:
    """Return the weighted root mean square differences between patches (cells, n, n, 3), in grey levels."""
    n = patches.shape[1]
    unit = np.sqrt(centre_weight(n))[None, :, :, None] * np.float32(GREY_LEVEL)
    flat = np.round(patches * unit).astype(np.int32).reshape(len(patches), -1)
    return np.asarray(np.sqrt(_distances(flat, GREY_LEVEL) / np.float32(flat.shape[1])), np.float32)


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
    count, n = patches.shape[:2]
    flat = np.empty((count, n * n * 3), np.int32)
    contrast = np.empty(count, np.float32)
    cells = np.ascontiguousarray(patches, np.float32).reshape(count, n * n, 3)
    _take_tint_off(cells, centre_weight(n).ravel(), LENGTH, flat, contrast)
    # for unit vectors |a - b|^2 = 2 (1 - a.b)
    return _distances(flat, LENGTH) / np.float32(2.0), contrast


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


@njit
def _put_in_place(values: NDArray[np.float32], count: int, k: int) -> None:
    """Reorder the first `count` values so that the k-th smallest is at k (Hoare's quickselect, 1961)."""
    low, high = 0, count - 1
    while low < high:
        pivot = values[(low + high) // 2]
        i, j = low, high
        while i <= j:
            while values[i] < pivot:
                i += 1
            while values[j] > pivot:
                j -= 1
            if i <= j:
                values[i], values[j] = values[j], values[i]
                i += 1
                j -= 1
        if k <= j:
            high = j
        elif k >= i:
            low = i
        else:
            return


@njit
def _nearest_to_typical(
    distance: Distances,
    allowed: NDArray[np.bool_],
    noise: NDArray[np.float32],
    row: NDArray[np.float32],
    out: NDArray[np.float32],
) -> None:
    # noise (cells,) is added to all distances of a cell; row (cells,) scratch; out (cells,)
    cells = distance.shape[0]
    for a in range(cells):
        count, near = 0, np.float32(np.inf)
        for b in range(cells):
            if allowed[a, b]:
                row[count] = distance[a, b]
                near = min(near, row[count])
                count += 1
        k = max(1, int(TYPICAL * count))
        _put_in_place(row, count, k)
        typical = row[k] if k < count else np.float32(np.inf)
        out[a] = np.float32(1.0) - (near + noise[a]) / (typical + noise[a])


def likeness(patches: Patches, allowed: NDArray[np.bool_] | None = None) -> NDArray[np.float32]:
    """Return (rows, cols) how much more each cell is like its nearest other than like a typical other, 0 to 1.

    The better of two measures: as seen, and with any tint taken out.
    """
    rows, cols, n = patches.shape[:3]
    cells = patches.reshape(rows * cols, n, n, 3)
    if allowed is None:
        allowed = ~np.eye(rows * cols, dtype=np.bool_)
    raw, free, scratch = np.empty((3, rows * cols), np.float32)
    _nearest_to_typical(raw_distances(cells), allowed, np.full(rows * cols, NOISE, np.float32), scratch, raw)
    distance, contrast = tint_free_distances(cells)
    # noise of variance s^2 in two cells of contrast k lowers their correlation by (s / k)^2
    blur = np.minimum((NOISE / np.maximum(contrast, 0.1)) ** 2, 1e3).astype(np.float32)
    _nearest_to_typical(distance, allowed, blur, scratch, free)
    return np.asarray(np.clip(np.maximum(raw, free), 0.0, 1.0).reshape(rows, cols), np.float32)

"""The exact pitch: cells of one kind must lie on each other to a fraction of a pixel."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.cell_likeness import raw_distances
from capture.frame import Pixels
from vision.cells import sample_cells
from vision.lattice import Lattice

PAIRS_PER_CELL = 3
"""Nearest cells that each cell is registered with."""
MAX_SIDE = 32
"""Patch pixels a side at most."""

EVEN = 2.0
"""Grey levels of standard deviation below which a cell does not tell where it is."""
ENOUGH = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 50, 1e-3)
"""When a cell is laid on another closely enough: steps, and what the last one gained."""
SMOOTHING = (5, 5)
"""Size of the filter that makes edges slope before that."""
ROUNDING = 0.75
"""Windows that round each tile's place to whole pixels put it up to half a pixel off; such tiles are no outliers."""


@dataclass(frozen=True, slots=True)
class Registered:
    """A lattice whose pitch has been fitted to the tiles.

    Attributes:
        lattice: the lattice; its centre is where it was, only the pitches have changed.
        residual_px: how far tiles of one kind lie off each other, robust standard deviation in pixels a tile.
        pairs: how many pairs of like cells that rests on.
    """

    lattice: Lattice
    residual_px: float
    pairs: int


def like_pairs(patches: NDArray[np.float32], tolerance: float = 0.5) -> NDArray[np.intp]:
    """Return pairs (m, 2) of cells that are most likely of one kind.

    Args:
        patches: (cells, n, n, 3) of one frame.
        tolerance: a pair's distance, at most this share of the typical distance between cells.
    """
    distance = raw_distances(patches)
    np.fill_diagonal(distance, np.inf)
    typical = float(np.median(distance[np.isfinite(distance)]))
    nearest = np.argsort(distance, axis=1)[:, :PAIRS_PER_CELL]
    first = np.repeat(np.arange(len(patches)), nearest.shape[1])
    second = nearest.ravel()
    good = distance[first, second] < tolerance * typical
    pairs = np.sort(np.stack([first[good], second[good]], axis=1), axis=1)
    return np.unique(pairs, axis=0)


def displacements(
    a: NDArray[np.float32], b: NDArray[np.float32], margin: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how far patches `b` (m, n, n, 3) lie off patches `a`, (m, 2) as x, y in patch pixels, and its information.

    One step of Lucas and Kanade's registration (1981), with large differences capped. The information (m, 2) is the
    gradient energy along x and y: 0 where a patch says nothing about that axis.
    """
    mean = 0.5 * (a + b)
    gy, gx = np.gradient(mean, axis=(1, 2))
    difference = b - a
    scale = np.maximum(3.0 * np.median(np.abs(difference), axis=(1, 2, 3), keepdims=True), 8.0)
    weight = 1.0 / (1.0 + (difference / scale) ** 2)
    inner = (slice(None), slice(margin, -margin or None), slice(margin, -margin or None))
    gx, gy, difference, weight = gx[inner], gy[inner], difference[inner], weight[inner]
    xx = (weight * gx * gx).sum(axis=(1, 2, 3), dtype=np.float64)
    yy = (weight * gy * gy).sum(axis=(1, 2, 3), dtype=np.float64)
    xy = (weight * gx * gy).sum(axis=(1, 2, 3), dtype=np.float64)
    xt = -(weight * gx * difference).sum(axis=(1, 2, 3), dtype=np.float64)
    yt = -(weight * gy * difference).sum(axis=(1, 2, 3), dtype=np.float64)
    ridge = 1e-2 * (xx + yy) + 1e-3
    det = (xx + ridge) * (yy + ridge) - xy * xy
    shift = np.stack([((yy + ridge) * xt - xy * yt) / det, ((xx + ridge) * yt - xy * xt) / det], axis=1)
    return shift, np.stack([xx, yy], axis=1)


def _robust_slope(steps: NDArray[np.float64], shift: NDArray[np.float64], information: NDArray[np.float64]) -> float:
    weight = information.copy()
    slope = 0.0
    for _ in range(8):
        energy = float((weight * steps * steps).sum())
        if energy <= 0:
            return 0.0
        slope = float((weight * steps * shift).sum() / energy)
        left = np.abs(shift - slope * steps)
        spread = max(float(np.median(left)), ROUNDING)
        weight = information / (1.0 + (left / (2 * spread)) ** 2)
    return slope


def register(pictures: Sequence[Pixels], lattice: Lattice, rounds: int = 4) -> Registered:
    """Fit the pitches of a roughly known lattice so that like cells lie on each other.

    Args:
        pictures: frames of the same window.
        lattice: good to about a tenth of a cell over the whole board.
        rounds: steps of the registration.
    """
    residual, count = float("inf"), 0
    for _ in range(rounds):
        n = int(min(MAX_SIDE, max(8, round(min(lattice.pitch_x, lattice.pitch_y)))))
        steps_x: list[NDArray[np.float64]] = []
        steps_y: list[NDArray[np.float64]] = []
        shifts: list[NDArray[np.float64]] = []
        infos: list[NDArray[np.float64]] = []
        for picture in pictures:
            cells = sample_cells(picture, lattice, n).reshape(-1, n, n, 3)
            pairs = like_pairs(cells)
            if not len(pairs):
                continue
            shift, information = displacements(cells[pairs[:, 0]], cells[pairs[:, 1]], max(1, n // 10))
            row, col = np.divmod(pairs, lattice.cols)
            steps_x.append((col[:, 1] - col[:, 0]).astype(np.float64))
            steps_y.append((row[:, 1] - row[:, 0]).astype(np.float64))
            shifts.append(shift)
            infos.append(information)
        if not shifts:
            return Registered(lattice, float("inf"), 0)
        shift, information = np.concatenate(shifts), np.concatenate(infos)
        sx, sy = np.concatenate(steps_x), np.concatenate(steps_y)
        count = len(shift)
        shift = shift * np.array([lattice.pitch_x / n, lattice.pitch_y / n])
        near = np.abs(shift).max(axis=1) < 0.2 * lattice.pitch_x
        dx = _robust_slope(sx[near], shift[near, 0], information[near, 0])
        dy = _robust_slope(sy[near], shift[near, 1], information[near, 1])
        limit = 0.01 * lattice.pitch_x
        dx, dy = float(np.clip(dx, -limit, limit)), float(np.clip(dy, -limit, limit))
        left = np.stack([shift[:, 0] - dx * sx, shift[:, 1] - dy * sy], axis=1)
        # two tiles lie off each other by sqrt(2) times what one lies off the lattice; 1.48: median to deviation
        residual = float(1.4826 * np.median(np.abs(left)) / np.sqrt(2.0))
        lattice = replace(
            lattice,
            x=lattice.x - dx * lattice.cols / 2,
            y=lattice.y - dy * lattice.rows / 2,
            pitch_x=lattice.pitch_x + dx,
            pitch_y=lattice.pitch_y + dy,
        )
        if abs(dx) * lattice.cols < 0.02 and abs(dy) * lattice.rows < 0.02:
            break
    return Registered(lattice, residual, count)


def misplacement(kinds: Sequence[NDArray[np.float32]], pitch: float) -> float | None:
    """Return how far cells of one kind lie off each other, robust standard deviation in pixels; None where none recurs.

    Args:
        kinds: (k, n, n, 3) patches a kind, cut where the lattice says that its cells are.
        pitch: pixels that a patch is wide.
    """
    off = []
    for patches in kinds:
        if len(patches) < 2:
            continue
        grey = np.stack([cv2.GaussianBlur(patch.mean(axis=2), SMOOTHING, 0) for patch in patches.astype(np.float32)])
        usual = np.median(grey, axis=0)
        shifts = [_shift(usual, patch) for patch in grey if usual.std() >= EVEN]
        off += [shift * pitch / patches.shape[1] for shift in shifts if shift is not None]
    return float(1.4826 * np.median(np.abs(off))) if off else None


def _shift(reference: NDArray[np.float32], patch: NDArray[np.float32]) -> NDArray[np.float64] | None:
    """Return by how many of their pixels a patch lies right of and below another, (2,); None if that cannot be told."""
    moved = np.eye(2, 3, dtype=np.float32)
    try:
        cv2.findTransformECC(reference, patch, moved, cv2.MOTION_TRANSLATION, ENOUGH)
    except cv2.error:  # nothing that could be laid on the other
        return None
    return moved[:, 2].astype(np.float64)

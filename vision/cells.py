"""Every cell of a board as a small patch of the same size, whatever the pitch, its fraction and the scale."""

import numpy as np
from numpy.typing import NDArray

from capture.frame import Pixels
from engine.jit import njit
from vision.lattice import Lattice

Patches = NDArray[np.float32]
"""(rows, cols, n, n, 3) float32, BGR 0 to 255: each cell averaged over n x n equal areas."""

MAX_TAPS = 6
"""Source pixels averaged at most per patch pixel and axis; beyond that they are taken at even steps (speed)."""


def axis_taps(start: float, pitch: float, cells: int, n: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Return which source pixels make each of `cells * n` areas along one axis, and their weights.

    Args:
        start: where the first cell begins, in pixels.
        pitch: length of a cell, in pixels.
        cells: how many.
        n: areas a cell.

    Returns:
        index (cells * n, taps) int32 and weight (cells * n, taps) float32, each row summing to 1.
    """
    step = pitch / n
    low = start + step * np.arange(cells * n)
    if step > MAX_TAPS:
        offsets = (np.arange(MAX_TAPS) + 0.5) * (step / MAX_TAPS)
        index = np.floor(low[:, None] + offsets[None, :])
        weight = np.full(index.shape, 1.0 / MAX_TAPS)
    else:
        taps = int(np.ceil(step)) + 1
        index = np.floor(low)[:, None] + np.arange(taps)[None, :]
        weight = np.minimum(index + 1, low[:, None] + step) - np.maximum(index, low[:, None])
        weight = np.maximum(weight, 0.0)
        weight /= weight.sum(axis=1, keepdims=True)
    return index.astype(np.int32), weight.astype(np.float32)


@njit
def _average(
    rows: NDArray[np.uint8],
    iy: NDArray[np.int32],
    wy: NDArray[np.float32],
    ix: NDArray[np.int32],
    wx: NDArray[np.float32],
    line: NDArray[np.float32],
    out: NDArray[np.float32],
) -> None:
    # rows is the image (height, width * 3), line scratch (width * 3,) of one averaged row, out (rows, cols, n, n, 3)
    height, width = rows.shape[0], rows.shape[1] // 3
    n = out.shape[2]
    first = 3 * min(max(ix[0, 0], 0), width - 1)
    end = 3 * min(max(ix[-1, -1], 0), width - 1) + 3
    some = line[first:end]
    for j in range(iy.shape[0]):
        some[:] = 0.0
        for t in range(iy.shape[1]):
            w = wy[j, t]
            if w > 0.0:
                # as slices from 0 on: only so it is done on several channels at once
                row = rows[min(max(iy[j, t], 0), height - 1), first:end]
                for x in range(row.size):
                    some[x] += w * np.float32(row[x])
        down = j // n
        v = j - down * n
        for i in range(ix.shape[0]):
            across = i // n
            u = i - across * n
            b = np.float32(0.0)
            g = np.float32(0.0)
            r = np.float32(0.0)
            for t in range(ix.shape[1]):
                w = wx[i, t]
                x = 3 * min(max(ix[i, t], 0), width - 1)
                b += w * line[x]
                g += w * line[x + 1]
                r += w * line[x + 2]
            out[down, across, v, u, 0] = b
            out[down, across, v, u, 1] = g
            out[down, across, v, u, 2] = r


class CellSampler:
    """Cuts the cells of one lattice out of frames, with everything that does not depend on the pixels done once.

    Args:
        lattice: the cells, in frame pixels; parts outside the frame repeat its edge.
        n: patch pixels a side.
    """

    def __init__(self, lattice: Lattice, n: int) -> None:
        self._iy, self._wy = axis_taps(lattice.y, lattice.pitch_y, lattice.rows, n)
        self._ix, self._wx = axis_taps(lattice.x, lattice.pitch_x, lattice.cols, n)
        self._shape = (lattice.rows, lattice.cols, n, n, 3)
        self._line = np.zeros(0, np.float32)

    def __call__(self, pixels: Pixels, out: Patches | None = None) -> Patches:
        """Return the patches of one frame, (rows, cols, n, n, 3); `out` is written where given."""
        rows = pixels.reshape(pixels.shape[0], -1)
        if self._line.size != rows.shape[1]:
            self._line = np.zeros(rows.shape[1], np.float32)
        if out is None:
            out = np.empty(self._shape, np.float32)
        _average(rows, self._iy, self._wy, self._ix, self._wx, self._line, out)
        return out


def sample_cells(pixels: Pixels, lattice: Lattice, n: int) -> Patches:
    """Return the patches of one frame, (rows, cols, n, n, 3)."""
    return CellSampler(lattice, n)(pixels)

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


@njit
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
    few = step <= MAX_TAPS
    taps = int(np.ceil(step)) + 1 if few else MAX_TAPS
    index = np.empty((cells * n, taps), np.int32)
    weight = np.full((cells * n, taps), np.float32(1.0 / MAX_TAPS))
    shares = np.empty(taps)
    for area in range(cells * n):
        low = start + step * area
        if not few:
            for t in range(taps):
                index[area, t] = int(np.floor(low + (t + 0.5) * (step / MAX_TAPS)))
            continue
        first, total = np.floor(low), 0.0
        for t in range(taps):
            shares[t] = max(0.0, min(first + t + 1, low + step) - max(first + t, low))
            total += shares[t]
        for t in range(taps):
            index[area, t] = int(first) + t
            weight[area, t] = shares[t] / total
    return index, weight


@njit
def _lines_within(index: NDArray[np.int32], height: int) -> NDArray[np.int64]:
    """Return the lines that taps are taken from; beyond a frame so high it is its edge."""
    lines = np.empty(index.shape, np.int64)
    for area in range(index.shape[0]):
        for t in range(index.shape[1]):
            lines[area, t] = min(max(index[area, t], 0), height - 1)
    return lines


@njit
def _bytes_within(index: NDArray[np.int32], width: int) -> tuple[NDArray[np.uint64], int, int]:
    """Return the bytes of a line where taps begin, beyond a frame so wide at its edge.

    They are counted from the first that any of them needs. That one follows, and how many are needed from there on.
    """
    first, last = width - 1, 0
    for area in range(index.shape[0]):
        for t in range(index.shape[1]):
            column = min(max(index[area, t], 0), width - 1)
            first, last = min(first, column), max(last, column)
    places = np.empty(index.shape, np.uint64)
    for area in range(index.shape[0]):
        for t in range(index.shape[1]):
            places[area, t] = 3 * (min(max(index[area, t], 0), width - 1) - first)
    return places, 3 * first, 3 * (last - first + 1)


@njit
def _average(
    rows: NDArray[np.uint8],
    iy: NDArray[np.int64],
    wy: NDArray[np.float32],
    first: int,
    ix: NDArray[np.uint64],
    wx: NDArray[np.float32],
    line: NDArray[np.float32],
    areas: NDArray[np.float32],
    out: NDArray[np.float32],
) -> None:
    # rows is the image (height, width * 3); line scratch, an averaged row from byte `first` on; ix counts from there;
    # areas scratch (cols * n * 3,); out (rows, cols, n, n, 3). Unsigned places: nothing is asked about negative ones.
    n = out.shape[2]
    green, red, channels = np.uint64(1), np.uint64(2), np.uint64(3)
    for j in range(iy.shape[0]):
        line[:] = 0.0
        for t in range(iy.shape[1]):
            w = wy[j, t]
            if w > 0.0:
                # as slices from 0 on: only so it is done on several channels at once
                row = rows[iy[j, t], first : first + line.size]
                for x in range(row.size):
                    line[x] += w * np.float32(row[x])
        for i in range(np.uint64(ix.shape[0])):
            b = np.float32(0.0)
            g = np.float32(0.0)
            r = np.float32(0.0)
            for t in range(np.uint64(ix.shape[1])):
                w = wx[i, t]
                x = ix[i, t]
                b += w * line[x]
                g += w * line[x + green]
                r += w * line[x + red]
            at = channels * i
            areas[at] = b
            areas[at + green] = g
            areas[at + red] = r
        down = j // n
        v = j - down * n
        for across in range(out.shape[1]):
            patch = out[down, across, v]
            for u in range(n):
                at = channels * np.uint64(across * n + u)
                patch[u, 0] = areas[at]
                patch[u, 1] = areas[at + green]
                patch[u, 2] = areas[at + red]


class CellSampler:
    """Cuts the cells of one lattice out of frames, with everything that does not depend on the pixels done once.

    Args:
        lattice: the cells, in frame pixels; parts outside the frame repeat its edge.
        n: patch pixels a side.
    """

    def __init__(self, lattice: Lattice, n: int) -> None:
        self._iy, self._wy = axis_taps(float(lattice.y), float(lattice.pitch_y), lattice.rows, n)
        self._ix, self._wx = axis_taps(float(lattice.x), float(lattice.pitch_x), lattice.cols, n)
        self._shape = (lattice.rows, lattice.cols, n, n, 3)
        self._areas = np.empty(3 * lattice.cols * n, np.float32)
        self._size = (0, 0)

    def __call__(self, pixels: Pixels, out: Patches | None = None) -> Patches:
        """Return the patches of one frame, (rows, cols, n, n, 3); `out` is written where given."""
        if self._size != pixels.shape[:2]:
            self._fit((pixels.shape[0], pixels.shape[1]))
        if out is None:
            out = np.empty(self._shape, np.float32)
        rows = pixels.reshape(pixels.shape[0], -1)
        _average(rows, self._lines, self._wy, self._first, self._places, self._wx, self._line, self._areas, out)
        return out

    def _fit(self, size: tuple[int, int]) -> None:
        """Find the places of all source pixels in frames of that size, (height, width)."""
        height, width = self._size = size
        self._lines = _lines_within(self._iy, height)
        self._places, self._first, needed = _bytes_within(self._ix, width)
        self._line = np.zeros(needed, np.float32)


def sample_cells(pixels: Pixels, lattice: Lattice, n: int) -> Patches:
    """Return the patches of one frame, (rows, cols, n, n, 3)."""
    return CellSampler(lattice, n)(pixels)

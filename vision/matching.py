"""How far each cell is from each kind, dry or under water, and where the water begins.

Distances are taken in the dry tile's own grey levels: under a layer that keeps the share `alpha` of the tile,
shown = alpha * tile + (1 - alpha) * colour, a difference between two shown tiles is `alpha` times that of the tiles, so it
is divided by `alpha`. One pixel's difference is capped: a cursor's bracket or a drop of spray has bounded influence.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit
from vision.cells import Patches

CAP = 64.0
"""Largest difference that one pixel counts with, in grey levels (root mean square over the channels)."""
SMALLEST_ALPHA = 0.2
"""A layer thicker than that leaves too little of the tile to be read."""


Tone = NDArray[np.float32]
"""(2, 3) float32: gain and offset of blue, green and red."""


@dataclass(frozen=True, slots=True, eq=False)
class Tint:
    """A see-through layer: shown = (1 - weight) * tile + weight * colour.

    Attributes:
        weight: 0 (nothing) to 1 - SMALLEST_ALPHA.
        colour: blue, green, red, 0 to 255.
    """

    weight: float
    colour: tuple[float, float, float]

    def over(self, tiles: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return tiles (..., 3) as they look under the layer."""
        colour = np.asarray(self.colour, np.float32)
        return ((1.0 - self.weight) * tiles + self.weight * colour).astype(np.float32)

    def off(self, shown: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return tiles (..., 3) with the layer taken off; values may leave 0 to 255."""
        colour = np.asarray(self.colour, np.float32)
        return ((shown - self.weight * colour) / (1.0 - self.weight)).astype(np.float32)


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
    costs: NDArray[np.float32], weight: NDArray[np.float32], rows: int, cols: int, whole: NDArray[np.float32]
) -> int:
    """Return the line of patch pixels that the water's surface runs through, 0 to rows * n (none).

    Lines above it are dry, lines below are wet, the line itself counts for nothing; it is the line for which every cell
    taken with its best kind fits best.

    Args:
        costs: (2, cells, kinds, n) from `line_costs`.
        weight: (kinds, n) sums of trust a line.
        rows: of the board.
        cols: of the board.
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
                total += best
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
                total += best
            if total < best_cost:
                best_cost = total
                best_line = r * n + line
        above += whole[0, r]
    if above < best_cost:
        best_line = rows * n
    return best_line


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


@njit
def core_distances(
    cells: NDArray[np.float32],
    nearest: NDArray[np.intp],
    dry: NDArray[np.float32],
    telling: NDArray[np.float32],
    alpha: float,
    colour: NDArray[np.float32],
    cols: int,
    line: int,
    apart: NDArray[np.float32],
    weight: NDArray[np.float32],
    out: NDArray[np.float32],
) -> None:
    """Fill how far the better half of each cell is from its nearest kind, in grey levels.

    A cell with something small over it has a half that fits well; a kind never seen has not.

    Args:
        cells: (cells, n, n, 3).
        nearest: (cells,) kind of each.
        dry: (kinds, n, n, 3) prototypes.
        telling: (kinds, n, n) how far a pixel tells this kind from others.
        alpha, colour: of the layer.
        cols: of the board.
        line: from `best_waterline`.
        apart, weight: scratch (n * n,).
        out: (cells,).
    """
    third = np.float32(1.0 / 3.0)
    rest = np.float32(1.0 - alpha)
    n = cells.shape[1]
    for a in range(cells.shape[0]):
        k = nearest[a]
        first = (a // cols) * n
        count = 0
        total = np.float32(0.0)
        for v in range(n):
            if first + v == line:
                continue
            wet = first + v > line
            for u in range(n):
                square = np.float32(0.0)
                for c in range(3):
                    value = cells[a, v, u, c]
                    if wet:
                        value = (value - rest * colour[c]) / np.float32(alpha)
                    d = value - dry[k, v, u, c]
                    square += d * d
                error = np.sqrt(third * square)
                w = telling[k, v, u]
                total += w
                # insertion sort by error
                i = count
                while i > 0 and apart[i - 1] > error:
                    apart[i] = apart[i - 1]
                    weight[i] = weight[i - 1]
                    i -= 1
                apart[i] = error
                weight[i] = w
                count += 1
        done = np.float32(0.0)
        s = np.float32(0.0)
        for i in range(count):
            done += weight[i]
            s += weight[i] * apart[i]
            if done >= np.float32(0.5) * total:
                break
        out[a] = s / max(done, np.float32(1e-6))


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """One frame's cells held against the kinds.

    Attributes:
        distance: (rows, cols, kinds) float32, in grey levels of the dry tile.
        core: (rows, cols) float32, how far the better half of each cell is from its nearest kind, in grey levels.
        waterline: rows of the board above the water, a fraction; None where the profile knows no tint.
        line: line of patch pixels that the surface runs through; rows * n where there is none.
    """

    distance: NDArray[np.float32]
    core: NDArray[np.float32]
    waterline: float | None
    line: int


def _apart_from_others(dry: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (kinds, n, n) how far each pixel of a kind is from the other kinds' on average, in grey levels, plus one."""
    apart = np.minimum(np.sqrt(np.mean((dry[:, None] - dry[None]) ** 2, axis=4)), CAP)
    others = max(1, len(dry) - 1)
    return np.asarray(apart.sum(axis=1) / others + 1.0, np.float32)


class Matcher:
    """Holds frames' cells against a fixed set of kinds; keeps its scratch arrays.

    Args:
        dry: (kinds, n, n, 3) float32 prototypes.
        trust: (kinds, n, n) float32, how far each pixel can be trusted, any scale.
        tint: the layer that may lie over the lower part of the board, or None.
        rows: of the board.
        cols: of the board.
    """

    def __init__(
        self, dry: NDArray[np.float32], trust: NDArray[np.float32], tint: Tint | None, rows: int, cols: int
    ) -> None:
        kinds, n = dry.shape[:2]
        self._dry = np.ascontiguousarray(dry, np.float32)
        self._trust = np.ascontiguousarray(trust / trust.mean(axis=(1, 2), keepdims=True), np.float32)
        self._weight = np.ascontiguousarray(self._trust.sum(axis=2))
        self._tint = tint
        self._alpha = 1.0 if tint is None else 1.0 - tint.weight
        self._colour = np.zeros(3, np.float32) if tint is None else np.asarray(tint.colour, np.float32)
        self._rows, self._cols, self._n = rows, cols, n
        self._costs = np.zeros((2, rows * cols, kinds, n), np.float32)
        self._whole = np.zeros((2, rows), np.float32)
        self._telling = np.ascontiguousarray(self._trust * _apart_from_others(self._dry), np.float32)
        self._sorted = np.zeros((2, n * n), np.float32)

    def __call__(self, cells: Patches) -> Match:
        """Match one frame's patches, (rows, cols, n, n, 3)."""
        rows, cols, n = self._rows, self._cols, self._n
        kinds = len(self._dry)
        flat = cells.reshape(rows * cols, n, n, 3)
        line_costs(flat, self._dry, self._trust, self._alpha, self._colour, CAP, self._costs)
        line = rows * n
        if self._tint is not None:
            line = best_waterline(self._costs, self._weight, rows, cols, self._whole)
        distance = np.empty((rows * cols, kinds), np.float32)
        cell_distances(self._costs, self._weight, rows, cols, line, distance)
        nearest = distance.argmin(axis=1)
        core = np.empty(rows * cols, np.float32)
        core_distances(
            flat,
            nearest,
            self._dry,
            self._telling,
            self._alpha,
            self._colour,
            cols,
            line,
            self._sorted[0],
            self._sorted[1],
            core,
        )
        waterline = None if self._tint is None else self._surface(cells, nearest, line)
        return Match(distance.reshape(rows, cols, kinds), core.reshape(rows, cols), waterline, line)

    def tone(self, cells: Patches, match: Match, use: NDArray[np.bool_]) -> tuple[Tone, float]:
        """Return the gain and offset a channel that bring cells closest to their kinds, and what that leaves.

        Args:
            cells: (rows, cols, n, n, 3).
            match: of these cells.
            use: (rows, cols) cells whose kind is beyond doubt.

        Returns:
            (2, 3) float32, gains and offsets; and the share of the squared difference that they explain.
        """
        rows, n = self._rows, self._n
        kinds = match.distance.argmin(axis=2)
        expected = self._dry[kinds]
        if self._tint is not None:
            wet = np.arange(rows * n).reshape(rows, 1, n, 1, 1) > match.line
            expected = np.where(wet, self._tint.over(expected), expected)
        weight = self._trust[kinds] * use[..., None, None]
        tone = np.array([[1.0] * 3, [0.0] * 3], np.float32)
        near = np.abs(cells - expected).max(axis=4) < CAP / 2
        w = (weight * near).ravel()
        total = max(float(w.sum()), 1e-6)
        before = after = 1e-6
        for c in range(3):
            x, y = cells[..., c].ravel(), expected[..., c].ravel()
            mean_x, mean_y = float(w @ x) / total, float(w @ y) / total
            spread = float(w @ (x - mean_x) ** 2) + 100.0 * total
            gain = (float(w @ ((x - mean_x) * (y - mean_y))) + 100.0 * total) / spread
            tone[:, c] = gain, mean_y - gain * mean_x
            before += float(w @ (y - x) ** 2)
            after += float(w @ (y - gain * x - tone[1, c]) ** 2)
        return tone, 1.0 - after / before

    def _surface(self, cells: Patches, nearest: NDArray[np.intp], line: int) -> float:
        """Return where within its line the surface runs, from how strongly that line is tinted."""
        rows, cols, n = self._rows, self._cols, self._n
        if line >= rows * n:
            return float(rows)
        row, v = divmod(line, n)
        kinds = nearest.reshape(rows, cols)[row]
        dry = self._dry[kinds, v]
        full = np.float32(1.0 - self._alpha) * (self._colour - dry)
        shown = cells[row, :, v] - dry
        trust = self._trust[kinds, v][..., None]
        energy = float((trust * full * full).sum())
        covered = float((trust * full * shown).sum()) / energy if energy > 1e-6 else 0.5
        return (line + 1 - min(max(covered, 0.0), 1.0)) / n

"""How far each cell is from each kind, dry or under water, and where the water begins.

Distances are taken in the dry tile's own grey levels: under a layer that keeps the share `alpha` of the tile,
shown = alpha * tile + (1 - alpha) * colour, a difference between two shown tiles is `alpha` times that of the
tiles, so it is divided by `alpha`. One pixel's difference is capped: a cursor's bracket or a drop of spray has
bounded influence.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cells import Patches
from vision.fit_kernels import fit_cells
from vision.matching_kernels import best_waterline, cell_distances, line_costs
from vision.tint import Tint

DOUBTFUL = 0.75
"""Share of the distance at which a cell is nothing known; from it on its better half is held against every kind."""
WEIGHT_STEPS = 256.0
"""Steps to which what a pixel tells is rounded, of a grey level."""
CAP = 64.0
"""Largest difference that one pixel counts with, in grey levels (root mean square over the channels)."""


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """One frame's cells held against the kinds.

    Attributes:
        distance: (rows, cols, kinds) float32, in grey levels of the dry tile.
        cores: (rows, cols, kinds) float32, how far the better half of each cell is from its nearest kind, and of a
            doubtful cell from every kind, in grey levels; NOT_ASKED elsewhere.
        waterline: rows of the board above the water, a fraction; None where the profile knows no tint.
        line: line of patch pixels that the surface runs through; rows * n where there is none.
        hidden: (rows, cols) float32, the share of the pixels along one of a cell's sides that are farther from its
            nearest kind than anything known, the worst of the four sides; see `vision.fit_kernels.worst_side`.
        contrasts: (rows, cols) float32, the share of its nearest kind's shading that each cell shows.
    """

    distance: NDArray[np.float32]
    cores: NDArray[np.float32]
    waterline: float | None
    line: int
    hidden: NDArray[np.float32]
    contrasts: NDArray[np.float32]

    @property
    def core(self) -> NDArray[np.float32]:
        """How far the better half of each cell is from its nearest kind, (rows, cols) float32, in grey levels."""
        of_cells = self.cores.reshape(-1, self.cores.shape[2])
        nearest = self.distance.argmin(axis=2)
        return np.asarray(of_cells[np.arange(nearest.size), nearest.ravel()].reshape(nearest.shape), np.float32)


def _apart_from_others(dry: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (kinds, n, n) how far each pixel of a kind is from the others' on average, in grey levels, plus one."""
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
        foreign: grey levels from which a cell, or a pixel, is nothing known: what lies over a part of the board has no
            say in where the layer begins.
    """

    def __init__(
        self,
        dry: NDArray[np.float32],
        trust: NDArray[np.float32],
        tint: Tint | None,
        rows: int,
        cols: int,
        foreign: float = CAP,
    ) -> None:
        kinds, n = dry.shape[:2]
        self._dry = np.ascontiguousarray(dry, np.float32)
        self._trust = np.ascontiguousarray(trust / trust.mean(axis=(1, 2), keepdims=True), np.float32)
        self._weight = np.ascontiguousarray(self._trust.sum(axis=2))
        self._tint = tint
        self._alpha = 1.0 if tint is None else 1.0 - tint.weight
        self._colour = np.zeros(3, np.float32) if tint is None else np.asarray(tint.colour, np.float32)
        self._foreign = foreign
        self._rows, self._cols, self._n = rows, cols, n
        self._planes = np.zeros((n, n, 3, rows * cols), np.float32)
        self._costs = np.zeros((2, kinds, n, rows * cols), np.float32)
        self._total, self._best = np.zeros(rows * cols, np.float32), np.zeros((n + 2, rows * cols), np.float32)
        self._telling = np.rint(WEIGHT_STEPS * self._trust * _apart_from_others(self._dry)).astype(np.int32)
        self._off, self._apart = np.zeros((n, n, 3), np.float32), np.zeros((n, n), np.float32)
        self._steps = np.zeros(n * n, np.int32)

    def __call__(self, cells: Patches) -> Match:
        """Match one frame's patches, (rows, cols, n, n, 3)."""
        rows, cols, n = self._rows, self._cols, self._n
        kinds = len(self._dry)
        flat = cells.reshape(rows * cols, n, n, 3)
        self._planes.reshape(-1, rows * cols)[:] = flat.reshape(rows * cols, -1).T
        line_costs(self._planes, self._dry, self._trust, self._alpha, self._colour, CAP, self._costs)
        line = rows * n
        if self._tint is not None:
            line = best_waterline(self._costs, self._weight, cols, self._foreign**2, self._total, self._best)
        distance = np.empty((rows * cols, kinds), np.float32)
        cell_distances(self._costs, self._weight, cols, line, distance)
        cores, (hidden, contrasts) = np.empty((rows * cols, kinds), np.float32), np.empty((2, rows * cols), np.float32)
        fit_cells(
            flat,
            distance,
            self._dry,
            self._trust,
            self._telling,
            self._alpha,
            self._colour,
            cols,
            line,
            DOUBTFUL * self._foreign,
            self._foreign,
            self._off,
            self._apart,
            self._steps,
            cores,
            hidden,
            contrasts,
        )
        nearest = distance.argmin(axis=1)
        waterline = None if self._tint is None else self._surface(cells, nearest, line)
        board = (rows, cols)
        return Match(
            distance.reshape(*board, kinds),
            cores.reshape(*board, kinds),
            waterline,
            line,
            hidden.reshape(board),
            contrasts.reshape(board),
        )

    def pairs(
        self, cells: Patches, match: Match, use: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the trusted pixels of some cells as seen, and as their nearest kinds show them; (n, 3) each.

        Args:
            cells: (rows, cols, n, n, 3).
            match: of these cells, in whatever tone.
            use: (rows, cols) which.
        """
        rows, n = self._rows, self._n
        kinds = match.distance.argmin(axis=2)
        expected = self._dry[kinds]
        height = np.broadcast_to(np.arange(rows * n).reshape(rows, 1, n, 1), cells.shape[:-1])
        if self._tint is not None:
            expected = np.where((height > match.line)[..., None], self._tint.over(expected), expected)
        trusted = (self._trust[kinds] >= 1.0) & use[..., None, None] & (height != match.line)
        return cells[trusted], expected[trusted].astype(np.float32)

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
        return float((line + 1 - min(max(covered, 0.0), 1.0)) / n)

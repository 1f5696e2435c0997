"""A kind of tile: how it looks dry, and how far each pixel can be trusted."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cells import Patches
from vision.matching import CAP
from vision.tint import Tint

STEADY = 10.0
"""Spread of a pixel at which it is trusted half, in grey levels."""
PRIOR_CELLS = 3.0
"""How many cells' worth the spread over all kinds counts against that of one kind."""


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """One kind of tile.

    Attributes:
        dry: (n, n, 3) float32, how it looks with no tint.
        trust: (n, n) float32, 0 to 1.
        cells: (count,) indices into all cells, frame by frame, row by row.
    """

    dry: NDArray[np.float32]
    trust: NDArray[np.float32]
    cells: NDArray[np.intp]


def take_off(patches: Patches, tint: Tint | None, waterline: float) -> tuple[Patches, NDArray[np.bool_]]:
    """Return a frame's cells with the tint taken off below the water, and which pixels lie under it.

    Args:
        patches: (rows, cols, n, n, 3).
        tint: the layer, or None.
        waterline: rows above the water.

    Returns:
        (rows, cols, n, n, 3) float32 and (rows, n) bool.
    """
    rows, _, n = patches.shape[:3]
    height = (np.arange(rows * n).reshape(rows, n) + 0.5) / n
    wet = height > waterline
    if tint is None or not wet.any():
        return patches, np.zeros((rows, n), np.bool_)
    off = tint.off(patches)
    return np.where(wet[:, None, :, None, None], off, patches).astype(np.float32), wet


def _spread(cells: NDArray[np.float32], middle: NDArray[np.float32], shaded: bool) -> NDArray[np.float32]:
    """Return (n, n) squared spread of the cells of one kind, the strangest eighth at each pixel left out.

    On a shaded ground these may be the cells at an edge of the board, so they count.
    """
    square = np.minimum(np.mean((cells - middle) ** 2, axis=3), CAP**2)
    kept = len(cells) if shaded else len(cells) - len(cells) // 8
    return np.asarray(np.sort(square, axis=0)[:kept].mean(axis=0), np.float32)


def build_kinds(dry: NDArray[np.float32], label: NDArray[np.intp], count: int, shaded: bool = False) -> list[Kind]:
    """Return the kinds of labelled cells.

    Args:
        dry: (cells, n, n, 3) with the tint off.
        label: (cells,) kind of each, -1 to leave it out.
        count: how many kinds; those with no cell left are dropped.
        shaded: whether the ground has many shades, so that no more than the tiles can be trusted.
    """
    members = [cells for k in range(count) if len(cells := np.flatnonzero(label == k))]
    middles = [np.median(dry[cells], axis=0).astype(np.float32) for cells in members]
    spreads = [_spread(dry[cells], m, shaded) for cells, m in zip(members, middles, strict=True)]
    large = [s for s, cells in zip(spreads, members, strict=True) if len(cells) >= 3]
    ground = np.mean(large, axis=0) if large else np.full(dry.shape[1:3], STEADY**2 / 4)
    kinds = []
    for cells, middle, spread in zip(members, middles, spreads, strict=True):
        own = len(cells) - 1.0
        mixed = (own * spread + PRIOR_CELLS * ground) / (own + PRIOR_CELLS)
        trust = (STEADY**2 / (STEADY**2 + mixed)) ** (2 if shaded else 1)
        trust = np.maximum(trust, 0.02)
        kinds.append(Kind(middle, trust.astype(np.float32), cells))
    return kinds

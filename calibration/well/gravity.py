"""Whether what is taken for jewels lies as jewels do: on the floor or on each other, but for one falling piece."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.well.jewels import Kind
from engine.columns import LENGTH
from vision.lattice import Lattice


def jewel_cells(kinds: Sequence[Kind], lattice: Lattice, frames: int) -> list[NDArray[np.bool_]]:
    """Return (rows, cols) bool a picture: where jewels lie on the lattice."""
    there = [np.zeros((lattice.rows, lattice.cols), np.bool_) for _ in range(frames)]
    for kind in kinds:
        for seen in kind.seen:
            row, col = round(seen.row), round(seen.col)
            if seen.on_lattice and 0 <= row < lattice.rows and 0 <= col < lattice.cols:
                there[seen.frame][row, col] = True
    return there


def supported(jewels: Sequence[NDArray[np.bool_]]) -> float:
    """Return the share of jewels that rest, one floating run of up to three a picture left out; 0 without jewels."""
    lying, total = 0, 0
    for there, rest in zip(jewels, lying_jewels(jewels), strict=True):
        floating = there & ~rest
        piece = max((int(floating[:, col].sum()) for col in range(there.shape[1])), default=0)
        lying += int(rest.sum())
        total += int(there.sum()) - min(piece, LENGTH)
    return lying / total if total else 0.0


def lying_jewels(jewels: Sequence[NDArray[np.bool_]]) -> list[NDArray[np.bool_]]:
    """Return which jewels, (rows, cols) bool a picture, lie on the floor or on each other."""
    return [np.asarray(np.logical_and.accumulate(there[::-1], axis=0)[::-1], np.bool_) for there in jewels]

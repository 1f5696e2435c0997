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
    resting, total = 0, 0
    for there in jewels:
        rows = there.shape[0]
        lying = there.copy()
        for row in range(rows - 2, -1, -1):
            lying[row] &= lying[row + 1]
        floating = there & ~lying
        piece = max((int(floating[:, col].sum()) for col in range(there.shape[1])), default=0)
        resting += int(lying.sum())
        total += int(there.sum()) - min(piece, LENGTH)
    return resting / total if total else 0.0

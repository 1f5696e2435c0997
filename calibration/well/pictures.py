"""What a jewel of each kind looks like, and which part of its cell it covers."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.well.cells import cut_cell
from calibration.well.jewels import Kind
from capture.frame import Pixels
from vision.lattice import Lattice
from vision.well.pictures import SEEN

SMALLEST_SIDE = 32
"""Pixels a side of a kind's picture at least: twice what the reader samples."""
MOST_JEWELS = 24
"""Jewels of a kind that its picture is made of at most."""
BARE = 10.0
"""Grey levels within which a pixel of a jewel's cell shows the ground."""
FEW_LOOKS = 2
"""Jewels from which the ground around a kind is told by its own cells; with fewer, all kinds' shapes help."""


def side_of(lattice: Lattice) -> int:
    """Return the pixels a side of the kinds' pictures."""
    return max(SMALLEST_SIDE, round(max(lattice.pitch_x, lattice.pitch_y)))


def jewel_pictures(pictures: Sequence[Pixels], kinds: Sequence[Kind], lattice: Lattice) -> list[NDArray[np.float32]]:
    """Return (side, side, 3) float32 a kind: the median of its jewels, those at rest if there are any."""
    side = side_of(lattice)
    drawn = []
    for kind in kinds:
        chosen = _best(kind, lattice)
        looks = [cut_cell(pictures[seen[0]], lattice, seen[1], seen[2], side) for seen in chosen]
        drawn.append(np.median(np.stack(looks), axis=0).astype(np.float32))
    return drawn


def _best(kind: Kind, lattice: Lattice) -> list[tuple[int, float, float]]:
    inside = [s for s in kind.seen if -0.5 < s.col < lattice.cols - 0.5 and s.row >= 0]
    resting = [s for s in inside if s.on_lattice]
    chosen = resting or inside or list(kind.seen)
    chosen = chosen[:: 1 + len(chosen) // MOST_JEWELS]
    return [(s.frame, float(round(s.row)) if s.on_lattice else s.row, s.col) for s in chosen]


def jewel_masks(
    pictures: Sequence[Pixels],
    kinds: Sequence[Kind],
    lattice: Lattice,
    ground: Pixels,
    known: NDArray[np.uint8],
) -> list[NDArray[np.float32]]:
    """Return (side, side) float32 a kind: which part of its cell a jewel covers, 0 or 1.

    Told by holding jewels against the ground where it was seen or, where it is all of one colour, guessed. Where
    nothing tells, a jewel covers the whole cell.
    """
    side = side_of(lattice)
    differs: list[NDArray[np.float32]] = []
    looked: list[NDArray[np.float32]] = []
    for kind in kinds:
        apart, times = np.zeros((side, side), np.float32), np.zeros((side, side), np.float32)
        for frame, row, col in _best(kind, lattice):
            if not (0 <= row <= lattice.rows - 1 and 0 <= col <= lattice.cols - 1):
                continue
            shown = cut_cell(pictures[frame], lattice, row, col, side)
            bare = cut_cell(ground, lattice, row, col, side)
            seen = cut_cell(known, lattice, row, col, side) >= SEEN
            there = seen | _even(bare)
            apart += there * (np.abs(shown - bare).max(axis=2) > BARE)
            times += there
        differs.append(apart)
        looked.append(times)
    every, all_times = np.sum(differs, axis=0), np.sum(looked, axis=0)
    masks = []
    for apart, times in zip(differs, looked, strict=True):
        own = np.where(times > 0, apart / np.maximum(times, 1), 1.0)
        common = np.where(all_times > 0, every / np.maximum(all_times, 1), 1.0)
        share = own if float(times.max()) >= FEW_LOOKS else np.where(times > 0, np.maximum(own, common > 0.5), common)
        masks.append((share > 0.5).astype(np.float32))
    return masks


def _even(bare: NDArray[np.float32]) -> bool:
    """Tell whether a cell of the ground is all of one colour, so that a guess of it is as good as a look."""
    return float(bare.reshape(-1, 3).std(axis=0).max()) < BARE / 3

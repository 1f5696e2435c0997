"""Where a ghost shows the place on which a piece will land: what is seen there is not the ground."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.well.drawing import correlation, edges_of, outline_of
from capture.frame import Pixels
from engine.columns import LENGTH
from vision.lattice import Lattice
from vision.well.reader import Jewel

RESTS = 0.1
"""Rows by which a jewel may be off its cell and still rest there."""
DRAWN_ALIKE = 0.3
"""Correlation of where a ghost has edges with where jewels have them."""
STRONGER = 1.5
"""How much stronger a ghost's edges are than those of the ground in other cells."""


def find_ghosts(
    pictures: Sequence[Pixels],
    jewels: Sequence[Sequence[Jewel]],
    there: Sequence[NDArray[np.bool_]],
    lattice: Lattice,
) -> list[set[tuple[int, int]]]:
    """Return (row, col) of the cells of each picture that show a ghost: right above a stack, below what falls.

    Args:
        pictures: of one window.
        jewels: of each picture, falling ones too.
        there: (rows, cols) bool a picture: where jewels lie on the lattice.
        lattice: of the well.
    """
    usual = outline_of(pictures, lattice, there)
    return [
        _ghost(picture, found, cells, lattice, usual)
        for picture, found, cells in zip(pictures, jewels, there, strict=True)
    ]


def _ghost(
    picture: Pixels,
    jewels: Sequence[Jewel],
    cells: NDArray[np.bool_],
    lattice: Lattice,
    usual: NDArray[np.float32] | None,
) -> set[tuple[int, int]]:
    if usual is None:
        return set()
    stacks = [stack_top(jewels, col, lattice.rows) for col in range(lattice.cols)]
    bare = [
        float(edges_of(picture, lattice, row, col).mean())
        for col in range(lattice.cols)
        for row in range(max(0, stacks[col] - LENGTH))
        if not cells[row, col] and not any(j.col == col and abs(j.top - row) < 1 for j in jewels)
    ]
    ghost: set[tuple[int, int]] = set()
    for col, stack in enumerate(stacks):
        if not any(jewel.col == col and jewel.top < stack - RESTS for jewel in jewels):
            continue
        rows = range(max(0, stack - LENGTH), stack)
        edges = [edges_of(picture, lattice, row, col) for row in rows]
        if not edges:
            continue
        alike = float(np.mean([correlation(own, usual) for own in edges]))
        strength = float(np.mean([own.mean() for own in edges]))
        if not bare or (alike >= DRAWN_ALIKE and strength >= STRONGER * float(np.median(bare))):
            ghost |= {(row, col) for row in rows}
    return ghost


def stack_top(jewels: Sequence[Jewel], col: int, rows: int) -> int:
    """Return the row of the uppermost jewel at rest in a column, `rows` where none rests."""
    top = rows
    for jewel in sorted((j for j in jewels if j.col == col), key=lambda j: -j.top):
        if abs(jewel.top - (top - 1)) <= RESTS:
            top -= 1
    return top

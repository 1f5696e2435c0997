"""Pictures of games in order of time as turns: the cells of every board at rest, each other than the one before."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.arena.find_arena import WALLS
from capture.frame import Frame
from vision.arena.layers import CELLS, SAMPLES, SIDE
from vision.cells import CellSampler, sample_cells
from vision.difference import difference
from vision.lattice import Lattice

STILL: Final = 8
"""Grey levels by which no sample may differ in two pictures of one board at rest."""
SHARE: Final = 0.00006
"""Share of all samples that may all the same."""
WALL_APART: Final = 10.0
"""Grey levels from which a wall is covered."""
WALLS_COVERED: Final = 0.2
"""Share of walls that are, and the board is: paused, over, or behind something."""
WALL_TURNS: Final = 41
"""Turns whose middle tells how walls look."""
WHOLE: Final = 0.02
"""A pitch that is so near to whole pixels shows every thing in one way."""
ASIDE: Final = (-0.45, 0.0, 0.45)
"""Pixels by which things may lie aside where the pitch is not whole."""
FARTHEST: Final = 0.9
"""Pixels by which they may at most in other cells than those that they were seen in."""

Aside = tuple[float, ...]
"""Pixels by which a thing may lie aside along one axis."""
Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Range = tuple[Floats, Floats]
"""Between which colours the samples of a place, or of several, may be seen: low and high, (..., SAMPLES, 3) each."""


@dataclass(frozen=True, eq=False)
class Turns:
    """A series of boards at rest.

    Attributes:
        lattice: of the arena.
        cells: (turns, CELLS, SAMPLES, 3) uint8.
        frames: the picture that each was taken from.
        pressed: the keys that were pressed since the board before.
        waited_ns: (turns,) int64 nanoseconds from the last picture of the board before; 0 for the first.
    """

    lattice: Lattice
    cells: Bytes
    frames: tuple[Frame, ...]
    pressed: tuple[tuple[str, ...], ...]
    waited_ns: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.frames)

    @property
    def is_whole(self) -> bool:
        """Whether the pitch is whole pixels, so that one thing looks alike in all cells."""
        return _is_whole(self.lattice.pitch_x) and _is_whole(self.lattice.pitch_y)

    def between(self, turn: int, cell: int, aside: tuple[Aside, Aside] = (ASIDE, ASIDE)) -> Range:
        """Return between which colours the samples of what stands in a cell may be seen, (SAMPLES, 3) each.

        Where the pitch is not whole, the same thing lies a fraction of a pixel aside in other cells.

        Args:
            turn, cell: where.
            aside: by how many pixels across, and by how many down.
        """
        if self.is_whole:
            seen = self.cells[turn, cell].astype(np.float32)
            return seen, seen
        x, y = self.lattice.corner(*divmod(cell, self.lattice.cols))
        one = replace(self.lattice, rows=1, cols=1)
        pixels = self.frames[turn].pixels
        views = [
            sample_cells(pixels, replace(one, x=x + dx, y=y + dy), SIDE).reshape(SAMPLES, 3)
            for dx in aside[0]
            for dy in aside[1]
        ]
        return np.min(views, axis=0), np.max(views, axis=0)

    def aside_elsewhere(self, cells: Collection[int]) -> tuple[Aside, Aside]:
        """Return by how many pixels across and down a thing may lie aside in any cell, seen from some cells.

        These show it as it lies on whole pixels at some fractions of one; farther than the widest gap between them it
        does not lie from where it was seen.
        """
        corners = [self.lattice.corner(*divmod(cell, self.lattice.cols)) for cell in cells]
        across, down = (
            ASIDE if _is_whole(pitch) else _reach(_widest_gap([corner[axis] % 1.0 for corner in corners]))
            for axis, pitch in enumerate((self.lattice.pitch_x, self.lattice.pitch_y))
        )
        return across, down


def apart(one: Range, other: Range) -> Floats:
    """Return how far apart in grey levels places look at least, by what may be seen in them, (...)."""
    gap = np.maximum(np.maximum(one[0] - other[1], other[0] - one[1]), 0.0)
    return np.asarray(gap.mean(axis=(-2, -1)), np.float32)


def _is_whole(pitch: float) -> bool:
    return abs(pitch - round(pitch)) < WHOLE


def _reach(gap: float) -> Aside:
    """Return where a thing may lie with so wide a gap between the fractions of a pixel that were seen."""
    if gap <= max(ASIDE):
        return ASIDE
    farthest = min(gap, FARTHEST)
    return (-farthest, *ASIDE, farthest)


def _widest_gap(fractions: Sequence[float]) -> float:
    """Return the widest gap between fractions of a pixel, the last and the first included."""
    ordered = sorted(fractions)
    return max(later - at for at, later in pairwise([*ordered, ordered[0] + 1.0]))


def same_board(one: Bytes, other: Bytes) -> bool:
    """Tell whether two pictures of cells (CELLS, SAMPLES, 3) show the same."""
    return float((difference(one, other) > STILL).mean()) <= SHARE


def make_turns(frames: Sequence[Frame], pressed: Sequence[Sequence[str]], lattice: Lattice) -> Turns:
    """Return the boards that frames show, each once where several in a row show it; covered ones are left out.

    Args:
        frames: at rest, in order of time, of one size.
        pressed: the keys that were pressed before each and after the one before it.
        lattice: of the arena.
    """
    sampler = CellSampler(lattice, SIDE)
    begins: list[int] = []
    ends: list[int] = []
    boards: list[Bytes] = []
    for index, frame in enumerate(frames):
        board = np.round(sampler(frame.pixels)).astype(np.uint8).reshape(CELLS, SAMPLES, 3)
        if not boards or not same_board(boards[-1], board):
            begins.append(index)
            ends.append(index)
            boards.append(board)
        ends[-1] = index
    open_board = _is_open(boards)
    kept = [k for k in range(len(boards)) if open_board[k]]
    keys: list[tuple[str, ...]] = []
    since = 0
    for k in kept:
        keys.append(tuple(key for index in range(since, begins[k] + 1) for key in pressed[index]))
        since = begins[k] + 1
    cells = np.stack([boards[k] for k in kept]) if kept else np.zeros((0, CELLS, SAMPLES, 3), np.uint8)
    waited = [frames[begins[k]].time_ns - frames[ends[before]].time_ns for before, k in pairwise(kept)]
    waited_ns = np.array([0, *waited][: len(kept)], np.int64)
    return Turns(lattice, cells, tuple(frames[begins[k]] for k in kept), tuple(keys), waited_ns)


def _is_open(boards: list[Bytes]) -> list[bool]:
    """Tell for each board whether its walls look as they do on most."""
    if not boards:
        return []
    some = np.unique(np.linspace(0, len(boards) - 1, WALL_TURNS).round().astype(int))
    usual = np.median(np.stack([boards[int(k)][WALLS] for k in some]).astype(np.float32), axis=0)
    return [
        float((np.abs(board[WALLS] - usual).mean(axis=(1, 2)) > WALL_APART).mean()) < WALLS_COVERED for board in boards
    ]

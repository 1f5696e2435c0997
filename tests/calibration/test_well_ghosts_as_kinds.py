"""A see-through piece where the falling one would land is no kind of jewel, also while that hangs right above it."""

import numpy as np
import pytest

from calibration.well.jewels import Kind, Seen, look_of
from calibration.well.stacks import without_ground
from vision.lattice import Lattice

SIDE = 32
WELL = Lattice(0.0, 0.0, SIDE, SIDE, 9, 3)
BRIGHT = {0: (60, 60, 230), 1: (60, 200, 80), 2: (230, 140, 50)}


def drawn(bright: dict[tuple[int, int], int], faint: list[tuple[int, int]]) -> np.ndarray:
    """A well with jewels of three colours, and others of the first colour through which the ground shows."""
    picture = np.full((WELL.rows * SIDE, WELL.cols * SIDE, 3), 20, np.uint8)
    for (row, col), kind in bright.items():
        picture[row * SIDE + 3 : (row + 1) * SIDE - 3, col * SIDE + 3 : (col + 1) * SIDE - 3] = BRIGHT[kind]
    for row, col in faint:
        picture[row * SIDE + 3 : (row + 1) * SIDE - 3, col * SIDE + 3 : (col + 1) * SIDE - 3] = (30, 30, 72)
    return picture


def kinds_of(pictures: list[np.ndarray], where: list[tuple[dict[tuple[int, int], int], list[tuple[int, int]]]]) -> int:
    """How many kinds are left of the three, and of what is faint."""
    seen: dict[int, list[Seen]] = {}
    for frame, (bright, faint) in enumerate(where):
        for (row, col), kind in [*bright.items(), *((place, 3) for place in faint)]:
            seen.setdefault(kind, []).append(Seen(frame, float(row), float(col)))
    kinds = [
        Kind(look_of(pictures[of[0].frame], WELL, of[0].row, of[0].col), tuple(of)) for _, of in sorted(seen.items())
    ]
    return len(without_ground(pictures, kinds, WELL, may_float=True))


STACK = {(6, 0): 0, (7, 0): 1, (8, 0): 2}
FALLING = {(1, 1): 0, (2, 1): 1, (3, 1): 2}
HANGING = {(3, 1): 0, (4, 1): 1, (5, 1): 2}
GHOST = [(6, 1), (7, 1), (8, 1)]


@pytest.mark.parametrize(
    ("last", "left"),
    [((STACK | HANGING, GHOST), 3), ((STACK | HANGING | {(0, 1): 1, (1, 1): 2, (2, 1): 0}, GHOST), 4)],
    ids=["a piece above it", "a stack above it"],
)
def test_what_is_faint_and_on_top_of_stacks_is_no_kind(
    last: tuple[dict[tuple[int, int], int], list[tuple[int, int]]], left: int
) -> None:
    where = [(STACK | FALLING, GHOST), (STACK | FALLING, GHOST), last]
    assert kinds_of([drawn(*of) for of in where], where) == left

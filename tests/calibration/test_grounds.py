"""Cells that a ground of several shades may part: on one side of a line, on fields of one colour, under the water."""

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.grounds import Grounds

GROUNDS = Grounds.of((2, 4, 4))
Cells = list[tuple[int, int, int]]
"""Frame, row and column of each."""


def index(cells: Cells) -> NDArray[np.intp]:
    return np.array([np.ravel_multi_index(cell, (2, 4, 4)) for cell in cells])


HERE: Cells = [(0, 0, 0), (0, 1, 2), (0, 3, 3)]
AMONG: Cells = [(0, 0, 1), (0, 2, 0), (0, 3, 2)]
LIGHT: Cells = [(0, 0, 0), (0, 1, 3), (0, 3, 1)]
DARK: Cells = [(0, 0, 3), (0, 3, 0), (0, 2, 1)]


@pytest.mark.parametrize(
    ("one", "other", "parted"),
    [
        (HERE, AMONG, False),
        ([(0, 0, 0), (0, 1, 2)], [(0, 2, 2), (0, 3, 0)], True),
        ([(0, 0, 0), (0, 1, 2)], [(0, 1, 1), (0, 3, 0)], False),
        ([(0, 0, 0), (0, 2, 1)], [(0, 0, 2), (0, 1, 3)], True),
        ([(0, 0, 0), (0, 2, 1)], [(0, 0, 1), (0, 1, 3)], False),
        (LIGHT, DARK, True),
        (LIGHT, [*DARK, (0, 1, 1)], False),
        (HERE, [(1, row, col) for _, row, col in AMONG], True),
        (HERE, [(1, 0, 1), *AMONG[1:]], False),
    ],
    ids=[
        "mingled",
        "above",
        "a row in common",
        "left",
        "a column in common",
        "fields",
        "one field",
        "frames",
        "a frame",
    ],
)
def test_cells_are_parted_by_where_they_lie(one: Cells, other: Cells, parted: bool) -> None:
    assert GROUNDS.parted(index(one), index(other)) is parted
    assert GROUNDS.parted(index(other), index(one)) is parted


def test_water_that_rises_parts_cells_whatever_their_row() -> None:
    above, under = index([(0, 1, 0), (1, 0, 0)]), index([(0, 2, 0), (1, 1, 0)])
    assert not GROUNDS.parted(above, under)
    assert GROUNDS.below(np.array([2.0, 1.0])).parted(above, under)
    assert not GROUNDS.below(np.array([1.0, 1.0])).parted(above, under)


def test_cells_at_three_places_each_are_mingled_where_nothing_parts_them() -> None:
    assert GROUNDS.mingled(index(HERE), index(AMONG))
    assert not GROUNDS.mingled(index(LIGHT), index(DARK))
    twice: Cells = [*AMONG[:2], (1, *AMONG[0][1:])]
    assert not GROUNDS.parted(index(HERE), index(twice))
    assert not GROUNDS.mingled(index(HERE), index(twice)), "a place that two frames show is one"
    assert not GROUNDS.mingled(index(twice), index(HERE))


def test_some_of_the_cells_lie_where_they_lay() -> None:
    some = GROUNDS.only(GROUNDS.dark)
    assert len(some.row) == 16
    assert ((some.row + some.col) % 2 == 1).all()
    assert np.array_equal(some.depth, some.row)

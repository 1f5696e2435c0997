"""Jewels lie on the floor or on each other, but for one piece that falls; how high they lie."""

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.well.ghosts import stack_top
from calibration.well.gravity import lying_jewels, supported
from vision.well.reader import Jewel


def jewels(*columns: str) -> NDArray[np.bool_]:
    """Columns from the top down."""
    return np.array([[cell == "#" for cell in column] for column in columns]).T


def test_what_lies_has_jewels_down_to_the_floor_below() -> None:
    (lying,) = lying_jewels([jewels("..#.##", ".....#", "###...")])
    assert np.array_equal(lying, jewels("....##", ".....#", "......"))


@pytest.mark.parametrize(
    ("pictures", "share"),
    [
        ([jewels("...###", "......")], 1.0),
        ([jewels("...###", "###...")], 1.0),
        ([jewels("...###", "#.##..")], 1.0),
        ([jewels("...###", "####..")], 3 / 4),
        ([jewels("...###", "###...", "##....")], 3 / 5),
        ([jewels("...###", "###..."), jewels("...###", "...##.")], 1.0),
        ([jewels("...###", "###..."), jewels(".....#", "####..")], 4 / 5),
        ([jewels("###...", "......")], 0.0),
        ([jewels("......")], 0.0),
    ],
    ids=["lying", "falling", "with a gap", "four", "two columns", "two pictures", "each its own", "only it", "none"],
)
def test_one_piece_may_fall_in_each_picture(pictures: list[NDArray[np.bool_]], share: float) -> None:
    assert supported(pictures) == pytest.approx(share)


@pytest.mark.parametrize(
    ("tops", "row"),
    [
        ((), 6),
        ((5.0, 4.0), 4),
        ((4.9, 3.95), 4),
        ((5.0, 3.89), 5),
        ((5.0, 3.0), 5),
        ((4.0, 3.0), 6),
        ((5.0, 4.0, 1.5, 0.5, -0.5), 4),
        ((0.0, 1.0, 2.0, 3.0, 4.0, 5.0, -1.0), -1),
    ],
)
def test_a_stack_is_as_high_as_jewels_rest_on_each_other(tops: tuple[float, ...], row: int) -> None:
    """By a tenth of a row they may be off; another column's do not count."""
    found = [Jewel(1, top, 0, 0.0, 1.0) for top in tops] + [Jewel(0, float(top), 0, 0.0, 1.0) for top in range(6)]
    assert stack_top(found, 1, 6) == row

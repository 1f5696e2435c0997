"""Three pieces beside a board of nested rings: which lines of shapes stand as a hand does, of which some are played."""

import numpy as np
import pytest

from calibration.rings.hands import _distinct, _spots


@pytest.mark.parametrize(
    ("along", "spots"),
    [
        ((-100, 0, 100), (-100, 0, 100)),
        ((0, 100, 200), (0, 100, 200)),
        ((-100, 0, 106), (-100, 0, 106)),
        ((-100, 0, 107), None),
        ((-60, 0, 60), (-60, 0, 60)),
        ((-59, 0, 59), None),
        ((-170, 0, 170), (-170, 0, 170)),
        ((-171, 0, 171), None),
        ((-90, 90), (-90, 0, 90)),
        ((2, 90), (-90, 0, 90)),
        ((-90, 102), (-96, 0, 96)),
        ((-90, 103), None),
        ((90, 94), None),
        ((-3, 3), None),
        ((6,), (-100, 0, 100)),
        ((-106,), (-106, 0, 106)),
        ((107,), None),
        ((94,), (-94, 0, 94)),
        ((93,), None),
    ],
)
def test_a_hand_stands_evenly(along: tuple[float, ...], spots: tuple[float, ...] | None) -> None:
    """Cells of 100 pixels: off by six at most; what is left of a hand stands around the middle of the board."""
    assert _spots(list(along), 100) == (None if spots is None else pytest.approx(spots))


def test_sizes_that_are_alike_count_once() -> None:
    assert _distinct(np.array([20.0, 10.0, 20.5, 10.2, 40.0])) == 3
    assert _distinct(np.array([20.0])) == 1
    assert _distinct(np.zeros(0)) == 0

"""When a tile is known: near enough to one kind, clear enough of all others, the better half of the cell fitting."""

import numpy as np
import pytest

from vision.matching import Match
from vision.profile import ReaderSection
from vision.reader import COVERED_ROOM, judge
from vision.sighting import UNKNOWN

LIMITS = ReaderSection(min_margin=0.3, max_distance=28.0, max_core=7.0)
CODES = np.array([4, 9, 4], np.int8)
"""Two kinds share a code: they are no others to each other."""


def told(nearest: float, other: float, core: float) -> int:
    distance = np.array([[[nearest, other, nearest + 0.1]]], np.float32)
    codes, _ = judge(Match(distance, np.array([[core]], np.float32), None, 8), CODES, LIMITS)
    return int(codes[0, 0])


@pytest.mark.parametrize(
    ("nearest", "other", "core", "code"),
    [
        (10.0, 40.0, 6.9, 4),
        (10.0, 40.0, 7.1, UNKNOWN),
        (28.5, 60.0, 6.9, UNKNOWN),
        (33.0, 60.0, 0.1, 4),
        (34.0, 60.0, 0.1, UNKNOWN),
        (20.0, 27.0, 6.9, UNKNOWN),
        (20.0, 27.0, 0.1, UNKNOWN),
    ],
    ids=[
        "near",
        "no half fits",
        "far",
        "far but for its better half",
        "too far",
        "unclear",
        "unclear beside what covers it",
    ],
)
def test_a_cell_whose_better_half_fits_wholly_has_room(nearest: float, other: float, core: float, code: int) -> None:
    assert told(nearest, other, core) == code
    assert 0.0 < COVERED_ROOM < 0.3

"""When a tile is known: near enough to one kind, clear enough of all others, the better half of the cell fitting."""

import numpy as np
import pytest

from vision.fit_kernels import NOT_ASKED
from vision.judgement import judge
from vision.matching import Match
from vision.profile_sections import ReaderSection
from vision.reader import lies_under_something
from vision.sighting import UNKNOWN

LIMITS = ReaderSection(min_margin=0.3, max_distance=28.0, max_core=7.0)
CODES = np.array([4, 9, 4], np.int8)
"""Two kinds share a code: they are no others to each other."""


def told(nearest: float, other: float, core: float, others_core: float) -> int:
    distance = np.array([[[nearest, other, nearest + 0.1]]], np.float32)
    cores = np.array([[[core, others_core, core + 0.1]]], np.float32)
    codes, _ = judge(
        Match(distance, cores, None, 8, np.zeros((1, 1), np.float32), np.ones((1, 1), np.float32)), CODES, LIMITS
    )
    return int(codes[0, 0])


@pytest.mark.parametrize(("contrast", "code"), [(1.0, 4), (0.61, 4), (0.59, UNKNOWN), (0.0, UNKNOWN)])
def test_a_cell_without_its_kind_s_shading_is_not_told(contrast: float, code: int) -> None:
    distance, cores = np.array([[[10.0, 40.0, 10.1]]], np.float32), np.array([[[6.9, NOT_ASKED, 7.0]]], np.float32)
    match = Match(distance, cores, None, 8, np.zeros((1, 1), np.float32), np.full((1, 1), contrast, np.float32))
    assert judge(match, CODES, LIMITS)[0][0, 0] == code


@pytest.mark.parametrize(
    ("nearest", "other", "core", "others_core", "code"),
    [
        (10.0, 40.0, 6.9, NOT_ASKED, 4),
        (10.0, 40.0, 7.1, NOT_ASKED, UNKNOWN),
        (28.5, 60.0, 6.9, 20.0, UNKNOWN),
        (36.0, 60.0, 2.0, 20.0, 4),
        (36.0, 60.0, 2.0, NOT_ASKED, UNKNOWN),
        (37.0, 60.0, 2.0, 20.0, UNKNOWN),
        (20.0, 27.0, 0.1, NOT_ASKED, UNKNOWN),
        (20.0, 27.0, 0.0, 0.2, 4),
        (20.0, 27.0, 0.1, 0.2, UNKNOWN),
        (20.0, 24.0, 0.1, 20.0, UNKNOWN),
        (36.0, 60.0, 7.1, 60.0, UNKNOWN),
    ],
    ids=[
        "near",
        "no half fits",
        "far, and what fits fits another nearly as well",
        "far but for its better half",
        "far, its better half not asked of others",
        "too far",
        "unclear",
        "unclear but for its better half",
        "unclear in its better half too",
        "too unclear",
        "no half fits, others less still",
    ],
)
def test_a_cell_is_told_whole_or_by_its_better_half(
    nearest: float, other: float, core: float, others_core: float, code: int
) -> None:
    assert told(nearest, other, core, others_core) == code


@pytest.mark.parametrize(
    ("hidden", "odd", "covered"),
    [
        ((1.0, 0.9, 0.6), (25.0, 24.0, 23.0), (True, True, True)),
        ((0.5, 0.25, 0.4), (25.0, 24.0, 23.0), (False, False, False)),
        ((0.9, 0.75, 0.4), (25.0, 24.0, 23.0), (False, False, False)),
        ((1.0, 0.9, 0.25), (25.0, 24.0, 23.0), (True, True, False)),
        ((1.0, 0.9, 0.9), (25.0, 24.0, 3.0), (False, False, False)),
    ],
    ids=[
        "an edge along three cells",
        "brackets with gaps",
        "a word with gaps",
        "brackets beside an edge",
        "an edge along two",
    ],
)
def test_what_is_larger_than_a_cursor_hides_most_of_a_side_of_each_of_its_cells_three_together(
    hidden: tuple[float, ...], odd: tuple[float, ...], covered: tuple[bool, ...]
) -> None:
    nearest = np.full((4, 4), 3.0, np.float32)
    sides = np.zeros((4, 4), np.float32)
    nearest[1, :3], sides[1, :3] = odd, hidden
    match = Match(nearest[..., None], np.zeros((4, 4, 1), np.float32), None, 32, sides, np.ones((4, 4), np.float32))
    expected = np.zeros((4, 4), np.bool_)
    expected[1, :3] = covered
    assert np.array_equal(lies_under_something(match, LIMITS), expected)


def test_what_lies_over_a_third_of_the_board_does_not_hide_itself() -> None:
    nearest = np.full((4, 4), 3.0, np.float32)
    sides = np.zeros((4, 4), np.float32)
    nearest[:2, :3], sides[:2, :3] = 25.0, 1.0
    match = Match(nearest[..., None], np.zeros((4, 4, 1), np.float32), None, 32, sides, np.ones((4, 4), np.float32))
    assert np.array_equal(lies_under_something(match, LIMITS), nearest > 20.0)

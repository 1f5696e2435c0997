"""When a slot is told: near enough to one kind, on ground as it was, and no ring astray beside it."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.profile_sections import ReaderSection
from vision.rings.judgement import Judgement, Measured
from vision.sighting import UNKNOWN

LIMITS = ReaderSection(min_margin=0.35, max_distance=26, max_core=20)
CODES = np.array([4, 9, 2, 6], np.int8)
"""That of empty ground last."""
EMPTY = 6
AREAS = np.array([100, 200, 300], np.float32)
CELLS, PLACES, SLOTS = 9, 12, 3
SHOWN = np.full((PLACES, SLOTS), EMPTY, np.int8)
SHOWN[1], SHOWN[10] = (9, 4, EMPTY), (EMPTY, EMPTY, 2)
JUDGE = Judgement(LIMITS, 16, CODES, AREAS)
Change = tuple[str, Any, float]
"""What measures otherwise, where, and how much."""


def clean() -> Measured:
    """A board with two rings in a cell and one in hand, all as it should be."""
    distance = np.full((PLACES, SLOTS, len(CODES)), 60, np.float32)
    distance[SHOWN[..., None] == CODES] = 5
    nothing = np.zeros((PLACES, SLOTS), np.float32)
    ones = np.ones(CELLS, np.float32)
    return Measured(distance, nothing, nothing[:, 0], nothing, nothing, nothing, ones, ones)


def told(*changes: Change) -> NDArray[np.int8]:
    measured = clean()
    for what, where, value in changes:
        changed = getattr(measured, what).copy()
        changed[where] = value
        measured = replace(measured, **{what: changed})
    return JUDGE(measured)[0]


def unknown_in(*changes: Change) -> list[tuple[int, int]]:
    """Return (place, slot) of what is not told, all else being told as it is shown."""
    codes = told(*changes)
    assert np.array_equal(codes[codes != UNKNOWN], SHOWN[codes != UNKNOWN])
    return [(int(place), int(slot)) for place, slot in np.argwhere(codes == UNKNOWN)]


def whole(*places: int) -> list[tuple[int, int]]:
    return [(place, slot) for place in places for slot in range(SLOTS)]


def test_what_is_as_it_should_be_is_told() -> None:
    codes, margin = JUDGE(clean())
    assert np.array_equal(codes, SHOWN)
    assert margin == pytest.approx(1 - 5 / 60)


@pytest.mark.parametrize(
    ("what", "where", "within", "beyond", "unknown"),
    [
        ("distance", (1, 0, 1), 26.0, 26.1, [(1, 0)]),
        ("distance", (1, 0, 0), 7.8, 7.6, [(1, 0)]),
        ("core", (1, 0), 20.0, 20.1, [(1, 0)]),
        ("unlike", 1, 16.0, 16.1, whole(1)),
        ("veiled", (1, 2), 13.0, 13.1, [(1, 2)]),
        ("veiled", (11, 0), 13.0, 13.1, [(11, 0)]),
        ("relief", 1, 0.3, 0.29, [(1, 2)]),
        ("spilled", (1, 0), 0.3, 0.31, [(1, 0)]),
        ("spilled", (0, 0), 0.3, 0.31, whole(0)),
    ],
    ids=[
        "far",
        "nearly as near to another kind",
        "no half fits",
        "other ground beside",
        "a veil over an empty slot",
        "a veil in hand",
        "a mark that is gone is no matter to rings",
        "its colour beside a ring",
        "the ground's colour",
    ],
)
def test_a_slot_is_told_up_to_a_limit(
    what: str, where: Any, within: float, beyond: float, unknown: list[tuple[int, int]]
) -> None:
    assert unknown_in((what, where, within)) == []
    assert unknown_in((what, where, beyond)) == unknown


def test_a_veil_is_no_matter_to_a_ring() -> None:
    assert unknown_in(("veiled", (1, slice(2)), 99.0)) == []


def test_all_of_a_place_that_looks_like_a_ring_may_be_the_panel_that_spills_around_it() -> None:
    alike = [("distance", (1, 1, 1), 5.0), ("distance", (1, 1, 0), 60.0)]
    codes = told(*alike, ("spilled", (1, 0), 0.31))
    assert codes[1].tolist() == [UNKNOWN, UNKNOWN, EMPTY]


@pytest.mark.parametrize(("weak", "strong"), [(0.39, 0.4), (2.51, 2.5)])
def test_a_third_of_the_marks_must_be_seen(weak: float, strong: float) -> None:
    assert unknown_in(("marks", slice(6), weak)) == []
    assert unknown_in(("marks", slice(7), weak)) == whole(*range(PLACES))
    assert unknown_in(("marks", slice(7), weak), ("marks", 6, strong)) == []
    assert unknown_in(("marks", slice(6), np.nan), ("marks", [6, 7], weak)) == [], "cells without one do not count"
    assert unknown_in(("marks", slice(6), np.nan), ("marks", [6, 7, 8], weak)) == whole(*range(PLACES))
    assert unknown_in(("marks", slice(9), np.nan)) == []


RINGS_ASTRAY = ("odd", ([1, 1, 10], [0, 1, 2]), 0.11)
"""No ring lies squarely in its slot."""


@pytest.mark.parametrize(
    ("changes", "unknown"),
    [
        ([("odd", (3, 2), 0.06)], [(3, 0)]),
        ([("odd", (3, 2), 0.16)], whole(3)),
        ([("odd", (3, slice(1, 3)), 0.05)], []),
        ([("odd", (3, 2), 0.79)], whole(3)),
        ([("odd", (3, 2), 0.81)], []),
        ([("odd", (3, 0), 0.14)], []),
        ([("odd", (3, slice(2)), 0.06)], [(3, 0)]),
        ([("odd", (1, 2), 0.3)], [(1, 2)]),
    ],
    ids=[
        "as much as a small ring makes",
        "as much as any ring makes",
        "what noise does",
        "most of it",
        "filled",
        "too little",
        "two slots together",
        "rings of that place are told",
    ],
)
def test_an_empty_slot_that_is_crossed_may_have_its_ring_astray(
    changes: list[Change], unknown: list[tuple[int, int]]
) -> None:
    assert unknown_in(RINGS_ASTRAY, *changes) == unknown
    assert unknown_in(*changes) == [], "rings lie squarely elsewhere"


def test_more_places_are_crossed_than_rings_lie_squarely() -> None:
    """Three rings do, up to a tenth of their pixels; one that is not told does not count."""
    crossed = ("odd", ([3, 4, 5], 2), 0.3)
    assert unknown_in(("odd", ([1, 1, 10], [0, 1, 2]), 0.1), crossed) == []
    assert unknown_in(crossed, ("odd", (6, 2), 0.3)) == whole(3, 4, 5, 6)
    assert unknown_in(crossed, ("core", (1, 0), 21.0)) == [(1, 0), *whole(3, 4, 5)]

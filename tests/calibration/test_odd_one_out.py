"""A tile shown otherwise than all others of its kind, as a selected one is, becomes no kind of its own."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import engine.swap3 as swap3
from calibration.calibrate import calibrate
from calibration.kinds import Kind
from calibration.learn_kinds import Learned
from calibration.odd_one_out import without_odd_ones
from capture.frame import Frame
from engine.dice import dice
from practice.swap3 import board_rectangle, render_still
from vision.reader import Reader
from vision.sighting import UNKNOWN
from vision.swap3 import SCREEN

RULES = swap3.PRESETS["gweled"]


def with_one_inverted(row: int, col: int) -> Frame:
    """A board of which one cell shows its colours turned round: it is like no kind, and nothing lies over a part."""
    picture = render_still("mine", 1.0, RULES, swap3.start(RULES, dice(1))).copy()
    x, y, width, height = board_rectangle("mine", 1.0, RULES)
    across, down = (
        (round(x + k * width / RULES.cols) for k in (col, col + 1)),
        (round(y + k * height / RULES.rows) for k in (row, row + 1)),
    )
    cell = slice(*down), slice(*across)
    picture[cell] = 255 - picture[cell]
    return Frame(picture, 0)


@pytest.mark.parametrize("place", [(0, 0), (3, 4), (7, 1)])
def test_a_selected_tile_is_unknown_where_the_game_has_no_more_kinds(place: tuple[int, int]) -> None:
    """It was a kind beyond the game's own, as which each tile that was selected later would have been read."""
    frame = with_one_inverted(*place)
    calibration = calibrate([frame], replace(SCREEN, score=False))
    assert calibration.result.passed, calibration.result.reasons
    assert calibration.result.kinds == RULES.kinds
    codes = Reader(calibration.profile, calibration.prototypes).read(frame).codes
    assert np.argwhere(codes == UNKNOWN).tolist() == [list(place)]


def test_where_a_game_may_have_more_kinds_it_stays_one() -> None:
    screen = replace(SCREEN, score=False, special_codes={"bomb": SCREEN.first_free_code})
    calibration = calibrate([with_one_inverted(3, 4)], screen)
    assert calibration.result.passed, calibration.result.reasons
    assert calibration.result.kinds == RULES.kinds + 1


@pytest.mark.parametrize(
    ("odd", "changes", "kinds", "covered"),
    [
        (((2, 2),), {}, 3, ((2, 2),)),
        (((2, 2), (7, 7)), {}, 5, ()),
        (((2, 2), (7, 7)), {"cursor_cells": 2}, 3, ((2, 2), (7, 7))),
        (((2, 2),), {"colours": 4}, 4, ()),
        (((2, 2),), {"special_codes": {"bomb": 9}}, 4, ()),
        ((), {}, 3, ()),
    ],
    ids=["one", "more than the cursor covers", "two under a cursor", "a colour may be rare", "a special", "none"],
)
def test_a_kind_is_taken_out_where_nothing_but_a_cursor_explains_it(
    odd: tuple[tuple[int, int], ...], changes: dict[str, Any], kinds: int, covered: tuple[tuple[int, int], ...]
) -> None:
    """Seen in two frames at one place; the kind after it gets its number, and what was covered stays so."""
    label = np.indices((8, 8)).sum(axis=0)[None].repeat(2, axis=0) % 3
    label[0, 5, 5] = -1
    known = label.copy()
    for number, place in enumerate(odd):
        label[label > number] += 1  # kinds lie before and after it
        label[:, *place] = number + 1
    kind = Kind(np.zeros((2, 2, 3), np.float32), np.ones((2, 2), np.float32), np.zeros(1, np.intp))
    before = np.zeros(label.shape, np.bool_)
    before[1, 0, 0] = True
    learned = Learned([kind] * (3 + len(odd)), None, np.zeros(2), label, before)
    left = without_odd_ones(learned, replace(SCREEN, **{"colours": 3, **changes}))
    assert len(left.kinds) == kinds
    expected = before.copy()
    for place in covered:
        expected[:, *place] = True
    assert np.array_equal(left.covered, expected)
    if covered:
        assert np.array_equal(left.label, np.where(expected & ~before, -1, known))
    else:
        assert left is learned

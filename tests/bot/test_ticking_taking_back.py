"""Which turns' numbers put a board right, as the practice window paints them, and what comes over them."""

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.ticking.explaining import explain
from bot.ticking.taking_back import TakingBack
from engine.hypersonic import PRESETS, State, advance, dice, places, start
from practice.hypersonic.still import render_still
from vision.sighting import Sighting, Status

RULES = PRESETS["two"]
PLACES = {
    ("dungeon", 0.6): (12, 18, 36, 18),
    ("dungeon", 1.0): (24, 30, 48, 24),
    ("blueprint", 0.6): (60, 12, 36, 18),
    ("blueprint", 2.0): (222, 48, 66, 48),
    ("toys", 0.5): (366, 30, 36, 18),
    ("toys", 1.5): (1104, 90, 84, 48),
    ("toys", 2.0): (1476, 120, 102, 66),
}
"""(x, y, width, height) of the number by look and scale, as calibration finds it."""
NUMBERS = (99, 9, 8)
"""After which all digits change, and a digit more shows, or only one."""

Patch = NDArray[np.uint8]


def number_shown(look: str, scale: float, number: int) -> Patch:
    x, y, width, height = PLACES[look, scale]
    return render_still(look, scale, start(RULES, dice(1))._replace(round=number))[y : y + height, x : x + width]


def sighting_of(state: State, patch: Patch) -> Sighting:
    return Sighting(places(state), np.ones((33, 13), np.float32), Status.CLEAR, 0, {"turn_patch": patch})


def round_put_right(before: Patch, after: Patch) -> bool:
    """Tell whether a person's step passes for one of the round before it, in which nobody has moved.

    Args:
        before: what the place of the number shows before that round.
        after: what it shows from then on.
    """
    taking_back = TakingBack(RULES)
    first = start(RULES, dice(1))
    taking_back.believed(None, None, sighting_of(first, before))
    unmoved = advance(RULES, first, [0, 0]).state
    taking_back.believed(first, explain(RULES, first, places(unmoved)), sighting_of(unmoved, after))
    moved = advance(RULES, unmoved, [2, 0]).state
    assert not np.array_equal(places(moved), places(unmoved))
    return taking_back.put_right(sighting_of(moved, after), seat_acts=True) is not None


@pytest.mark.parametrize(("look", "scale"), PLACES)
@pytest.mark.parametrize("number", NUMBERS)
def test_a_board_is_put_right_by_any_number(look: str, scale: float, number: int) -> None:
    """100 changes more of the place of 99 than half: its board never was."""
    assert round_put_right(number_shown(look, scale, number), number_shown(look, scale, number + 1))


@pytest.mark.parametrize(("look", "scale"), PLACES)
def test_a_plain_note_over_the_number_puts_nothing_right(look: str, scale: float) -> None:
    """One in a colour near the ground's changes no more of the place than numbers do, for it only hides the ink."""
    before = number_shown(look, scale, 20)
    slipped = [grey for grey in range(0, 256, 5) if round_put_right(before, np.full_like(before, grey))]
    assert slipped == []


@pytest.mark.parametrize(("look", "scale"), PLACES)
def test_a_note_in_the_numbers_own_colours_puts_nothing_right(look: str, scale: float) -> None:
    """Neither one in the ground's, nor one with words that have the ground's on the ink's."""
    before = number_shown(look, scale, 20)
    ground = np.median(before, axis=(0, 1)).astype(np.uint8)
    words = before.min(axis=(0, 1)) + (before.max(axis=(0, 1)) - before)
    assert not round_put_right(before, np.full_like(before, ground))
    assert not round_put_right(before, words)

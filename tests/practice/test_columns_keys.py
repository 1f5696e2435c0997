"""When a key counts: once a press, once it has been down long enough, or again and again."""

import math

import pytest

from practice.columns.keys import Action, Keys
from practice.columns.settings import KeyMode


def taken(keys: Keys, until: float) -> list[tuple[float, Action]]:
    """Every action up to a moment."""
    found = []
    while keys.next_due() <= until:
        found.append((keys.next_due(), keys.take()))
    return found


@pytest.mark.parametrize("action", [Action.LEFT, Action.RIGHT, Action.ROTATE])
def test_step_counts_a_press_once_however_long(action: Action) -> None:
    keys = Keys("step")
    keys.press(action, 100.0)
    assert taken(keys, 5000) == [(100.0, action)]
    keys.release(action)
    keys.press(action, 6000.0)
    assert taken(keys, 6000) == [(6000.0, action)]


def test_held_counts_only_what_is_down_for_60_ms() -> None:
    keys = Keys("held")
    keys.press(Action.LEFT, 0.0)
    assert taken(keys, 59.9) == []
    keys.release(Action.LEFT)
    assert keys.next_due() == math.inf
    keys.press(Action.LEFT, 100.0)
    assert taken(keys, 300) == [(160.0, Action.LEFT), (220.0, Action.LEFT), (280.0, Action.LEFT)]


def test_repeat_counts_at_once_then_after_200_ms_each_50() -> None:
    keys = Keys("repeat")
    keys.press(Action.RIGHT, 10.0)
    assert taken(keys, 320) == [(at, Action.RIGHT) for at in (10.0, 210.0, 260.0, 310.0)]
    keys.release(Action.RIGHT)
    keys.press(Action.RIGHT, 330.0)
    assert taken(keys, 529) == [(330.0, Action.RIGHT)]


def test_down_repeats_in_step_too() -> None:
    keys = Keys("step")
    keys.press(Action.DOWN, 0.0)
    assert [at for at, _ in taken(keys, 300)] == [0.0, 200.0, 250.0, 300.0]


@pytest.mark.parametrize(("mode", "first"), [("step", 0.0), ("held", 60.0), ("repeat", 0.0)])
def test_a_hard_drop_comes_once_a_press(mode: KeyMode, first: float) -> None:
    keys = Keys(mode)
    keys.press(Action.DROP, 0.0)
    assert taken(keys, 5000) == [(first, Action.DROP)]


def test_two_keys_act_in_the_order_of_their_moments() -> None:
    keys = Keys("held")
    keys.press(Action.LEFT, 0.0)
    keys.press(Action.ROTATE, 30.0)
    assert taken(keys, 130) == [
        (60.0, Action.LEFT), (90.0, Action.ROTATE), (120.0, Action.LEFT),
    ]  # fmt: skip
    keys.release_all()
    assert keys.next_due() == math.inf


def swallowed(seed: int, chance: float) -> list[bool]:
    keys = Keys("step", chance, seed)
    lost = []
    for _ in range(2000):
        keys.press(Action.LEFT, 0.0)
        lost.append(not taken(keys, 0.0))
        keys.release(Action.LEFT)
    return lost


def test_presses_are_lost_with_their_chance_by_the_seed_alone() -> None:
    assert sum(swallowed(1, 0.02)) == pytest.approx(40, abs=25)
    assert swallowed(1, 0.02) == swallowed(1, 0.02)
    assert swallowed(1, 0.02) != swallowed(2, 0.02)
    assert not any(swallowed(1, 0.0))
    assert all(swallowed(1, 1.0))


def test_a_lost_press_does_not_repeat() -> None:
    keys = Keys("repeat", 1.0)
    keys.press(Action.LEFT, 0.0)
    assert keys.next_due() == math.inf


def test_a_release_that_was_none_is_taken_back() -> None:
    keys = Keys("held")
    keys.press(Action.LEFT, 0.0)
    assert taken(keys, 70) == [(60.0, Action.LEFT)]
    keys.release(Action.LEFT)
    keys.resume(Action.RIGHT)
    assert keys.next_due() == math.inf
    keys.resume(Action.LEFT)
    assert taken(keys, 130) == [(120.0, Action.LEFT)]
    keys = Keys("repeat", swallow=0.0)
    keys.press(Action.LEFT, 0.0)
    assert taken(keys, 210) == [(0.0, Action.LEFT), (200.0, Action.LEFT)]
    keys.release(Action.LEFT)
    keys.resume(Action.LEFT)
    assert taken(keys, 300) == [(250.0, Action.LEFT), (300.0, Action.LEFT)]

"""Which time between two looks is a stall of the machine."""

import pytest

from bot.playing.stalls import LONGEST_LOOK_S, Stalls


def test_a_plan_and_a_press_are_no_stall() -> None:
    stalls = Stalls(own_s=2.0)
    assert [stalls.before(at_s) is None for at_s in (5.0, 7.1)] == [True, True]
    stall = stalls.before(10.0)
    assert stall is not None
    assert stall.since_s == 7.1
    assert stall.lost_s == pytest.approx(0.9 - LONGEST_LOOK_S)


def test_a_slow_machine_does_not_stall_and_of_a_stall_a_look_may_have_taken_its_time() -> None:
    stalls = Stalls()
    slow = [0.9 * LONGEST_LOOK_S * turn for turn in range(10)]
    assert [stalls.before(at_s) for at_s in slow] == [None] * 10
    stall = stalls.before(slow[-1] + 1.0)
    assert stall is not None
    assert stall.lost_s == pytest.approx(1.0 - LONGEST_LOOK_S)


def test_while_there_is_nothing_to_look_at_nothing_stalls() -> None:
    stalls = Stalls()
    stalls.before(1.0)
    stalls.forget()
    assert stalls.before(9.0) is None

"""The tick of a window, learned from when rounds begin."""

import pytest

from bot.ticking.rhythm import UNKNOWN_TICK_S, Rhythm


def test_before_anything_was_seen_a_round_is_taken_for_short() -> None:
    rhythm = Rhythm()
    assert not rhythm.known
    assert rhythm.left_s(100.0) == UNKNOWN_TICK_S


def test_rounds_tell_their_length_and_what_is_left() -> None:
    rhythm = Rhythm()
    for number in range(6):
        rhythm.round_began(10.0 + 0.3 * number, 1)
    assert rhythm.known
    assert rhythm.tick_s == pytest.approx(0.3)
    assert rhythm.left_s(11.5 + 0.1) == pytest.approx(0.2)
    assert rhythm.left_s(11.5 + 0.7) == pytest.approx(0.2)


def test_two_rounds_at_once_count_as_two() -> None:
    rhythm = Rhythm()
    rhythm.round_began(1.0, 1)
    rhythm.round_began(1.8, 2)
    assert rhythm.tick_s == pytest.approx(0.4)


def test_a_stall_of_the_machine_changes_neither_the_tick_nor_when_the_next_round_begins() -> None:
    rhythm = Rhythm()
    late = (0.0, 0.02, 0.15, 0.0, 0.01, 0.0, 0.1, 0.0, 0.0, 0.13)
    for number, delay in enumerate(late):
        rhythm.round_began(5.0 + 0.3 * number + delay, 1)
    assert rhythm.tick_s == pytest.approx(0.3, abs=0.01)
    last = 5.0 + 0.3 * (len(late) - 1)
    assert rhythm.left_s(last + 0.13) == pytest.approx(0.17, abs=0.05)


def test_what_lies_before_a_pause_measures_no_round() -> None:
    rhythm = Rhythm()
    rhythm.round_began(1.0, 1)
    rhythm.round_began(1.3, 1)
    rhythm.forget_beginning()
    assert not rhythm.known
    rhythm.round_began(60.0, 1)
    assert rhythm.tick_s == pytest.approx(0.3)

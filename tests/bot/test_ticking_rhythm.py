"""The tick of a window, learned from when rounds begin."""

import pytest

from bot.ticking.rhythm import UNKNOWN_LEFT_S, UNKNOWN_TICK_S, Rhythm


def test_before_anything_was_seen_a_round_is_taken_for_short() -> None:
    rhythm = Rhythm()
    assert not rhythm.known
    assert rhythm.tick_s == UNKNOWN_TICK_S
    assert rhythm.left_s(100.0) == UNKNOWN_LEFT_S


def test_rounds_tell_their_length_and_what_is_left() -> None:
    rhythm = Rhythm()
    for number in range(6):
        rhythm.round_began(10.0 + 0.3 * number, 1)
    assert rhythm.known
    assert rhythm.tick_s == pytest.approx(0.3)
    assert rhythm.left_s(11.5 + 0.1) == pytest.approx(0.2)
    assert rhythm.left_s(11.5 + 0.7) == pytest.approx(0.2)


def test_a_round_is_over_at_the_latest_a_tick_after_it_was_seen_to_begin() -> None:
    rhythm = Rhythm()
    assert rhythm.ends_s is None
    rhythm.round_began(10.0, 1)
    assert rhythm.ends_s is None
    for number in range(1, 5):
        rhythm.round_began(10.0 + 0.3 * number, 1)
    rhythm.round_began(11.53, 1)
    assert rhythm.ends_s == pytest.approx(11.83)
    rhythm.forget_beginning()
    assert rhythm.ends_s is None


def test_a_turn_that_may_have_begun_leaves_what_its_round_would_and_teaches_no_tick() -> None:
    rhythm = Rhythm()
    rhythm.may_have_begun(1.0)
    assert rhythm.ends_s is None
    rhythm.round_began(10.0, 1)
    rhythm.round_began(10.3, 1)
    rhythm.forget_beginning()
    rhythm.may_have_begun(20.0)
    assert rhythm.out_of_step
    assert rhythm.ends_s == pytest.approx(20.3)
    assert rhythm.left_s(20.1) == pytest.approx(0.2)
    assert rhythm.left_s(20.4) == pytest.approx(0.3), "the game waits"
    rhythm.round_began(21.0, 1)
    assert rhythm.tick_s == pytest.approx(0.3)
    assert rhythm.left_s(21.1) == pytest.approx(0.2)
    rhythm.may_have_begun(21.2)
    rhythm.forget_beginning()
    assert rhythm.ends_s is None


@pytest.mark.parametrize(("began_s", "left_s"), [(12.056, 0.1), (12.0, 0.05)], ids=["begun late", "seen late"])
def test_after_a_stall_a_round_may_have_been_seen_late_or_have_begun_late(began_s: float, left_s: float) -> None:
    """A window that hung begins its rounds later from then on: keys for the old ones' ends were the next round's."""
    rhythm = Rhythm()
    for number in range(6):
        rhythm.round_began(10.0 + 0.3 * number, 1)
    rhythm.round_began(began_s, 1)
    next_s = {12.056: 12.356, 12.0: 12.1}[began_s]
    assert rhythm.left_s(next_s - left_s) == pytest.approx(left_s, abs=0.001)
    assert rhythm.has_hung(11.8 + 0.3 + 0.35, 1)
    assert not rhythm.has_hung(11.8 + 0.3 + 0.25, 1)


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


def play(rhythm: Rhythm, rounds: range, stall: float) -> None:
    """Rounds of 0.3 s that begin so many ticks late, some of them seen 10 ms later still."""
    for number in rounds:
        rhythm.round_began(5.0 + 0.3 * (number + stall) + (0.01 if number % 3 == 0 else 0.0), 1)


@pytest.mark.parametrize("stall", [0.25, 1 / 3, 0.5, 0.8, 1.33])
def test_a_stall_of_the_window_itself_moves_all_rounds_that_come(stall: float) -> None:
    rhythm = Rhythm()
    play(rhythm, range(10), 0.0)
    play(rhythm, range(10, 13), stall)
    assert rhythm.tick_s == pytest.approx(0.3, abs=0.01)
    last = 5.0 + 0.3 * (12 + stall)
    for since in (0.02, 0.15, 0.25):
        assert rhythm.left_s(last + since) == pytest.approx(0.3 - since, abs=0.015)
    play(rhythm, range(13, 20), stall)
    assert rhythm.tick_s == pytest.approx(0.3, abs=0.01)


def test_a_stall_of_the_machine_in_two_rounds_moves_none() -> None:
    rhythm = Rhythm()
    play(rhythm, range(10), 0.0)
    play(rhythm, range(10, 12), 0.2)
    play(rhythm, range(12, 13), 0.0)
    assert rhythm.tick_s == pytest.approx(0.3, abs=0.005)
    assert rhythm.left_s(5.0 + 0.3 * 12 + 0.1) == pytest.approx(0.2, abs=0.01)


@pytest.mark.parametrize("before", [2, 3, 4])
@pytest.mark.parametrize("stall", [1.0, 4.0, 12.0])
def test_a_stall_in_the_first_rounds_makes_no_round_long(before: int, stall: float) -> None:
    """Of three beginnings two pairs had it between them: rounds of 0.3 s were taken for as long as it had lasted."""
    rhythm = Rhythm()
    for number in range(8):
        rhythm.round_began(5.0 + 0.3 * (number + (stall if number >= before else 0.0)), 1)
        assert number == 0 or rhythm.tick_s == pytest.approx(0.3, abs=0.1)
    assert rhythm.tick_s == pytest.approx(0.3, abs=0.001)


@pytest.mark.parametrize("late", [0.08, 0.13, 0.2])
def test_a_late_one_of_three_makes_no_known_round_short(late: float) -> None:
    """The shorter of two lengths limited a round that was known, after every note and pause."""
    rhythm = Rhythm()
    for number in range(6):
        rhythm.round_began(5.0 + 0.3 * number, 1)
    rhythm.forget_beginning()
    for number in range(5):
        rhythm.round_began(60.0 + 0.3 * number + (late if number == 1 else 0.0), 1)
        assert rhythm.tick_s == pytest.approx(0.3)


@pytest.mark.parametrize("longer", [1.1, 1.2, 1.5, 2.0])
def test_a_tick_that_has_become_longer_is_learned(longer: float) -> None:
    rhythm = Rhythm()
    at = 5.0
    for number in range(18):
        at += 0.3 * (longer if number >= 10 else 1.0)
        rhythm.round_began(at, 1)
    assert rhythm.tick_s == pytest.approx(0.3 * longer, abs=0.01)
    assert rhythm.left_s(at + 0.1) == pytest.approx(0.3 * longer - 0.1, abs=0.02)


def test_a_first_round_that_was_seen_late_moves_none() -> None:
    rhythm = Rhythm()
    for number in range(6):
        rhythm.round_began(5.0 + 0.3 * number + (0.15 if number == 0 else 0.0), 1)
    assert rhythm.tick_s == pytest.approx(0.3)
    assert rhythm.left_s(6.5 + 0.1) == pytest.approx(0.2)


def test_what_lies_before_a_pause_measures_no_round() -> None:
    rhythm = Rhythm()
    rhythm.round_began(1.0, 1)
    rhythm.round_began(1.3, 1)
    rhythm.forget_beginning()
    assert not rhythm.known
    rhythm.round_began(60.0, 1)
    assert rhythm.tick_s == pytest.approx(0.3)


def test_what_was_learned_wrong_is_learned_anew() -> None:
    rhythm = Rhythm()
    rhythm.round_began(1.0, 1)
    rhythm.round_began(4.0, 1)
    rhythm.forget()
    assert (rhythm.known, rhythm.out_of_step, rhythm.tick_s) == (False, False, UNKNOWN_TICK_S)
    rhythm.round_began(60.0, 1)
    rhythm.round_began(60.3, 1)
    assert rhythm.tick_s == pytest.approx(0.3)

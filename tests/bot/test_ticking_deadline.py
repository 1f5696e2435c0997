"""How long a decision may take, and until when its keys may be pressed."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from bot.playing.lookout import Look
from bot.ticking import deadline
from bot.ticking.deadline import ARRIVES_S, FIRST_PRESS_S, PRESSES, RESERVE_S, Deadline, over, too_late
from bot.ticking.rhythm import UNKNOWN_LEFT_S, UNKNOWN_TICK_S, Rhythm
from capture.frame import Frame, Region
from control.gesture import Chord
from vision.sighting import Sighting, Status

LOOK = Look(
    Frame(np.zeros((8, 8, 3), np.uint8), 0, Region(0, 0, 8, 8), 1.0),
    Sighting(np.zeros((33, 13), np.int8), np.ones((33, 13), np.float32), Status.CLEAR, 0, {}),
    0.0,
    0.0,
)


def left_but_for(press_s: float) -> float:
    """Milliseconds that a press so long leaves of a round whose length nobody knows."""
    return (UNKNOWN_LEFT_S - RESERVE_S - press_s) * 1e3


def test_the_longest_of_the_last_presses_is_kept_of_a_round() -> None:
    learned = Deadline()
    assert learned.left_ms(Rhythm()) == pytest.approx(left_but_for(FIRST_PRESS_S))
    learned.pressed(0.04)
    for _ in range(PRESSES - 1):
        learned.pressed(0.01)
    assert learned.left_ms(Rhythm()) == pytest.approx(left_but_for(0.04))
    learned.pressed(0.01)
    assert learned.left_ms(Rhythm()) == pytest.approx(left_but_for(0.01))


def test_one_press_longer_than_a_round_was_a_stall_and_two_are_what_it_takes() -> None:
    """For the next thirty turns hardly anything was left for a decision."""
    learned = Deadline()
    learned.pressed(0.03)
    learned.pressed(4 * UNKNOWN_TICK_S)
    assert learned.left_ms(Rhythm()) == pytest.approx(left_but_for(0.03))
    learned.pressed(4 * UNKNOWN_TICK_S)
    assert learned.left_ms(Rhythm()) == pytest.approx(left_but_for(4 * UNKNOWN_TICK_S))


@pytest.mark.parametrize(("left", "late"), [(0.5, [True, True]), (1.5, [False, True]), (2.5, [False, False])])
def test_every_key_takes_its_time_to_arrive_before_the_round_is_over(
    monkeypatch: pytest.MonkeyPatch, left: float, late: list[bool]
) -> None:
    rhythm = Rhythm()
    for began_s in (0.0, 5.0):
        rhythm.round_began(began_s, 1)
    monkeypatch.setattr(deadline, "time", SimpleNamespace(monotonic=lambda: 10.0 - left * ARRIVES_S))
    chords = (Chord(("right",)), Chord(("right", "space")))
    assert [too_late(keys, LOOK, rhythm) for keys in chords] == late
    assert not over(LOOK, rhythm)


def test_a_round_is_over_at_its_end_but_for_a_picture_from_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    rhythm = Rhythm()
    assert not over(LOOK, rhythm)
    for began_s in (0.0, 5.0):
        rhythm.round_began(began_s, 1)
    monkeypatch.setattr(deadline, "time", SimpleNamespace(monotonic=lambda: 10.001))
    assert over(LOOK, rhythm)
    assert not over(replace(LOOK, frame=replace(LOOK.frame, time_ns=10_000_500_000)), rhythm)


def test_a_round_that_was_seen_to_begin_late_is_over_when_the_others_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """A motion seen late left so much too long for keys: they were the next round's."""
    rhythm = Rhythm()
    for began_s in (0.0, 5.0, 10.0, 15.0, 20.0, 27.0):
        rhythm.round_began(began_s, 1)
    assert rhythm.ends_s == pytest.approx(30.0 + 0.15 * 5, abs=0.1)
    seen = replace(LOOK, frame=replace(LOOK.frame, time_ns=28_000_000_000))
    for now_s, late in ((30.5, False), (31.0, True), (31.9, True)):
        monkeypatch.setattr(deadline, "time", SimpleNamespace(monotonic=lambda now_s=now_s: now_s))
        assert over(seen, rhythm) == late, now_s

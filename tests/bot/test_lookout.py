"""What a person hears while a run waits for them, and how long they get to let go of the mouse."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from bot.playing.lookout import TOLD_AFTER_S, UNREAD_TOLD_S, Look, Lookout
from bot.playing.run import EndRun, Tally
from capture.frame import Frame
from control.aim import ScreenPoint
from control.envelope import LET_GO_S, Clearance, Envelope, Go, Limits, Wait
from control.gesture import Chord
from control.hand import DryHand
from tests.bot.desktop_stand_ins import NotingHand, OpenWindow
from tests.bot.handed_parts import PLACE, envelope_of, parts_of
from vision.sighting import UNKNOWN, Sighting, Status

BEHIND = "window 'Ship' is not in front; click on its title"
LOOK = Look(
    Frame(np.zeros((8, 8, 3), np.uint8), 0, PLACE, 1.0),
    Sighting(np.zeros((2, 2), np.int8), np.ones((2, 2), np.float32), Status.CLEAR, 0, {}),
    0.0,
    0.0,
)


class GivenClearance(Envelope):
    """Says what a test lets it say."""

    clearance: Clearance = Go()

    def __init__(self) -> None:
        super().__init__(OpenWindow(PLACE, "Ship"), (), Limits())

    def check(self, points: Sequence[ScreenPoint], frame: Frame, *, repeat: bool = False) -> Clearance:
        return self.clearance


def lookout_of(envelope: Envelope, say: Callable[[str], None]) -> Lookout:
    return Lookout(parts_of(envelope=envelope, say=say), Tally(), forget=lambda: None)


def reached_within(lookout: Lookout, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if lookout.reaches((), LOOK):
            return True
    return False


def test_a_person_is_told_once_what_is_waited_for_and_gets_time_to_let_go() -> None:
    window, hand, said = OpenWindow(PLACE, "Ship"), NotingHand(), list[str]()
    lookout = lookout_of(envelope_of(window, hand), said.append)
    window.in_front = False
    assert not reached_within(lookout, 0.8 * TOLD_AFTER_S)
    assert said == []
    assert not reached_within(lookout, 0.5 * TOLD_AFTER_S)
    assert said == [f"{BEHIND} (waiting, for 60 s at most)"]
    window.in_front = True
    assert not reached_within(lookout, 0.8 * LET_GO_S)
    assert reached_within(lookout, 0.5 * LET_GO_S)
    lookout.unblocked()
    assert lookout.reaches((), LOOK)
    assert len(said) == 1


def test_cells_that_cannot_be_read_are_told_of_after_a_while_and_named_at_the_end() -> None:
    said = list[str]()
    lookout = lookout_of(GivenClearance(), said.append)
    unread = replace(LOOK, sighting=replace(LOOK.sighting, codes=np.full((2, 2), UNKNOWN, np.int8)))
    for waited_s, look, times in (
        (2 * UNREAD_TOLD_S, LOOK, 0),
        (0.9 * UNREAD_TOLD_S, unread, 0),
        (UNREAD_TOLD_S, unread, 1),
        (2 * UNREAD_TOLD_S, unread, 1),
    ):
        lookout._blocked_since = time.monotonic() - waited_s
        lookout.wait_for_quiet(look)
        assert len(said) == times
    assert said == ["some cells cannot be read; is something over the board? (waiting, for 60 s at most)"]
    lookout._blocked_since = time.monotonic() - 61
    with pytest.raises(EndRun) as ended:
        lookout.wait_for_quiet(unread)
    assert (ended.value.ending.reason, ended.value.ending.fault) == ("4 cells could not be read in 60 s", True)


def test_what_was_only_the_last_of_a_long_wait_is_said_to_be_that() -> None:
    lookout = lookout_of(GivenClearance(), lambda _text: None)
    lookout._blocked_since = time.monotonic() - 61
    with pytest.raises(EndRun) as ended:
        lookout.blocked("the arena cannot be seen")
    at_last = "the board could not be played on; at last: the arena cannot be seen; gave up after 60 s"
    assert ended.value.ending.reason == at_last


def test_what_passes_by_itself_is_not_told_and_costs_no_time() -> None:
    envelope, said = GivenClearance(), list[str]()
    lookout = lookout_of(envelope, said.append)
    for _ in range(3):
        envelope.clearance = Wait("10 gestures within a second are enough")
        assert not reached_within(lookout, 0.5 * TOLD_AFTER_S)
        envelope.clearance = Go()
        assert lookout.reaches((), LOOK)
        lookout.unblocked()
    assert said == []


def test_a_reaction_lasts_from_the_grab_of_its_picture_to_the_end_of_its_gesture() -> None:
    tally, hand = Tally(), DryHand()
    lookout = Lookout(parts_of(hand=hand), tally, forget=lambda: None)
    assert lookout.act(Chord(("right",)), replace(LOOK, capture_ms=300.0, read_ms=40.0))
    assert hand.performed == [(Chord(("right",)), ())]
    (act_ms,) = tally.latency.samples["act"]
    assert tally.latency.samples["reaction"] == [340.0 + act_ms]

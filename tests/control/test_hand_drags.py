"""Drags of the hand on a real display: their steps, their drop, and a piece that is put back."""

import threading
import time

import pytest

from control.aim import ScreenPoint
from control.gesture import Drag
from control.hand import StoppedByUser, TargetLost
from control.pyautogui_hand import PyAutoGuiHand
from tests.control.hand_target import OURS, QUICK, Eventually, Person, Target
from vision.profile_sections import InputSection

pytestmark = pytest.mark.display


def test_drag_goes_in_steps_and_drops_at_its_end(target: Target, eventually: Eventually) -> None:
    hand = PyAutoGuiHand(QUICK)
    hand.perform(Drag((0, 0), (0, 0)), (target.at(20, 20), target.at(140, 80)), OURS)
    eventually(lambda: len(target.events("release")) == 1)
    assert target.clicks() == [(20, 20)]
    release = target.events("release")[0]
    assert (release["x"], release["y"]) == (140, 80)
    assert (80, 50) in [(event["x"], event["y"]) for event in target.events("drag")]
    assert len(target.events("drag")) >= 5


def test_a_drag_lifts_off_in_a_small_motion_and_rests_before_the_drop(target: Target, eventually: Eventually) -> None:
    hand = PyAutoGuiHand(InputSection(hold_ms=60, gap_ms=10, drag_ms=100, drag_steps=4))
    hand.perform(Drag((0, 0), (0, 0)), (target.at(20, 20), target.at(140, 80)), OURS)
    eventually(lambda: len(target.events("release")) == 1)
    press, release = target.events("press", "release")
    first, *others = target.events("drag")
    assert (first["x"], first["y"]) == (24, 22)
    assert first["t"] - press["t"] >= 0.05
    arrived = next(event for event in others if (event["x"], event["y"]) == (140, 80))
    assert release["t"] - arrived["t"] >= 0.05


def test_a_drag_never_goes_back(target: Target, eventually: Eventually) -> None:
    hand = PyAutoGuiHand(InputSection(hold_ms=10, gap_ms=10, drag_ms=200, drag_steps=20))
    hand.perform(Drag((0, 0), (0, 0)), (target.at(20, 20), target.at(44, 20)), OURS)
    eventually(lambda: len(target.events("release")) == 1)
    way = [event["x"] for event in target.events("drag")]
    assert way[-1] == 44
    assert way == sorted(way)


def test_a_person_who_moves_before_the_drop_gets_the_piece_back(
    target: Target, person: Person, eventually: Eventually
) -> None:
    looks = []

    def still_ours(point: ScreenPoint | None) -> bool:
        looks.append(point)
        if len(looks) == 3:  # start, end, and the end once more before the drop
            person("mousemove_relative", "--", 30, 20)
        return True

    with pytest.raises(StoppedByUser, match="moved by hand"):
        PyAutoGuiHand(QUICK).perform(Drag((0, 0), (0, 0)), (target.at(20, 20), target.at(140, 80)), still_ours)
    eventually(lambda: len(target.events("release")) == 1)
    release = target.events("release")[0]
    assert (release["x"], release["y"]) == (20, 20)


def test_a_long_rest_of_a_drag_asks_again_and_a_no_puts_the_piece_back(target: Target, eventually: Eventually) -> None:
    asked = []

    def still_ours(point: ScreenPoint | None) -> bool:
        asked.append(point)
        return len(asked) < 4  # both ends before the press, then the end while the piece rests

    slow = PyAutoGuiHand(InputSection(hold_ms=5000, gap_ms=0))
    began = time.monotonic()
    with pytest.raises(TargetLost, match="another window"):
        slow.perform(Drag((0, 0), (0, 0)), (target.at(20, 20), target.at(140, 80)), still_ours)
    assert time.monotonic() - began < 2.5
    eventually(lambda: len(target.events("release")) == 1)
    release = target.events("release")[0]
    assert (release["x"], release["y"]) == (20, 20)


def test_a_drag_taken_over_puts_the_piece_back(target: Target, person: Person, eventually: Eventually) -> None:
    hand = PyAutoGuiHand(InputSection(hold_ms=10, gap_ms=0, drag_ms=900, drag_steps=9))
    mover = threading.Timer(0.3, lambda: person("mousemove", *target.at(10, 190)))
    mover.start()
    with pytest.raises(StoppedByUser):
        hand.perform(Drag((0, 0), (0, 0)), (target.at(30, 30), target.at(250, 30)), OURS)
    mover.join()
    eventually(lambda: len(target.events("release")) == 1)
    release = target.events("release")[0]
    assert (release["x"], release["y"]) == (30, 30)

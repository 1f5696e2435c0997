"""Keys and chords of the hand on a real display: held, released, and stopped before the next one goes down."""

import time

import pytest

from control.gesture import Chord, Keys
from control.hand import StoppedByUser, TargetLost
from control.pyautogui_hand import PyAutoGuiHand
from tests.control.hand_target import OURS, QUICK, Eventually, Person, Target
from vision.profile_sections import InputSection

pytestmark = pytest.mark.display


def test_keys_are_held_and_released(target: Target, eventually: Eventually) -> None:
    hand = PyAutoGuiHand(QUICK)
    hand.perform(Keys(("left", "a")), (), OURS)
    eventually(lambda: len(target.events("key up")) == 2)
    assert [(event["event"], event["name"]) for event in target.events("key", "key up")] == [
        ("key", "Left"),
        ("key up", "Left"),
        ("key", "a"),
        ("key up", "a"),
    ]
    with pytest.raises(ValueError, match="expected a key name"):
        hand.perform(Keys(("no such key",)), (), OURS)


def test_keys_of_a_chord_are_down_together(target: Target, eventually: Eventually) -> None:
    hand = PyAutoGuiHand(InputSection(hold_ms=60, gap_ms=0))
    began = time.monotonic()
    hand.perform(Chord(("space", "left")), (), OURS)
    assert time.monotonic() - began < 2 * 0.06
    eventually(lambda: len(target.events("key up")) == 2)
    assert [(event["event"], event["name"]) for event in target.events("key", "key up")] == [
        ("key", "space"),
        ("key", "Left"),
        ("key up", "Left"),
        ("key up", "space"),
    ]
    with pytest.raises(ValueError, match="expected a key name"):
        hand.perform(Chord(("left", "no such key")), (), OURS)


def test_a_chord_cut_short_releases_what_is_down_and_tells_what_is_left(target: Target, eventually: Eventually) -> None:
    answers = [True, False]
    with pytest.raises(TargetLost) as caught:
        PyAutoGuiHand(QUICK).perform(Chord(("space", "left")), (), lambda _point: answers.pop(0))
    assert caught.value.rest == Chord(("left",))
    eventually(lambda: len(target.events("key up")) == 1)
    assert [event["name"] for event in target.events("key", "key up")] == ["space", "space"]
    with pytest.raises(TargetLost) as caught:
        PyAutoGuiHand(QUICK).perform(Chord(("space", "left")), (), lambda _point: False)
    assert caught.value.rest is None


def test_every_key_is_asked_for_before_it_goes_down(target: Target, eventually: Eventually) -> None:
    answers = [True, False]
    with pytest.raises(TargetLost, match="to the front"):
        PyAutoGuiHand(QUICK).perform(Keys(("left", "a")), (), lambda _point: answers.pop(0))
    eventually(lambda: len(target.events("key up")) == 1)
    assert [event["name"] for event in target.events("key")] == ["Left"]


def test_who_moves_the_mouse_stops_a_hand_that_presses_keys_alone(
    target: Target, person: Person, eventually: Eventually
) -> None:
    hand = PyAutoGuiHand(QUICK)
    person("mousemove", *target.at(20, 20))
    assert hand.taken_over() is None, "before its first key the mouse is the person's"
    hand.perform(Keys(("left",)), (), OURS)
    assert hand.taken_over() is None
    person("mousemove", *target.at(60, 60))
    assert hand.taken_over() == "the mouse was moved by hand"
    with pytest.raises(StoppedByUser, match="moved by hand"):
        hand.perform(Chord(("left", "a")), (), OURS)
    eventually(lambda: len(target.events("key up")) == 1)
    assert [event["name"] for event in target.events("key")] == ["Left"]

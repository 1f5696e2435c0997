"""The hand on a real display and a real window that writes down what reaches it."""

import signal
import threading
import time

import pytest

from bot.virtual_display import VirtualDisplay
from control.aim import ScreenPoint
from control.gesture import Click, Drag, Keys, Swap
from control.hand import DryHand, StoppedByUser, TargetLost
from control.pyautogui_hand import PyAutoGuiHand
from tests.control.hand_target import OURS, QUICK, Eventually, Person, Target
from tests.round_trips import round_trips
from vision.profile_sections import InputSection

display_test = pytest.mark.display


@display_test
def test_click_lands_on_its_pixel_with_its_hold(target: Target, eventually: Eventually) -> None:
    hand = PyAutoGuiHand(InputSection(hold_ms=60, gap_ms=10))
    hand.perform(Click((0, 0)), (target.at(17, 33),), OURS)
    eventually(lambda: len(target.events("release")) == 1)
    assert target.clicks() == [(17, 33)]
    press, release = target.events("press", "release")
    assert (release["x"], release["y"]) == (17, 33)
    assert 0.05 <= release["t"] - press["t"] <= 0.3
    assert hand.left_at == target.at(17, 33)


@display_test
def test_swap_clicks_twice_with_quiet_between(target: Target, eventually: Eventually) -> None:
    hand = PyAutoGuiHand(InputSection(hold_ms=10, gap_ms=80))
    hand.perform(Swap((0, 0), (0, 0)), (target.at(50, 50), target.at(90, 50)), OURS)
    eventually(lambda: len(target.events("release")) == 2)
    assert target.clicks() == [(50, 50), (90, 50)]
    _, release, press, _ = target.events("press", "release")
    assert press["t"] - release["t"] >= 0.07


@display_test
@pytest.mark.parametrize("gesture", [Click((0, 0)), Drag((0, 0), (0, 0))])
def test_a_person_who_moves_while_the_target_is_looked_at_is_heeded(
    target: Target, person: Person, gesture: Click | Drag
) -> None:
    """The look takes time, and a press would take the pointer back to where the person moved it from."""

    def still_ours(point: ScreenPoint | None) -> bool:
        person("mousemove_relative", "--", 30, 20)
        return True

    points = (target.at(20, 20), target.at(140, 80))[: 1 if isinstance(gesture, Click) else 2]
    with pytest.raises(StoppedByUser, match="moved by hand"):
        PyAutoGuiHand(QUICK).perform(gesture, points, still_ours)
    assert target.events("press") == [], "wrong press"


@display_test
@pytest.mark.parametrize("gesture", [Swap((0, 0), (0, 0)), Drag((0, 0), (0, 0))])
def test_a_window_manager_that_is_held_up_is_no_person_who_moves(
    display: VirtualDisplay, target: Target, eventually: Eventually, gesture: Swap | Drag
) -> None:
    """It looks at a press before the window gets it, and the display shows and passes on nothing else until then."""
    (manager,) = [process for process in display._processes if "openbox" in str(process.args)]
    manager.send_signal(signal.SIGSTOP)
    goes_on = threading.Timer(0.4, manager.send_signal, [signal.SIGCONT])
    goes_on.start()
    try:
        PyAutoGuiHand(QUICK).perform(gesture, (target.at(20, 20), target.at(140, 80)), OURS)
    finally:
        goes_on.join()
    ends = [(20, 20), (20, 20), (140, 80), (140, 80)] if isinstance(gesture, Swap) else [(20, 20), (140, 80)]
    eventually(lambda: len(target.events("press", "release")) == len(ends))
    assert [(event["x"], event["y"]) for event in target.events("press", "release")] == ends
    if isinstance(gesture, Drag):
        assert len({(event["x"], event["y"]) for event in target.events("drag")}) >= 5, "it goes in steps all the same"


@display_test
def test_a_mouse_that_the_person_moved_is_left_alone(target: Target, person: Person, eventually: Eventually) -> None:
    hand = PyAutoGuiHand(QUICK)
    hand.perform(Click((0, 0)), (target.at(10, 10),), OURS)
    assert hand.taken_over() is None
    person("mousemove", *target.at(60, 60))
    assert hand.taken_over() == "the mouse was moved by hand"
    with pytest.raises(StoppedByUser, match="moved by hand"):
        hand.perform(Click((0, 0)), (target.at(20, 20),), OURS)
    with pytest.raises(StoppedByUser):
        hand.park(target.at(20, 20))
    eventually(lambda: len(target.events("release")) == 1)
    assert target.clicks() == [(10, 10)]
    assert person("getmouselocation").startswith("x:{} y:{}".format(*target.at(60, 60)))


@display_test
def test_a_mouse_moved_between_press_and_release_still_gets_its_release(
    target: Target, person: Person, eventually: Eventually
) -> None:
    hand = PyAutoGuiHand(InputSection(hold_ms=400, gap_ms=0))
    mover = threading.Timer(0.15, lambda: person("mousemove", *target.at(200, 150)))
    mover.start()
    with pytest.raises(StoppedByUser, match="moved by hand"):
        hand.perform(Click((0, 0)), (target.at(30, 30),), OURS)
    mover.join()
    eventually(lambda: len(target.events("release")) == 1)
    release = target.events("release")[0]
    assert (release["x"], release["y"]) == (30, 30)


@display_test
@pytest.mark.parametrize("gesture", [Click((0, 0)), Drag((0, 0), (0, 0))])
def test_nothing_is_pressed_or_moved_while_a_person_holds_the_left_button(
    target: Target, person: Person, eventually: Eventually, gesture: Click | Drag
) -> None:
    """No press would reach the game, and a piece that the person holds would be carried off."""
    hand = PyAutoGuiHand(QUICK)
    points = (target.at(20, 20), target.at(140, 80))[: 1 if isinstance(gesture, Click) else 2]
    person("mousemove", *target.at(60, 60), "mousedown", 1)
    began = time.monotonic()
    try:
        with pytest.raises(TargetLost, match="left mouse button is held down") as caught:
            hand.perform(gesture, points, OURS)
        assert time.monotonic() - began < 1
    finally:
        person("mouseup", 1)
    assert caught.value.rest is None
    eventually(lambda: len(target.events("release")) == 1)
    assert [(event["x"], event["y"]) for event in target.events("press", "release", "drag")] == [(60, 60), (60, 60)]
    hand.perform(gesture, points, OURS)
    eventually(lambda: target.clicks() == [(60, 60), (20, 20)])


@display_test
def test_a_person_who_holds_the_left_button_between_two_clicks_leaves_the_second(
    target: Target, person: Person, eventually: Eventually
) -> None:
    def hold() -> None:
        eventually(lambda: len(target.events("release")) == 1)
        person("mousedown", 1)

    holder = threading.Thread(target=hold)
    holder.start()
    hand = PyAutoGuiHand(InputSection(hold_ms=10, gap_ms=1500))
    try:
        with pytest.raises(TargetLost, match="left mouse button is held down") as caught:
            hand.perform(Swap((1, 1), (2, 2)), (target.at(50, 50), target.at(90, 50)), OURS)
    finally:
        holder.join()
        person("mouseup", 1)
    assert caught.value.rest == Click((2, 2))
    assert target.clicks() == [(50, 50), (50, 50)], "the hand's and the person's"


@display_test
@pytest.mark.parametrize("corner", [(0, 0), (1599, 0), (0, 1199), (1599, 1199)])
def test_every_corner_is_the_fail_safe(target: Target, person: Person, corner: ScreenPoint) -> None:
    hand = PyAutoGuiHand(QUICK)
    person("mousemove", *corner)
    try:
        with pytest.raises(StoppedByUser, match="corner of the screen"):
            hand.perform(Click((0, 0)), (target.at(20, 20),), OURS)
    finally:
        person("mousemove", 800, 600)
    assert target.clicks() == [], "wrong press"


@display_test
def test_the_corner_during_a_hold_still_gets_its_release(
    target: Target, person: Person, eventually: Eventually
) -> None:
    hand = PyAutoGuiHand(InputSection(hold_ms=400, gap_ms=0))
    mover = threading.Timer(0.15, lambda: person("mousemove", 0, 0))
    mover.start()
    with pytest.raises(StoppedByUser, match="corner"):
        hand.perform(Click((0, 0)), (target.at(30, 30),), OURS)
    mover.join()
    eventually(lambda: len(target.events("release")) == 1)
    person("mousemove", 800, 600)


@display_test
def test_a_target_lost_in_the_last_moment_is_not_pressed(target: Target) -> None:
    hand = PyAutoGuiHand(QUICK)
    asked = []

    def not_ours(point: ScreenPoint | None) -> bool:
        asked.append(point)
        return False

    with pytest.raises(TargetLost, match="another window"):
        hand.perform(Click((0, 0)), (target.at(40, 40),), not_ours)
    assert asked == [target.at(40, 40)]
    time.sleep(0.1)
    assert target.clicks() == [], "wrong press"


@display_test
def test_a_swap_whose_second_piece_is_covered_is_not_begun(target: Target) -> None:
    second = target.at(90, 50)
    with pytest.raises(TargetLost) as caught:
        PyAutoGuiHand(QUICK).perform(Swap((1, 1), (2, 2)), (target.at(50, 50), second), lambda point: point != second)
    assert caught.value.rest is None
    time.sleep(0.1)
    assert target.clicks() == [], "wrong press"


@display_test
def test_a_gesture_cut_short_tells_what_is_left_of_it(target: Target, eventually: Eventually) -> None:
    answers = [True, True, True, False]  # both pieces, then each once more
    with pytest.raises(TargetLost) as caught:
        PyAutoGuiHand(QUICK).perform(
            Swap((1, 1), (2, 2)), (target.at(50, 50), target.at(90, 50)), lambda _point: answers.pop(0)
        )
    assert caught.value.rest == Click((2, 2))
    eventually(lambda: len(target.events("release")) == 1)
    assert target.clicks() == [(50, 50)]
    for count in (0, 1):
        answers = [True] * count + [False]
        with pytest.raises(TargetLost) as caught:
            PyAutoGuiHand(QUICK).perform(Keys(("left", "a")), (), lambda _point: answers.pop(0))  # noqa: B023
        assert caught.value.rest == (Keys(("a",)) if count else None)


@display_test
def test_parking_moves_and_presses_nothing(target: Target, person: Person) -> None:
    hand = PyAutoGuiHand(QUICK)
    hand.park((700, 800))
    assert person("getmouselocation").startswith("x:700 y:800")
    assert hand.left_at == (700, 800)
    assert hand.taken_over() is None
    assert target.events("press", "release") == [], "wrong press"


@pytest.mark.timed
@display_test
def test_a_click_costs_little_beyond_its_hold(target: Target) -> None:
    hand = PyAutoGuiHand(InputSection(hold_ms=0, gap_ms=0))

    def click() -> None:
        hand.perform(Click((0, 0)), (target.at(20, 20),), OURS)

    assert round_trips(click, 50) < 120, "pyautogui's own pause alone would be several hundred"


def test_the_dry_hand_only_notes() -> None:
    hand = DryHand()
    hand.perform(Click((1, 2)), ((5, 6),), OURS)
    assert hand.performed == [(Click((1, 2)), ((5, 6),))]
    assert hand.taken_over() is None
    assert hand.left_at is None
    with pytest.raises(TargetLost):
        hand.perform(Click((1, 2)), ((5, 6),), lambda _point: False)
    assert len(hand.performed) == 1

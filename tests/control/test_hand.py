"""The hand on a real display and a real window that writes down what reaches it."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import ModuleType

import pytest
from Xlib.error import ConnectionClosedError

from capture.display_server import NoDisplay
from capture.source import CaptureError
from capture.window import find_window
from control.gesture import Chord, Click, Drag, Keys, Swap
from control.hand import DryHand, HandError, StoppedByUser, TargetLost
from control.pyautogui_hand import PyAutoGuiHand
from vision.profile_sections import InputSection

ROOT = Path(__file__).resolve().parents[2]
QUICK = InputSection(hold_ms=10, gap_ms=10, drag_ms=60, drag_steps=6)

display_test = pytest.mark.display


def OURS(_point):  # noqa: N802 (an answer that never changes)
    """Nothing comes between."""
    return True


@pytest.fixture
def target(open_window, person, eventually):
    person("mousemove", 800, 600)
    opened = open_window("Hand", x=200, y=200, width=300, height=200)
    window = find_window("Hand")
    eventually(window.is_active)
    area = window.client_area()
    window.close()
    opened.at = lambda x, y: (area.x + x, area.y + y)
    return opened


@display_test
def test_click_lands_on_its_pixel_with_its_hold(target, eventually):
    hand = PyAutoGuiHand(InputSection(hold_ms=60, gap_ms=10))
    hand.perform(Click((0, 0)), (target.at(17, 33),), OURS)
    eventually(lambda: len(target.events("release")) == 1)
    assert target.clicks() == [(17, 33)]
    press, release = target.events("press", "release")
    assert (release["x"], release["y"]) == (17, 33)
    assert 0.05 <= release["t"] - press["t"] <= 0.3
    assert hand.left_at == target.at(17, 33)


@display_test
def test_swap_clicks_twice_with_quiet_between(target, eventually):
    hand = PyAutoGuiHand(InputSection(hold_ms=10, gap_ms=80))
    hand.perform(Swap((0, 0), (0, 0)), (target.at(50, 50), target.at(90, 50)), OURS)
    eventually(lambda: len(target.events("release")) == 2)
    assert target.clicks() == [(50, 50), (90, 50)]
    _, release, press, _ = target.events("press", "release")
    assert press["t"] - release["t"] >= 0.07


@display_test
def test_drag_goes_in_steps_and_drops_at_its_end(target, eventually):
    hand = PyAutoGuiHand(QUICK)
    hand.perform(Drag((0, 0), (0, 0)), (target.at(20, 20), target.at(140, 80)), OURS)
    eventually(lambda: len(target.events("release")) == 1)
    assert target.clicks() == [(20, 20)]
    release = target.events("release")[0]
    assert (release["x"], release["y"]) == (140, 80)
    assert (80, 50) in [(event["x"], event["y"]) for event in target.events("drag")]
    assert len(target.events("drag")) >= 5


@display_test
def test_a_drag_lifts_off_in_a_small_motion_and_rests_before_the_drop(target, eventually):
    hand = PyAutoGuiHand(InputSection(hold_ms=60, gap_ms=10, drag_ms=100, drag_steps=4))
    hand.perform(Drag((0, 0), (0, 0)), (target.at(20, 20), target.at(140, 80)), OURS)
    eventually(lambda: len(target.events("release")) == 1)
    press, release = target.events("press", "release")
    first, *others = target.events("drag")
    assert (first["x"], first["y"]) == (24, 22)
    assert first["t"] - press["t"] >= 0.05
    arrived = next(event for event in others if (event["x"], event["y"]) == (140, 80))
    assert release["t"] - arrived["t"] >= 0.05


@display_test
def test_a_drag_never_goes_back(target, eventually):
    hand = PyAutoGuiHand(InputSection(hold_ms=10, gap_ms=10, drag_ms=200, drag_steps=20))
    hand.perform(Drag((0, 0), (0, 0)), (target.at(20, 20), target.at(44, 20)), OURS)
    eventually(lambda: len(target.events("release")) == 1)
    way = [event["x"] for event in target.events("drag")]
    assert way[-1] == 44
    assert way == sorted(way)


@display_test
@pytest.mark.parametrize("gesture", [Click((0, 0)), Drag((0, 0), (0, 0))])
def test_a_person_who_moves_while_the_target_is_looked_at_is_heeded(target, person, gesture):
    """The look takes time, and a press would take the pointer back to where the person moved it from."""

    def still_ours(point):
        person("mousemove_relative", "--", 30, 20)
        return True

    points = (target.at(20, 20), target.at(140, 80))[: 1 if isinstance(gesture, Click) else 2]
    with pytest.raises(StoppedByUser, match="moved by hand"):
        PyAutoGuiHand(QUICK).perform(gesture, points, still_ours)
    assert target.events("press") == [], "wrong press"


@display_test
@pytest.mark.parametrize("gesture", [Swap((0, 0), (0, 0)), Drag((0, 0), (0, 0))])
def test_a_window_manager_that_is_held_up_is_no_person_who_moves(display, target, eventually, gesture):
    """It looks at a press before the window gets it, and the display shows and passes on nothing else until then."""
    (manager,) = [process for process in display._processes if "openbox" in process.args[-2]]
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
def test_a_person_who_moves_before_the_drop_gets_the_piece_back(target, person, eventually):
    looks = []

    def still_ours(point):
        looks.append(point)
        if len(looks) == 3:  # start, end, and the end once more before the drop
            person("mousemove_relative", "--", 30, 20)
        return True

    with pytest.raises(StoppedByUser, match="moved by hand"):
        PyAutoGuiHand(QUICK).perform(Drag((0, 0), (0, 0)), (target.at(20, 20), target.at(140, 80)), still_ours)
    eventually(lambda: len(target.events("release")) == 1)
    release = target.events("release")[0]
    assert (release["x"], release["y"]) == (20, 20)


@display_test
def test_a_long_rest_of_a_drag_asks_again_and_a_no_puts_the_piece_back(target, eventually):
    asked = []

    def still_ours(point):
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


@display_test
def test_keys_are_held_and_released(target, eventually):
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


@display_test
def test_keys_of_a_chord_are_down_together(target, eventually):
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


@display_test
def test_a_chord_cut_short_releases_what_is_down_and_tells_what_is_left(target, eventually):
    answers = [True, False]
    with pytest.raises(TargetLost) as caught:
        PyAutoGuiHand(QUICK).perform(Chord(("space", "left")), (), lambda _point: answers.pop(0))
    assert caught.value.rest == Chord(("left",))
    eventually(lambda: len(target.events("key up")) == 1)
    assert [event["name"] for event in target.events("key", "key up")] == ["space", "space"]
    with pytest.raises(TargetLost) as caught:
        PyAutoGuiHand(QUICK).perform(Chord(("space", "left")), (), lambda _point: False)
    assert caught.value.rest is None


@display_test
def test_every_key_is_asked_for_before_it_goes_down(target, eventually):
    answers = [True, False]
    with pytest.raises(TargetLost, match="to the front"):
        PyAutoGuiHand(QUICK).perform(Keys(("left", "a")), (), lambda _point: answers.pop(0))
    eventually(lambda: len(target.events("key up")) == 1)
    assert [event["name"] for event in target.events("key")] == ["Left"]


@display_test
def test_a_mouse_that_the_person_moved_is_left_alone(target, person, eventually):
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
def test_a_mouse_moved_between_press_and_release_still_gets_its_release(target, person, eventually):
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
def test_a_drag_taken_over_puts_the_piece_back(target, person, eventually):
    hand = PyAutoGuiHand(InputSection(hold_ms=10, gap_ms=0, drag_ms=900, drag_steps=9))
    mover = threading.Timer(0.3, lambda: person("mousemove", *target.at(10, 190)))
    mover.start()
    with pytest.raises(StoppedByUser):
        hand.perform(Drag((0, 0), (0, 0)), (target.at(30, 30), target.at(250, 30)), OURS)
    mover.join()
    eventually(lambda: len(target.events("release")) == 1)
    release = target.events("release")[0]
    assert (release["x"], release["y"]) == (30, 30)


@display_test
@pytest.mark.parametrize("corner", [(0, 0), (1599, 0), (0, 1199), (1599, 1199)])
def test_every_corner_is_the_fail_safe(target, person, corner):
    hand = PyAutoGuiHand(QUICK)
    person("mousemove", *corner)
    try:
        with pytest.raises(StoppedByUser, match="corner of the screen"):
            hand.perform(Click((0, 0)), (target.at(20, 20),), OURS)
    finally:
        person("mousemove", 800, 600)
    assert target.clicks() == [], "wrong press"


@display_test
def test_the_corner_during_a_hold_still_gets_its_release(target, person, eventually):
    hand = PyAutoGuiHand(InputSection(hold_ms=400, gap_ms=0))
    mover = threading.Timer(0.15, lambda: person("mousemove", 0, 0))
    mover.start()
    with pytest.raises(StoppedByUser, match="corner"):
        hand.perform(Click((0, 0)), (target.at(30, 30),), OURS)
    mover.join()
    eventually(lambda: len(target.events("release")) == 1)
    person("mousemove", 800, 600)


@display_test
def test_a_target_lost_in_the_last_moment_is_not_pressed(target):
    hand = PyAutoGuiHand(QUICK)
    asked = []

    def not_ours(point):
        asked.append(point)
        return False

    with pytest.raises(TargetLost, match="another window"):
        hand.perform(Click((0, 0)), (target.at(40, 40),), not_ours)
    assert asked == [target.at(40, 40)]
    time.sleep(0.1)
    assert target.clicks() == [], "wrong press"


@display_test
def test_a_swap_whose_second_piece_is_covered_is_not_begun(target):
    second = target.at(90, 50)
    with pytest.raises(TargetLost) as caught:
        PyAutoGuiHand(QUICK).perform(Swap((1, 1), (2, 2)), (target.at(50, 50), second), lambda point: point != second)
    assert caught.value.rest is None
    time.sleep(0.1)
    assert target.clicks() == [], "wrong press"


@display_test
def test_a_gesture_cut_short_tells_what_is_left_of_it(target, eventually):
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
def test_who_moves_the_mouse_stops_a_hand_that_presses_keys_alone(target, person, eventually):
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


@display_test
def test_parking_moves_and_presses_nothing(target, person):
    hand = PyAutoGuiHand(QUICK)
    hand.park((700, 800))
    assert person("getmouselocation").startswith("x:700 y:800")
    assert hand.left_at == (700, 800)
    assert hand.taken_over() is None
    assert target.events("press", "release") == [], "wrong press"


@display_test
@pytest.mark.usefixtures("display")
def test_a_display_that_goes_is_told_in_one_line(monkeypatch):
    hand = PyAutoGuiHand(QUICK)

    def gone():
        raise ConnectionClosedError("server")

    monkeypatch.setattr(hand._gui, "position", gone)
    for ask in (
        hand.taken_over,
        lambda: hand.park((300, 300)),
        lambda: hand.perform(Click((0, 0)), ((300, 300),), OURS),
        lambda: hand.perform(Keys(("left",)), (), OURS),
    ):
        with pytest.raises(CaptureError, match="the display is gone"):
            ask()


INTERRUPTED = """
import os, signal, sys, threading
from control.gesture import Click
from control.pyautogui_hand import PyAutoGuiHand
from vision.profile import InputSection
hand = PyAutoGuiHand(InputSection(hold_ms=500))
number = int(sys.argv[3])
if number != signal.SIGINT:
    signal.signal(number, signal.SIG_DFL)  # under nohup a hangup is ignored
threading.Timer(0.2, lambda: os.kill(os.getpid(), number)).start()
try:
    hand.perform(Click((0, 0)), ((int(sys.argv[1]), int(sys.argv[2])),), lambda _point: True)
except KeyboardInterrupt:
    sys.exit(7)
"""


@display_test
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 7), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGHUP, -signal.SIGHUP)]
)
def test_an_interrupted_press_is_released_first(target, eventually, number, status):
    arguments = [*map(str, target.at(25, 25)), str(int(number))]
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, *arguments], cwd=ROOT, timeout=60, check=False)
    assert done.returncode == status
    eventually(lambda: len(target.events("release")) == 1)
    press, release = target.events("press", "release")
    assert release["t"] - press["t"] >= 0.45


TWO_THREADS = """
import threading
from control.pyautogui_hand import PyAutoGuiHand
hand = PyAutoGuiHand()
going = threading.Thread(target=lambda: [hand.park((300 + step % 50, 300)) for step in range(2000)], daemon=True)
going.start()
while going.is_alive():
    hand.position()
"""


@display_test
def test_one_thread_may_move_while_another_asks_for_the_pointer(display):
    """With locks that do nothing each waits for ever for an answer that the other one took."""
    subprocess.run([sys.executable, "-c", TWO_THREADS], cwd=ROOT, check=True, timeout=30)


@display_test
def test_works_in_a_home_without_xauthority(display, tmp_path):
    environment = {**os.environ, "HOME": str(tmp_path)}
    environment.pop("XAUTHORITY", None)
    script = "from control.pyautogui_hand import PyAutoGuiHand; PyAutoGuiHand().park((300, 300))"
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, check=True, timeout=60)
    assert not (tmp_path / ".Xauthority").exists()


@display_test
@pytest.mark.usefixtures("display")
def test_one_display_a_process(monkeypatch):
    PyAutoGuiHand()
    monkeypatch.setenv("DISPLAY", ":99999")
    with pytest.raises(HandError, match="one display a process"):
        PyAutoGuiHand()


@pytest.mark.timed
@display_test
def test_a_click_costs_little_beyond_its_hold(target):
    hand = PyAutoGuiHand(InputSection(hold_ms=0, gap_ms=0))
    times = []
    for _ in range(50):
        started = time.perf_counter()
        hand.perform(Click((0, 0)), (target.at(20, 20),), OURS)
        times.append(time.perf_counter() - started)
    assert sorted(times)[25] < 0.01


@pytest.mark.usefixtures("no_display")
def test_no_display_says_what_to_do():
    with pytest.raises(NoDisplay, match="no display"):
        PyAutoGuiHand()


def test_the_dry_hand_only_notes():
    hand = DryHand()
    hand.perform(Click((1, 2)), ((5, 6),), OURS)
    assert hand.performed == [(Click((1, 2)), ((5, 6),))]
    assert hand.taken_over() is None
    assert hand.left_at is None
    with pytest.raises(TargetLost):
        hand.perform(Click((1, 2)), ((5, 6),), lambda _point: False)
    assert len(hand.performed) == 1


@pytest.mark.parametrize("trusted", [False, True])
def test_a_mac_that_drops_clicks_is_told_before_anything_is_pressed(monkeypatch, trusted):
    services = ModuleType("ApplicationServices")
    services.AXIsProcessTrusted = lambda: trusted
    monkeypatch.setitem(sys.modules, "ApplicationServices", services)
    monkeypatch.setitem(sys.modules, "pyautogui", None)
    monkeypatch.setattr(sys, "platform", "darwin")
    said = "pyautogui does not work here" if trusted else "press nothing; allow your terminal Accessibility"
    with pytest.raises(HandError, match=said):
        PyAutoGuiHand()

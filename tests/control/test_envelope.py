"""The safety envelope before a real window: what a person or the desktop does, and what it answers."""

import time
from collections.abc import Callable, Iterator

import pytest

from capture.frame import Frame
from capture.window import WindowSource
from control.aim import ScreenPoint, screen_points
from control.envelope import Clearance, Envelope, Go, Limits, Stop, Wait
from control.gesture import Click, Gesture, Keys, Point
from control.hand import DryHand, Hand, StoppedByUser, TargetLost
from control.pyautogui_hand import PyAutoGuiHand
from tests.capture.window_number import number_of
from tests.conftest import OpenWindow
from tests.round_trips import round_trips
from vision.lattice import Lattice
from vision.profile_sections import InputSection

pytestmark = pytest.mark.display

BOARD = Lattice(40, 20, 30, 30, 5, 6)
"""Within a window of 320x240."""

MIDDLE = Click((100.0, 80.0))
QUICK = InputSection(hold_ms=5, gap_ms=0)
Person = Callable[..., str]
Eventually = Callable[..., None]


class Clock:
    """Time as the test tells it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Button:
    """A stop key that the test presses."""

    pressed = False


class Run:
    """Window, hand and envelope of one run, as the loop would hold them."""

    def __init__(self, open_window: OpenWindow, eventually: Eventually, limits: Limits, hand: Hand) -> None:
        self.window = open_window("Enveloped", x=300, y=250, width=320, height=240)
        self.source = WindowSource("Enveloped")
        eventually(self.source.window.is_active)
        self.clock = Clock()
        self.key = Button()
        self.hand = hand
        self.envelope = Envelope(self.source.window, BOARD, limits, self.key, hand, self.clock)
        self.frame = self.source.grab()
        assert self.frame.region is not None
        self.region = self.frame.region

    def check(self, gesture: Gesture = MIDDLE, frame: Frame | None = None) -> Clearance:
        frame = frame or self.frame
        return self.envelope.check(screen_points(gesture, frame), frame)

    def act(self, gesture: Gesture = MIDDLE) -> Clearance:
        """One turn of the loop: look, ask, act."""
        frame = self.source.grab()
        points = screen_points(gesture, frame)
        clearance = self.envelope.check(points, frame)
        if clearance == Go():
            self.hand.perform(gesture, points, self.envelope.still_ours)
            self.envelope.acted()
        return clearance


Start = Callable[..., Run]
"""`start(limits, hand)`."""


@pytest.fixture
def start(open_window: OpenWindow, person: Person, eventually: Eventually) -> Iterator[Start]:
    person("mousemove", 800, 900)
    runs: list[Run] = []

    def starter(limits: Limits | None = None, hand: Hand | None = None) -> Run:
        runs.append(Run(open_window, eventually, limits or Limits(), hand or PyAutoGuiHand(QUICK)))
        return runs[-1]

    yield starter
    for run in runs:
        run.source.close()


def test_goes_on_a_board_in_front_and_clicks_there(start: Start, eventually: Eventually) -> None:
    run = start()
    assert run.act() == Go()
    eventually(lambda: run.window.clicks() == [(100, 80)])


@pytest.mark.parametrize(
    "at", [(39.4, 80), (100, 19), (40 + 180, 80), (100, 20 + 150), (-50, -50), (5000, 80)], ids=str
)
def test_a_target_beside_the_board_stops(start: Start, at: Point) -> None:
    assert start().check(Click(at)) == Stop(f"the point {screen_points_of(at)} lies outside the calibrated board")


def screen_points_of(at: Point) -> ScreenPoint:
    source = WindowSource("Enveloped")
    frame = source.grab()
    source.close()
    return screen_points(Click(at), frame)[0]


def test_every_lattice_given_may_be_clicked_on(start: Start) -> None:
    run = start()
    beside = Click((250.0, 40.0))
    assert isinstance(run.check(beside), Stop)
    hand_of_pieces = Lattice(240, 20, 30, 30, 3, 1)
    both = Envelope(run.source.window, (BOARD, hand_of_pieces), Limits())
    assert both.check(screen_points(beside, run.frame), run.frame) == Go()


def test_a_moved_window_waits_and_goes_on_with_a_new_frame(
    start: Start, person: Person, eventually: Eventually
) -> None:
    run = start()
    person("windowmove", number_of(run.source.window), 600, 500)
    eventually(lambda: run.source.window.client_area() != run.frame.region)
    time.sleep(0.1)
    clearance = run.check()
    assert isinstance(clearance, Wait)
    assert "moved" in clearance.reason
    assert run.act() == Go()
    eventually(lambda: run.window.clicks() == [(100, 80)])


def test_a_covering_window_waits_and_gets_no_click(
    start: Start, open_window: OpenWindow, eventually: Eventually
) -> None:
    run = start()
    region = run.region
    cover = open_window("Cover", x=region.x + 60, y=region.y + 40, width=120, height=80, colour="#a01010")
    eventually(lambda: not run.source.window.is_active())
    clearance = run.check()
    assert clearance == Wait("window 'Enveloped' is not in front; click on its title")
    for _ in range(3):
        assert isinstance(run.act(), Wait)
    cover.close()
    eventually(run.source.window.is_active)
    assert run.act() == Go()
    eventually(lambda: len(run.window.clicks()) == 1)
    assert cover.clicks() == [], "wrong press"


def test_covered_by_a_window_without_focus_waits_only_where_it_lies(
    start: Start, open_window: OpenWindow, person: Person, eventually: Eventually
) -> None:
    run = start()
    region = run.region
    cover = open_window("Cover", x=region.x + 80, y=region.y + 40, width=60, height=60, colour="#a01010")
    from capture.window import find_window

    above = find_window("Cover")
    person("windowfocus", number_of(run.source.window))
    eventually(run.source.window.is_active)
    assert above.topmost_at(*screen_points(MIDDLE, run.frame)[0])  # focus does not raise
    above.close()
    assert run.check() == Wait("another window covers 'Enveloped'")
    assert run.check(Click((45.0, 150.0))) == Go()
    assert cover.clicks() == [], "wrong press"


def test_a_window_that_comes_between_check_and_press_gets_no_click(
    start: Start, open_window: OpenWindow, eventually: Eventually
) -> None:
    run = start()
    points = screen_points(MIDDLE, run.frame)
    assert run.envelope.check(points, run.frame) == Go()
    region = run.region
    cover = open_window("Late", x=region.x + 60, y=region.y + 40, width=120, height=80)
    eventually(lambda: not run.envelope.still_ours(points[0]))
    with pytest.raises(TargetLost):
        run.hand.perform(MIDDLE, points, run.envelope.still_ours)
    time.sleep(0.1)
    assert run.window.clicks() == cover.clicks() == [], "wrong press"


def test_minimised_waits_and_restored_goes_on(start: Start, person: Person, eventually: Eventually) -> None:
    run = start()
    person("windowminimize", number_of(run.source.window))
    eventually(run.source.window.is_minimised)
    assert run.check() == Wait("window 'Enveloped' is minimised; restore it")
    person("windowactivate", number_of(run.source.window))
    eventually(lambda: run.check() == Go())


def test_closed_stops(start: Start, eventually: Eventually) -> None:
    run = start()
    run.window.close()
    eventually(lambda: not run.source.window.exists())
    assert run.check() == Stop("window 'Enveloped' is closed")


def test_a_mouse_moved_by_hand_stops(start: Start, person: Person, eventually: Eventually) -> None:
    run = start()
    assert run.act() == Go()
    assert run.envelope.stop_requested() is None
    person("mousemove_relative", "--", 30, -12)
    eventually(lambda: run.envelope.stop_requested() == Stop("the mouse was moved by hand"))
    assert run.check() == Stop("the mouse was moved by hand")


def test_a_mouse_moved_before_the_first_gesture_is_the_persons(start: Start, person: Person) -> None:
    run = start()
    person("mousemove", 900, 900)
    assert run.check() == Go()


def test_a_corner_stops(start: Start, person: Person) -> None:
    run = start()
    person("mousemove", 0, 0)
    clearance = run.check()
    person("mousemove", 800, 900)
    assert clearance == Stop("the mouse is in a corner of the screen (the fail-safe)")


def test_the_stop_key_stops(start: Start) -> None:
    run = start()
    run.key.pressed = True
    assert run.envelope.stop_requested() == Stop("the stop key was pressed")
    assert run.check() == Stop("the stop key was pressed")


def test_the_stop_key_between_check_and_press_stops_too(start: Start) -> None:
    run = start()
    points = screen_points(MIDDLE, run.frame)
    assert run.envelope.check(points, run.frame) == Go()
    run.key.pressed = True
    with pytest.raises(StoppedByUser, match="the stop key was pressed"):
        run.hand.perform(MIDDLE, points, run.envelope.still_ours)
    time.sleep(0.1)
    assert run.window.clicks() == [], "wrong press"


def test_the_move_limit_stops_and_repeats_do_not_count(start: Start) -> None:
    run = start(Limits(moves=2), DryHand())
    run.envelope.acted()
    run.envelope.acted(repeat=True)
    assert run.check() == Go()
    run.envelope.acted()
    assert run.check() == Stop("the limit of 2 moves is reached")
    last = screen_points(MIDDLE, run.frame)
    assert run.envelope.check(last, run.frame, repeat=True) == Go(), "the last move may have got lost"


def test_the_rate_cap_waits_until_a_second_has_passed(start: Start) -> None:
    run = start(Limits(per_second=3), DryHand())
    for _ in range(3):
        assert run.act() == Go()
        run.clock.now += 0.1
    assert run.act() == Wait("3 gestures within a second are enough")
    run.clock.now += 0.69
    assert isinstance(run.act(), Wait)
    run.clock.now += 0.02
    assert run.act() == Go()
    assert isinstance(run.act(), Wait)


def test_keys_go_only_to_a_window_in_front(start: Start, open_window: OpenWindow, eventually: Eventually) -> None:
    run = start()
    left = Keys(("left",))
    assert run.act(left) == Go()
    eventually(lambda: len(run.window.events("key up")) == 1)
    other = open_window("Other", x=1000, y=100)
    eventually(lambda: not run.source.window.is_active())
    assert isinstance(run.act(left), Wait)
    time.sleep(0.1)
    assert other.events("key") == [], "wrong press"


def test_a_window_that_comes_to_the_front_between_check_and_press_gets_no_key(
    start: Start, open_window: OpenWindow, eventually: Eventually
) -> None:
    run = start()
    left = Keys(("left",))
    assert run.check(left) == Go()
    other = open_window("Late", x=1000, y=100)
    eventually(lambda: not run.source.window.is_active())
    for hand in (run.hand, DryHand()):
        with pytest.raises(TargetLost, match="to the front"):
            hand.perform(left, (), run.envelope.still_ours)
    time.sleep(0.1)
    assert run.window.events("key") == other.events("key") == [], "wrong press"


def test_a_window_moved_between_check_and_press_gets_no_key(
    start: Start, person: Person, eventually: Eventually
) -> None:
    run = start()
    left = Keys(("left",))
    assert run.check(left) == Go()
    person("windowmove", number_of(run.source.window), 320, 270)
    eventually(lambda: run.source.window.client_area() != run.frame.region)
    with pytest.raises(TargetLost):
        run.hand.perform(left, (), run.envelope.still_ours)


def test_a_dry_hand_leaves_the_mouse_to_the_person(start: Start, person: Person) -> None:
    run = start(hand=DryHand())
    assert run.act() == Go()
    person("mousemove", 700, 700)
    assert run.act() == Go()
    time.sleep(0.1)
    assert run.window.clicks() == [], "wrong press"


@pytest.mark.timed
def test_a_check_takes_a_few_round_trips(start: Start) -> None:
    assert round_trips(start().check, 100) < 40


def test_a_window_moved_between_check_and_press_gets_no_click(
    start: Start, person: Person, eventually: Eventually
) -> None:
    run = start()
    points = screen_points(MIDDLE, run.frame)
    assert run.envelope.check(points, run.frame) == Go()
    person("windowmove", number_of(run.source.window), 320, 270)  # still under the point, but elsewhere in it
    eventually(lambda: run.source.window.client_area() != run.frame.region)
    assert run.source.window.topmost_at(*points[0])
    with pytest.raises(TargetLost):
        run.hand.perform(MIDDLE, points, run.envelope.still_ours)
    time.sleep(0.1)
    assert run.window.clicks() == [], "wrong press"


def test_after_every_disturbance_clicks_land_in_their_cell_or_nowhere(
    start: Start, open_window: OpenWindow, person: Person, eventually: Eventually
) -> None:
    """Windows come, go and move; in between the hand clicks as fast as it can."""
    run = start(Limits(per_second=200))
    region = run.region
    other = open_window("Storm", x=region.x + 90, y=region.y + 60, width=90, height=90, colour="#106010")
    source = WindowSource("Storm")
    identity, storm = number_of(run.source.window), number_of(source.window)
    made = 0
    wishes = [
        ("windowactivate", identity),
        ("windowmove", identity, 420, 330),
        ("windowactivate", storm),
        ("windowactivate", identity),
        ("windowmove", storm, 500, 400),
        ("windowminimize", storm),
        ("windowmove", identity, 300, 250),
        ("windowactivate", storm),
        ("windowminimize", identity),
        ("windowactivate", identity),
    ]
    for wish in wishes:
        person(*wish)
        time.sleep(0.15)  # a window manager needs some; what happens within a click is the test above
        until = time.monotonic() + 0.1
        while time.monotonic() < until:
            try:
                made += run.act() == Go()
            except Exception as error:
                assert type(error).__name__ in ("WindowLost", "TargetLost")  # noqa: PT017
    source.close()
    # a window on its way may swallow a click: then it lands nowhere
    eventually(lambda: len(run.window.clicks()) >= 0.9 * made)
    assert len(run.window.clicks()) <= made
    assert made > 20
    assert set(run.window.clicks()) == {(100, 80)}, "wrong press"
    assert other.clicks() == [], "wrong press"

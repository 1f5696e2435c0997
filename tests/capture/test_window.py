"""Windows by title on a real display: found, followed, lost, found again; and whose window a point belongs to."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from capture.display_server import NoDisplay
from capture.frame import Pixels, Region
from capture.source import WindowLost, WindowTooLarge
from capture.window import LONG_GRAB_S, WindowSource, find_window
from capture.window_title import WindowNotFound, best_title
from tests.capture.window_number import number_of
from tests.conftest import OpenWindow
from tests.round_trips import round_trips

pytestmark = pytest.mark.display

RED, BLUE, GROUND = (0, 0, 255), (255, 0, 0), (0x60, 0x40, 0x20)
"""The test window's colours as BGR."""
Person = Callable[..., str]
Eventually = Callable[..., None]


def test_client_area_is_right_to_the_pixel(open_window: OpenWindow) -> None:
    open_window("Pixel", x=200, y=150, width=320, height=240)
    source = WindowSource("Pixel")
    frame = source.grab()
    source.close()
    assert frame.pixels.shape == (240, 320, 3)
    assert frame.region is not None
    assert (frame.region.width, frame.region.height) == (320, 240)
    assert tuple(frame.pixels[0, 0]) == RED
    assert tuple(frame.pixels[1, 1]) == RED
    assert tuple(frame.pixels[-1, -1]) == BLUE
    assert tuple(frame.pixels[2, 2]) == GROUND
    assert frame.pixels.flags.c_contiguous


def test_frame_has_a_copy_of_its_own(open_window: OpenWindow) -> None:
    open_window("Copy")
    source = WindowSource("Copy")
    first = source.grab()
    kept = first.pixels.copy()
    source.grab()
    source.close()
    assert np.array_equal(first.pixels, kept)


def test_follows_a_window_that_moves(open_window: OpenWindow, person: Person, eventually: Eventually) -> None:
    open_window("Mover", x=100, y=100)
    source = WindowSource("Mover")
    before = source.grab()
    person("windowmove", number_of(source.window), 500, 400)
    eventually(lambda: source.window.client_area() != before.region)
    time.sleep(0.1)
    after = source.grab()
    source.close()
    assert before.region is not None
    assert after.region is not None
    assert after.region.x - before.region.x == pytest.approx(400, abs=10)
    assert tuple(after.pixels[0, 0]) == RED
    assert tuple(after.pixels[-1, -1]) == BLUE


def corner(source: WindowSource) -> tuple[int, ...] | None:
    """The first pixel; None where the window cannot be grabbed yet."""
    try:
        return tuple(source.grab().pixels[0, 0])
    except WindowLost:
        return None


def test_lost_while_minimised_and_back_when_restored(
    open_window: OpenWindow, person: Person, eventually: Eventually
) -> None:
    open_window("Mini")
    source = WindowSource("Mini")
    assert not source.window.is_minimised()
    person("windowminimize", number_of(source.window))
    eventually(source.window.is_minimised)
    assert source.window.exists()
    eventually(lambda: not source.window.is_active())
    with pytest.raises(WindowLost, match="minimised"):
        source.grab()
    person("windowactivate", number_of(source.window))
    eventually(source.window.is_active)
    assert not source.window.is_minimised()
    eventually(lambda: corner(source) == RED)
    source.close()


def test_lost_when_closed_and_found_again_when_recreated(open_window: OpenWindow, eventually: Eventually) -> None:
    first = open_window("Phoenix")
    source = WindowSource("Phoenix")
    source.grab()
    first.close()
    eventually(lambda: not source.window.exists())
    with pytest.raises(WindowLost, match="closed"):
        source.grab()
    open_window("Phoenix", x=600, y=300, width=200, height=100)
    frame = source.grab()
    source.close()
    assert frame.pixels.shape == (100, 200, 3)
    assert tuple(frame.pixels[0, 0]) == RED


def test_when_closed_no_window_whose_title_only_contains_its_own_takes_its_place(
    open_window: OpenWindow, eventually: Eventually
) -> None:
    first = open_window("Phoenix")
    source = WindowSource("Phoenix")
    open_window("Phoenix two", x=600, y=300)
    source.grab()
    first.close()
    eventually(lambda: not source.window.exists())
    assert not source.window.found_again()
    with pytest.raises(WindowLost, match="closed"):
        source.grab()
    source.close()


def test_partly_off_the_screen_is_lost_and_says_so(
    open_window: OpenWindow, person: Person, eventually: Eventually
) -> None:
    open_window("Edge")
    source = WindowSource("Edge")
    person("windowmove", number_of(source.window), 1500, 300)
    eventually(lambda: source.window.client_area().x > 1400)
    with pytest.raises(WindowLost, match="partly off the screen"):
        source.grab()
    source.close()


def test_larger_than_the_screen_is_lost_and_says_so(open_window: OpenWindow) -> None:
    open_window("Giant", width=2000, height=300)
    source = WindowSource("Giant")
    with pytest.raises(WindowTooLarge, match="'Giant' is 2000x300 pixels, the screen 1600x1200; make it smaller"):
        source.grab()
    source.close()


def test_is_active_follows_the_focus(open_window: OpenWindow, person: Person, eventually: Eventually) -> None:
    open_window("Front one")
    one = find_window("Front one")
    eventually(one.is_active)
    open_window("Front two", x=500)
    two = find_window("Front two")
    eventually(two.is_active)
    assert not one.is_active()
    person("windowactivate", number_of(one))
    eventually(one.is_active)
    assert not two.is_active()
    one.close()
    two.close()


def test_topmost_at_knows_whose_window_a_point_is(open_window: OpenWindow, eventually: Eventually) -> None:
    open_window("Below", x=200, y=200, width=400, height=300)
    below = find_window("Below")
    area = below.client_area()
    corner, centre = (area.x + 1, area.y + 1), (area.x + 200, area.y + 150)
    assert below.topmost_at(*corner)
    assert below.topmost_at(*centre)
    assert not below.topmost_at(area.x - 1, area.y + 5)  # the frame's border
    assert not below.topmost_at(area.x + 5, area.y - 5)  # the title bar
    assert not below.topmost_at(area.x + area.width, area.y + 5)
    cover = open_window("Above", x=area.x + 150, y=area.y + 100, width=100, height=100)
    eventually(lambda: not below.topmost_at(*centre))
    assert below.topmost_at(*corner)
    cover.close()
    eventually(lambda: below.topmost_at(*centre))
    below.close()


def test_equal_title_goes_before_part_of_one(open_window: OpenWindow) -> None:
    open_window("Game")
    open_window("Game of others", x=500)
    window = find_window("Game")
    assert window.title == "Game"
    window.close()
    part = find_window("OF OTHERS")
    assert part.title == "Game of others"
    part.close()


def test_title_that_no_window_has_lists_what_is_open(open_window: OpenWindow) -> None:
    open_window("Only one here")
    with pytest.raises(WindowNotFound, match=r"no window titled 'Missing'; open windows: .*'Only one here'") as caught:
        find_window("Missing")
    assert "\n" not in str(caught.value)


def test_several_matches_are_listed(open_window: OpenWindow) -> None:
    open_window("Twin A")
    open_window("Twin B", x=500)
    with pytest.raises(WindowNotFound, match=r"2 windows match 'twin': 'Twin A', 'Twin B'|'Twin B', 'Twin A'"):
        find_window("twin")


def test_title_outside_latin(open_window: OpenWindow) -> None:
    open_window("Пузыри 泡")
    window = find_window("пузыри")
    assert window.title == "Пузыри 泡"
    window.close()


def test_title_may_change_after_it_was_found(open_window: OpenWindow, person: Person, eventually: Eventually) -> None:
    open_window("Score 1")
    window = find_window("Score 1")
    person("set_window", "--name", "Score 2", number_of(window))
    eventually(lambda: bool(person("search", "--name", "^Score 2$")))
    assert window.found_again()
    assert window.client_area().width == 320
    window.close()


@pytest.mark.timed
def test_geometry_takes_a_few_round_trips(open_window: OpenWindow) -> None:
    open_window("Quick")
    window = find_window("Quick")
    area = window.client_area()

    def ask() -> None:
        window.client_area()
        window.topmost_at(area.x + 10, area.y + 10)

    assert round_trips(ask, 200) < 25
    window.close()


def test_without_a_window_manager(tmp_path: Path) -> None:
    script = """
import subprocess, sys, time
from Xlib import X, display
from bot.virtual_display import VirtualDisplay
from capture.window import WindowSource, find_window
with VirtualDisplay((800, 600), window_manager=False):
    child = subprocess.Popen([sys.executable, sys.argv[1], "Bare", "30", "40", "200", "100", "#204060", sys.argv[2]])
    for _ in range(500):
        try:
            source = WindowSource("Bare")
            break
        except Exception:
            time.sleep(0.02)
    until = time.monotonic() + 15
    while tuple((frame := source.grab()).pixels[0, 0]) != (0, 0, 255) and time.monotonic() < until:
        time.sleep(0.02)
    assert frame.region.x == 30 and frame.region.y == 40, frame.region
    assert tuple(frame.pixels[0, 0]) == (0, 0, 255), frame.pixels[0, 0]
    assert source.window.topmost_at(100, 80)
    assert not source.window.topmost_at(10, 10)
    assert not source.window.is_active()  # no window has the focus, and the pointer lies elsewhere
    person = display.Display()
    person.create_resource_object("window", source.window.identity).set_input_focus(X.RevertToParent, X.CurrentTime)
    person.sync()
    assert source.window.is_active()
    person.set_input_focus(X.PointerRoot, X.RevertToPointerRoot, X.CurrentTime)
    for x, y in ((10, 10), (100, 80)):
        person.screen().root.warp_pointer(x, y)
        person.sync()
        assert source.window.is_active() == (x == 100), x
    person.close()
    child.terminate(); child.wait()
    assert not source.window.found_again()
    source.close()
"""
    target = str(Path(__file__).parents[1] / "target_window.py")
    subprocess.run(
        [sys.executable, "-c", script, target, str(tmp_path / "log")],
        check=True,
        timeout=60,
        cwd=Path(__file__).parents[2],
    )


@pytest.mark.usefixtures("no_display")
def test_no_display_says_what_to_do() -> None:
    with pytest.raises(NoDisplay, match="no display: DISPLAY is not set; run in"):
        WindowSource("Anything")


def test_native_wayland_says_what_to_do(no_display: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    with pytest.raises(NoDisplay, match="X11 session"):
        find_window("Anything")


def test_best_title_prefers_equal_among_several() -> None:
    assert best_title("a", ["b", "ab", "a"]) == 2
    with pytest.raises(WindowNotFound, match="open windows: none"):
        best_title("a", [])


def test_a_terminal_that_shows_our_command_is_not_what_is_meant() -> None:
    command = 'python run_bot.py calibrate bilging --window "Spyglass practice"'
    assert best_title("Spyglass practice", [command, "Spyglass practice (Bilging)", "notes"]) == 1
    assert best_title("calibrate", [command, "Spyglass practice (Bilging)"]) == 0, "where it is the only one"
    with pytest.raises(WindowNotFound, match="2 windows match 'Spyglass'"):
        best_title("Spyglass", [command, "Spyglass practice (Bilging)", "Spyglass overlay"])


def test_a_part_is_grabbed_alone_in_a_frame_of_the_whole_size(open_window: OpenWindow) -> None:
    open_window("part", 200, 150, 320, 240, colour="#204060")
    source = WindowSource("part", Region(100, 50, 80, 60))
    try:
        frame = source.grab()
    finally:
        source.close()
    assert frame.pixels.shape == (240, 320, 3)
    inside = frame.pixels[50:110, 100:180]
    assert (inside == (0x60, 0x40, 0x20)).all()
    assert int((frame.pixels != 0).any(axis=2).sum()) == inside.shape[0] * inside.shape[1]


def test_a_picture_that_was_taken_while_the_machine_stood_still_is_taken_once_more(
    open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It showed what came long after its time: a board that was read right seemed to be misread."""
    open_window("stall", 200, 150)
    source = WindowSource("stall")
    taken = source._pixels
    ended_ns: list[int] = []

    def stalled(area: Region) -> Pixels:
        time.sleep(1.5 * LONG_GRAB_S)
        pixels = taken(area)
        ended_ns.append(time.monotonic_ns())
        return pixels

    monkeypatch.setattr(source, "_pixels", stalled)
    try:
        frame = source.grab()
        assert len(ended_ns) == 2
        assert ended_ns[0] <= frame.time_ns < ended_ns[1]
        source.grab()
        assert len(ended_ns) == 3, "a machine that takes so long over each has not stood still"
    finally:
        source.close()


def test_a_frame_of_a_part_that_somebody_keeps_is_never_drawn_over(open_window: OpenWindow) -> None:
    open_window("kept", 200, 150, 320, 240, colour="#204060")
    source = WindowSource("kept", Region(100, 50, 80, 60))
    try:
        slices = [source.grab().pixels[60:70, 110:120] for _ in range(5)]
        frames = [source.grab() for _ in range(5)]
        for piece in slices:
            piece[:] = 7
        source.grab()
    finally:
        source.close()
    assert all((piece == 7).all() for piece in slices)
    assert len({id(frame.pixels) for frame in frames}) == 5
    assert all((frame.pixels[60:70, 110:120] == (0x60, 0x40, 0x20)).all() for frame in frames)


def test_a_frame_that_is_kept_is_safe_however_the_interpreter_counts_references(
    open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python 3.14 borrows references of local variables: what one frame holds is counted as if nobody did."""
    open_window("counted", 200, 150, 320, 240, colour="#204060")
    monkeypatch.setattr(sys, "getrefcount", lambda _held: 2)
    source = WindowSource("counted", Region(100, 50, 80, 60))
    try:
        frame, piece, memory = source.grab(), source.grab().pixels[60:70, 110:120].T, source.grab().pixels.data
        later = source.grab()
    finally:
        source.close()
    assert not any(np.shares_memory(one, later.pixels) for one in (frame.pixels, piece, np.asarray(memory)))


def test_memory_of_a_frame_that_nobody_keeps_is_used_again(open_window: OpenWindow) -> None:
    open_window("reused", 200, 150, 320, 240, colour="#204060")
    source = WindowSource("reused", Region(100, 50, 80, 60))
    try:
        places = {source.grab().pixels.ctypes.data for _ in range(5)}
        frame = source.grab()
        corner = frame.pixels[:3, :3]
        del frame
        while_kept = {source.grab().pixels.ctypes.data for _ in range(5)}
        del corner
        places_after = {source.grab().pixels.ctypes.data for _ in range(5)}
    finally:
        source.close()
    assert len(places) == len(while_kept) == len(places_after) == 1
    assert not places & while_kept
    assert places_after == places


def test_no_memory_is_kept_for_sizes_that_a_window_no_longer_has(
    open_window: OpenWindow, person: Person, eventually: Eventually
) -> None:
    open_window("resized", 200, 150, 320, 240, colour="#204060")
    source = WindowSource("resized", Region(100, 50, 80, 60))
    try:
        for width in (330, 340, 350):
            source.grab()
            person("windowsize", number_of(source.window), width, 240)
            eventually(lambda wanted=width: source.grab().pixels.shape == (240, wanted, 3))
        kept = [(canvas.height, canvas.width) for canvas in source._canvases]
    finally:
        source.close()
    assert kept == [(240, 350)]

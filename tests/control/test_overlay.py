"""The suggestion overlay by its pixels: seen, clicked through, gone."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from bot.virtual_display import VirtualDisplay
from capture.display_server import DisplayServer, NoDisplay
from capture.frame import Pixels
from capture.window import WindowSource
from control.bilging import sketch
from control.columns import TEXT_HALF_PX, TEXT_HALF_STROKES
from control.overlay import Overlay, OverlayError
from control.overlay.client import overlay_environment
from control.sketch import Box, Sketch, on_screen
from tests.conftest import OpenWindow, TargetWindow
from vision.lattice import Lattice

ROOT = Path(__file__).resolve().parents[2]
STRONG = (10, 214, 255)
"""BGR of the advised move."""

DIM = (60, 130, 150)
GROUND = (0x60, 0x40, 0x20)
BOARD = Lattice(40, 20, 30, 30, 5, 6)

display_test = pytest.mark.display

Eventually = Callable[..., None]


class Game(NamedTuple):
    """A window that is advised on, and its pictures."""

    window: TargetWindow
    source: WindowSource


@pytest.fixture
def game(open_window: OpenWindow, person: Callable[..., str], eventually: Eventually) -> Iterator[Game]:
    person("mousemove", 1000, 900)
    opened = open_window("Advised", x=200, y=200, width=400, height=260)
    source = WindowSource("Advised")
    eventually(source.window.is_active)
    eventually(lambda: tuple(source.grab().pixels[100, 100]) == GROUND)
    yield Game(opened, source)
    source.close()


@pytest.fixture
def overlay(display: VirtualDisplay) -> Iterator[Overlay]:
    with Overlay() as started:
        yield started


def count(pixels: Pixels, colour: tuple[int, int, int]) -> int:
    return int(np.all(pixels == colour, axis=2).sum())


@display_test
def test_box_is_drawn_to_the_pixel_and_see_through_inside(game: Game, overlay: Overlay) -> None:
    overlay.show(on_screen(Sketch(boxes=(Box(100, 50, 60, 30),), stroke=3), game.source.grab()))
    pixels = game.source.grab().pixels
    expected = np.zeros(pixels.shape[:2], bool)
    expected[50:80, 100:160] = True
    expected[53:77, 103:157] = False
    assert np.array_equal(np.all(pixels == STRONG, axis=2), expected)
    assert tuple(pixels[65, 130]) == GROUND


@display_test
def test_a_scale_that_a_person_gave_qt_moves_no_box(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_SCALE_FACTOR", "1.5")
    with Overlay() as overlay:
        overlay.show(on_screen(Sketch(boxes=(Box(100, 50, 60, 30),), stroke=3), game.source.grab()))
        pixels = game.source.grab().pixels
    assert count(pixels, STRONG) == count(pixels[50:80, 100:160], STRONG) == 60 * 30 - 54 * 24


@pytest.mark.parametrize("server", ["x11", "windows"])
def test_qt_does_not_scale_where_points_are_pixels(server: DisplayServer) -> None:
    assert overlay_environment(server)["QT_ENABLE_HIGHDPI_SCALING"] == "0"


def test_qt_scales_where_points_are_larger_than_pixels() -> None:
    assert "QT_ENABLE_HIGHDPI_SCALING" not in overlay_environment("macos")


def test_macos_shows_it_while_the_game_is_in_front() -> None:
    environment = overlay_environment("macos")
    assert environment["QT_MAC_SET_RAISE_PROCESS"] == "0"
    assert environment["QT_MAC_DISABLE_FOREGROUND_APPLICATION_TRANSFORM"] == "1"
    assert not any(name.startswith("QT_MAC_") for name in overlay_environment("x11"))
    script = """
import sys
from types import ModuleType, SimpleNamespace
from PySide6.QtGui import QGuiApplication
from control.overlay.__main__ import _show_without_dock_icon
from control.overlay.canvas import Canvas
application, policies = QGuiApplication([]), []
assert Canvas().property("_q_macAlwaysShowToolWindow") is True
appkit = sys.modules["AppKit"] = ModuleType("AppKit")
appkit.NSApplicationActivationPolicyAccessory = 1
appkit.NSApplication = SimpleNamespace(sharedApplication=lambda: SimpleNamespace(setActivationPolicy_=policies.append))
_show_without_dock_icon()
assert policies == []
sys.platform = "darwin"
_show_without_dock_icon()
assert policies == [1]
"""
    environment["QT_QPA_PLATFORM"] = "offscreen"
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, check=True, timeout=60)


@display_test
def test_bilging_advice_leaves_the_middle_of_every_cell_untouched(game: Game, overlay: Overlay) -> None:
    before = game.source.grab()
    overlay.show(on_screen(sketch([7, 13, 2], "12 points", BOARD), before))
    pixels = game.source.grab().pixels
    assert count(pixels, STRONG) > 200
    assert count(pixels, DIM) > 100
    assert count(pixels, (255, 255, 255)) > 20  # the text
    for row in range(BOARD.rows):
        for col in range(BOARD.cols):
            x, y = (int(value) for value in BOARD.corner(row, col))
            middle = np.s_[y + 3 : y + 27, x + 3 : x + 27]
            assert np.array_equal(pixels[middle], before.pixels[middle])


@display_test
def test_advice_on_a_board_at_the_edge_of_the_screen_hides_no_piece(
    game: Game, overlay: Overlay, person: Callable[..., str], eventually: Eventually
) -> None:
    """Its words were shifted back onto the screen, over the board's last pieces."""
    lattice = Lattice(190, 20, 30, 30, 5, 6)
    person("search", "--name", "Advised", "windowmove", 1600 - 402, 200)
    eventually(lambda: game.source.grab().region.x > 1150)  # type: ignore[union-attr]
    before = game.source.grab()
    overlay.show(on_screen(sketch([7, 13, 2], "12 points", lattice), before))
    pixels = game.source.grab().pixels
    right, left = (np.s_[:, int(lattice.x + lattice.width) :], np.s_[:, : int(lattice.x)])
    assert np.array_equal(pixels[right], before.pixels[right])
    assert count(pixels[left], (255, 255, 255)) > 20  # the text
    assert count(pixels[left], STRONG) > 20  # the arrow
    for row in range(lattice.rows):
        for col in range(lattice.cols):
            x, y = (int(value) for value in lattice.corner(row, col))
            middle = np.s_[y + 3 : y + 27, x + 3 : x + 27]
            assert np.array_equal(pixels[middle], before.pixels[middle])


@display_test
@pytest.mark.parametrize("ends", [False, True])
def test_words_begin_or_end_where_they_are_told(game: Game, overlay: Overlay, ends: bool) -> None:
    before = game.source.grab()
    overlay.show(on_screen(Sketch(text="235", text_at=(200, 100), text_ends=ends), before))
    pixels = game.source.grab().pixels
    rows, columns = np.nonzero(np.any(pixels != before.pixels, axis=2))
    assert (columns.max() + 1 if ends else columns.min()) == 200
    assert rows.min() < 100 < rows.max()
    assert count(pixels, (255, 255, 255)) > 20


@display_test
def test_words_grow_with_the_board(game: Game, overlay: Overlay) -> None:
    """At 3840x2160 they were a ninth of a cell high."""
    before, heights = game.source.grab(), []
    for stroke in (2.0, 4.0, 8.0):
        overlay.show(on_screen(Sketch(text="235", text_at=(200, 100), stroke=stroke), before))
        pixels = game.source.grab().pixels
        plate = np.nonzero(np.any(pixels != before.pixels, axis=2))[0]
        assert np.ptp(plate) < 2 * max(TEXT_HALF_PX, TEXT_HALF_STROKES * stroke), "Columns would hide its preview"
        heights.append(np.ptp(np.nonzero(np.all(pixels == (255, 255, 255), axis=2))[0]) + 1)
    small, usual, large = heights
    assert small == usual
    assert large == pytest.approx(2 * usual, abs=2)


@display_test
def test_clicks_go_through_its_very_lines(
    game: Game, overlay: Overlay, person: Callable[..., str], eventually: Eventually
) -> None:
    frame = game.source.grab()
    overlay.show(on_screen(Sketch(boxes=(Box(100, 50, 60, 30),), stroke=5), frame))
    assert frame.region is not None
    x, y = frame.region.x + 102, frame.region.y + 60
    assert tuple(game.source.grab().pixels[60, 102]) == STRONG
    assert game.source.window.topmost_at(x, y)
    assert game.source.window.is_active()
    person("mousemove", x, y, "click", 1)
    eventually(lambda: game.window.clicks() == [(102, 60)])


@display_test
def test_it_is_gone_after_hide_and_back_after_show(game: Game, overlay: Overlay, eventually: Eventually) -> None:
    frame = game.source.grab()
    box = Sketch(boxes=(Box(100, 50, 60, 30),))
    overlay.show(on_screen(box, frame))
    overlay.hide()
    eventually(lambda: np.array_equal(game.source.grab().pixels, frame.pixels))
    overlay.hide()
    overlay.show(on_screen(box, frame))
    assert count(game.source.grab().pixels, STRONG) > 100


@display_test
def test_a_new_drawing_replaces_the_old(game: Game, overlay: Overlay, eventually: Eventually) -> None:
    frame = game.source.grab()
    for x in (20, 200, 100):
        overlay.show(on_screen(Sketch(boxes=(Box(x, 50, 60, 30),), stroke=3), frame))
    eventually(lambda: count(game.source.grab().pixels, STRONG) == 60 * 30 - 54 * 24)
    assert tuple(game.source.grab().pixels[50, 100]) == STRONG
    overlay.show(on_screen(Sketch(), frame))
    eventually(lambda: np.array_equal(game.source.grab().pixels, frame.pixels))


@display_test
def test_the_arrow_points_at_its_end(game: Game, overlay: Overlay) -> None:
    frame = game.source.grab()
    overlay.show(on_screen(Sketch(arrow=((300, 100), (220, 100)), stroke=4), frame))
    ink = np.all(game.source.grab().pixels == STRONG, axis=2)
    columns = ink.sum(axis=0)
    assert ink[100, 225:295].all()
    assert columns[235] > columns[280] > 0
    assert columns[:219].sum() == columns[302:].sum() == 0


@display_test
def test_a_drawing_that_lacks_something_is_one_error_and_it_lives_on(game: Game, overlay: Overlay) -> None:
    frame = game.source.grab()
    with pytest.raises(OverlayError, match="cannot draw this"):
        overlay.show({"boxes": []})
    overlay.show(on_screen(Sketch(boxes=(Box(100, 50, 60, 30),)), frame))
    assert count(game.source.grab().pixels, STRONG) > 100


@display_test
def test_a_dead_overlay_is_one_error(overlay: Overlay, game: Game) -> None:
    assert overlay._process is not None
    os.kill(overlay._process.pid, signal.SIGKILL)
    with pytest.raises(OverlayError, match="the overlay ended"):
        overlay.show(on_screen(Sketch(boxes=(Box(1, 1, 9, 9),)), game.source.grab()))


STALLED = """
import sys
from control.overlay import client
overlay = client.Overlay()
overlay.start()
client.PATIENCE_S = 4.0
print(overlay._process.pid, flush=True)
sys.stdin.readline()
overlay.show({"dim_boxes": [], "boxes": [[10, 10, 60, 30]], "arrow": None, "text": "", "stroke": 3})
print("shown", flush=True)
overlay.close()
"""


@pytest.fixture
def stopped(overlay: Overlay) -> Iterator[int]:
    """The overlay's process, which stands still until it is told to go on."""
    assert overlay._process is not None
    number = overlay._process.pid
    os.kill(number, signal.SIGSTOP)
    yield number
    if overlay._process is not None:
        os.kill(number, signal.SIGCONT)


@display_test
def test_an_overlay_that_stood_still_for_a_while_draws(game: Game, overlay: Overlay, stopped: int) -> None:
    """It ended `suggest` after 3 s."""
    go_on = threading.Timer(3.5, os.kill, (stopped, signal.SIGCONT))
    go_on.start()
    overlay.show(on_screen(Sketch(boxes=(Box(100, 50, 60, 30),)), game.source.grab()))
    go_on.join()
    assert count(game.source.grab().pixels, STRONG) > 100


@display_test
def test_one_that_never_goes_on_is_one_error_and_is_ended(
    game: Game, overlay: Overlay, stopped: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("control.overlay.client.PATIENCE_S", 1.0)
    monkeypatch.setattr("control.overlay.client.LEAVE_S", 0.5)
    with pytest.raises(OverlayError, match="the overlay did not answer within 1 s; see `doctor`"):
        overlay.show(on_screen(Sketch(boxes=(Box(1, 1, 9, 9),)), game.source.grab()))
    overlay.close()
    assert not Path(f"/proc/{stopped}").exists()


@display_test
@pytest.mark.usefixtures("display")
def test_a_machine_that_stands_still_costs_no_patience() -> None:
    """The one that waits stands still as long as the one that draws."""
    words = [sys.executable, "-c", STALLED]
    with subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as asker:
        assert asker.stdin is not None
        assert asker.stdout is not None
        drawing = int(asker.stdout.readline())
        os.kill(drawing, signal.SIGSTOP)
        asker.stdin.write("go on\n")
        asker.stdin.flush()
        time.sleep(0.5)
        os.kill(asker.pid, signal.SIGSTOP)
        time.sleep(5.0)
        os.kill(asker.pid, signal.SIGCONT)
        time.sleep(0.1)
        os.kill(drawing, signal.SIGCONT)
        assert asker.stdout.readline() == "shown\n"


@display_test
def test_a_process_that_complains_without_end_still_draws(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_LOGGING_RULES", "*.debug=true")
    monkeypatch.setenv("QT_MESSAGE_PATTERN", "%{message} " + 4000 * "x")  # a pipe holds 64 KiB
    with Overlay() as overlay:
        frame = game.source.grab()
        for number in range(20):
            overlay.show(on_screen(Sketch(boxes=(Box(100 + number, 50, 60, 30),), stroke=3), frame))
        assert count(game.source.grab().pixels, STRONG) > 100


@pytest.mark.usefixtures("display")
def test_its_last_words_are_in_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("control.overlay.client.overlay_environment", lambda _: {"QT_QPA_PLATFORM": "no such platform"})
    with pytest.raises(OverlayError, match=r"the overlay ended \(.*platform.*\); see `doctor`"):
        Overlay().start()


@pytest.mark.usefixtures("display")
def test_ctrl_c_is_for_the_parent_on_windows_too(monkeypatch: pytest.MonkeyPatch) -> None:
    started: dict[str, Any] = {}

    def popen(_command: list[str], **wishes: Any) -> None:
        started.update(wishes)
        raise OverlayError("not on this system")

    monkeypatch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0x200, raising=False)
    monkeypatch.setattr(subprocess, "Popen", popen)
    with pytest.raises(OverlayError):
        Overlay().start()
    assert (started["creationflags"], started["start_new_session"]) == (0x200, True)


@display_test
@pytest.mark.usefixtures("display")
def test_it_ends_with_its_parent() -> None:
    script = """
import os, signal
from control.overlay import Overlay
overlay = Overlay()
overlay.start()
print(overlay._process.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    child = int(done.stdout)
    until = time.monotonic() + 5
    command = Path(f"/proc/{child}/cmdline")
    while command.exists() and command.read_text():  # a zombie has none
        assert time.monotonic() < until
        time.sleep(0.02)


def test_the_process_never_imports_cv2(display: VirtualDisplay) -> None:
    script = "import sys, control.overlay.canvas, control.overlay.__main__; sys.exit('cv2' in sys.modules)"
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, timeout=60)


@pytest.mark.usefixtures("no_display")
def test_no_display_says_what_to_do() -> None:
    with pytest.raises(NoDisplay, match="no display"):
        Overlay().start()


def test_places_on_a_scaled_desktop() -> None:
    from capture.frame import Frame, Region

    frame = Frame(np.zeros((1, 1, 3), np.uint8), 0, Region(-200, 100, 400, 300), 2.0)
    drawing = on_screen(Sketch(boxes=(Box(10, 20, 40, 60),), arrow=((0, 0), (2, 2)), stroke=4), frame)
    assert drawing["boxes"] == [[-95.0, 60.0, 20.0, 30.0]]
    assert drawing["arrow"] == [[-100.0, 50.0], [-99.0, 51.0]]
    assert drawing["stroke"] == 2.0
    with pytest.raises(ValueError, match="expected a live frame"):
        on_screen(Sketch(), Frame(np.zeros((1, 1, 3), np.uint8), 0))

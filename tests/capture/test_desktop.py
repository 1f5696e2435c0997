"""Regions of the desktop, and what may run without a display."""

import gc
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import mss
import psutil
import pytest

from bot.virtual_display import VirtualDisplay
from capture.desktop import Desktop
from capture.display_server import NoDisplay, display_server, under_wayland
from capture.environment import child_environment
from capture.frame import Region
from capture.source import CaptureError
from capture.x11 import connect
from tests.conftest import OpenWindow

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.display
def test_region_is_grabbed_where_it_is(open_window: OpenWindow, eventually: Callable[..., None]) -> None:
    from capture.window import find_window

    open_window("Ground", x=300, y=300)
    window = find_window("Ground")
    area = window.client_area()
    window.close()
    desktop, region = Desktop(), Region(area.x - 3, area.y - 3, 20, 10)
    eventually(lambda: tuple(desktop.pixels(region)[3, 3]) == (0, 0, 255))
    pixels = desktop.pixels(region)
    desktop.close()
    assert pixels.shape == (10, 20, 3)
    assert tuple(pixels[2, 2]) != (0, 0, 255)
    assert desktop.scale == 1.0


@pytest.mark.display
@pytest.mark.usefixtures("display")
def test_region_is_clipped_to_the_desktop() -> None:
    desktop, across = Desktop(), Region(1500, -50, 400, 100)
    assert desktop.clip(across) == Region(1500, 0, 100, 50)
    assert desktop.pixels(desktop.clip(across)).shape == (50, 100, 3)
    with pytest.raises(CaptureError, match="is partly off the desktop"):
        desktop.pixels(across)
    with pytest.raises(CaptureError, match="lies off the desktop"):
        desktop.clip(Region(5000, 0, 10, 10))
    assert desktop.pixels(desktop.bounds).shape == (1200, 1600, 3)
    desktop.close()


@pytest.mark.display
@pytest.mark.usefixtures("display")
@pytest.mark.parametrize("name", [":999", ":99999", "nonsense"])
def test_display_that_does_not_answer_is_one_line(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("DISPLAY", name)
    with pytest.raises(CaptureError, match="the display does not answer") as caught:
        connect()
    assert "\n" not in str(caught.value)
    with pytest.raises(CaptureError, match="cannot be read") as caught:
        Desktop()
    assert "\n" not in str(caught.value)


@pytest.mark.display
def test_a_display_that_ends_first_is_let_go_of_in_silence() -> None:
    with VirtualDisplay((200, 200), window_manager=False) as own:
        desktops = [Desktop() for _ in range(3)]
        own.stop()
        for desktop in desktops:
            with pytest.raises(CaptureError, match="cannot be read any more"):
                desktop.pixels(Region(0, 0, 8, 8))
            desktop.close()


@pytest.mark.display
def test_a_display_that_ends_as_it_is_opened_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with VirtualDisplay((200, 200), window_manager=False) as own:

        def opened() -> mss.MSS:
            connection = mss.MSS()
            own.stop()
            return connection

        monkeypatch.setattr("capture.desktop._opened", opened)
        with pytest.raises(CaptureError, match="the display cannot be read") as caught:
            Desktop()
    assert "\n" not in str(caught.value)


@pytest.mark.display
@pytest.mark.usefixtures("display")
def test_a_display_that_gives_no_picture_is_let_go_of(monkeypatch: pytest.MonkeyPatch) -> None:
    def grab(_mss: mss.MSS, _monitor: object) -> None:
        raise mss.ScreenShotError("no picture")

    monkeypatch.setattr("mss.MSS.grab", grab)
    gc.collect()
    before = psutil.Process().num_fds()
    with pytest.raises(CaptureError, match="no picture"):
        Desktop()
    assert psutil.Process().num_fds() <= before


@pytest.mark.usefixtures("no_display")
def test_no_display_says_what_to_do() -> None:
    with pytest.raises(NoDisplay, match="no display"):
        Desktop()


def test_display_server_by_environment() -> None:
    assert display_server({"DISPLAY": ":0"}) == "x11"
    assert display_server({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}) == "x11"
    assert under_wayland({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"})
    assert display_server({"XDG_SESSION_TYPE": "wayland"}) == "wayland"
    assert display_server({}) == "none"
    assert not under_wayland({"DISPLAY": ":0"})


def test_child_environment_drops_what_opencv_set(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cv2.__version__  # importing it is what sets them
    monkeypatch.setenv("QT_QPA_PLATFORM_PLUGIN_PATH", "/somewhere/site-packages/cv2/qt/plugins")
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    environment = child_environment()
    assert "QT_QPA_PLATFORM_PLUGIN_PATH" not in environment
    assert environment["QT_QPA_PLATFORM"] == "offscreen"
    assert environment["PATH"] == os.environ["PATH"]


def test_every_module_imports_without_a_display(no_display: None) -> None:
    modules = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in sorted(ROOT.glob("capture/*.py"))]
    names = [name for name in modules if not name.endswith("__init__")]
    assert "capture.window" in names
    script = f"import importlib; [importlib.import_module(name) for name in {names!r}]"
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, timeout=60)


def test_a_system_without_what_mss_takes_pictures_with_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def opened() -> None:
        raise AttributeError("dlsym(0x1, CGWindowListCreateImage): symbol not found")

    monkeypatch.setattr("mss.MSS", opened)
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(CaptureError, match=r"CGWindowListCreateImage.*try a newer one") as caught:
        Desktop()
    assert "\n" not in str(caught.value)

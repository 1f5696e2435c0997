"""The number by which X11 and xdotool know a window."""

from capture.window import Window
from capture.window_x11 import X11Window


def number_of(window: Window) -> int:
    assert isinstance(window, X11Window)
    return window.identity

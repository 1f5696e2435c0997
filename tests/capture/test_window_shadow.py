"""Windows that draw a shadow around them, as GTK's with a header bar do on many desktops, end where it begins."""

import subprocess

import pytest

from capture.source import WindowLost
from capture.window import WindowSource
from tests.capture.window_number import number_of
from tests.conftest import OpenWindow, wait_until, xdotool

pytestmark = pytest.mark.display

SHADOW = (26, 27, 23, 29)
"""Left, right, top, bottom, as GTK writes it."""
RED, GROUND = (0, 0, 255), (0x60, 0x40, 0x20)
"""The test window's first pixels and its ground, as BGR."""


def say_shadow(number: int, *widths: int) -> None:
    """Let a window tell how wide its shadow is."""
    name, value = "_GTK_FRAME_EXTENTS", ",".join(map(str, widths))
    subprocess.run(["xprop", "-id", str(number), "-f", name, "32c", "-set", name, value], check=True, timeout=20)


def test_the_shadow_is_no_part_of_what_is_grabbed(open_window: OpenWindow) -> None:
    open_window("Shade", x=200, y=150, width=320, height=240)
    source = WindowSource("Shade")
    try:
        whole = source.grab()
        say_shadow(number_of(source.window), *SHADOW)
        frame = source.grab()
    finally:
        source.close()
    assert whole.region is not None
    assert frame.region is not None
    left, right, top, bottom = SHADOW
    assert (frame.region.x, frame.region.y) == (whole.region.x + left, whole.region.y + top)
    assert frame.pixels.shape == (240 - top - bottom, 320 - left - right, 3)
    assert (tuple(whole.pixels[0, 0]), tuple(frame.pixels[0, 0])) == (RED, GROUND)


def test_a_window_is_on_the_screen_though_its_shadow_is_not(open_window: OpenWindow) -> None:
    open_window("Corner")
    source = WindowSource("Corner")
    try:
        source.grab()
        xdotool("windowmove", number_of(source.window), -20, -10)
        wait_until(lambda: source.window.client_area().x < 0)
        with pytest.raises(WindowLost, match="partly off the screen"):
            source.grab()
        say_shadow(number_of(source.window), *SHADOW)
        assert tuple(source.grab().pixels[0, 0]) == GROUND
    finally:
        source.close()


@pytest.mark.parametrize("nonsense", [(26, 26), (400, 26, 23, 29), (200, 120, 0, 0)])
def test_a_shadow_that_leaves_no_window_is_not_believed(open_window: OpenWindow, nonsense: tuple[int, ...]) -> None:
    open_window("Nonsense", width=320, height=240)
    source = WindowSource("Nonsense")
    try:
        whole = source.grab()
        say_shadow(number_of(source.window), *nonsense)
        assert source.grab().region == whole.region
    finally:
        source.close()

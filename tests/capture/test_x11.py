"""Connections to an X server that a signal has cut off amid a question: closed at once, and never waited for again."""

import sys
import threading
from collections.abc import Callable
from types import FrameType

import pytest

from bot.ending_signals import Interrupted
from capture.source import CaptureError
from capture.window_x11 import X11Window
from capture.x11 import connect
from tests.conftest import OpenWindow

pytestmark = pytest.mark.display


def cut_off(ask: Callable[[], object], where: str, called: str) -> None:
    """Ask, and raise what a signal raises where a function of python-xlib's is about to call something of that name."""

    def cut(frame: FrameType, event: str, what: object) -> None:
        if event == "c_call" and frame.f_code.co_name == where and getattr(what, "__name__", "") == called:
            sys.setprofile(None)
            raise Interrupted(15)

    sys.setprofile(cut)
    try:
        with pytest.raises(Interrupted):
            ask()
    finally:
        sys.setprofile(None)


def in_time(action: Callable[[], None]) -> bool:
    """Tell whether an action ends: one that waits for ever is left behind."""
    thread = threading.Thread(target=action, daemon=True)
    thread.start()
    thread.join(5)
    return not thread.is_alive()


@pytest.mark.parametrize(("where", "called"), [("send_and_recv", "release"), ("send_request", "append")])
def test_a_connection_is_closed_whatever_a_signal_left_it_in(display: object, where: str, called: str) -> None:
    """A demo that was ended by SIGTERM lived on until it came once more."""
    connection = connect()
    cut_off(lambda: connection.screen().root.query_pointer(), where, called)
    assert in_time(connection.close)


def test_a_window_that_was_asked_about_as_a_signal_came_is_not_waited_for(open_window: OpenWindow) -> None:
    open_window("Cut off")
    window = X11Window("Cut off")
    cut_off(window.client_area, "send_and_recv", "select")
    told: list[str] = []

    def ask() -> None:
        with pytest.raises(CaptureError) as caught:
            window.client_area()
        told.append(str(caught.value))

    assert in_time(ask)
    assert "display is gone" in told[0]
    window.close()

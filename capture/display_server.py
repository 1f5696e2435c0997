"""Which display server this process can reach, and what to do where there is none."""

import os
import sys
from collections.abc import Mapping
from typing import Literal

from capture.source import CaptureError

DisplayServer = Literal["x11", "wayland", "windows", "macos", "none"]


class NoDisplay(CaptureError):  # noqa: N818 (a state of the machine)
    """There is no display to look at; the message says how to get one."""


def display_server(environment: Mapping[str, str] | None = None) -> DisplayServer:
    """Return what pictures and input would go through.

    ``wayland`` means that only a native Wayland session is in reach. Under Wayland with XWayland
    (DISPLAY is set too) the answer is ``x11``: only windows that are X clients can be seen there.
    """
    environment = os.environ if environment is None else environment
    if sys.platform == "win32":
        return "windows"
    if sys.platform == "darwin":
        return "macos"
    if environment.get("DISPLAY"):
        return "x11"
    if environment.get("WAYLAND_DISPLAY") or environment.get("XDG_SESSION_TYPE") == "wayland":
        return "wayland"
    return "none"


def under_wayland(environment: Mapping[str, str] | None = None) -> bool:
    """Tell whether the session is Wayland's, with XWayland or without."""
    environment = os.environ if environment is None else environment
    return bool(environment.get("WAYLAND_DISPLAY")) or environment.get("XDG_SESSION_TYPE") == "wayland"


def require_display() -> DisplayServer:
    """Return the display server.

    Raises:
        NoDisplay: there is none, or only one that screen capture does not work on.
    """
    server = display_server()
    if server == "wayland":
        raise NoDisplay(
            "native Wayland lets no program read the screen or send input; "
            "log in to an X11 session, or run the game and Spyglass under XWayland with DISPLAY set"
        )
    if server == "none":
        raise NoDisplay("no display: DISPLAY is not set; run in a desktop session, or use `demo`, which brings its own")
    return server

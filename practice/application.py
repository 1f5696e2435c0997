"""The one Qt application of the process: a real one for windows, an off-screen one for pictures."""

import os
import socket
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from practice.options import PracticeError

CV2_PREFIX = "QT_QPA_"
"""opencv-python points these variables at its own Qt, whose plugins a Qt 6 program cannot load."""
KEPT = ("QT_QPA_PLATFORM",)
"""Ours to set; cv2 leaves it alone."""


def forget_cv2() -> None:
    """Drop the variables that importing cv2, here or in a parent process, left in the environment."""
    for name in [name for name in os.environ if name.startswith(CV2_PREFIX) and name not in KEPT]:
        del os.environ[name]


def _x_server_answers(display: str) -> bool:
    """Tell whether an X server listens where `display` ("host:number.screen") says."""
    host, _, number = display.rpartition(":")
    number = number.partition(".")[0]
    if not number.isdigit():
        return False
    try:
        if host not in ("", "unix"):
            socket.create_connection((host, 6000 + int(number)), timeout=3).close()
            return True
    except OSError:
        return False
    return any(map(_listens, (f"\0/tmp/.X11-unix/X{number}", f"/tmp/.X11-unix/X{number}")))


def _wayland_answers(display: str) -> bool:
    """Tell whether a compositor listens where `display` (a path, or a name in XDG_RUNTIME_DIR) says."""
    return _listens(str(Path(os.environ.get("XDG_RUNTIME_DIR", "")) / display))


def _listens(address: str) -> bool:
    """Tell whether somebody listens at a socket of this machine; on Windows no display is asked for so."""
    if sys.platform == "win32":
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
        try:
            link.connect(address)
        except OSError:
            return False
        return True


def check_display() -> None:
    """Refuse to open a window where there is no display; Qt itself would end the process.

    Raises:
        PracticeError: no display, or nothing answers there.
    """
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return
    wayland, display = os.environ.get("WAYLAND_DISPLAY", ""), os.environ.get("DISPLAY", "")
    if (wayland and _wayland_answers(wayland)) or (display and _x_server_answers(display)):
        return
    tried = [f"{name}={value}" for name, value in (("WAYLAND_DISPLAY", wayland), ("DISPLAY", display)) if value]
    why = f"nothing answers at {' or '.join(tried)}" if tried else "DISPLAY is not set"
    raise PracticeError(f"no display: {why}; run on a desktop, or under xvfb-run")


def window_application() -> QApplication:
    """Return the application for real windows.

    Raises:
        PracticeError: no display.
    """
    forget_cv2()
    present = QApplication.instance()
    if isinstance(present, QApplication):
        return present
    check_display()
    return QApplication(["spyglass"])


def offscreen_application() -> QApplication:
    """Return an application that can draw pictures, with or without a display; an existing one is kept."""
    forget_cv2()
    present = QApplication.instance()
    if isinstance(present, QApplication):
        return present
    before = os.environ.get("QT_QPA_PLATFORM")
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        return QApplication(["spyglass"])
    finally:
        if before is None:
            del os.environ["QT_QPA_PLATFORM"]
        else:
            os.environ["QT_QPA_PLATFORM"] = before

"""Asks a person to draw the board with the mouse, in a process that may use Qt."""

import os
import subprocess
import sys
from pathlib import Path

from capture.display_server import NoDisplay, display_server
from capture.environment import child_environment
from capture.source import CaptureError
from capture.x11 import connect

CANCELLED = 3
"""Exit status of the drawing window when it was closed without a rectangle."""


def ask_rectangle(picture: Path) -> str | None:
    """Show a picture and return the drawn rectangle as "x,y,width,height", or None where the person gave up.

    Raises:
        NoDisplay: there is no display.
        CaptureError: the display does not answer, or the picture cannot be read; one line.
    """
    _check_display()
    environment = child_environment()
    root = str(Path(__file__).resolve().parents[1])
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [root, environment.get("PYTHONPATH", "")]))
    done = subprocess.run(
        [sys.executable, "-P", "-m", "calibration.draw_rectangle", str(picture)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return done.stdout.strip()
    if done.returncode == CANCELLED:
        return None
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    reason = lines[0] if lines else f"exit status {done.returncode}"
    raise CaptureError(f"the board could not be drawn ({reason}); give it with --board X,Y,W,H")


def _check_display() -> None:
    """Refuse to open a window where there is no display: Qt would tell it in its own words."""
    server = display_server()
    if os.environ.get("QT_QPA_PLATFORM"):
        return
    if server == "none":
        raise NoDisplay("no display: DISPLAY is not set; run in a desktop session, or give --board X,Y,W,H")
    if server == "x11" and not os.environ.get("WAYLAND_DISPLAY"):
        connect().close()

"""Gweled, a program nobody here wrote, in a window to be played: 0.9 as Debian 12 has it, or 1.0, of Debian 13."""

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from capture.environment import child_environment
from capture.source import CaptureError
from capture.window import WindowSource, find_window
from tests.capture.window_number import number_of
from tests.conftest import wait_until, xdotool

TITLE = "Gweled"
PROGRAM = shutil.which("gweled") or shutil.which("gweled", path="/usr/games")
TIMING = ("--hold-ms=100", "--gap-ms=180", "--quiet-ms=450")
"""It looks at presses and pieces every tenth of a second, and takes the last press only."""
SILENT = """</usr/share/alsa/alsa.conf>
pcm.!default { type null }
ctl.!default { type null }
"""
"""Without a sound device 0.9 ends; this one swallows everything."""


def _is_new() -> bool:
    """Tell whether Debian's package is 1.0 or newer; what no package brought is taken for 0.9."""
    asked = ["dpkg-query", "--show", "--showformat=${Version}", "gweled"]
    told = subprocess.run(asked, capture_output=True, text=True, check=False) if shutil.which(asked[0]) else None
    return told is not None and told.returncode == 0 and not told.stdout.startswith("0.")


NEW = _is_new()
"""Its window is GTK's with a header bar, is drawn by OpenGL, and has the size that a person gives it."""
TILES = {"small": 64, "medium": 73, "large": 96} if NEW else {"small": 32, "medium": 48, "large": 64}
"""Sizes of its windows, pixels a tile: the three that 0.9 has; of 1.0 the smallest and two others."""
PAUSE, RESUME = ("alt+p", "alt+r") if NEW else ("Pause", "Pause")


@contextmanager
def gweled(tile: int, folder: Path) -> Iterator[None]:
    """Open it at its welcome screen; settings and saved games are kept in `folder`."""
    if PROGRAM is None:
        pytest.fail("gweled is not installed; run `scripts/setup --tests`")
    _set_up(tile, folder)
    environment = child_environment() | {
        "XDG_CONFIG_HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "GSETTINGS_BACKEND": "keyfile",
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",  # or one that a person has open would show instead
        "ALSA_CONFIG_PATH": str(folder / "silent.conf"),
        "LC_ALL": "C.UTF-8",
    }
    silence = subprocess.DEVNULL
    process = subprocess.Popen([PROGRAM], env=environment, stdout=silence, stderr=silence)
    try:
        until = time.monotonic() + 30
        while not _width() >= 8 * (TILES["small"] if NEW else tile):
            assert process.poll() is None, f"gweled ended with status {process.returncode}"
            assert time.monotonic() < until, "gweled's window does not show"
            time.sleep(0.1)
        if NEW:
            _resize(tile)
        yield
    finally:
        process.kill()
        process.wait()


def begin() -> None:
    """Leave the welcome screen for the game that does not end, its third button."""
    press("Tab", "Tab", "space")
    time.sleep(3.0)  # the first pieces fall


def press(*keys: str) -> None:
    """Press keys in its window."""
    window = find_window(TITLE)
    xdotool("windowactivate", "--sync", number_of(window), "key", "--delay", 150, *keys)
    window.close()


def press_until(key: str, done: Callable[[], bool]) -> None:
    """Press a key in its window, and once more where that did nothing: on a busy machine a press may be lost."""
    press(key)
    until = time.monotonic() + 3
    while not done():
        if time.monotonic() > until:
            press(key)
            break
        time.sleep(0.1)
    wait_until(done)


def _set_up(tile: int, folder: Path) -> None:
    """Write the settings that either version reads: no sound, and the size of 0.9's tiles."""
    folder.mkdir()
    (folder / "silent.conf").write_text(SILENT)
    (folder / "gweled.conf").write_text(f"[General]\ntile_size={tile}\nmusic_on=false\nsounds_on=false\n")
    keyfile = folder / "glib-2.0" / "settings" / "keyfile"
    keyfile.parent.mkdir(parents=True)
    keyfile.write_text("[org/gnome/gweled]\nsound=false\n")


def _resize(tile: int) -> None:
    """Give 1.0's window, which opens at its smallest, the size for larger tiles."""
    window = find_window(TITLE)
    area = window.client_area()
    more = 8 * (tile - TILES["small"])
    xdotool("windowsize", number_of(window), area.width + more, area.height + more)
    window.close()
    wait_until(lambda: _width() >= 8 * tile)
    time.sleep(0.5)  # it draws itself at that size


def _width() -> int:
    """How wide its window is, pixels; 0 where none can be seen."""
    try:
        source = WindowSource(TITLE)
    except CaptureError:
        return 0
    try:
        return int(source.grab().pixels.shape[1])
    except CaptureError:
        return 0
    finally:
        source.close()

"""Gweled, a program nobody here wrote, in a window to be played."""

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from capture.environment import child_environment
from capture.source import CaptureError
from capture.window import WindowSource

TITLE = "Gweled"
PLAYED = "0."
"""Of which versions: from 1.0 on (Debian 13) it draws by OpenGL, is of other sizes and keeps its settings elsewhere."""
PROGRAM = shutil.which("gweled") or shutil.which("gweled", path="/usr/games")
TILES = {"small": 32, "medium": 48, "large": 64}
"""Its three sizes, pixels a tile."""
TIMING = ("--hold-ms=100", "--gap-ms=180", "--quiet-ms=450")
"""It looks at presses and pieces every tenth of a second, and takes the last press only."""
SILENT = """</usr/share/alsa/alsa.conf>
pcm.!default { type null }
ctl.!default { type null }
"""
"""Without a sound device it ends; this one swallows everything."""


@contextmanager
def gweled(tile: int, folder: Path) -> Iterator[None]:
    """Open it at its welcome screen; settings and saved games are kept in `folder`."""
    if PROGRAM is None:
        pytest.fail("gweled is not installed; run `scripts/setup --tests`")
    if not (version := _version()).startswith(PLAYED):
        pytest.skip(f"gweled {version} is another game to the eye than the {PLAYED}x that is played here")
    folder.mkdir()
    (folder / "gweled.conf").write_text(f"[General]\ntile_size={tile}\nmusic_on=false\nsounds_on=false\n")
    (folder / "silent.conf").write_text(SILENT)
    environment = child_environment() | {
        "XDG_CONFIG_HOME": str(folder),
        "ALSA_CONFIG_PATH": str(folder / "silent.conf"),
        "LC_ALL": "C.UTF-8",
    }
    silence = subprocess.DEVNULL
    process = subprocess.Popen([PROGRAM], env=environment, stdout=silence, stderr=silence)
    try:
        until = time.monotonic() + 30
        while not _shows(tile):
            assert process.poll() is None, f"gweled ended with status {process.returncode}"
            assert time.monotonic() < until, "gweled's window does not show"
            time.sleep(0.1)
        yield
    finally:
        process.kill()
        process.wait()


def _version() -> str:
    """Return the version that Debian's package has; what no package brought is taken for one that is played."""
    asked = ["dpkg-query", "--show", "--showformat=${Version}", "gweled"]
    told = subprocess.run(asked, capture_output=True, text=True, check=False) if shutil.which(asked[0]) else None
    return told.stdout if told is not None and told.returncode == 0 else PLAYED


def begin(person: Callable[..., str]) -> None:
    """Leave the welcome screen for the game that does not end, its third button."""
    person("search", "--name", f"^{TITLE}$", "windowactivate", "--sync")
    person("key", "--delay", "150", "Tab", "Tab", "space")
    time.sleep(3.0)  # the first pieces fall


def _shows(tile: int) -> bool:
    """Tell whether the window is there, wide enough for its eight columns."""
    try:
        source = WindowSource(TITLE)
    except CaptureError:
        return False
    try:
        return bool(source.grab().pixels.shape[1] >= 8 * tile)
    except CaptureError:
        return False
    finally:
        source.close()

"""The parent's side of the overlay: starts it, tells it what to draw, waits until the screen shows it."""

import contextlib
import json
import queue
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

from capture.display_server import DisplayServer, require_display
from capture.environment import child_environment
from capture.last_words import LastWords

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S: Final = 30.0
"""An overlay that lives is waited for so long: it, or the machine, may stand still for a while and then go on."""
GLANCE_S: Final = 0.5
"""What is waited is counted in pieces of so long: while this process stands still too, no more than one goes by."""
LEAVE_S: Final = 3.0
"""Seconds that an overlay has to end when it is told to."""
POINTS_ARE_PIXELS: Final = ("x11", "windows")
"""Display servers on which places on the desktop are counted in pixels (on Windows because of `capture.dpi`)."""
SCALES_OF_QT: Final = ("QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS")
"""What a person may have set to make Qt's programs larger: it would move the drawing off what it is drawn around."""
BEHIND_ON_MACOS: Final = {"QT_MAC_DISABLE_FOREGROUND_APPLICATION_TRANSFORM": "1", "QT_MAC_SET_RAISE_PROCESS": "0"}
"""Else Qt takes the keyboard from the game, when it begins and whenever a window is raised."""


class OverlayError(Exception):
    """The overlay cannot be drawn; the message is one line that says why and what to do."""


class Overlay:
    """Draws sketches over the desktop.

    The overlay is in the pictures that `capture` takes. Either the sketch keeps to the rims of
    cells (as `control.bilging.sketch` does), or `hide` goes before the grab; after it the window below still has
    to repaint itself, which takes a frame or two of the game.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self._reader: threading.Thread | None = None
        self._complaints: LastWords | None = None
        self._count = 0
        self._shown = False

    def start(self) -> None:
        """Start the process and wait until it can draw (about 0.3 s).

        Raises:
            NoDisplay: there is no display.
            OverlayError: PySide6 does not run here.
        """
        environment = overlay_environment(require_display())
        self._process = subprocess.Popen(
            [sys.executable, "-m", "control.overlay"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # Ctrl+C is for the parent, whose end ends it; Windows heeds the second, POSIX the first
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        assert self._process.stderr is not None
        self._complaints = LastWords(self._process.stderr)
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reader.start()
        try:
            self._await("ready", True)
        except OverlayError:
            self.close()
            raise

    def show(self, drawing: dict[str, Any]) -> None:
        """Draw what `control.sketch.on_screen` returned; returns when it is on the screen (about 20 ms).

        Raises:
            OverlayError: the process is gone or does not answer.
        """
        self._ask({"show": drawing})
        self._shown = True

    def hide(self) -> None:
        """Take the drawing away; returns when the display server has done so.

        Raises:
            OverlayError: the process is gone or does not answer.
        """
        if self._shown:
            self._ask({"hide": True})
            self._shown = False

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()  # the end of its input ends it
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(LEAVE_S)
        finally:  # of a signal too
            process.kill()
            process.wait()
        for reader in (self._reader, self._complaints):
            if reader is not None:
                reader.join(LEAVE_S)
        if process.stdout is not None:
            process.stdout.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _ask(self, message: dict[str, Any]) -> None:
        if self._process is None or self._process.stdin is None:
            raise OverlayError("the overlay is not running; start it first")
        self._count += 1
        try:
            self._process.stdin.write(json.dumps({"id": self._count, **message}) + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise OverlayError(self._last_words()) from error
        self._await("done", self._count)

    def _await(self, key: str, value: object) -> None:
        waited_s = 0.0
        while waited_s < PATIENCE_S:
            try:
                answer = self._answers.get(timeout=GLANCE_S)
            except queue.Empty:
                waited_s += GLANCE_S
                continue
            if "ended" in answer:
                raise OverlayError(self._last_words())
            if "error" in answer:
                raise OverlayError(str(answer["error"]))
            if answer.get(key) == value:
                return
        raise OverlayError(f"the overlay did not answer within {PATIENCE_S:.0f} s; see `doctor`")

    def _read(self, output: IO[str]) -> None:
        for line in output:
            with contextlib.suppress(ValueError):
                self._answers.put(json.loads(line))
        self._answers.put({"ended": True})

    def _last_words(self) -> str:
        process, complaints = self._process, self._complaints
        if process is None or complaints is None:
            return "the overlay is not running; start it first"
        try:
            process.wait(LEAVE_S)
        except subprocess.TimeoutExpired:
            return "the overlay closed its output; start it again"
        complaints.join(LEAVE_S)
        words = complaints.lines()
        return f"the overlay ended ({words[-1] if words else f'status {process.returncode}'}); see `doctor`"


def overlay_environment(server: DisplayServer) -> dict[str, str]:
    """Return the environment in which the overlay draws where it is told: places are told in input points.

    Where these are pixels Qt must not multiply them by a desktop's scale once more. On macOS it must leave the keyboard
    to the game.

    Args:
        server: what it draws through.
    """
    environment = {name: value for name, value in child_environment().items() if name not in SCALES_OF_QT}
    if server == "x11":
        environment["QT_QPA_PLATFORM"] = "xcb"
    if server == "macos":
        environment |= BEHIND_ON_MACOS
    if server in POINTS_ARE_PIXELS:
        environment["QT_ENABLE_HIGHDPI_SCALING"] = "0"
    return environment

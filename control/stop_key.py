"""A key that ends the run, whichever window has the focus."""

import contextlib
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from capture.display_server import display_server, require_display, under_wayland
from capture.macos_permissions import how_to_allow, may_listen
from capture.one_line import one_line
from capture.source import CaptureError
from capture.x11 import connect

DEFAULT_KEY = "f12"
"""Not Escape, which games use, and not Pause, which laptops lack. In a browser F12 opens the tools: harmless."""

MACOS_KEY_DOWN = 1 << 10
"""The events that are listened for there: caps lock and media keys, which pynput asks for too, may end the process."""
START_TIMEOUT_S = 5.0
CLOSE_TIMEOUT_S = 2.0
ASK_AGAIN_S = 0.05


class StopKey:
    """Listens to the keyboard, through pynput, from `__enter__` to `__exit__`.

    Where that is impossible nothing is raised: `problem` says why in one line, and the corner fail-safe and
    Ctrl+C remain.

    Args:
        name: as pynput spells it: "f12", "pause", "esc", or one character.

    Attributes:
        problem: why the key cannot be heard; "" when it can.

    Raises:
        ValueError: no key has this name (where pynput works at all).
    """

    def __init__(self, name: str = DEFAULT_KEY) -> None:
        self.name = name
        self.problem = "the stop key is not listened for yet"
        self._pressed = threading.Event()
        self._listener: Any = None

    @property
    def pressed(self) -> bool:
        """Tell whether the key was pressed since the start."""
        return self._pressed.is_set()

    def start(self) -> None:
        """Begin to listen."""
        try:
            if require_display() == "x11":
                connect().close()  # pynput's thread would die of it in silence
            from pynput import keyboard

            if sys.platform == "darwin":
                _leave_layout_alone()
        except CaptureError as error:
            self.problem = str(error)
            return
        except Exception as error:  # pynput's backends raise what their platform raises
            self.problem = f"pynput does not work here ({one_line(error)}); stop with Ctrl+C or a corner of the screen"
            return
        wanted = self._key(keyboard)

        def heard(key: Any) -> None:
            if key == wanted:
                self._pressed.set()

        listener = _listener(keyboard, heard)
        try:
            listener.start()
            self._listener = listener  # to be ended even where it never says that it is ready
            ready = threading.Thread(target=listener.wait, daemon=True)
            ready.start()
            ready.join(START_TIMEOUT_S)
        except Exception as error:
            self.problem = f"the keyboard cannot be listened to ({one_line(error)}); stop with Ctrl+C or a corner"
            return
        if ready.is_alive():
            self.problem = "the keyboard listener does not start; stop with Ctrl+C or a corner of the screen"
            return
        self.problem = ""
        # pynput on macOS only logs that it is not trusted, and says that it is ready
        if not getattr(listener, "IS_TRUSTED", True) or not may_listen():
            allow = how_to_allow("Accessibility", "Input Monitoring")
            self.problem = (
                f"macOS lets this program hear no keys; {allow}, or stop with Ctrl+C or a corner of the screen"
            )
        if under_wayland():
            self.problem = "under Wayland the stop key is heard only while an X window has the focus; or use Ctrl+C"

    def close(self) -> None:
        """Stop listening."""
        if self._listener is not None:
            _end(self._listener)
            self._listener = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _key(self, keyboard: Any) -> Any:
        if len(self.name) == 1:
            return keyboard.KeyCode.from_char(self.name)
        try:
            return keyboard.Key[self.name]
        except KeyError:
            raise ValueError(
                f"expected a key name such as f12, pause, esc or one character, got '{self.name}'"
            ) from None


def _listener(keyboard: Any, heard: Callable[[Any], None]) -> Any:
    """Return pynput's listener; its thread says nothing where the display goes, as the run itself tells."""

    class Listener(keyboard.Listener):  # type: ignore[misc] # what pynput offers depends on the platform
        if sys.platform == "darwin":
            _EVENTS = MACOS_KEY_DOWN

        def run(self) -> None:
            try:
                super().run()
            except Exception as error:
                if type(error).__name__ != "ConnectionClosedError":
                    raise

    return Listener(on_press=heard)


def _leave_layout_alone() -> None:
    """Let pynput's listener on macOS not ask for the keyboard's layout, which it never looks at.

    It would ask in its own thread, and macOS ends a process with windows that asks anywhere but in the main thread.
    """
    from pynput.keyboard import _darwin

    _darwin.keycode_context = contextlib.nullcontext


def _end(listener: Any) -> None:
    until = time.monotonic() + CLOSE_TIMEOUT_S
    # pynput's listener on macOS has a context of another kind
    context = getattr(listener, "_context", None) if display_server() == "x11" else None
    if context is None:
        listener.stop()
    else:
        # On X11 pynput's stop() sends its wish over the connection that its thread waits on, where it stays
        # until the next key. From a connection of its own it is heard at once, as the RECORD extension means it.
        from Xlib import error

        # A display that is gone took the listener with it.
        with contextlib.suppress(CaptureError, error.ConnectionClosedError, OSError):
            control = connect()
            control.set_error_handler(lambda *_: None)  # a context that is freed already: it has ended
            # The thread says that it is ready a little before it records, and a wish that comes between is lost.
            while listener.is_alive() and time.monotonic() < until:
                control.record_disable_context(context)
                control.sync()
                threading.Thread.join(listener, ASK_AGAIN_S)  # pynput's own also waits for what the thread leaves
            control.close()
    listener.join(max(0.0, until - time.monotonic()))

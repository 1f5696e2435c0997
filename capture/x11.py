"""Connecting to an X server through python-xlib."""

import warnings
from functools import cache
from typing import Any

from capture.source import CaptureError


def prepare_xlib() -> None:
    """Give python-xlib's connections real locks, those that are opened from now on, and keep it off standard output.

    By default its locks do nothing, and two threads that ask over one connection wait for ever for each other's answer.
    And it prints a warning where ~/.Xauthority holds nothing, as other programs leave it: no display needs more, and
    standard output is for what a command answers.
    """
    from Xlib import threaded, xauth  # noqa: F401 (the import of threaded does it)

    xauth.print = _say_nothing


def _say_nothing(*_words: object) -> None:
    """Stand for a `print` that nobody is to read."""


def connect(name: str | None = None) -> Any:
    """Return an open `Xlib.display.Display`; its user closes it, which sends nothing any more and never waits.

    Args:
        name: e.g. ":0"; None is what DISPLAY says.

    Raises:
        CaptureError: the display does not answer.
    """
    from Xlib import error

    prepare_xlib()
    reason = ""
    with warnings.catch_warnings():
        # python-xlib leaves the sockets open that did not connect; they are closed with the exception.
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            return _kind_of_connection()(name)
        except (error.DisplayError, error.ConnectionClosedError, OSError, ValueError, OverflowError) as cause:
            reason = " ".join(str(cause).split())
        # Raised out here, with no cause, so that the failed sockets die within the filter.
    raise CaptureError(f"the display does not answer ({reason}); check DISPLAY")


@cache
def _kind_of_connection() -> Any:
    from Xlib import display, error

    class Connection(display.Display):  # type: ignore[misc] # python-xlib is untyped
        """One that can be closed whatever a signal left it in.

        What a signal's handler raises amid a question leaves python-xlib's locks held and the question under way for
        ever: whoever asks next waits for ever, and so does python-xlib's own `close`, which first sends what is left.
        """

        def close(self) -> None:
            """Let go of the server; questions that come later raise ConnectionClosedError."""
            self.display.socket_error = error.ConnectionClosedError("client")
            self.display.socket.close()

    return Connection

"""The one interface of streams of frames; `capture.recorded` gives frames by name instead."""

from typing import Protocol

from capture.frame import Frame


class CaptureError(Exception):
    """A frame cannot be had; the message is one line that says why and what to do."""


class EndOfFrames(CaptureError):  # noqa: N818 (an end, not an error)
    """A stored source has no frame left."""


class WindowLost(CaptureError):  # noqa: N818
    """The window is gone, minimised or off the screen; grabbing again may succeed once it is back."""


class WindowTooLarge(WindowLost):
    """The window is larger than the desktop; it can be seen once it is smaller."""


class FrameSource(Protocol):
    """A live or stored stream of frames."""

    def grab(self) -> Frame:
        """Return the next frame (stored sources) or the present one (live sources).

        Raises:
            EndOfFrames: a stored source has no frame left.
            WindowLost: a live window cannot be seen now.
            CaptureError: anything else.
        """
        ...

    def close(self) -> None:
        """Let go of handles; grabbing afterwards is an error."""
        ...

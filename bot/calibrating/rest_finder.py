"""Finds boards at rest in a window that nobody can read yet: what stands still, and is another than the one before."""

from typing import Final

import cv2

from capture.frame import Frame
from capture.source import FrameSource, WindowLost

STILL_S: Final = 0.02
"""A picture that has been the same for so long is at rest."""
SAME: Final = 3
"""Grey levels up to which pixels are the same."""
SAME_SHARE: Final = 0.0003
"""Share of pixels that may differ in a picture at rest: a blinking light, a cursor."""


class RestFinder:
    """Looks at a window again and again.

    Args:
        source: of its pictures.
        seen: the board that was found last; None: none was.
    """

    def __init__(self, source: FrameSource, seen: Frame | None = None) -> None:
        self._source = source
        self._seen = seen
        self._before: Frame | None = None
        self._still_ns = 0
        self._changed_ns: int | None = None

    def look(self, motion_s: float) -> Frame | None:
        """Take a picture; return it where it is the first of a new board at rest.

        Args:
            motion_s: seconds that the way to a new board may take. On a busy machine its first picture may stand still
                for a moment, so none is at rest sooner after the first change.

        Raises:
            capture.source.WindowLost: it cannot be seen; what it shows when it is back has to come to rest anew.
        """
        try:
            frame = self._source.grab()
        except WindowLost:
            self._before = self._changed_ns = None
            raise
        if self._before is None or not same(self._before, frame):
            self._still_ns = frame.time_ns
        self._before = frame
        if self._seen is not None and same(self._seen, frame):
            self._changed_ns = None
            return None
        self._changed_ns = frame.time_ns if self._changed_ns is None else self._changed_ns
        moving_s, still_s = (frame.time_ns - self._changed_ns) / 1e9, (frame.time_ns - self._still_ns) / 1e9
        if still_s < STILL_S or moving_s < motion_s:
            return None
        self._seen, self._changed_ns = frame, None
        return frame

    def take_for_seen(self) -> None:
        """Take what shows now for the board found last: a window may show which keys were pressed.

        Raises:
            capture.source.WindowLost: it cannot be seen.
        """
        self._seen, self._changed_ns = self._source.grab(), None


def same(one: Frame, other: Frame) -> bool:
    """Tell whether two pictures show the same, but for a blinking light."""
    if one.pixels.shape != other.pixels.shape:
        return False
    apart = cv2.absdiff(one.pixels, other.pixels)
    alike = cv2.countNonZero(cv2.inRange(apart, (0, 0, 0), (SAME, SAME, SAME)))
    return 1.0 - alike / apart[..., 0].size <= SAME_SHARE

"""Asks in the background what a well says that shows no piece for long: paused, game over, a menu."""

from concurrent.futures import Future, ThreadPoolExecutor

from capture.frame import Frame
from vision.profile import Profile
from vision.text import OcrMissing
from vision.well.notice import Notice, read_notice

AFTER_S = 3.0
"""Without a piece for so long, something stands over the well: longer than most chains take."""
AGAIN_S = 3.0
"""Between an answer and the next question."""


class Notices:
    """One question at a time, in a thread: OCR takes longer than a piece may wait.

    Args:
        profile: of the window.
    """

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._thread: ThreadPoolExecutor | None = None
        self._asked: Future[Notice | None] | None = None
        self._since_s: float | None = None
        self._last: Notice | None = None

    def piece_seen(self) -> None:
        """Take note that the game goes on."""
        self._since_s = self._last = self._asked = None

    def look(self, frame: Frame, now_s: float) -> Notice | None:
        """Take a look without a piece; return what the well says, as far as that is known."""
        if self._since_s is None:
            self._since_s = now_s + AFTER_S - AGAIN_S
        if self._asked is not None and self._asked.done():
            self._last, self._asked, self._since_s = self._asked.result(), None, now_s
        elif self._asked is None and now_s - self._since_s >= AGAIN_S:
            self._thread = self._thread or ThreadPoolExecutor(1, thread_name_prefix="notices")
            self._asked = self._thread.submit(_read, self._profile, frame)
        return self._last

    def close(self) -> None:
        """Let the thread end; a question on its way is not waited for."""
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)


def _read(profile: Profile, frame: Frame) -> Notice | None:
    try:
        return read_notice(profile, frame)
    except OcrMissing:
        return None

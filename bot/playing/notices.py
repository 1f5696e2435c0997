"""Asks in the background what a board says on which nothing is played for long: paused, game over, a menu."""

import threading
from concurrent.futures import Future
from contextlib import suppress

from capture.frame import Frame
from vision.notice import Notice, read_notice
from vision.profile import Profile

AFTER_S = 3.0
"""Where nothing is played for so long, something stands over the board: longer than most chains take."""
AGAIN_S = 3.0
"""Between an answer and the next question."""


class Notices:
    """One question at a time, in a thread: OCR takes longer than any game may wait, and no run waits for it at its end.

    Args:
        profile: of the window.

    Attributes:
        seen_s: when the picture was seen that was asked about last.
        answered: whether an answer has come since the game went on last.
    """

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._thread: threading.Thread | None = None
        self._asked: Future[Notice | None] | None = None
        self._since_s: float | None = None
        self._last: Notice | None = None
        self.seen_s = 0.0
        self.answered = False

    def goes_on(self) -> None:
        """Take note that the game goes on."""
        self._since_s = self._last = self._asked = None
        self.answered = False

    def look(self, frame: Frame, now_s: float) -> Notice | None:
        """Take a look at which nothing is played; return what the board says, as far as that is known."""
        if self._since_s is None:
            self._since_s = now_s + AFTER_S - AGAIN_S
        if self._asked is not None and self._asked.done():
            self._last, self._asked, self._since_s = self._asked.result(), None, now_s
            self.answered = True
        elif self._asked is None and now_s - self._since_s >= AGAIN_S and not self._busy():
            self._asked, self.seen_s = Future(), now_s
            # not an executor's: the interpreter waits for those
            self._thread = threading.Thread(
                target=_answer, args=(self._asked, self._profile, frame), name="notices", daemon=True
            )
            self._thread.start()
        return self._last

    def _busy(self) -> bool:
        """Tell whether a question that nobody wants answered any more is still on its way."""
        return self._thread is not None and self._thread.is_alive()


def _answer(asked: "Future[Notice | None]", profile: Profile, frame: Frame) -> None:
    """Read what a board says, None where no tesseract works or it fails on this picture: no game ends of that."""
    notice = None
    with suppress(Exception):
        notice = read_notice(profile, frame)
    asked.set_result(notice)

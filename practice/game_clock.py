"""The time by which the games of a window go on."""

from practice.window import Clock


class GameClock:
    """Nanoseconds since the window's first picture: nobody sees what would go by while the window is made.

    Args:
        clock: the time in nanoseconds.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._began: int | None = None

    def begin(self) -> None:
        """Take note that the window is painted; only the first time counts."""
        if self._began is None:
            self._began = self._clock()

    def now(self) -> int:
        """Return the time; 0 before the first picture."""
        return 0 if self._began is None else self._clock() - self._began

"""A stall of the machine: time in which a run did not look, so that nobody knows what its window did meanwhile.

It is told by two looks that lie further apart than any look, and what the run itself does between two, can take;
whether this program, the display server or the whole machine stood still makes no difference. Told by other signs are
a window that alone stands still (`bot/falling/breaks.py`), a picture that is old once it has been read
(`bot/falling/stale_pictures.py`) and one whose grab took so long that it may show what came after its time
(`capture/window.py`): each of these is looked at again, or excused, by itself.
"""

from typing import Final, NamedTuple

LONGEST_LOOK_S: Final = 0.25
"""Between two looks lies no more than what the run does of its own and, on a slow machine, so long for looking."""


class Stall(NamedTuple):
    """One stall.

    Attributes:
        since_s: when the run looked last before it.
        lost_s: seconds since then, less those that a look and what the run itself does may have taken.
    """

    since_s: float
    lost_s: float


class Stalls:
    """Remembers when a run looked last.

    Args:
        own_s: seconds between two looks that are the run's own doing, at most: for a plan and a press.
    """

    def __init__(self, own_s: float = 0.0) -> None:
        self._longest_s = LONGEST_LOOK_S + own_s
        self._looked_s: float | None = None

    def before(self, now_s: float) -> Stall | None:
        """Return the stall that lies between the last look and the one at `now_s`; None where there was none."""
        before_s, self._looked_s = self._looked_s, now_s
        if before_s is None or now_s - before_s <= self._longest_s:
            return None
        return Stall(before_s, now_s - before_s - self._longest_s)

    def forget(self) -> None:
        """Take note that there was nothing to look at: the time until the next look is no stall."""
        self._looked_s = None

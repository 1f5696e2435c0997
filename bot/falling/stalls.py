"""Tells a stall of the machine, in which nobody could look or press, from the time that a look and a press take."""

from typing import Final

LONGEST_LOOK_S: Final = 0.25
"""Between two looks lies no more than the plan, a press and, on a slow machine, so long for looking."""


class Stalls:
    """Remembers when a run looked last.

    Args:
        own_s: seconds between two looks that are the run's own doing, at most: for a plan and a press.
    """

    def __init__(self, own_s: float) -> None:
        self._longest_s = LONGEST_LOOK_S + own_s
        self._looked_s: float | None = None

    def began_s(self, now_s: float) -> float | None:
        """Return since when nobody had looked before the look at `now_s`; None where that was no stall."""
        before_s, self._looked_s = self._looked_s, now_s
        stalled = before_s is not None and now_s - before_s > self._longest_s
        return before_s if stalled else None

    def forget(self) -> None:
        """Take note that there was nothing to look at: the time until the next look is no stall."""
        self._looked_s = None

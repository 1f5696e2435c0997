"""Tells a stall of the machine, in which nobody could look or press, from the time that a look and a press take."""

from typing import Final

STALL_S: Final = 0.25
"""Between two looks lies no more than the plan, a press and, on a slow machine, so long for looking."""


class Stalls:
    """Remembers when a run looked last.

    Args:
        own_s: seconds between two looks that are the run's own doing, at most: for a plan and a press.
    """

    def __init__(self, own_s: float) -> None:
        self._longest_s = STALL_S + own_s
        self._looked_ns: int | None = None

    def seconds(self, now_ns: int) -> float:
        """Return how long nobody looked before the look at `now_ns`; 0 where that was no stall."""
        before_ns, self._looked_ns = self._looked_ns, now_ns
        unseen_s = 0.0 if before_ns is None else (now_ns - before_ns) / 1e9
        return unseen_s if unseen_s > self._longest_s else 0.0

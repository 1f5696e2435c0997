"""For how long nothing sure could be read: turns are missed of that, too, and not only for want of time."""

import math
from typing import Final

from vision.arena.tracker import ArenaView
from vision.sighting import UNKNOWN

LONGEST_GAP_S: Final = 0.1
"""What is longer between two pictures was a stall: nobody knows what the arena did meanwhile."""


class UnreadTime:
    """Remembers the longest time without anything sure: since the last round was noted, and before it.

    Attributes:
        whole_ns: when all of the arena was read last, 0 before.
    """

    def __init__(self) -> None:
        self.whole_ns = 0
        self._since_ns: int | None = None
        self._fed_ns = 0
        self._longest_s = self._before_s = 0.0
        self._out_of_sight = False

    def feed(self, view: ArenaView) -> None:
        """Take the next view, in order of time; what the rules have put in has been read."""
        now_ns = view.sighting.time_ns
        if not bool((view.sighting.codes == UNKNOWN).any()):
            self._since_ns, self.whole_ns = None, now_ns
        elif self._since_ns is None or (now_ns - self._fed_ns) / 1e9 > LONGEST_GAP_S:
            self._since_ns = now_ns
        else:
            self._longest_s = max(self._longest_s, (now_ns - self._since_ns) / 1e9)
        self._fed_ns = now_ns

    def out_of_sight(self) -> None:
        """Take note that the arena could not be seen."""
        self._out_of_sight = True

    def round_noted(self, *, decided_on: bool) -> None:
        """Take note of a new round; one that is not decided on, for it may be over at any time, is hidden as well."""
        self._before_s = 0.0 if decided_on else max(self._before_s, self._longest_s)
        self._since_ns, self._longest_s = None, 0.0
        self._out_of_sight &= not decided_on

    def rounds(self, tick_s: float) -> float:
        """Return for how many rounds of so many seconds at a time nothing sure could be read since the last noted one.

        Infinity where the arena was out of sight.
        """
        return math.inf if self._out_of_sight else self._longest_s / tick_s

    def lasted(self, seconds: float) -> bool:
        """Tell whether rounds not decided on could not be seen, or nothing of them be read for longer than that."""
        return self._out_of_sight or max(self._longest_s, self._before_s) > seconds

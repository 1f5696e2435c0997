"""When the next round begins: the tick of a window, learned from the pictures it shows.

A beginning is never seen too early, but often late, for the machine has other things to do. So the length of a round is
the middle one of what all pairs of beginnings say (Theil and Sen's slope), and the rounds begin with the earliest. Some
in a row that are all late are another matter: the window itself stood still, and its rounds begin later from then on.
Of a few beginnings most pairs may have such a stall between them: where they say other than what is known, rounds one
after the other limit the length.
"""

import math
from collections import deque
from collections.abc import Iterable
from itertools import combinations, pairwise
from statistics import median, median_low
from typing import Final

KEPT: Final = 10
"""Beginnings that are remembered: a window's tick may drift over more."""
FEWEST: Final = 3
"""Beginnings that may change what is known of a round's length: of two, one may be of another round than it seems."""
UNKNOWN_TICK_S: Final = 0.25
"""Taken for the length of a round before one has been seen."""
UNKNOWN_LEFT_S: Final = 0.06
"""Taken for what is left of such a round: short, so that no first turn is missed in the quickest games."""
LATE_SHARE: Final = 0.15
"""Of a round: beginnings that come so much later than the older ones foretell are late."""
LATE_IN_A_ROW: Final = 3
"""So many late ones are a window that stood still; two in a row a busy machine brings about too."""


Beginning = tuple[int, float]
"""A round's number, and when it was seen to begin."""


class Rhythm:
    """Learns the length of a round and tells how much of the present one is left."""

    def __init__(self) -> None:
        self._beginnings: deque[Beginning] = deque(maxlen=KEPT)
        self._tick_s: float | None = None
        self._perhaps_s: float | None = None

    @property
    def measured(self) -> bool:
        """Tell whether a round has been measured."""
        return self._tick_s is not None

    @property
    def known(self) -> bool:
        """Tell whether a round has been measured, and the beginning of the present one is known."""
        return self.measured and bool(self._beginnings)

    @property
    def out_of_step(self) -> bool:
        """Tell whether a round has been measured, but not when the present one began: nor is it known when it ends."""
        return self.measured and not self._beginnings

    @property
    def tick_s(self) -> float:
        """Length of a round in seconds."""
        return UNKNOWN_TICK_S if self._tick_s is None else self._tick_s

    def round_began(self, at_s: float, rounds: int) -> None:
        """Take note that a round began at `at_s`, `rounds` after the one noted last; 0: none was noted before."""
        self._perhaps_s = None
        if rounds <= 0 or not self._beginnings:
            self._beginnings.clear()
            self._beginnings.append((0, at_s))
            return
        self._beginnings.append((self._beginnings[-1][0] + rounds, at_s))
        tick_s = median(_lengths(combinations(self._beginnings, 2)))
        if self._tick_s is None or abs(tick_s - self._tick_s) > LATE_SHARE * self._tick_s:
            tick_s = min(tick_s, self._longest_s())
        if self._came_later(tick_s):
            self._beginnings = deque(list(self._beginnings)[-LATE_IN_A_ROW:], maxlen=KEPT)
        elif tick_s > 0 and (self._tick_s is None or len(self._beginnings) >= FEWEST):
            self._tick_s = tick_s

    def _longest_s(self) -> float:
        """Return how long a round can be by those that came one after the other: few of them had a stall."""
        return (1 + LATE_SHARE) * median_low(_lengths(pairwise(self._beginnings)))

    def _came_later(self, tick_s: float) -> bool:
        """Tell whether the newest beginnings are all late by what the older ones foretell."""
        phases = [at - number * tick_s for number, at in self._beginnings]
        older, newest = phases[:-LATE_IN_A_ROW], phases[-LATE_IN_A_ROW:]
        return bool(older) and min(newest) - min(older) > LATE_SHARE * tick_s

    def rounds_in(self, seconds: float) -> int:
        """Return how many rounds so many seconds last if the game does not stand still; 1 where nobody knows."""
        return max(1, round(seconds / self.tick_s)) if self.known else 1

    def forget_beginning(self) -> None:
        """Take note that the game stood still for a while; its tick is the same."""
        self._beginnings.clear()
        self._perhaps_s = None

    def forget(self) -> None:
        """Take note that what was learned is wrong."""
        self.forget_beginning()
        self._tick_s = None

    def may_have_begun(self, at_s: float) -> None:
        """Take note that a round began then, or that the game waits for somebody: as a game's first turn may.

        It tells no round's length, and holds until another beginning is noted or forgotten.
        """
        self._perhaps_s = at_s

    @property
    def ends_s(self) -> float | None:
        """When the round that began last is over at the latest; None where unknown.

        It may have been seen late, but is taken for late by no more than LATE_SHARE of a round after the others: what
        is later was seen late.
        """
        if self._tick_s is None:
            return None
        if not self._beginnings:
            return None if self._perhaps_s is None else self._perhaps_s + self._tick_s
        number, at_s = self._beginnings[-1]
        foretold_s = self._earliest_s(self._tick_s) + number * self._tick_s
        return min(at_s, foretold_s + LATE_SHARE * self._tick_s) + self._tick_s

    def has_hung(self, since_s: float, rounds: int) -> bool:
        """Tell whether the window must have hung, if only so many rounds have been played since the last beginning.

        Args:
            since_s: since when the last of them stands still.
            rounds: how many there are.
        """
        return self.ends_s is not None and since_s > self.ends_s + rounds * self.tick_s

    def _earliest_s(self, tick_s: float) -> float:
        """Return when round 0 began, by the beginning that came earliest."""
        return min(at - number * tick_s for number, at in self._beginnings)

    def left_s(self, now_s: float) -> float:
        """Return how long it is until the next round; a whole one where no beginning is known, or the game waits.

        Before a round has been measured that is UNKNOWN_LEFT_S. Where the last beginning came late, nobody knows yet
        whether it was only seen late or the window stood still and its rounds begin later from then on: what is left
        is then the less of what the two say.
        """
        if self._tick_s is None:
            return UNKNOWN_LEFT_S
        if not self._beginnings:
            shown_s = 0.0 if self._perhaps_s is None else max(0.0, now_s - self._perhaps_s)
            return self.tick_s - shown_s if shown_s < self.tick_s else self.tick_s
        (number, at_s), earliest_s = self._beginnings[-1], self._earliest_s(self.tick_s)
        late = at_s - number * self.tick_s - earliest_s > LATE_SHARE * self.tick_s
        since_s = [now_s - began_s for began_s in ((earliest_s, at_s) if late else (earliest_s,))]
        return min(self.tick_s - math.fmod(max(0.0, since), self.tick_s) for since in since_s)


def _lengths(pairs: Iterable[tuple[Beginning, Beginning]]) -> list[float]:
    """Return what each pair of beginnings says of a round's length."""
    return [(later - at) / (number - n) for (n, at), (number, later) in pairs]

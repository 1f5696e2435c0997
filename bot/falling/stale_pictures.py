"""Tells a picture from before a stall of the machine, which is not acted on, from those of a machine that is slow."""

from collections import deque
from statistics import median_low

STALE_S = 0.1
"""A picture older than that when it has been read, as after a stall, is not acted on: the piece may lie by then, and a
drop would hit the next one."""
STALL_TIMES = 3.0
"""A picture so many times as old as the last ones were comes of a stall, whatever came before it."""
PICTURES = 5
"""So many of the last ones are remembered."""


class StalePictures:
    """Remembers how old the last pictures were by the time they had been read."""

    def __init__(self) -> None:
        self._ages_s: deque[float] = deque(maxlen=PICTURES)
        self._passed_over = False

    def is_stale(self, age_s: float) -> bool:
        """Tell whether to look again before anything is done on a picture that is so old.

        Some machines need that long for every picture: two in a row are passed over only where the second is far older
        than most of the last ones.
        """
        stall = bool(self._ages_s) and age_s > STALL_TIMES * median_low(self._ages_s)
        self._ages_s.append(age_s)
        self._passed_over = age_s > STALE_S and (stall or not self._passed_over)
        return self._passed_over

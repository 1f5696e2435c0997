"""How long a decision may take: its keys must be pressed, and arrive, before the next round begins."""

import time
from collections import deque
from typing import Final

from bot.playing.lookout import Look
from bot.ticking.rhythm import Rhythm
from control.gesture import Chord

LEAST_THOUGHT_MS: Final = 5.0
"""A decision is made even where hardly any time is left."""
RESERVE_S: Final = 0.015
"""Kept of a round for what the machine does meanwhile, beside the longest of the last presses."""
FIRST_PRESS_S: Final = 0.025
PRESSES: Final = 30
"""So many presses back tell how long one may take now."""
ARRIVES_S: Final = 0.004
"""A key goes down and reaches the game within this."""


class Deadline:
    """Learns how long a press takes, and tells what that leaves of a round."""

    def __init__(self) -> None:
        self._presses_s: deque[float] = deque([FIRST_PRESS_S], maxlen=PRESSES)

    def pressed(self, seconds: float) -> None:
        """Take note of how long a press took."""
        self._presses_s.append(seconds)

    def left_ms(self, rhythm: Rhythm) -> float:
        """Return how long a decision may take for its keys to be pressed before the round begins, milliseconds.

        One press that took longer than a round was a stall: kept for, it would leave the next ones no time.
        """
        *shorter, longest_s = sorted(self._presses_s)
        stall = bool(shorter) and longest_s > rhythm.tick_s > shorter[-1]
        reserve_s = RESERVE_S + (shorter[-1] if stall else longest_s)
        return (rhythm.left_s(time.monotonic()) - reserve_s) * 1e3


def over(look: Look, rhythm: Rhythm, within_s: float = 0.0) -> bool:
    """Tell whether the round that a picture shows is over, or will be in so many seconds.

    A picture from after the round's end shows that the game stands still: that round is not over.
    """
    ends_s = rhythm.ends_s
    return ends_s is not None and look.frame.time_ns / 1e9 < ends_s < time.monotonic() + within_s


def too_late(keys: Chord | None, look: Look, rhythm: Rhythm) -> bool:
    """Tell whether keys pressed now would be the next round's, which the picture does not show."""
    return keys is not None and over(look, rhythm, ARRIVES_S * len(keys.names))

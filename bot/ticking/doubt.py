"""Doubt about a picture in which a round's motion may have stalled: no rules explain it, or nobody has moved in it."""

from typing import Final

import numpy as np

from bot.ticking.explaining import Codes, Explanation, fits
from bot.ticking.pending import Pending
from engine.hypersonic import DIED, MOVES, State, X, Y

DOUBT_SHARE: Final = 0.5
"""Of a round: a picture that no rules explain must stand so long to be believed; a motion that stalled does not."""
UNMOVED_S: Final = 2.0
"""So long must a picture stand in which nobody has moved, though the seat was to: a window that hangs with the first
picture of a motion shows one. Where the key got lost and all others stand still the round goes by meanwhile; one that
shows when the window has lost the keyboard, and the key perhaps with it, is believed at once."""


class Doubt:
    """Remembers since when pictures have been doubted."""

    def __init__(self) -> None:
        self._since_s: float | None = None
        self._unmoved_since_s: float | None = None

    @property
    def held(self) -> bool:
        """Whether a picture is being doubted; then it is to be looked at again though it shows nothing new."""
        return self._since_s is not None or self._unmoved_since_s is not None

    def holds(self, known: State | None, codes: Codes, now_s: float, tick_s: float) -> bool:
        """Tell whether a picture that nothing explains must stand longer.

        Args:
            known: the last known state; None: nothing is, so there is nothing to doubt by.
            codes: int8 (33, 13), what is seen now.
            now_s: when that is, in seconds.
            tick_s: length of a round in seconds.
        """
        if known is None or fits(known, codes):
            return False
        self._since_s = now_s if self._since_s is None else self._since_s
        return now_s - self._since_s < DOUBT_SHARE * tick_s

    def holds_unmoved(self, now_s: float) -> bool:
        """Tell whether a picture in which nobody has moved must stand longer than it has.

        Since when its cells show what they do does not tell: where no bomb lies that is how the last turn looked, too.
        """
        self._unmoved_since_s = now_s if self._unmoved_since_s is None else self._unmoved_since_s
        return now_s - self._unmoved_since_s < UNMOVED_S

    def drop(self) -> None:
        """Doubt no longer."""
        self._since_s = self._unmoved_since_s = None


def is_unmoved(known: State | None, story: Explanation | None, pending: Pending | None) -> bool:
    """Tell whether nobody has moved or died in the one round of a story, though a step was pressed in time.

    So looks the first picture of a motion: bombs are a round on, and players are where they were.

    Args:
        known: the last known state: not always the one that was decided on (`bot.ticking.taking_back`).
        story: what happened since, as the picture tells it.
        pending: the decision.
    """
    if known is None or story is None or pending is None or pending.late or pending.decision.move % MOVES == 0:
        return False
    before, after = (state.players[:, [X, Y, DIED]] for state in (known, story.state))
    return len(story.actions) == 1 and np.array_equal(before, after)

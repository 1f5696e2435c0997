"""Doubt about a picture that no rules explain: a round's motion may have stalled in it."""

from typing import Final

from bot.ticking.explaining import Codes, fits
from engine.hypersonic import State

DOUBT_SHARE: Final = 0.5
"""Of a round: a picture that no rules explain must stand so long to be believed; a motion that stalled does not."""


class Doubt:
    """Remembers since when pictures have been doubted."""

    def __init__(self) -> None:
        self._since_s: float | None = None

    @property
    def held(self) -> bool:
        """Whether a picture is being doubted; then it is to be looked at again though it shows nothing new."""
        return self._since_s is not None

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

    def drop(self) -> None:
        """Doubt no longer."""
        self._since_s = None

"""Moves in a row that did not end as the rules say: so many end a run."""

from bot.playing.run import Ending, EndRun


class OddInARow:
    """Counts them in one run.

    Args:
        faults: so many end it.
        words: what so many of them were, as its ending says after their number.
    """

    def __init__(self, faults: int, words: str) -> None:
        self._faults, self._words = faults, words
        self._count = 0

    def none(self) -> None:
        """Take note of a move that ended as planned."""
        self._count = 0

    def one(self) -> None:
        """Take note of one that did not.

        Raises:
            EndRun: it was one too many.
        """
        self._count += 1
        if self._count >= self._faults:
            raise EndRun(Ending(f"{self._count} {self._words}", fault=True))

"""Moves in a row that did not end as the rules say: so many end a run."""

from bot.playing.run import Ending, EndRun


class OddInARow:
    """Counts them in one run.

    Args:
        faults: so many end it.
    """

    def __init__(self, faults: int) -> None:
        self._faults = faults
        self._count = 0

    def none(self) -> None:
        """Take note of a move that ended as planned."""
        self._count = 0

    def one(self, words: str) -> None:
        """Take note of one that did not.

        Args:
            words: what those in a row were, as the run's ending says after their number.

        Raises:
            EndRun: it was one too many.
        """
        self._count += 1
        if self._count >= self._faults:
            raise EndRun(Ending(f"{self._count} {words}", fault=True))

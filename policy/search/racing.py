"""A race among moves that are followed into the same sampled futures, and drop out once they are far behind."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

FIRST_LOOK: Final = 8
"""Futures before anybody may drop out."""
LOOK: Final = 4
"""Futures between two looks at who has fallen behind, or an eighth of those so far where that is more."""
BEHIND: Final = 3.0
"""Standard errors of the paired difference by which a runner must lie behind the leader to drop out."""


class Race:
    """Who is ahead after so many futures, and who is still worth following.

    All runners meet the same futures, so what tells two of them apart is the difference in each future, whose error is
    far smaller than that of either alone.

    Args:
        head_start: float64 (runners,), what counts for each beside its outcomes.

    Attributes:
        wanted: bool (runners,), those that have not dropped out. The leader never does.
        total: float64 (runners,), the sum of the outcomes of each, up to where it dropped out.
    """

    def __init__(self, head_start: NDArray[np.float64]) -> None:
        self._head_start = head_start
        self._outcomes: list[NDArray[np.float64]] = []
        self._met = np.zeros(head_start.size, np.int64)
        self._next_look = FIRST_LOOK
        self.wanted = np.ones(head_start.size, np.bool_)
        self.total = np.zeros(head_start.size)

    @property
    def futures(self) -> int:
        """How many there were."""
        return len(self._outcomes)

    @property
    def means(self) -> NDArray[np.float64]:
        """The mean outcome of each runner over the futures that it met, float64 (runners,); after one future at least.

        What one was worth that dropped out rests on fewer futures.
        """
        return np.asarray(self.total / self._met)

    def note(self, outcomes: NDArray[np.float64]) -> None:
        """Take note of what one more future came to.

        Args:
            outcomes: float64 (runners,); of those that have dropped out anything.
        """
        self._outcomes.append(outcomes.copy())
        self.total[self.wanted] += outcomes[self.wanted]
        self._met += self.wanted
        if self.futures == self._next_look:
            self._drop_out()
            self._next_look += max(LOOK, self.futures // 8)

    def _drop_out(self) -> None:
        running = np.flatnonzero(self.wanted)
        leader = int(np.argmax((self._head_start + self.total)[running]))
        outcomes = np.array(self._outcomes)[:, running]
        behind = outcomes - outcomes[:, [leader]]
        error = behind.std(axis=0) / np.sqrt(self.futures)
        self.wanted[running] = behind.mean(axis=0) >= -BEHIND * error

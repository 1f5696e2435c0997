"""A decision that is pressed, and the round that shall carry it out still to be seen."""

import time
from dataclasses import dataclass

from bot.playing.lookout import Look
from engine.hypersonic import State
from policy.decision import Decision


@dataclass(slots=True, eq=False)
class Pending:
    """A decision that the coming round shall carry out.

    Attributes:
        last: the state that the round leaves where it ends the game for the seat whatever the others do; else None.
        until_s: when it is no longer waited for that such an end shows.
    """

    number: int
    state: State
    decision: Decision
    look: Look
    last: State | None = None
    until_s: float = 0.0

    @property
    def overdue(self) -> bool:
        """Whether the end of the game was to be seen by now."""
        return self.last is not None and time.monotonic() > self.until_s

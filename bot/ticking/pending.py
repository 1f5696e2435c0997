"""A decision that is pressed, and the round that shall carry it out still to be seen."""

from dataclasses import dataclass

from bot.playing.lookout import Look
from policy.decision import Decision


@dataclass(frozen=True, slots=True, eq=False)
class Pending:
    """A decision that the coming round shall carry out.

    Attributes:
        acted_s: `time.monotonic` when it had been pressed.
        late: whether the coming round must have begun before keys went down, or reached the window: the machine, or
            the window alone, stood still just then.
    """

    number: int
    decision: Decision
    look: Look
    acted_s: float
    late: bool = False

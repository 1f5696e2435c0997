"""A move that is made and not judged yet."""

from dataclasses import dataclass
from typing import Any

from bot.playing.lookout import Look
from control.gesture import Gesture
from policy.decision import Decision


@dataclass(slots=True, eq=False)
class Pending:
    """A move that the hand has made and that is not judged yet.

    Attributes:
        rest: what is still to be done of a gesture that was cut short, as soon as the window lets it; None once all is.
        tries: how often it was made, repeats included.
        mend: what was pressed last to repeat it.
        unmoved: whether every look has shown the very picture that it was decided on, since its first repeat or, where
            that one would undo a move that was only slow, since it was made.
        rival: the state of a game that looks the same and was under way before the run; see `TurnLoop._rival_of`.
    """

    number: int
    decision: Decision
    gesture: Gesture
    state: Any
    look: Look
    acted_s: float
    rest: Gesture | None = None
    tries: int = 1
    mend: Gesture | None = None
    unmoved: bool = True
    rival: Any = None

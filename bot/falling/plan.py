"""What is to become of the piece that falls."""

from dataclasses import dataclass

from bot.falling.identity import Jewels
from bot.falling.steering import Steering
from engine.columns import State
from policy.decision import Decision
from vision.columns import next_piece
from vision.sighting import UNKNOWN, Codes


@dataclass(slots=True, eq=False)
class Plan:
    """What is to become of the piece that falls.

    Attributes:
        number: of the move, from 1.
        piece_number: of the piece, as the tracker counts.
        jewels: the piece as it came in.
        state: that was decided on.
        decision: what was decided.
        steering: on its way.
        bottom: where its lower edge was seen last, in rows from the well's top.
        seen_s: when that was.
        stood_s: for how long it had been seen there by then.
        presses: made so far, also for an earlier plan for the same piece.
        dropped_s: when it was dropped; None before.
        lost_rows: that it fell in breaks, while nobody could look or press.
        hung_s: the longest time for which it was seen to hang where it was.
        following: the piece after it, as the preview has shown it since; None where it has not.
    """

    number: int
    piece_number: int
    jewels: Jewels
    state: State
    decision: Decision
    steering: Steering
    bottom: float = 0.0
    seen_s: float = 0.0
    stood_s: float = 0.0
    presses: int = 0
    dropped_s: float | None = None
    lost_rows: float = 0.0
    hung_s: float = 0.0
    following: Codes | None = None

    def see_next(self, shown: Codes | None) -> None:
        """Take note of what the preview shows; what shows in it only in part may be changing."""
        piece = next_piece(shown)
        if UNKNOWN not in piece:
            self.following = piece

    @property
    def known_state(self) -> State:
        """The state that was decided on, with the piece after it as far as it has shown since."""
        return self.state if self.following is None else self.state._replace(next=self.following)

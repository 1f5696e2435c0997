"""Breaks in the flight of a piece, in which nobody could look or press: one that lands elsewhere for them is no fault.

The window was out of reach or covered, a person had the mouse, or the machine stood still.
"""

from bot.falling.pace import WindowPace
from bot.falling.plan import Plan
from bot.playing.stalls import Stalls

BREAK_ROWS = 1.0
"""A piece that fell further while nobody could look or press, all breaks taken together, may lack the time to be
steered: that is no fault."""


class Breaks:
    """Breaks of one run.

    Args:
        pace: of the window.
        own_s: seconds between two looks that are the run's own doing, at most.

    Attributes:
        excuse: whether the piece that falls may land anywhere without a fault.
    """

    def __init__(self, pace: WindowPace, own_s: float) -> None:
        self._pace = pace
        self._stalls = Stalls(own_s)
        self.excuse = False

    def no_window(self) -> None:
        """Take note that there was no window to look at."""
        self._stalls.forget()

    def out_of_reach(self) -> None:
        """Take note that nobody could look or press for some time; the piece may have fallen on, or landed."""
        self.excuse = True

    def looked(self, now_s: float, plan: Plan | None) -> None:
        """Take note of a look, and of the rows that a piece may have fallen, not dropped yet, in a stall before it."""
        stall = self._stalls.before(now_s)
        if plan is None or stall is None or (plan.dropped_s is not None and plan.dropped_s < stall.since_s):
            return
        plan.lost_rows += (now_s - stall.since_s) / self._pace.row_s
        self.excuse |= plan.lost_rows > BREAK_ROWS

    def found_again(self, plan: Plan, fallen: float) -> None:
        """Take note that after a break a piece was found so many rows below where it was left, and is steered on."""
        plan.lost_rows += fallen
        self.excuse = plan.lost_rows > BREAK_ROWS

    def over(self) -> None:
        """Take note that what falls from now on is planned for, or that what fell has been judged."""
        self.excuse = False

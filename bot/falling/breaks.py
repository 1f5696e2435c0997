"""Breaks in the flight of a piece, in which nobody could look, press or see it fall: how it lands then is no fault.

The window was out of reach or covered, a person had the mouse, the machine stood still, or the window alone did: then a
piece hangs where it is in one picture after the other, and jumps on. Where the picture that it was first seen in was
the last before the jump, it lies sooner than it can have fallen. A press that brings it onto a high stack, or drops it,
makes it lie as soon: that is the bot's own doing.
"""

from bot.falling.pace import WindowPace
from bot.falling.plan import Plan
from bot.playing.run import Ending, EndRun
from bot.playing.stalls import Stalls
from vision.well.tracker import FallingPiece

BREAK_ROWS = 1.0
"""A piece that fell further while nobody could look or press, all breaks taken together, may lack the time to be
steered: that is no fault."""
HUNG_ROWS = 1.0 + BREAK_ROWS
"""A piece that hung for as long as it takes to fall so many rows lacks that time, too; one that falls in steps hangs
for a row each time."""
SLOWEST_ROW_S = 1.0
"""While nobody has seen how long a piece takes for one: most games begin no slower."""
STANDS_S = 5.0
"""No piece stays where it is for so long, neither between two rows nor at rest before it lies."""
UNSTEERED_IN_A_ROW = 6
"""So many pieces in a row that a stall excuses end the run: nobody could tell a window that misplaces all of them."""
TOO_SOON = 0.5
"""A piece that lies after less than that share of the time its rows take has not fallen them."""
EIGHTHS = 8
"""Of a row: a piece that moved by less has not moved."""


class Breaks:
    """Breaks of one run.

    Args:
        pace: of the window.
        own_s: seconds between two looks that are the run's own doing, at most.

    Attributes:
        excuse: whether for a break before now the piece that falls may land anywhere without a fault.
        kept_out: whether that is because nobody could look or press though the machine went on.
    """

    def __init__(self, pace: WindowPace, own_s: float) -> None:
        self._pace = pace
        self._stalls = Stalls(own_s)
        self.excuse = self.kept_out = False
        self._unsteered = 0
        self._stood_at: tuple[int, int, int] | None = None
        self._stood_since_s = 0.0

    def no_window(self) -> None:
        """Take note that there was no window to look at."""
        self._stalls.forget()

    def out_of_reach(self) -> None:
        """Take note that nobody could look or press for some time; the piece may have fallen on, or landed."""
        self.excuse = self.kept_out = True

    def looked(self, now_s: float, plan: Plan | None) -> None:
        """Take note of a look, and of the rows that a piece may have fallen, not dropped yet, in a stall before it."""
        stall = self._stalls.before(now_s)
        if plan is None or stall is None or (plan.dropped_s is not None and plan.dropped_s < stall.since_s):
            return
        plan.lost_rows += (now_s - stall.since_s) / self._pace.row_s
        self.excuse |= plan.lost_rows > BREAK_ROWS

    def stood_s(self, piece: FallingPiece, plan: Plan, now_s: float) -> float:
        """Take note of where the piece of a plan is seen; return for how long it has been there."""
        where = piece.number, piece.col, round(piece.bottom * EIGHTHS)
        if where != self._stood_at:
            self._stood_at, self._stood_since_s = where, now_s
        plan.bottom, plan.seen_s, plan.stood_s = piece.bottom, now_s, now_s - self._stood_since_s
        if not piece.resting or plan.stood_s > STANDS_S:  # how long pieces rest is the game's own, up to that
            plan.hung_s = max(plan.hung_s, plan.stood_s)
        return plan.stood_s

    def found_again(self, plan: Plan, fallen: float) -> None:
        """Take note that after a break a piece was found so many rows below where it was left, and is steered on."""
        plan.lost_rows += fallen
        self.excuse = plan.lost_rows > BREAK_ROWS
        self.kept_out &= self.excuse

    def over(self) -> None:
        """Take note that what falls from now on is planned for, or that what fell has been judged."""
        self.excuse = self.kept_out = False

    def excuses(self, plan: Plan, rows: float | None, now_s: float) -> bool:
        """Tell whether the piece of a plan may have landed anywhere without a fault.

        Args:
            plan: made for it.
            rows: that it fell from where it was seen last, at least; None where the rules do not explain what lies.
            now_s: when it is seen to lie.
        """
        return self.excuse or plan.hung_s > self._longest_s or self._jumped(plan, rows, now_s)

    def _jumped(self, plan: Plan, rows: float | None, now_s: float) -> bool:
        """Tell whether a piece that nobody dropped lies sooner than it can have fallen.

        Once something was pressed, which may have dropped it, its window must have been seen to stand still for as
        long, beside the row for which a piece that falls in steps stands anyway. What the rules do not explain is no
        jump, but perhaps a slip of the eyes.
        """
        if plan.dropped_s is not None or rows is None:
            return False
        soonest_s = TOO_SOON * rows * self._pace.row_s
        still_s = soonest_s + (self._pace.row_s if self._pace.in_steps else 0.0)
        return now_s - plan.seen_s < soonest_s and (plan.presses == 0 or plan.stood_s >= still_s)

    def hangs(self, piece: FallingPiece, stood_s: float) -> bool:
        """Tell whether a window stands still that has shown its piece in one place for so long."""
        return not piece.resting and stood_s > self._longest_s

    @property
    def _longest_s(self) -> float:
        """Seconds for which a piece hangs at most where its window does not."""
        return HUNG_ROWS * (self._pace.row_s if self._pace.is_measured else SLOWEST_ROW_S)

    def steered(self) -> None:
        """Take note that a piece landed as planned, and the next one came in before everybody's eyes."""
        self._unsteered = 0

    def unsteered(self) -> None:
        """Take note of a piece that nobody steered, or saw, because machine or window stood still.

        Raises:
            bot.playing.run.EndRun: one after the other is not.
        """
        self._unsteered += 1
        if self._unsteered >= UNSTEERED_IN_A_ROW:
            why = f"{self._unsteered} pieces in a row landed while the machine or the window stood still"
            raise EndRun(Ending(f"{why}; close what else runs, or play a slower game", fault=True))

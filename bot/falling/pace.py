"""How fast a window answers a key and how fast its pieces fall, measured while playing."""

from collections import deque
from typing import NamedTuple

SLOWEST_REPLY_S = 0.4
FASTEST_REPLY_S = 0.08
"""Between these lies the time after which a press counts as lost."""
FIRST_REPLY_S = 0.2
"""While no reply has been seen: a window at 30 pictures a second and a busy machine answer sooner."""
REPLIES = 32
"""So many of the last replies are remembered."""
FIRST_ROW_S = 0.07
"""While no fall has been seen: 14 rows in a second, as fast as the fastest games."""
SPEEDS = 4
"""So many of the last pieces' speeds are remembered; games change their speed with the level."""
ROWS_MEASURED = 0.4
"""Rows a piece must fall before its speed says something."""
STEP_ROWS = 0.3
"""A piece that moves by more between two looks falls in steps; the fastest glide by less from picture to picture."""
FEWEST_LOST = 3
"""Presses that must be lost before it is said that most are; one now and then may be lost anywhere."""
LOST_TO_SHOWN = 2
"""So many times as many presses must be lost as have shown, likewise."""


class _Row(NamedTuple):
    """How long a piece takes for a row; at least so long, where it falls in steps and was not seen for a whole one."""

    seconds: float
    whole: bool


class WindowPace:
    """What is known of a window's timing.

    Attributes:
        in_steps: whether the piece that was measured last fell in steps, between which it stands for a row each time.
    """

    def __init__(self) -> None:
        self._replies: deque[float] = deque(maxlen=REPLIES)
        self._rows: deque[_Row] = deque(maxlen=SPEEDS)  # of one piece each
        self._from: tuple[float, float] | None = None
        self._last_bottom = 0.0
        self._begun = False  # the piece has been seen to move
        self.in_steps = False
        self._shown = self._lost = 0
        self._seems_lost = False  # until the piece falls on: a game that stands still shows no press

    def replied(self, seconds: float) -> None:
        """Take note that a press has shown on the screen so long after it was made."""
        self._replies.append(seconds)
        self._shown += 1

    def unanswered(self) -> None:
        """Take note that a press has not shown; it counts as lost once the piece is seen to fall on."""
        self._seems_lost = True

    @property
    def most_lost(self) -> bool:
        """Whether most presses get lost."""
        return self._lost >= FEWEST_LOST and self._lost > LOST_TO_SHOWN * self._shown

    def held_longer(self) -> None:
        """Count afresh, for keys are held longer from now on."""
        self._shown = self._lost = 0

    @property
    def reply_s(self) -> float:
        """Seconds after which a press that does not show is lost: twice the slowest of the last replies."""
        if len(self._replies) < 3:
            return FIRST_REPLY_S
        return min(SLOWEST_REPLY_S, max(FASTEST_REPLY_S, 2.0 * max(self._replies)))

    @property
    def press_s(self) -> float:
        """Seconds that one press takes until it shows."""
        return sum(self._replies) / len(self._replies) if self._replies else FASTEST_REPLY_S

    def fell(self, bottom: float, now_s: float) -> None:
        """Take note of where a piece is that nothing but its weight moves down.

        One that moves in steps may be seen first when its first row is almost over: before its second step it only
        tells how long a row takes at least.
        """
        moved, self._last_bottom = bottom - self._last_bottom, bottom
        if self._from is None:
            self._from = (bottom, now_s)
            return
        if moved > 0 and self._seems_lost:
            self._lost, self._seems_lost = self._lost + 1, False
        rows, seconds = bottom - self._from[0], now_s - self._from[1]
        if moved <= 0 or rows < ROWS_MEASURED or seconds <= 0:
            return  # between two steps no time makes a row longer
        if self._begun:
            self._rows[-1] = _Row(seconds / rows, whole=True)
            return
        self.in_steps = moved > STEP_ROWS
        self._rows.append(_Row(seconds / rows, whole=not self.in_steps))
        self._from, self._begun = (bottom, now_s) if self.in_steps else self._from, True

    def new_piece(self) -> None:
        """Begin to measure afresh, also with a piece that nobody saw for a while."""
        self._from, self._begun, self._seems_lost = None, False, False

    @property
    def is_measured(self) -> bool:
        """Whether a piece was seen to fall for a whole row."""
        return any(row.whole for row in self._rows)

    @property
    def row_s(self) -> float:
        """Seconds a row, the fastest of the last measured; of those not seen for a whole one the slowest."""
        whole = [row.seconds for row in self._rows if row.whole]
        return min(whole) if whole else max((row.seconds for row in self._rows), default=FIRST_ROW_S)

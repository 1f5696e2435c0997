"""How fast a window answers a key and how fast its pieces fall, measured while playing."""

from collections import deque

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


class Pace:
    """What is known of a window's timing."""

    def __init__(self) -> None:
        self._replies: deque[float] = deque(maxlen=REPLIES)
        self._rows: deque[float] = deque(maxlen=SPEEDS)
        self._from: tuple[float, float] | None = None

    def replied(self, seconds: float) -> None:
        """Take note that a press has shown on the screen so long after it was made."""
        self._replies.append(seconds)

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
        """Take note of where a piece is that nothing but its weight moves down."""
        if self._from is None:
            self._from = (bottom, now_s)
            return
        rows, seconds = bottom - self._from[0], now_s - self._from[1]
        if rows >= ROWS_MEASURED and seconds > 0:
            self._rows.append(seconds / rows)
            self._from = (bottom, now_s)

    def new_piece(self) -> None:
        """Begin to measure afresh."""
        self._from = None

    @property
    def row_s(self) -> float:
        """Seconds a row, the fastest of the last measured."""
        return min(self._rows) if self._rows else FIRST_ROW_S

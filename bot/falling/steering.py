"""Brings one piece to its place: one press at a time, each verified by where the piece is.

A press that does not show within the window's reply time is lost and made again, but not while the window stands still:
it heeds all of them at once, and the last may hit the next piece. Where a piece rests nothing tells whether it does; so
no more than a few presses are made there that do not show. One that shows late is seen as a piece that went too far,
and brought back. The piece is dropped only when it stands, seen, where it was planned.
"""

from dataclasses import dataclass
from enum import Enum, auto

from bot.falling.identity import Jewels, turned
from bot.falling.pace import SLOWEST_REPLY_S, WindowPace
from control.columns import Press
from engine.columns import LENGTH, MAGIC
from engine.columns.rules import MAX_HEIGHT
from vision.sighting import UNKNOWN
from vision.well.tracker import FallingPiece


class Orientation(Enum):
    """How a piece stands against how it should stand."""

    RIGHT = auto()
    WRONG = auto()
    UNCLEAR = auto()
    """Too little of it is in view."""


HIGH_ROWS = 6
"""Free rows above a column from which it is high: a piece moved onto it soon rests, so it turns before."""


STANDING_S = 0.03
"""A piece that has been moved must stand so long where it belongs before it is dropped: two pictures of a window, in
which a key that was held a little too long shows."""

LOST_AT_REST = 2
"""After so many presses in a row that did not show while the piece rests, one more is made: pieces lock after half a
second, and a press takes a good part of that to show."""


@dataclass(slots=True)
class _Flight:
    """A press whose effect has not been seen yet."""

    press: Press
    col: int
    codes: tuple[int, ...]
    at_s: float
    hung: bool = False
    """The window has stood still since, and `at_s` is when it did last."""


class Steering:
    """Steers one piece.

    Args:
        jewels: the piece as it came in, top to bottom.
        move: where it shall land (3 * col + rotations).
        pace: of the window; learns from the replies.
        free_rows: rows in view above what lies in that column.
    """

    def __init__(self, jewels: Jewels, move: int, pace: WindowPace, free_rows: int = MAX_HEIGHT) -> None:
        self.move = move
        self.col, rotations = divmod(move, LENGTH)
        self._jewels = jewels
        self._wanted = turned(jewels, rotations)
        self._pace = pace
        self._turn_first = free_rows < HIGH_ROWS
        self._flight: _Flight | None = None
        self._not_before_s = 0.0
        self._moved = False
        self._right_since_s: float | None = None
        self._lost_at_rest = 0  # presses in a row

    def next_press(self, piece: FallingPiece, now_s: float, *, hangs: bool = False) -> Press | None:
        """Return what to press now; None while a press is on its way or the piece cannot be made out.

        `Press.DROP` says that the piece stands where planned. Where the window `hangs` no press is lost yet.
        """
        if UNKNOWN in piece.codes and not self._magic:
            return None
        if self._flight is not None and not self._landed(self._flight, piece, now_s, hangs):
            return None
        orientation = self.orientation(piece)
        if piece.col != self.col or orientation is not Orientation.RIGHT:
            self._right_since_s = None
        elif self._right_since_s is None:
            self._right_since_s = now_s
        # Whether a turn has come can be told from two jewels, and from one where all three differ.
        telling = len(piece.codes) >= 2 or len(set(self._jewels)) == LENGTH
        if self._turn_first and orientation is Orientation.WRONG and telling:
            return Press.ROTATE
        if piece.col != self.col:
            return Press.LEFT if self.col < piece.col else Press.RIGHT
        if orientation is not Orientation.RIGHT:
            return Press.ROTATE if orientation is Orientation.WRONG and telling else None
        if piece.resting:
            return None  # it locks by itself; a drop could hit the next piece
        since_s = now_s if self._right_since_s is None else self._right_since_s
        # A press that was given up may still come: it must not hit the piece after the drop.
        standing = not self._moved or now_s - since_s >= STANDING_S
        return Press.DROP if standing and now_s >= self._not_before_s else None

    def pressed(self, press: Press, piece: FallingPiece, now_s: float) -> None:
        """Take note of a press that was made."""
        self._flight = _Flight(press, piece.col, piece.codes, now_s)
        self._moved = True

    @property
    def landing(self) -> tuple[int, ...]:
        """The column and the codes, top to bottom, that the piece shall land with."""
        return self.col, *self._wanted

    @property
    def _magic(self) -> bool:
        return self._jewels[0] == MAGIC

    def orientation(self, piece: FallingPiece) -> Orientation:
        """Tell whether the jewels in view stand as wanted; those out of view must follow from them."""
        if self._magic:
            return Orientation.RIGHT
        seen = piece.codes
        ways = [turned(self._jewels, count) for count in range(LENGTH)]
        possible = [way for way in ways if way[LENGTH - len(seen) :] == seen]
        if not seen or not possible:
            return Orientation.UNCLEAR
        fits = [way == self._wanted for way in possible]
        return Orientation.RIGHT if all(fits) else Orientation.UNCLEAR if any(fits) else Orientation.WRONG

    def _landed(self, flight: _Flight, piece: FallingPiece, now_s: float, hangs: bool) -> bool:
        """Tell whether a press has shown, or is lost."""
        if flight.press in (Press.LEFT, Press.RIGHT):
            shown = piece.col != flight.col
        elif flight.press is Press.ROTATE:
            shown = _differ(flight.codes, piece.codes)
        else:
            shown = False
        if shown:
            if now_s - flight.at_s <= SLOWEST_REPLY_S and not flight.hung:  # else it tells nothing of the window
                self._pace.replied(now_s - flight.at_s)
            self._flight, self._lost_at_rest = None, 0
            return True
        if hangs or (piece.resting and self._lost_at_rest >= LOST_AT_REST):
            flight.at_s, flight.hung = now_s, True
            return False
        if now_s - flight.at_s < self._pace.reply_s:
            return False
        self._not_before_s = now_s + self._pace.reply_s
        self._flight = None
        self._lost_at_rest = self._lost_at_rest + 1 if piece.resting else 0
        self._pace.unanswered()
        return True


def _differ(before: tuple[int, ...], now: tuple[int, ...]) -> bool:
    """Tell whether the jewels that both looks show, counted from the bottom, differ."""
    both = min(len(before), len(now))
    return before[len(before) - both :] != now[len(now) - both :]

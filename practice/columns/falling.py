"""The falling piece in time: how far down it is, what stops it, when it locks. Pure; times in milliseconds.

Rows are those of the engine's board, the hidden ones among them. The board has no holes (everything falls), so
a column is described by the row of its highest jewel.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.columns import EMPTY, LENGTH, rotated

Codes = NDArray[np.int8]

TOUCH = 1e-6
"""Rows that a piece may reach into a jewel by rounding."""


@dataclass(frozen=True, slots=True)
class FallSpeed:
    """How fast one piece falls.

    Attributes:
        row_ms: milliseconds a row; 0 is instant.
        entry_ms: the same while the piece is not wholly in view.
        grace_ms: how long a piece that cannot fall on can still be moved.
    """

    row_ms: float
    entry_ms: float
    grace_ms: float


class Falling:
    """A piece on its way down.

    Args:
        board: int8 (rows, cols) without the piece, hidden rows among them.
        hidden: how many of the rows are hidden.
        piece: int8 (3,), top to bottom.
        col: its column.
        edge: row of its upper edge; 0 is the top of the board.
        fall_speed: how fast it falls.
        smooth: whether it glides or steps from row to row.

    Attributes:
        piece, col, edge: as they are now.
        locked: whether it has come to rest for good.
    """

    def __init__(
        self, board: Codes, hidden: int, piece: Codes, col: int, edge: int, fall_speed: FallSpeed, smooth: bool
    ) -> None:
        taken = board != EMPTY
        self._ground = np.where(taken.any(axis=0), taken.argmax(axis=0), board.shape[0])
        self._hidden = hidden
        self._fall_speed = fall_speed
        self._smooth = smooth
        self._waited = 0.0  # since the last step from row to row
        self._rested = 0.0  # since it stands
        self.piece = piece
        self.col = col
        self.edge = float(edge)
        self.locked = False

    @property
    def landing(self) -> int:
        """Row of its upper edge when it stands in its present column."""
        return int(self._ground[self.col]) - LENGTH

    @property
    def standing(self) -> bool:
        """Whether it cannot fall on."""
        return self.edge >= self.landing

    @property
    def left_ms(self) -> float:
        """Time until it steps, stands or locks by itself; gliding counts as one way."""
        if self.standing:
            return max(0.0, self._fall_speed.grace_ms - self._rested)
        row_ms = self._row_ms
        return (self._limit - self.edge) * row_ms if self._smooth else max(0.0, row_ms - self._waited)

    @property
    def _row_ms(self) -> float:
        return self._fall_speed.entry_ms if self.edge < self._hidden else self._fall_speed.row_ms

    @property
    def _limit(self) -> int:
        """The next row of the upper edge at which something changes: wholly in view, or standing."""
        return min(self.landing, self._hidden) if self.edge < self._hidden else self.landing

    def advance(self, milliseconds: float) -> float:
        """Let it fall for so long; returns the time left over once it has locked, else 0."""
        left = milliseconds
        while not self.locked:
            need = self.left_ms
            if left < need:
                self._pass(left)
                return 0.0
            left -= need
            self._arrive()
        return left

    def move(self, step: int) -> bool:
        """Move it sideways by one column if all cells that it overlaps there are free; tells whether it did."""
        col = self.col + step
        if self.locked or not 0 <= col < self._ground.size or self.edge + LENGTH > self._ground[col] + TOUCH:
            return False
        self.col = col
        return True

    def rotate(self) -> bool:
        """Rotate it: the bottom jewel goes to the top, the others shift down one."""
        if self.locked:
            return False
        self.piece = rotated(self.piece, 1)
        return True

    def step_down(self) -> bool:
        """Let it fall by a row, or to where it stands if that is nearer; tells whether it moved."""
        if self.locked or self.standing:
            return False
        self.edge = min(self.edge + 1, float(self.landing))
        self._waited = self._rested = 0.0
        return True

    def drop(self) -> bool:
        """Let it fall all the way and lock."""
        if self.locked:
            return False
        self.edge = max(self.edge, float(self.landing))
        self.locked = True
        return True

    def _pass(self, milliseconds: float) -> None:
        """Let a time pass in which it neither steps, arrives nor locks."""
        if self.standing:
            self._rested += milliseconds
        elif self._smooth:
            self.edge += milliseconds / self._row_ms
        else:
            self._waited += milliseconds

    def _arrive(self) -> None:
        """Do what comes at the end of `left_ms`."""
        if self.standing:
            self.locked = True
            return
        instant = self._row_ms <= 0
        self.edge = float(self._limit) if self._smooth or instant else self.edge + 1
        self._waited = self._rested = 0.0

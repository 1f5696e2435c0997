"""A game in time: a piece falls, locks, vanishes and lets others fall, the next one enters. Pure; milliseconds.

The engine decides what happens, this module when: `advance` brings the game forward and says at every change of the
board or piece what the screen shows from then on.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from engine.columns import EMPTY, LENGTH, Stage
from practice.columns.falling import Codes, Falling, FallSpeed
from practice.columns.keys import Action
from practice.columns.session import Locked, Session

FIRST_ROW_MS = 1000.0
"""A row at the first level."""
LAST_WELL_MS = 1000.0
"""The whole well at the fastest level."""
LEVELS = 10
"""Levels from the slowest to the fastest; each is faster than the one before by the same factor."""
ENTRY_MS = 60.0
"""A row while the piece is not wholly in view, where rows are not faster anyway."""
MIN_GRACE_MS, MAX_GRACE_MS = 100.0, 500.0
"""A piece that stands can be moved as long as it takes to fall a row, but no shorter or longer than these."""
LOCK_MS = 250.0
"""From the lock to what comes of it."""
CLEAR_MS = 450.0
"""Jewels vanish."""
FALL_MS = 300.0
"""Jewels above them fall."""
OVER_MS = 900.0
"""From the last board of a game to the words over it."""

Tell = Callable[[bool], None]
"""Told at each change, whether the board is at rest now."""


class Phase(Enum):
    """What goes on."""

    FALLING = "falling"
    LOCKED = "locked"
    CLEARING = "clearing"
    DROPPING = "dropping"
    OVER = "over"
    COVERED = "covered"


@dataclass(frozen=True, slots=True)
class Tempo:
    """What decides how fast things go.

    Attributes:
        row_ms: milliseconds a row whatever the level, or None to go by the level.
        smooth: whether the piece glides.
    """

    row_ms: float | None
    smooth: bool

    def fall_speed(self, level: int, rows: int) -> FallSpeed:
        """Return how fast a piece falls `level` levels above the first, in a well of `rows` rows."""
        row_ms = level_row_ms(level, rows) if self.row_ms is None else self.row_ms
        return FallSpeed(row_ms, min(row_ms, ENTRY_MS), min(max(row_ms, MIN_GRACE_MS), MAX_GRACE_MS))


def level_row_ms(level: int, rows: int) -> float:
    """Return the milliseconds a row at `level` levels above the first, in a well of `rows` rows."""
    share: float = min(max(level, 0), LEVELS - 1) / (LEVELS - 1)
    return float(FIRST_ROW_MS * (LAST_WELL_MS / rows / FIRST_ROW_MS) ** share)


class Play:
    """The game as it stands at one moment.

    Args:
        session: the engine's part.
        tempo: how fast things go.

    Attributes:
        phase: what goes on.
        since: how long it has gone on; not counted while a piece falls.
        board: int8 (hidden + rows, cols), what lies in the well without the falling piece.
        falling: the piece, while one falls.
        next: int8 (3,) the piece shown beside.
        score, level, jewels: the numbers shown.
        last: (col, piece) of the last lock of this game, or None.
        stage: the step of a chain that is under way, in CLEARING and DROPPING.
    """

    def __init__(self, session: Session, tempo: Tempo) -> None:
        self.session = session
        self._tempo = tempo
        self._start()

    def _start(self) -> None:
        self._to_come: list[Stage] = []
        self.stage: Stage | None = None
        self.last: tuple[int, Codes] | None = None
        self._show_state()
        self._enter()

    def _show_state(self) -> None:
        """Show board, next piece and numbers of the engine's state."""
        state = self.session.state
        self.board: Codes = state.board
        self.next: Codes = state.next
        self.score, self.level, self.jewels = int(state.score), self.session.level, int(state.jewels)
        self.moves = int(state.moves)

    def _enter(self) -> None:
        """Let the state's piece enter, or end the game."""
        self.since = 0.0
        self.falling: Falling | None = None
        if self.session.over:
            self.phase = Phase.OVER
            return
        state, rules = self.session.state, self.session.rules
        fall_speed = self._tempo.fall_speed(self.level - rules.level_start, rules.rows)
        self.phase = Phase.FALLING
        self.falling = Falling(
            state.board, rules.hidden, state.piece, state.col, state.row + 1 - LENGTH, fall_speed, self._tempo.smooth
        )

    @property
    def over(self) -> bool:
        """Whether the game has ended and its last board is shown."""
        return self.phase in (Phase.OVER, Phase.COVERED)

    @property
    def at_rest(self) -> bool:
        """Whether nothing but the falling piece moves, and nothing lies over the well."""
        return self.phase in (Phase.FALLING, Phase.OVER) or (self.phase == Phase.LOCKED and not self._to_come)

    @property
    def gliding(self) -> bool:
        """Whether the picture changes all the time."""
        if self.falling is not None:
            return self._tempo.smooth and not self.falling.standing
        return self.phase in (Phase.CLEARING, Phase.DROPPING)

    @property
    def left_ms(self) -> float:
        """Time until something happens by itself; infinity if nothing will."""
        return self.falling.left_ms if self.falling is not None else self._duration - self.since

    @property
    def share(self) -> float:
        """How much of the phase is over, 0 to 1."""
        return min(1.0, self.since / self._duration)

    @property
    def _duration(self) -> float:
        times = {Phase.LOCKED: LOCK_MS, Phase.CLEARING: CLEAR_MS, Phase.DROPPING: FALL_MS, Phase.OVER: OVER_MS}
        return times.get(self.phase, np.inf)

    def restart(self) -> None:
        """Begin a new game."""
        self.session.restart()
        self._start()

    def act(self, action: Action, tell: Tell) -> None:
        """Do what a key says, if a piece falls."""
        piece = self.falling
        if piece is None:
            return
        if action == Action.ROTATE:
            piece.rotate()
        elif action == Action.DOWN:
            piece.step_down()
        elif action == Action.DROP:
            if self.session.rules.hard_drop and piece.drop():
                self._lock(tell)
        else:
            piece.move(-1 if action == Action.LEFT else 1)

    def advance(self, milliseconds: float, tell: Tell) -> None:
        """Let time pass."""
        left = milliseconds
        while left > 0 or self.left_ms <= 0:
            if self.falling is not None:
                left = self.falling.advance(left)
                if not self.falling.locked:
                    return
                self._lock(tell)
                continue
            need = self._duration - self.since
            if left < need:
                self.since += left
                return
            left -= need
            self._next_phase(tell)

    def _lock(self, tell: Tell) -> None:
        """Let the falling piece come to rest."""
        piece = self.falling
        if piece is None:
            return
        locked: Locked = self.session.lock(piece.col, piece.piece)
        self.last = (locked.col, locked.piece)
        self.falling = None
        self.board, self._to_come = locked.board, list(locked.stages)
        self.moves = int(self.session.state.moves)
        self.phase, self.since = Phase.LOCKED, 0.0
        tell(not self._to_come)

    def _next_phase(self, tell: Tell) -> None:
        """Begin what follows the phase that is over."""
        self.since = 0.0
        if self.phase == Phase.OVER:
            self.phase = Phase.COVERED
            tell(False)
            return
        if self.phase == Phase.CLEARING and self.stage is not None:
            self.board = self.stage.after
            kept = np.where(self.stage.removed, EMPTY, self.stage.before)
            if (kept != self.stage.after).any():
                self.phase = Phase.DROPPING
                tell(False)
                return
        if self._to_come:
            self.stage = self._to_come.pop(0)
            self.phase, self.board = Phase.CLEARING, self.stage.before
            tell(False)
            return
        self.stage = None
        self._show_state()
        self._enter()
        tell(True)

"""What happens between two settled boards, as a function of time: swap, undo, vanish, fall.

No Qt and no clock: a timeline is built once for each move and asked for any moment. Positions are in cells from the
board's top left.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.lines import Mask
from engine.swap3 import EMPTY, Board, Rules, State, Step, cells_of
from practice.motion import smooth

HOLD = 0.3
"""Part of the vanishing's time in which pieces glow before they shrink away."""


@dataclass(frozen=True, slots=True)
class Durations:
    """Seconds that things take at speed 1."""

    swap: float = 0.18
    vanish: float = 0.26
    fall: float = 0.09
    """A cell's height."""
    rest: float = 0.06
    """Between the end of a fall and the next vanishing."""
    over: float = 0.9
    """From the last board to the words over it."""


class Sprite(NamedTuple):
    """A piece at one moment: kind, place of its top left in cells, size (1 is its own), opacity."""

    kind: int
    row: float
    col: float
    size: float = 1.0
    alpha: float = 1.0


class _Track(NamedTuple):
    """A piece's way through a phase: from, to, the seconds it takes, whether it vanishes."""

    kind: int
    start: tuple[float, float]
    end: tuple[float, float]
    seconds: float
    vanishes: bool = False


class _Phase(NamedTuple):
    """A part of a timeline: when it begins, how long it is, what rests, what moves."""

    begins: float
    seconds: float
    still: tuple[Sprite, ...]
    tracks: tuple[_Track, ...]
    points: float = 0.0


def resting(board: Board) -> tuple[Sprite, ...]:
    """Return the pieces of a settled board, int8 (rows, cols); holes and UNKNOWN cells show nothing."""
    return tuple(Sprite(int(board[row, col]), row, col) for row, col in np.argwhere((board >= 0) & (board != EMPTY)))


class Timeline:
    """A move from the swap to the next settled board.

    Args:
        rules: of the game.
        before: the state the move was made on.
        move: its number.
        step: what the engine says it did; None for a swap that the game undoes.
        durations: how long things take.

    Attributes:
        seconds: when everything stands still.
    """

    def __init__(self, rules: Rules, before: State, move: int, step: Step | None, durations: Durations) -> None:
        self._durations, self._down = durations, rules.gravity_down
        self._phases: list[_Phase] = []
        self._score = before.score
        one, other = cells_of(rules, move)
        board = before.board.copy()
        self._swap(board, one, other)
        if step is None:
            self._swap(board, one, other)
        for stage in step.stages if step else ():
            self._vanish(board, stage.cleared, stage.points)
            self._fall(board, stage.cleared, stage.fallen, stage.board)
            board = stage.board.copy()
        if step is not None and step.dealt:
            everything = np.ones(board.shape, np.bool_)
            self._vanish(board, everything, 0.0)
            self._fall(board, everything, np.full_like(board, EMPTY), step.state.board)
        self.seconds = self._now()

    def sprites(self, since: float) -> tuple[Sprite, ...]:
        """Return every piece as it stands `since` seconds after the swap began."""
        phase = next((p for p in self._phases if since < p.begins + p.seconds), self._phases[-1])
        done = min(since - phase.begins, phase.seconds)
        return (*phase.still, *(_at(track, done) for track in phase.tracks))

    def score(self, since: float) -> float:
        """Return the score as far as its pieces have begun to vanish."""
        return self._score + sum(phase.points for phase in self._phases if since >= phase.begins)

    def _now(self) -> float:
        return self._phases[-1].begins + self._phases[-1].seconds if self._phases else 0.0

    def _add(self, still: tuple[Sprite, ...], tracks: list[_Track], rest: float = 0.0, points: float = 0.0) -> None:
        longest = max((track.seconds for track in tracks), default=0.0) + rest
        self._phases.append(_Phase(self._now(), longest, still, tuple(tracks), points))

    def _swap(self, board: Board, one: tuple[int, int], other: tuple[int, int]) -> None:
        here, there = int(board[one]), int(board[other])
        board[one] = board[other] = EMPTY
        still, span = resting(board), self._durations.swap
        self._add(still, [_Track(here, one, other, span), _Track(there, other, one, span)])
        board[one], board[other] = there, here

    def _vanish(self, board: Board, cleared: Mask, points: float) -> None:
        kept = np.where(cleared, np.int8(EMPTY), board).astype(np.int8)
        cells = [(int(row), int(col)) for row, col in np.argwhere(cleared)]
        tracks = [_Track(int(board[cell]), cell, cell, self._durations.vanish, vanishes=True) for cell in cells]
        self._add(resting(kept), tracks, points=points)

    def _fall(self, board: Board, cleared: Mask, fallen: Board, filled: Board) -> None:
        rows, cols = board.shape
        still: list[Sprite] = []
        tracks: list[_Track] = []
        for col in range(cols):
            left = [row for row in range(rows) if not cleared[row, col]]
            holes = [row for row in range(rows) if fallen[row, col] == EMPTY]
            towards = range(rows - len(left), rows) if self._down else range(len(left))
            ways = [(row, to, int(board[row, col])) for row, to in zip(left, towards, strict=True)]
            outside = -len(holes) if self._down else len(holes)
            ways += [(row + outside, row, int(filled[row, col])) for row in holes]
            for row, to, kind in ways:
                if row == to:
                    still.append(Sprite(kind, row, col))
                else:
                    tracks.append(_Track(kind, (row, col), (to, col), abs(to - row) * self._durations.fall))
        self._add(tuple(still), tracks, rest=self._durations.rest)


def _at(track: _Track, since: float) -> Sprite:
    """Return where a piece is so long after its phase began."""
    done = 1.0 if track.seconds <= 0 else min(since / track.seconds, 1.0)
    (row, col), (to_row, to_col) = track.start, track.end
    if track.vanishes:
        shrunk = smooth(max(0.0, (done - HOLD) / (1 - HOLD)))
        return Sprite(track.kind, row, col, 1.0 - 0.9 * shrunk, 1.0 - shrunk)
    eased = smooth(done) if to_col != col or abs(to_row - row) <= 1 else done
    return Sprite(track.kind, row + (to_row - row) * eased, col + (to_col - col) * eased)

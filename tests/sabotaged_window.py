"""A Bilging practice window that misbehaves on purpose, as a program.

Usage: sabotaged_window.py HOW TITLE_SUFFIX TRUTH. HOW is one of:
  willing     it does not
  deaf        no swap is ever made
  every-other every second press is lost
  one-wrong   on the third swap one piece far away turns into another kind, for good
  scramble    every swap deals a new board
  hangs       every swap stands still for a while in its course, each at another moment; what is pressed meanwhile is
              swapped afterwards
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


from engine.bilging import State, Step, start
from engine.dice import dice
from practice.bilging import run
from practice.bilging.animation import Durations, Timeline
from practice.bilging.session import Session
from practice.bilging.window import BilgingWindow
from practice.options import PracticeOptions

HOW, SUFFIX, TRUTH = sys.argv[1:]
SPEED = 5.0
HANG_S = 1.6
MOMENTS = (0.5, 0.66, 0.72, 0.78, 0.8, 0.82, 0.84, 0.86, 0.87, 0.88)
"""Shares of a swap of one move after the other."""
whole_swap = Session.swap
presses = 0


def swap(self: Session, row: int, col: int) -> tuple[State, int, Step] | None:
    global presses
    presses += 1
    if HOW == "deaf" or (HOW == "every-other" and presses % 2 == 1):
        return None
    made = whole_swap(self, row, col)
    if made is None:
        return None
    before, move, step = made
    if HOW == "scramble":
        board = start(self.rules, dice(1000 + presses)).board
        step = step._replace(state=step.state._replace(board=board), stages=())
    if HOW == "one-wrong" and presses == 3:
        board = step.state.board.copy()
        away = 0 if row > 5 else 11
        seen = set(board[away].tolist())
        board[away, 0] = next(code for code in range(7) if code not in seen)
        step = step._replace(state=step.state._replace(board=board), stages=())
    self.state = step.state
    return before, move, step


def hang(name: str) -> Callable[[Timeline, float], Any]:
    """Return a timeline's method as it is where the course of a move stands still for a while."""
    whole: Callable[[Timeline, float], Any] = getattr(Timeline, name)

    def method(self: Timeline, seconds: float) -> Any:
        stop = MOMENTS[presses % len(MOMENTS)] * self._durations.swap
        return whole(self, min(seconds, stop) if seconds < stop + HANG_S else seconds - HANG_S)

    return method


def begin(self: Timeline, before: State, move: int, step: Step, durations: Durations) -> None:
    whole_begin(self, before, move, step, durations)
    self.settle_seconds += HANG_S
    self.total_seconds += HANG_S


swap_in_window, frame_of_window = BilgingWindow.swap, BilgingWindow.frame
moving: tuple[int, int] | None = None
kept: tuple[int, int] | None = None
"""Pairs: the one that moves, and one that was pressed while the window hung."""


def press(self: BilgingWindow) -> None:
    global moving, kept
    if not self.moving:
        moving, kept = self._cursor, None
        swap_in_window(self)
    elif self._cursor != moving:
        kept = self._cursor


def frame(self: BilgingWindow) -> None:
    frame_of_window(self)
    if kept is not None and not self.moving:
        self._cursor = kept
        self.swap()


Session.swap = swap  # type: ignore[method-assign]
if HOW == "hangs":
    whole_begin = Timeline.__init__
    Timeline.__init__ = begin  # type: ignore[method-assign]
    for name in ("sprites", "water_px", "score", "broken", "drops", "labels"):
        setattr(Timeline, name, hang(name))
    BilgingWindow.swap = press  # type: ignore[method-assign]
    BilgingWindow.frame = frame  # type: ignore[method-assign]
sys.exit(run(PracticeOptions(seed=7, speed=SPEED, title_suffix=SUFFIX, truth=Path(TRUTH), position=(80, 80))))

"""A Bilging practice window that misbehaves on purpose, as a program.

Usage: sabotaged_window.py HOW TITLE_SUFFIX TRUTH. HOW is one of:
  deaf        no swap is ever made
  every-other every second press is lost
  one-wrong   on the third swap one piece far away turns into another kind, for good
  scramble    every swap deals a new board
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


from engine.bilging import State, Step, start
from engine.dice import dice
from practice.bilging import run
from practice.bilging.session import Session
from practice.options import PracticeOptions

HOW, SUFFIX, TRUTH = sys.argv[1:]
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


Session.swap = swap  # type: ignore[method-assign]
sys.exit(run(PracticeOptions(seed=7, speed=5.0, title_suffix=SUFFIX, truth=Path(TRUTH), position=(80, 80))))

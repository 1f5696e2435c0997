"""A Square Stacker practice window as a page on the web may be, as a program.

Usage: page_of_rings.py TITLE_SUFFIX TRUTH LOOK HOW. Beside board and hand something moves all the time; HOW is how
pieces are moved: "drag", or "clicks" on piece and cell; there the first game is under way.
"""

import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QRegion

from engine.square_stacker import EMPTY
from practice.options import PracticeOptions
from practice.square_stacker import run
from practice.square_stacker.drag import Drag
from practice.square_stacker.window import SquareStackerWindow
from practice.window import FRAME_MS

SUFFIX, TRUTH, LOOK, HOW = sys.argv[1:]
STRIP, DOT = QRect(0, 0, 60, 4), 6
chosen: list[int] = []
begin, draw, plan = SquareStackerWindow.__init__, SquareStackerWindow.draw, SquareStackerWindow._plan


def restless(self: SquareStackerWindow, p: QPainter, region: QRegion) -> None:
    draw(self, p, region)
    p.fillRect(int(time.monotonic() * 100) % (STRIP.width() - DOT), 0, DOT, STRIP.height(), QColor("orange"))


def always(self: SquareStackerWindow, now: int) -> None:
    plan(self, now)
    self.update(STRIP)
    self.schedule(FRAME_MS)


def under_way(self: SquareStackerWindow, *parts: Any) -> None:
    begin(self, *parts)
    self.session.place(0, 4)
    self._scene = self._present(self.clock())


def clicked(self: SquareStackerWindow, event: QMouseEvent) -> None:
    self.frame()
    at = self._point(event)
    piece, cell = self._layout.piece_at(*at), self._layout.cell_at(*at)
    if self.moving or self.session.over:
        return
    if piece is not None and (self.session.state.hand[piece] != EMPTY).any():
        chosen[:] = [] if chosen == [piece] else [piece]
    elif cell is not None and chosen and self.session.allows(chosen[0], cell):
        piece = chosen.pop()
        self._drop(Drag(piece, self._layout.hand[piece], at, moved=True))


def released(self: SquareStackerWindow, event: QMouseEvent) -> None:
    """Nothing is held."""


SquareStackerWindow.draw = restless  # type: ignore[method-assign]
SquareStackerWindow._plan = always  # type: ignore[method-assign]
if HOW == "clicks":
    SquareStackerWindow.__init__ = under_way  # type: ignore[method-assign, assignment]
    SquareStackerWindow.mousePressEvent = clicked  # type: ignore[method-assign]
    SquareStackerWindow.mouseDoubleClickEvent = clicked
    SquareStackerWindow.mouseReleaseEvent = released  # type: ignore[method-assign]
choice = PracticeOptions(seed=7, speed=4.0, title_suffix=SUFFIX, truth=Path(TRUTH), position=(80, 80), look=LOOK)
sys.exit(run(choice))

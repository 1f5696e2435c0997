"""A swap3 practice window whose pieces are dragged onto their neighbours, as a program; a click does nothing there.

Usage: dragging_window.py TITLE_SUFFIX TRUTH
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


from PySide6.QtGui import QMouseEvent

from practice.options import PracticeOptions
from practice.swap3 import run
from practice.swap3.window import Swap3Window

SUFFIX, TRUTH = sys.argv[1:]
SPEED = 5.0
choose = Swap3Window.mousePressEvent
held: QMouseEvent | None = None


def press(_self: Swap3Window, event: QMouseEvent) -> None:
    global held
    held = event.clone()


def release(self: Swap3Window, event: QMouseEvent) -> None:
    """Let go of a piece: one that was carried from its cell to another is swapped as two clicks would."""
    global held
    if held is not None and (held.position() - event.position()).manhattanLength() > self._art.tile / 2:
        choose(self, held)
        choose(self, event)
        self._chosen = None
    held = None


for name, heard in (("mousePressEvent", press), ("mouseDoubleClickEvent", press), ("mouseReleaseEvent", release)):
    setattr(Swap3Window, name, heard)
sys.exit(run(PracticeOptions(seed=7, speed=SPEED, title_suffix=SUFFIX, truth=Path(TRUTH), position=(80, 80))))

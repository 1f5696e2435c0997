"""A Bilging practice window with a thick frame for a cursor: pieces under the pointer cannot be read, as a program.

Usage: framing_window.py TITLE_SUFFIX TRUTH [pulses]. One that pulses goes from one piece of the pair to the other and
back, for ever.
"""

import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen, QRegion

from practice.bilging import artwork, run
from practice.bilging.looks import Look
from practice.bilging.window import BilgingWindow
from practice.options import PracticeOptions
from practice.window import FRAME_MS

SUFFIX, TRUTH, *PULSES = sys.argv[1:]
THICK = 0.25
"""Of a cell."""
PULSE_S = 0.15
frame_of_window = BilgingWindow.frame


def frames(tile: float, *cells: int) -> QImage:
    """Thick frames around these cells of a pair."""
    image = QImage(round(2 * tile), round(tile), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    p = QPainter(image)
    p.setPen(QPen(Qt.GlobalColor.white, THICK * tile))
    for cell in cells:
        half = THICK * tile / 2
        p.drawRect(QRectF(cell * tile, 0, tile, tile).adjusted(half, half, -half, -half))
    p.end()
    return image


def pulse(self: BilgingWindow) -> None:
    art = self._art
    image = frames(art.tile, int(time.monotonic() / PULSE_S) % 2)
    self._art = replace(art, cursor=replace(art.cursor, image=image))
    self.repaint_pixels(QRegion(art.board()))
    frame_of_window(self)
    self.schedule(FRAME_MS)


def cursor_image(_look: Look, tile: float, _scale: float) -> QImage:
    return frames(tile, 0, 1)


artwork.cursor_image = cursor_image  # type: ignore[assignment, attr-defined]
if PULSES:
    BilgingWindow.frame = pulse  # type: ignore[method-assign]
sys.exit(run(PracticeOptions(seed=7, speed=4.0, title_suffix=SUFFIX, truth=Path(TRUTH), position=(80, 80))))

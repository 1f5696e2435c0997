"""A Bilging practice window with a thick frame for a cursor: pieces under the pointer cannot be read, as a program.

Usage: framing_window.py TITLE_SUFFIX TRUTH.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen

from practice.bilging import artwork, run
from practice.bilging.looks import Look
from practice.options import PracticeOptions

SUFFIX, TRUTH = sys.argv[1:]
THICK = 0.25
"""Of a cell."""


def frame_image(_look: Look, tile: float, _scale: float) -> QImage:
    image = QImage(round(2 * tile), round(tile), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    p = QPainter(image)
    p.setPen(QPen(Qt.GlobalColor.white, THICK * tile))
    for cell in (0, 1):
        half = THICK * tile / 2
        p.drawRect(QRectF(cell * tile, 0, tile, tile).adjusted(half, half, -half, -half))
    p.end()
    return image


artwork.cursor_image = frame_image  # type: ignore[assignment, attr-defined]
sys.exit(run(PracticeOptions(seed=7, speed=4.0, title_suffix=SUFFIX, truth=Path(TRUTH), position=(80, 80))))

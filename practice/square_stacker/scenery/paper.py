"""Handmade paper with a pencilled grid, the hand on a card below it."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from engine.square_stacker import SIDE
from practice.noise import smooth_noise
from practice.pixels import Bgr, image_from_bgr
from practice.square_stacker.looks import Look
from practice.square_stacker.scenery.icons import draw_icons

PAPER_BGR = np.array([214, 232, 242], dtype=np.float32)
PENCIL = QColor(150, 134, 110, 120)


def _paper(width: int, height: int) -> Bgr:
    """Return (height, width, 3) uint8 BGR: paper with fibres and stains."""
    stain = smooth_noise(width, height, (2.6, 3.8), 4, seed=31)
    fibre = smooth_noise(width, height, (110, 160), 2, seed=32)
    sheet = PAPER_BGR * (1 + 0.030 * stain + 0.020 * fibre)[..., None]
    sheet[..., 0] *= 1 + 0.03 * np.minimum(stain, 0)
    paper: Bgr = np.clip(sheet, 0, 255).astype(np.uint8)
    return paper


def draw_paper(p: QPainter, look: Look, scale: float) -> None:
    """Draw the rings look's scenery; see `SCENERY`."""
    layout = look.layout
    sheet = _paper(round(layout.width * scale), round(layout.height * scale))
    p.drawImage(QRectF(0, 0, layout.width, layout.height), image_from_bgr(sheet))
    left, top = layout.x - layout.pitch / 2, layout.y - layout.pitch / 2
    across = SIDE * layout.pitch
    p.setPen(QPen(QBrush(PENCIL), 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for line in range(1, SIDE):
        at = line * layout.pitch
        p.drawLine(QPointF(left + at, top + 8), QPointF(left + at, top + across - 8))
        p.drawLine(QPointF(left + 8, top + at), QPointF(left + across - 8, top + at))
    card = QRectF(22, layout.hand[0][1] - 74, layout.width - 44, 148)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(90, 70, 40, 46))
    p.drawRoundedRect(card.translated(2, 4), 16, 16)
    p.setBrush(QColor(252, 247, 234))
    p.drawRoundedRect(card, 16, 16)
    draw_icons(p, (50, 54, 40), (340, 54, 33), QColor(150, 126, 94))

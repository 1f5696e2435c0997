"""Plain slate, a little lighter in the middle."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QRadialGradient

from practice.square_stacker.looks import PALE, Look
from practice.square_stacker.scenery.icons import draw_icons


def draw_slate(p: QPainter, look: Look, _scale: float) -> None:
    """Draw the squares look's scenery; see `SCENERY`."""
    width, height = look.layout.width, look.layout.height
    light = QRadialGradient(QPointF(width / 2, height / 2), 0.68 * width)
    light.setColorAt(0.0, QColor(74, 81, 86))
    light.setColorAt(0.55, QColor(66, 72, 76))
    light.setColorAt(1.0, QColor(54, 58, 62))
    p.fillRect(QRectF(0, 0, width, height), light)
    draw_icons(p, (164, 51, 54), (537, 53, 46), QColor(*PALE))

"""The gear of a menu and the trophy of the best score as painter paths, centred on the origin."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QTransform

TEETH = 8


def gear() -> QPainterPath:
    """A gear with a hole, 100 high."""
    path = QPainterPath()
    path.addEllipse(QPointF(0, 0), 37, 37)
    tooth = QPainterPath()
    tooth.addRoundedRect(QRectF(-11, -50, 22, 30), 3, 3)
    for i in range(TEETH):
        path = path.united(QTransform().rotate(360 * i / TEETH).map(tooth))
    hole = QPainterPath()
    hole.addEllipse(QPointF(0, 0), 20, 20)
    return path.subtracted(hole)


def trophy() -> QPainterPath:
    """A cup with two handles on a foot, 100 high."""
    cup = QPainterPath(QPointF(-28, -50))
    cup.lineTo(28, -50)
    cup.cubicTo(28, -10, 20, 12, 6, 16)
    cup.lineTo(6, 34)
    cup.cubicTo(20, 36, 22, 42, 22, 50)
    cup.lineTo(-22, 50)
    cup.cubicTo(-22, 42, -20, 36, -6, 34)
    cup.lineTo(-6, 16)
    cup.cubicTo(-20, 12, -28, -10, -28, -50)
    handles = QPainterPath()
    for side in (-1, 1):
        outside, inside = QPainterPath(), QPainterPath()
        outside.addEllipse(QPointF(side * 28, -24), 20, 20)
        inside.addEllipse(QPointF(side * 28, -24), 12, 12)
        handles = handles.united(outside.subtracted(inside))
    return cup.united(handles)


def draw_icon(p: QPainter, path: QPainterPath, x: float, y: float, height: float, colour: QColor) -> None:
    """Fill an icon, its middle at (x, y)."""
    p.fillPath(QTransform.fromTranslate(x, y).scale(height / 100, height / 100).map(path), colour)


def draw_icons(p: QPainter, menu: tuple[float, float, float], best: tuple[float, float, float], colour: QColor) -> None:
    """Draw the gear and the trophy, each given as (x, y, height); the gear opens nothing."""
    draw_icon(p, gear(), *menu, colour)
    draw_icon(p, trophy(), *best, colour)

"""What the looks' pictures share: pens, polygons, a digit, the two emblems (a flame for range, a bomb)."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from practice.digits import digits_path

Point = tuple[float, float]


def ink(colour: QColor, width: float) -> QPen:
    """Return a pen with round ends."""
    return QPen(QBrush(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def polygon(*points: Point) -> QPolygonF:
    """Return a polygon of points."""
    return QPolygonF([QPointF(x, y) for x, y in points])


def square(size: float) -> QRectF:
    """Return a square of an edge, its middle in the origin."""
    return QRectF(-size / 2, -size / 2, size, size)


def write_digit(
    p: QPainter, left: int, x: float, y: float, height: float, fill: QColor, outline: QColor | None
) -> None:
    """Write a digit round a middle, with a rim of the outline's colour."""
    path = digits_path(str(left), height)
    path.translate(QPointF(x, y) - path.boundingRect().center())
    if outline is not None:
        p.setPen(ink(outline, 0.3 * height))
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawPath(path)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(fill)
    p.drawPath(path)


def flame(x: float, y: float, height: float) -> QPainterPath:
    """Return a flame, the emblem of range, round a middle."""
    path = QPainterPath(QPointF(0.0, -0.5))
    path.cubicTo(0.1, -0.22, 0.38, -0.08, 0.36, 0.2)
    path.cubicTo(0.35, 0.42, 0.16, 0.5, 0.0, 0.5)
    path.cubicTo(-0.18, 0.5, -0.36, 0.4, -0.36, 0.18)
    path.cubicTo(-0.36, 0.02, -0.24, -0.04, -0.2, -0.2)
    path.cubicTo(-0.08, -0.12, -0.06, -0.06, -0.04, 0.0)
    path.cubicTo(0.04, -0.14, 0.04, -0.3, 0.0, -0.5)
    path.closeSubpath()
    return _placed(path, x, y, height)


def small_bomb(x: float, y: float, height: float) -> QPainterPath:
    """Return a bomb with its fuse, the emblem of one bomb more, round a middle."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)  # its parts overlap
    path.addEllipse(QPointF(-0.06, 0.12), 0.38, 0.38)
    path.addPolygon(polygon((0.08, -0.3), (0.24, -0.42), (0.4, -0.2), (0.26, -0.06)))
    path.closeSubpath()
    path.addEllipse(QPointF(0.42, -0.42), 0.11, 0.11)
    return _placed(path, x, y, height)


def _placed(path: QPainterPath, x: float, y: float, height: float) -> QPainterPath:
    return QTransform.fromTranslate(x, y).scale(height, height).map(path)

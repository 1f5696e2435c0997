"""One piece as a picture: an outline of its own for every kind, painted in the look's manner at any size in pixels."""

import math

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QLinearGradient, QPainter, QPainterPath, QPen, QRadialGradient

from practice.swap3.looks import Look

OUTLINES: tuple[tuple[int, float, float], ...] = (
    (4, 1.0, 45.0),
    (8, 1.0, 22.5),
    (3, 1.0, -90.0),
    (4, 1.0, 0.0),
    (5, 0.48, -90.0),
    (6, 1.0, 0.0),
    (24, 1.0, 0.0),
    (4, 0.42, -90.0),
    (3, 1.0, 90.0),
    (6, 0.55, -90.0),
    (5, 1.0, -90.0),
    (8, 0.72, -90.0),
    (3, 0.4, -90.0),
    (4, 0.62, 45.0),
    (5, 1.0, 90.0),
    (7, 0.6, -90.0),
)
"""Of each kind: corners, how far the notches between them reach (1: none), the first corner's angle in degrees."""


def outline(kind: int) -> QPainterPath:
    """Return a kind's outline in a cell of 1 x 1 centred on the origin (y down)."""
    corners, notch, turn = OUTLINES[kind]
    points = []
    for index in range(2 * corners):
        angle = math.radians(turn + 180.0 * index / corners)
        edge = notch * (math.cos(math.pi / corners) if notch == 1.0 else 1.0)
        radius = 0.5 if index % 2 == 0 else 0.5 * edge
        points.append(QPointF(radius * math.cos(angle), radius * math.sin(angle)))
    path = QPainterPath()
    path.addPolygon(points)
    path.closeSubpath()
    box = path.boundingRect()
    stretched = QPainterPath()
    scale = 1.0 / max(box.width(), box.height())
    for index, point in enumerate(points):
        at = (point - box.center()) * scale
        stretched.moveTo(at) if index == 0 else stretched.lineTo(at)
    stretched.closeSubpath()
    return stretched


def _cut(p: QPainter, colour: QColor, shape: QPainterPath) -> None:
    """A cut stone: dark rim, light from above left, a bright table."""
    p.setBrush(colour.darker(320))
    p.drawPath(shape)
    p.scale(0.9, 0.9)
    light = QLinearGradient(QPointF(-0.4, -0.5), QPointF(0.4, 0.5))
    light.setColorAt(0.0, colour.lighter(150))
    light.setColorAt(0.5, colour)
    light.setColorAt(1.0, colour.darker(180))
    p.setBrush(light)
    p.drawPath(shape)
    p.scale(0.55, 0.55)
    table = QLinearGradient(QPointF(0, -0.5), QPointF(0, 0.5))
    table.setColorAt(0.0, colour.lighter(185))
    table.setColorAt(1.0, colour.lighter(110))
    p.setBrush(table)
    p.drawPath(shape)


def _flat(p: QPainter, colour: QColor, shape: QPainterPath) -> None:
    """Plain ink: one colour and an outline."""
    p.setBrush(QColor(30, 28, 28))
    p.drawPath(shape)
    p.scale(0.84, 0.84)
    p.setBrush(colour)
    p.drawPath(shape)


def _round(p: QPainter, colour: QColor, shape: QPainterPath) -> None:
    """A disc of glass with the shape engraved."""
    glass = QRadialGradient(QPointF(-0.14, -0.2), 0.75)
    glass.setColorAt(0.0, colour.lighter(140))
    glass.setColorAt(0.6, colour)
    glass.setColorAt(1.0, colour.darker(190))
    p.setBrush(glass)
    p.drawEllipse(QPointF(0, 0), 0.5, 0.5)
    p.scale(0.58, 0.58)
    dark = colour.lightness() < 128
    p.setBrush(QColor(255, 255, 255, 120) if dark else QColor(0, 0, 0, 90))
    p.setPen(QPen(QBrush(QColor(255, 255, 255, 170)), 0.05))
    p.drawPath(shape)


_MANNERS = {"cut": _cut, "flat": _flat, "round": _round}


def piece_image(look: Look, kind: int, tile: float) -> QImage:
    """Return a piece as a square see-through picture of ceil(tile) pixels, drawn at that very size."""
    size = math.ceil(tile)
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    p = QPainter(image)
    p.setRenderHint(QPainter.RenderHint.Antialiasing, look.antialias)
    p.setPen(Qt.PenStyle.NoPen)
    p.translate(size / 2, size / 2)
    p.scale(tile * look.fill, tile * look.fill)
    _MANNERS[look.manner](p, QColor(*look.palette[kind]), outline(kind))
    p.end()
    return image

"""One jewel as a picture: the look's manner of painting, drawn at the very size in pixels."""

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QRadialGradient,
)

from practice.columns.looks import Ghost, Look
from practice.picture import Rgb, mean_colour

WHITE: Rgb = (250, 250, 250)
"""Of a magic jewel, between its colours."""
FAINT = 0.26
"""Opacity of a faint ghost."""


def blank(edge: int) -> QImage:
    """Return a see-through square picture."""
    image = QImage(edge, edge, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    return image


def _polygon(points: list[tuple[float, float]]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])


def _bevel(p: QPainter, colour: QColor, _code: int) -> None:
    """A flat square, its edges lit from the upper left."""
    rim = 0.13
    a, b = -0.5, 0.5 - rim
    light, dark = colour.lighter(138), colour.darker(158)
    p.fillRect(QRectF(a, a, 1, 1), colour)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(light)
    p.drawPolygon(_polygon([(a, a), (0.5, a), (b, a + rim), (a + rim, a + rim), (a + rim, b), (a, 0.5)]))
    p.setBrush(dark)
    p.drawPolygon(_polygon([(0.5, 0.5), (a, 0.5), (a + rim, b), (b, b), (b, a + rim), (0.5, a)]))


def _gem(p: QPainter, colour: QColor, code: int) -> None:
    """A round gem: dark setting, lit body, a table cut with as many corners as the colour has, a glint."""
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(colour.darker(270))
    p.drawEllipse(QPointF(0, 0), 0.5, 0.5)
    body = QRadialGradient(QPointF(-0.14, -0.18), 0.66)
    body.setColorAt(0.0, colour.lighter(122))
    body.setColorAt(0.5, colour)
    body.setColorAt(1.0, colour.darker(175))
    p.setBrush(body)
    p.drawEllipse(QPointF(0, 0), 0.455, 0.455)
    corners = 4 + code % 5
    turn = math.pi / corners
    ring = [
        (0.27 * math.cos(turn + 2 * math.pi * i / corners), 0.27 * math.sin(turn + 2 * math.pi * i / corners))
        for i in range(corners)
    ]
    p.setPen(QPen(QBrush(QColor(255, 255, 255, 70)), 0.03))
    for x, y in ring:
        p.drawLine(QPointF(x, y), QPointF(1.6 * x, 1.6 * y))
    table = QLinearGradient(QPointF(-0.25, -0.25), QPointF(0.25, 0.25))
    table.setColorAt(0.0, colour.lighter(150))
    table.setColorAt(1.0, colour.darker(112))
    p.setBrush(table)
    p.drawPolygon(_polygon(ring))
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(255, 255, 255, 190))
    p.save()
    p.translate(-0.19, -0.24)
    p.rotate(-40)
    p.drawEllipse(QPointF(0, 0), 0.12, 0.055)
    p.restore()


def _glaze(p: QPainter, colour: QColor, _code: int) -> None:
    """A glazed square: a bright rim, a body that darkens downwards, a soft light across its upper half."""
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(colour.darker(180))
    p.drawRect(QRectF(-0.5, -0.5, 1, 1))
    p.setBrush(colour.lighter(140))
    p.drawRoundedRect(QRectF(-0.48, -0.48, 0.96, 0.96), 0.06, 0.06)
    body = QLinearGradient(QPointF(-0.1, -0.45), QPointF(0.1, 0.45))
    body.setColorAt(0.0, colour.lighter(106))
    body.setColorAt(1.0, colour.darker(132))
    p.setBrush(body)
    p.drawRoundedRect(QRectF(-0.415, -0.415, 0.83, 0.83), 0.05, 0.05)
    shine = QPainterPath(QPointF(-0.415, -0.415))
    shine.lineTo(0.415, -0.415)
    shine.lineTo(0.415, -0.2)
    shine.quadTo(QPointF(-0.1, -0.12), QPointF(-0.415, 0.12))
    shine.closeSubpath()
    p.fillPath(shine, QColor(255, 255, 255, 46))


_MANNERS = {"bevel": _bevel, "gem": _gem, "glaze": _glaze}


def jewel_picture(look: Look, code: int, pitch: float, scale: float) -> QImage:
    """Return a jewel as a square see-through picture that is laid on the upper left corner of its cell.

    Args:
        look: its manner, palette and gap.
        code: 0 to 7 a colour, 8 white.
        pitch: edge of a cell at scale 1.
        scale: pixels per pixel of the layout.
    """
    edge = math.ceil(pitch * scale)
    image = blank(edge)
    p = QPainter(image)
    body = max(4.0, pitch * scale - look.gap * scale)
    if look.manner != "gem":  # straight edges lie between pixels
        body = float(round(body))
    left = (edge - body) / 2 if look.manner == "gem" else float((edge - int(body)) // 2)
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    p.translate(left + body / 2, left + body / 2)
    p.scale(body, body)
    _MANNERS[look.manner](p, QColor(*(look.palette[code] if code < len(look.palette) else WHITE)), code)
    p.end()
    return image


def whitened(image: QImage) -> QImage:
    """Return the silhouette of a jewel in white."""
    white = image.copy()
    p = QPainter(white)
    p.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    p.fillRect(white.rect(), Qt.GlobalColor.white)
    p.end()
    return white


def ghost_picture(image: QImage, style: Ghost, scale: float) -> QImage:
    """Return the mark of the place where a jewel would land."""
    ghost = blank(image.width())
    p = QPainter(ghost)
    if style == "faint":
        p.setOpacity(FAINT)
        p.drawImage(0, 0, image)
    else:
        width = max(1, round(2.5 * scale))
        inset = max(1, round(3 * scale)) + width / 2
        p.setPen(QPen(QBrush(QColor(*mean_colour(image))), width, j=Qt.PenJoinStyle.MiterJoin))
        p.drawRect(QRectF(inset, inset, image.width() - 2 * inset, image.height() - 2 * inset))
    p.end()
    return ghost

"""One ring as a picture: the look's shape and manner of painting, drawn at the very size in pixels."""

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QLinearGradient, QPainter, QPainterPath, QPen, QRadialGradient

from practice.picture import Picture
from practice.square_stacker.looks import Look, Ring

PADDING = 5
"""Pixels at scale 1 around a ring, for rims and glows."""


def ring_path(ring: Ring) -> QPainterPath:
    """Return a ring's outline with its hole, centred on the origin, in pixels at scale 1."""
    path = QPainterPath()
    half = ring.edge / 2
    path.addRoundedRect(QRectF(-half, -half, ring.edge, ring.edge), ring.corner, ring.corner)
    inside = half - ring.stroke
    if inside > 0:
        path.addRoundedRect(QRectF(-inside, -inside, 2 * inside, 2 * inside), ring.hole_corner, ring.hole_corner)
    return path


def _flat(p: QPainter, path: QPainterPath, colour: QColor, _ring: Ring) -> None:
    p.fillPath(path, colour)


def _inked(p: QPainter, path: QPainterPath, colour: QColor, _ring: Ring) -> None:
    """Ink that has run together at its edges."""
    p.fillPath(path, colour)
    rim = colour.darker(135)
    rim.setAlpha(170)
    p.setClipPath(path)
    p.strokePath(path, QPen(QBrush(rim), 4))
    p.setClipping(False)


def _lit(p: QPainter, path: QPainterPath, colour: QColor, ring: Ring) -> None:
    """A glowing body with light from the upper left."""
    half = ring.edge / 2
    for width, alpha in ((9, 26), (5, 40)):
        glow = QColor(colour)
        glow.setAlpha(alpha)
        p.strokePath(path, QPen(QBrush(glow), width))
    if ring.stroke >= half:
        ball = QRadialGradient(QPointF(-0.3 * half, -0.35 * half), 1.5 * half)
        ball.setColorAt(0.0, colour.lighter(128))
        ball.setColorAt(0.4, colour)
        ball.setColorAt(1.0, colour.darker(150))
        p.fillPath(path, ball)
        return
    light = QLinearGradient(QPointF(-half, -half), QPointF(half, half))
    light.setColorAt(0.0, colour.lighter(112))
    light.setColorAt(0.5, colour)
    light.setColorAt(1.0, colour.darker(122))
    p.fillPath(path, light)


_MANNERS = {"flat": _flat, "inked": _inked, "lit": _lit}


def ring_picture(look: Look, colour: int, size: int, scale: float) -> Picture:
    """Return a ring at a scale, its offset from the centre of the place it lies on.

    Args:
        look: its shapes, palette and manner.
        colour: 0 to 5.
        size: 0 inner, 1 middle, 2 outer.
        scale: pixels per pixel of the layout.
    """
    ring = look.rings[size]
    half = math.ceil((ring.edge / 2 + PADDING) * scale)
    image = QImage(2 * half, 2 * half, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    p = QPainter(image)
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    p.translate(half, half)
    p.scale(scale, scale)
    _MANNERS[look.manner](p, ring_path(ring), QColor(*look.palette[colour]), ring)
    p.end()
    return Picture(image, -half, -half)


def whitened(picture: Picture) -> Picture:
    """Return the silhouette of a picture in white, for the flash of a ring that is cleared."""
    image = picture.image.copy()
    p = QPainter(image)
    p.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    p.fillRect(image.rect(), Qt.GlobalColor.white)
    p.end()
    return Picture(image, picture.dx, picture.dy)

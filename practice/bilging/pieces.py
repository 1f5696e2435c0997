"""One piece as a picture: the look's manner of painting applied to its shapes, at any size in pixels."""

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QLinearGradient, QPainter, QPainterPath, QPen, QRadialGradient

from engine.bilging import CRAB, JELLYFISH, PUFFER
from practice.bilging.looks import Look, Paint
from practice.bilging.shapes import MARKS, SHAPES
from practice.bilging.specials import JELLYFISH_FRAMES, draw_crab, draw_jellyfish, draw_puffer


def _pen(colour: QColor, width: float) -> QPen:
    return QPen(QBrush(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def _glossy(p: QPainter, paint: Paint, shape: QPainterPath) -> None:
    """A polished gem: dark rim, lit body, marking, a highlight across the top and a glint."""
    body, ink = QColor(*paint.body), QColor(*paint.ink)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(body.darker(330))
    p.drawPath(shape)
    p.scale(0.9, 0.9)
    light = QRadialGradient(QPointF(-0.12, -0.2), 0.8)
    light.setColorAt(0.0, body.lighter(125))
    light.setColorAt(0.45, body)
    light.setColorAt(1.0, body.darker(190))
    p.setBrush(light)
    p.drawPath(shape)
    p.save()
    p.setClipPath(shape, Qt.ClipOperation.IntersectClip)
    p.setBrush(Qt.BrushStyle.NoBrush)
    shade = body.darker(200)
    shade.setAlpha(120)
    p.translate(0.012, 0.02)
    p.setPen(_pen(shade, 0.075))
    p.drawPath(MARKS[paint.mark]())
    p.translate(-0.012, -0.02)
    p.setPen(_pen(ink, 0.06))
    p.drawPath(MARKS[paint.mark]())
    p.setPen(Qt.PenStyle.NoPen)
    sheen = QLinearGradient(QPointF(0, -0.5), QPointF(0, 0.02))
    sheen.setColorAt(0.0, QColor(255, 255, 255, 150))
    sheen.setColorAt(1.0, QColor(255, 255, 255, 12))
    p.setBrush(sheen)
    p.drawEllipse(QRectF(-0.42, -0.62, 0.84, 0.62))
    rim = QLinearGradient(QPointF(0, 0.1), QPointF(0, 0.5))
    rim.setColorAt(0.0, QColor(255, 255, 255, 0))
    rim.setColorAt(1.0, QColor(255, 255, 255, 60))
    p.setPen(QPen(QBrush(rim), 0.08))
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.drawPath(shape)
    p.restore()


def _flat(p: QPainter, paint: Paint, shape: QPainterPath) -> None:
    """Plain ink on paper: one colour, one outline, one marking."""
    outline = QColor(36, 32, 34)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(outline)
    p.drawPath(shape)
    p.save()
    p.scale(0.87, 0.87)
    p.setBrush(QColor(*paint.body))
    p.drawPath(shape)
    p.restore()
    p.scale(0.8, 0.8)
    p.setClipPath(shape, Qt.ClipOperation.IntersectClip)
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.setPen(_pen(QColor(*paint.ink), 0.1))
    p.drawPath(MARKS[paint.mark]())


def _glass(p: QPainter, paint: Paint, shape: QPainterPath) -> None:
    """Patterned glass: a diagonal gradient, a repeated marking, a bright upper edge and a dark lower one."""
    body, ink = QColor(*paint.body), QColor(*paint.ink)
    p.save()
    p.translate(0.018, 0.028)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(0, 14, 30, 110))
    p.drawPath(shape)
    p.restore()
    p.scale(0.96, 0.96)
    light = QLinearGradient(QPointF(-0.4, -0.5), QPointF(0.4, 0.5))
    light.setColorAt(0.0, body.lighter(135))
    light.setColorAt(0.5, body)
    light.setColorAt(1.0, body.darker(150))
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(light)
    p.drawPath(shape)
    p.save()
    p.setClipPath(shape, Qt.ClipOperation.IntersectClip)
    p.setBrush(Qt.BrushStyle.NoBrush)
    ink.setAlpha(200)
    p.setPen(_pen(ink, 0.05))
    p.drawPath(MARKS[paint.mark]())
    p.scale(1.5, 1.5)
    ink.setAlpha(90)
    p.setPen(_pen(ink, 0.03))
    p.drawPath(MARKS[paint.mark]())
    p.restore()
    edge = QLinearGradient(QPointF(-0.3, -0.5), QPointF(0.3, 0.5))
    edge.setColorAt(0.0, QColor(255, 255, 255, 220))
    edge.setColorAt(0.5, QColor(255, 255, 255, 40))
    edge.setColorAt(1.0, QColor(0, 20, 50, 170))
    p.setPen(QPen(QBrush(edge), 0.045))
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.scale(0.955, 0.955)
    p.drawPath(shape)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(255, 255, 255, 150))
    p.rotate(-35)
    p.drawEllipse(QPointF(0, -0.34), 0.1, 0.035)


_MANNERS = {"glossy": _glossy, "flat": _flat, "glass": _glass}


def _draw(p: QPainter, look: Look, code: int, frame: int) -> None:
    if code == CRAB:
        draw_crab(p, look.manner)
    elif code == PUFFER:
        draw_puffer(p, look.manner)
    elif code == JELLYFISH:
        draw_jellyfish(p, look.manner, frame)
    else:
        paint = look.paints[code]
        _MANNERS[look.manner](p, paint, SHAPES[paint.shape]())


def frames_of(code: int) -> int:
    """Return how many pictures the idle animation of a kind has."""
    return JELLYFISH_FRAMES if code == JELLYFISH else 1


def piece_image(look: Look, code: int, tile: float, frame: int = 0) -> QImage:
    """Return a piece as a square see-through picture of ceil(tile) pixels, drawn at that very size.

    Args:
        look: its manner, palette and gap.
        code: the engine's code of the kind, 0 to 9.
        tile: the cell's edge in pixels, fractions allowed.
        frame: moment of the idle animation.
    """
    size = math.ceil(tile)
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    p = QPainter(image)
    p.setRenderHint(QPainter.RenderHint.Antialiasing, look.antialias)
    p.translate(size / 2, size / 2)
    p.scale(tile * look.fill, tile * look.fill)
    _draw(p, look, code, frame)
    p.end()
    return image


def cursor_image(look: Look, tile: float, scale: float) -> QImage:
    """Return the two-piece cursor: corner brackets round both cells and a pair of arrows between them.

    The picture is two cells wide and one high, plus the look's reach on every side; `scale` turns the
    reach into pixels.
    """
    reach = max(1, round(look.cursor_reach * scale))
    width, height = round(2 * tile) + 2 * reach, round(tile) + 2 * reach
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    p = QPainter(image)
    p.setRenderHint(QPainter.RenderHint.Antialiasing, look.antialias)
    light, dark = (QColor(*colour) for colour in look.cursor)
    thick = max(1.0, tile * 0.05)
    arm = tile * 0.24
    inset = max(thick, reach * 0.5 + thick / 2)
    left, right, top, bottom = inset, width - inset, inset, height - inset
    middle = width / 2
    path = QPainterPath()
    for x0, x1 in ((left, middle), (middle, right)):
        for x, dx in ((x0, 1), (x1, -1)):
            for y, dy in ((top, 1), (bottom, -1)):
                path.moveTo(x + dx * arm, y)
                path.lineTo(x, y)
                path.lineTo(x, y + dy * arm)
    cap, join = Qt.PenCapStyle.SquareCap, Qt.PenJoinStyle.MiterJoin
    p.setPen(QPen(QBrush(dark), thick * 2, Qt.PenStyle.SolidLine, cap, join))
    p.drawPath(path)
    p.setPen(QPen(QBrush(light), thick, Qt.PenStyle.SolidLine, cap, join))
    p.drawPath(path)
    p.end()
    return image

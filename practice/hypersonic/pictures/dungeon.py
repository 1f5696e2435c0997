"""The dungeon's pictures: wooden crates, flasks, iron bombs, hooded players with a badge of their own."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QRadialGradient

from practice.hypersonic.looks import Palette
from practice.hypersonic.names import BLAST, BOMB
from practice.hypersonic.pictures.strokes import flame, ink, polygon, small_bomb, square, write_digit

WOOD, WOOD_DARK = QColor(176, 122, 66), QColor(84, 50, 22)
FLAME, STEEL = QColor(255, 112, 30), QColor(40, 200, 255)
DIGIT = QColor(255, 250, 220)


def _crate(p: QPainter) -> None:
    """Planks in a frame of beams."""
    body = QLinearGradient(QPointF(0, -0.46), QPointF(0, 0.46))
    body.setColorAt(0.0, WOOD.lighter(118))
    body.setColorAt(1.0, WOOD.darker(116))
    p.setPen(ink(WOOD_DARK, 0.04))
    p.setBrush(body)
    p.drawRoundedRect(square(0.92), 0.06, 0.06)
    p.setPen(ink(WOOD.darker(150), 0.025))
    for y in (-0.17, 0.0, 0.17):
        p.drawLine(QPointF(-0.32, y), QPointF(0.32, y))
    p.setPen(ink(WOOD_DARK, 0.03))
    p.setBrush(WOOD.lighter(108))
    for x in (-0.385, 0.385):
        p.drawRect(QRectF(x - 0.07, -0.45, 0.14, 0.9))
    for y in (-0.385, 0.385):
        p.drawRect(QRectF(-0.45, y - 0.07, 0.9, 0.14))


def _plain_crate(p: QPainter) -> None:
    """A crate with a cross beam: nothing inside."""
    _crate(p)
    p.setPen(ink(WOOD_DARK, 0.17))
    p.drawLine(QPointF(-0.29, 0.29), QPointF(0.29, -0.29))
    p.setPen(ink(WOOD.lighter(108), 0.11))
    p.drawLine(QPointF(-0.29, 0.29), QPointF(0.29, -0.29))


def _plate(p: QPainter, ground: QColor) -> None:
    """A painted plate nailed onto a crate."""
    p.setPen(ink(QColor(30, 20, 14), 0.04))
    p.setBrush(ground)
    p.drawRoundedRect(square(0.6), 0.08, 0.08)


def _range_crate(p: QPainter) -> None:
    _crate(p)
    _plate(p, QColor(255, 226, 130))
    p.setPen(Qt.PenStyle.NoPen)
    p.fillPath(flame(0, 0, 0.5), QColor(222, 52, 20))


def _bomb_crate(p: QPainter) -> None:
    _crate(p)
    _plate(p, QColor(120, 214, 232))
    p.fillPath(small_bomb(0, 0, 0.48), QColor(24, 24, 40))


def _flask(p: QPainter, liquid: QColor) -> None:
    """A round flask that glows."""
    glow = QRadialGradient(QPointF(0, 0.06), 0.5)
    colour = QColor(liquid)
    colour.setAlpha(150)
    glow.setColorAt(0.5, colour)
    colour.setAlpha(0)
    glow.setColorAt(1.0, colour)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(glow)
    p.drawEllipse(QPointF(0, 0.04), 0.5, 0.46)
    p.setPen(ink(QColor(20, 20, 30), 0.04))
    p.setBrush(QColor(210, 190, 160))
    p.drawRoundedRect(QRectF(-0.12, -0.46, 0.24, 0.22), 0.04, 0.04)
    p.setBrush(liquid)
    p.drawEllipse(QPointF(0, 0.09), 0.36, 0.34)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(255, 255, 255, 110))
    p.drawEllipse(QPointF(-0.17, -0.08), 0.07, 0.09)


def _range_flask(p: QPainter) -> None:
    _flask(p, FLAME)
    p.fillPath(flame(0.02, 0.1, 0.44), QColor(255, 240, 150))


def _bomb_flask(p: QPainter) -> None:
    _flask(p, STEEL)
    p.fillPath(small_bomb(0.0, 0.1, 0.42), QColor(16, 20, 50))


def _bomb(p: QPainter) -> None:
    """An iron ball; its spark at the upper right."""
    p.setPen(ink(QColor(188, 160, 110), 0.06))
    fuse = QPainterPath(QPointF(0.2, -0.28))
    fuse.quadTo(QPointF(0.26, -0.44), QPointF(0.4, -0.4))
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.drawPath(fuse)
    body = QRadialGradient(QPointF(-0.14, -0.12), 0.6)
    body.setColorAt(0.0, QColor(92, 92, 112))
    body.setColorAt(0.5, QColor(38, 38, 52))
    body.setColorAt(1.0, QColor(12, 12, 20))
    p.setPen(ink(QColor(6, 6, 10), 0.04))
    p.setBrush(body)
    p.drawEllipse(QPointF(0, 0.05), 0.41, 0.41)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(255, 180, 60))
    p.drawEllipse(QPointF(0.41, -0.4), 0.08, 0.08)


def _digit(p: QPainter, left: int) -> None:
    _bomb(p)
    write_digit(p, left, 0, 0.06, 0.56, DIGIT if left > 2 else QColor(255, 120, 90), QColor(10, 10, 16))


def _badge(p: QPainter, left: int) -> None:
    p.setPen(ink(DIGIT, 0.06))
    p.setBrush(QColor(14, 14, 20))
    p.drawRoundedRect(square(0.94), 0.2, 0.2)
    write_digit(p, left, 0, 0, 0.7, DIGIT if left > 2 else QColor(255, 120, 90), None)


def _player(p: QPainter, number: int, palette: Palette) -> None:
    """A hooded figure; the hood's form and the sign on its chest are each player's own."""
    colour = QColor(*palette[number])
    rim = QColor(20, 14, 24)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(0, 0, 0, 90))
    p.drawEllipse(QPointF(0, 0.41), 0.34, 0.08)
    cloak = QPainterPath(QPointF(-0.36, 0.42))
    cloak.quadTo(QPointF(-0.34, -0.02), QPointF(-0.14, -0.1))
    cloak.lineTo(0.14, -0.1)
    cloak.quadTo(QPointF(0.34, -0.02), QPointF(0.36, 0.42))
    cloak.closeSubpath()
    p.setPen(ink(rim, 0.045))
    p.setBrush(colour.darker(130))
    p.drawPath(cloak)
    p.setBrush(colour)
    if number == 0:  # round hood
        p.drawEllipse(QPointF(0, -0.18), 0.26, 0.27)
    elif number == 1:  # pointed hood
        p.drawPolygon(polygon((0, -0.5), (0.28, -0.04), (0.2, 0.08), (-0.2, 0.08), (-0.28, -0.04)))
    elif number == 2:  # square helmet
        p.drawRoundedRect(QRectF(-0.27, -0.43, 0.54, 0.5), 0.06, 0.06)
    else:  # horned helmet
        p.drawPolygon(polygon((-0.42, -0.48), (-0.14, -0.38), (-0.22, -0.2)))
        p.drawPolygon(polygon((0.42, -0.48), (0.14, -0.38), (0.22, -0.2)))
        p.drawEllipse(QPointF(0, -0.16), 0.25, 0.26)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(28, 20, 32))
    p.drawEllipse(QPointF(0, -0.12), 0.16, 0.15)
    p.setBrush(QColor(255, 244, 170))
    for side in (-1, 1):
        p.drawEllipse(QPointF(side * 0.07, -0.13), 0.035, 0.05)
    p.setBrush(colour.lighter(160))
    p.drawEllipse(QPointF(0, 0.25), 0.08, 0.08)


def _blast(p: QPainter) -> None:
    """Fire that fills its cell."""
    fire = QRadialGradient(QPointF(0, 0), 0.72)
    for at, colour in ((0.0, (255, 255, 224)), (0.4, (255, 214, 80)), (0.75, (250, 120, 24)), (1.0, (180, 40, 10))):
        fire.setColorAt(at, QColor(*colour))
    p.fillRect(square(1.0), fire)


def paint_dungeon(p: QPainter, name: str, palette: Palette) -> None:
    """Paint a picture of the dungeon; see `PAINTERS`."""
    plain = {
        "box": _plain_crate,
        "box_range": _range_crate,
        "box_bomb": _bomb_crate,
        "item_range": _range_flask,
        "item_bomb": _bomb_flask,
        BOMB: _bomb,
        BLAST: _blast,
    }
    kind, _, number = name.rpartition("_")
    if name in plain:
        plain[name](p)
    elif kind == "player":
        _player(p, int(number), palette)
    else:
        (_badge if kind == "badge" else _digit)(p, int(number))

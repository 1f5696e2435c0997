"""The play room's pictures: gift boxes, stars, balls with a number, round animal faces."""

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QRadialGradient

from practice.hypersonic.looks import Palette
from practice.hypersonic.names import BLAST, BOMB
from practice.hypersonic.pictures.strokes import flame, ink, polygon, small_bomb, square, write_digit

WHITE = QColor(255, 255, 255)
BALL = QColor(66, 44, 92)


def _gift(p: QPainter, paper: QColor, ribbon: QColor) -> None:
    """A parcel with a ribbon across and a bow."""
    p.setPen(ink(paper.darker(170), 0.04))
    p.setBrush(paper)
    p.drawRoundedRect(QRectF(-0.42, -0.32, 0.84, 0.76), 0.1, 0.1)
    p.setBrush(paper.lighter(114))
    p.drawRoundedRect(QRectF(-0.46, -0.4, 0.92, 0.24), 0.08, 0.08)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(ribbon)
    p.drawRect(QRectF(-0.09, -0.4, 0.18, 0.84))


def _plain_gift(p: QPainter) -> None:
    """A parcel with nothing in it: ribbon both ways."""
    _gift(p, QColor(206, 160, 110), QColor(150, 100, 60))
    p.setBrush(QColor(150, 100, 60))
    p.drawRect(QRectF(-0.42, 0.05, 0.84, 0.16))


def _tag(p: QPainter) -> None:
    p.setPen(ink(QColor(110, 70, 60), 0.03))
    p.setBrush(WHITE)
    p.drawEllipse(QPointF(0, 0.08), 0.31, 0.31)


def _range_gift(p: QPainter) -> None:
    _gift(p, QColor(244, 120, 100), QColor(255, 220, 90))
    _tag(p)
    p.fillPath(flame(0, 0.08, 0.48), QColor(236, 60, 20))


def _bomb_gift(p: QPainter) -> None:
    _gift(p, QColor(110, 170, 236), QColor(255, 250, 240))
    _tag(p)
    p.fillPath(small_bomb(0, 0.08, 0.46), QColor(40, 40, 80))


def _star(p: QPainter, colour: QColor) -> None:
    points = [
        (r * math.sin(math.pi * i / 8), -r * math.cos(math.pi * i / 8))
        for i in range(16)
        for r in (0.48 - 0.1 * (i % 2),)
    ]
    p.setPen(ink(colour.darker(150), 0.04))
    p.setBrush(colour)
    p.drawPolygon(polygon(*points))


def _range_item(p: QPainter) -> None:
    _star(p, QColor(255, 206, 50))
    p.fillPath(flame(0, 0, 0.52), QColor(230, 50, 20))


def _bomb_item(p: QPainter) -> None:
    _star(p, QColor(90, 216, 200))
    p.fillPath(small_bomb(0, 0, 0.5), QColor(40, 30, 90))


def _bomb(p: QPainter) -> None:
    """A shiny ball with a fuse like a stalk."""
    stalk = QPainterPath(QPointF(0.0, -0.34))
    stalk.quadTo(QPointF(0.0, -0.48), QPointF(0.16, -0.48))
    p.setPen(ink(QColor(220, 60, 80), 0.07))
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.drawPath(stalk)
    body = QRadialGradient(QPointF(-0.14, -0.1), 0.62)
    body.setColorAt(0.0, BALL.lighter(190))
    body.setColorAt(0.6, BALL)
    body.setColorAt(1.0, BALL.darker(140))
    p.setPen(ink(QColor(255, 255, 255, 200), 0.035))
    p.setBrush(body)
    p.drawEllipse(QPointF(0, 0.04), 0.42, 0.42)


def _digit(p: QPainter, left: int) -> None:
    _bomb(p)
    write_digit(p, left, 0, 0.05, 0.56, QColor(255, 236, 90), QColor(50, 26, 76))


def _badge(p: QPainter, left: int) -> None:
    p.setPen(ink(BALL, 0.1))
    p.setBrush(QColor(255, 236, 90))
    p.drawEllipse(QPointF(0, 0), 0.45, 0.45)
    write_digit(p, left, 0, 0, 0.64, BALL.darker(130), None)


def _ears(p: QPainter, number: int) -> None:
    """Bear, cat, rabbit, bird."""
    for side in (-1, 1):
        if number == 0:
            p.drawEllipse(QPointF(side * 0.28, -0.3), 0.13, 0.13)
        elif number == 1:
            p.drawPolygon(polygon((side * 0.38, -0.48), (side * 0.08, -0.32), (side * 0.36, -0.08)))
        elif number == 2:
            p.drawEllipse(QPointF(side * 0.16, -0.32), 0.085, 0.17)
    if number == 3:
        p.drawPolygon(polygon((0, -0.48), (0.16, -0.2), (-0.16, -0.2)))
        p.drawPolygon(polygon((0.2, -0.44), (0.22, -0.18), (-0.02, -0.26)))
        p.drawPolygon(polygon((-0.2, -0.44), (-0.22, -0.18), (0.02, -0.26)))


def _player(p: QPainter, number: int, palette: Palette) -> None:
    """A round face; ears and mouth are each player's own."""
    colour = QColor(*palette[number])
    p.setPen(ink(colour.darker(190), 0.04))
    p.setBrush(colour)
    _ears(p, number)
    face = QRadialGradient(QPointF(-0.12, -0.06), 0.6)
    face.setColorAt(0.0, colour.lighter(140))
    face.setColorAt(0.7, colour)
    p.setBrush(face)
    p.drawEllipse(QPointF(0, 0.08), 0.38, 0.36)
    p.setPen(Qt.PenStyle.NoPen)
    for side in (-1, 1):
        p.setBrush(WHITE)
        p.drawEllipse(QPointF(side * 0.14, 0.0), 0.1, 0.12)
        p.setBrush(QColor(30, 20, 30))
        p.drawEllipse(QPointF(side * 0.13, 0.02), 0.05, 0.07)
    if number == 3:
        p.setBrush(QColor(255, 190, 50))
        p.drawPolygon(polygon((-0.1, 0.14), (0.1, 0.14), (0, 0.32)))
        return
    p.setBrush(QColor(255, 246, 236))
    p.drawEllipse(QPointF(0, 0.25), 0.16, 0.1)
    p.setBrush(QColor(60, 30, 40))
    p.drawEllipse(QPointF(0, 0.2), 0.05, 0.035)


def _blast(p: QPainter) -> None:
    """A burst of colours that fills its cell."""
    p.fillRect(square(1.0), QColor(255, 170, 60))
    p.setPen(Qt.PenStyle.NoPen)
    for step, colour in ((0, QColor(255, 232, 110)), (1, QColor(255, 120, 150))):
        p.setBrush(colour)
        for i in range(6):
            turn = math.pi * (2 * i + step) / 6
            wide = math.pi / 14
            p.drawPolygon(
                polygon(
                    (0, 0),
                    (0.5 * math.cos(turn - wide), 0.5 * math.sin(turn - wide)),
                    (0.5 * math.cos(turn + wide), 0.5 * math.sin(turn + wide)),
                )
            )
    p.setBrush(WHITE)
    p.drawEllipse(QPointF(0, 0), 0.18, 0.18)


def paint_toys(p: QPainter, name: str, palette: Palette) -> None:
    """Paint a picture of the play room; see `PAINTERS`."""
    plain = {
        "box": _plain_gift,
        "box_range": _range_gift,
        "box_bomb": _bomb_gift,
        "item_range": _range_item,
        "item_bomb": _bomb_item,
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

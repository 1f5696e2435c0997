"""The blueprint's pictures: outlines, hatching and letters on blue paper."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QTransform

from practice.hypersonic.looks import MONO, Palette
from practice.hypersonic.names import BLAST, BOMB
from practice.hypersonic.pictures.strokes import ink, polygon, square, write_digit
from practice.lettering import font, letters

PAPER, LINE = QColor(24, 84, 156), QColor(222, 240, 255)
NIGHT = QColor(8, 36, 80)
YELLOW = QColor(255, 230, 130)


def _pen(colour: QColor, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    return QPen(QBrush(colour), width, style, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin)


def _letter(p: QPainter, letter: str, height: float, colour: QColor) -> None:
    path = letters(letter, font(MONO, 100, bold=True))
    bounds = path.boundingRect()
    size = height / bounds.height()
    middle = bounds.center()
    p.setPen(Qt.PenStyle.NoPen)
    p.fillPath(QTransform.fromScale(size, size).translate(-middle.x(), -middle.y()).map(path), colour)


def _box(p: QPainter) -> None:
    """A square in double outline, crossed."""
    p.setPen(_pen(LINE, 0.05))
    p.setBrush(QColor(44, 108, 184))
    p.drawRect(square(0.84))
    p.setPen(_pen(LINE, 0.035))
    for side in (-1, 1):
        p.drawLine(QPointF(-0.42, -0.42 * side), QPointF(0.42, 0.42 * side))


def _full_box(p: QPainter, letter: str, ground: QColor) -> None:
    """A square in double outline with a letter."""
    p.setPen(_pen(LINE, 0.05))
    p.setBrush(ground)
    p.drawRect(square(0.84))
    p.setPen(_pen(LINE, 0.03))
    p.drawRect(square(0.7))
    _letter(p, letter, 0.44, QColor(255, 255, 255))


def _item(p: QPainter, letter: str, colour: QColor) -> None:
    """A letter in a dashed circle."""
    p.setPen(_pen(colour, 0.05, Qt.PenStyle.DotLine))
    p.setBrush(NIGHT)
    p.drawEllipse(QPointF(0, 0), 0.4, 0.4)
    _letter(p, letter, 0.4, colour)


def _bomb(p: QPainter) -> None:
    """A white disc with a ring round it and a tick for the fuse."""
    p.setPen(_pen(YELLOW, 0.06))
    p.setBrush(NIGHT)
    p.drawEllipse(QPointF(0, 0), 0.44, 0.44)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(250, 250, 240))
    p.drawEllipse(QPointF(0, 0), 0.37, 0.37)


def _digit(p: QPainter, left: int) -> None:
    _bomb(p)
    write_digit(p, left, 0, 0, 0.5, QColor(170, 10, 30), None)


def _badge(p: QPainter, left: int) -> None:
    p.setPen(_pen(YELLOW, 0.08))
    p.setBrush(QColor(250, 250, 240))
    p.drawRect(square(0.92))
    write_digit(p, left, 0, 0, 0.74, QColor(170, 10, 30), None)


def _player(p: QPainter, number: int, palette: Palette) -> None:
    """A filled figure of geometry with a letter: circle A, triangle B, square C, diamond D."""
    colour = QColor(*palette[number])
    p.setPen(_pen(NIGHT, 0.05))
    p.setBrush(colour)
    if number == 0:
        p.drawEllipse(QPointF(0, 0), 0.38, 0.38)
    elif number == 1:
        p.drawPolygon(polygon((0, -0.46), (0.46, 0.38), (-0.46, 0.38)))
    elif number == 2:
        p.drawRect(square(0.7))
    else:
        p.drawPolygon(polygon((0, -0.47), (0.47, 0), (0, 0.47), (-0.47, 0)))
    p.save()
    p.translate(0, 0.12 if number == 1 else 0)
    _letter(p, "ABCD"[number], 0.34, NIGHT)
    p.restore()


def _blast(p: QPainter) -> None:
    """Yellow hatching."""
    p.fillRect(square(1.0), QColor(255, 214, 90, 225))
    p.setClipRect(square(1.0))
    p.setPen(ink(QColor(200, 70, 30), 0.07))
    for step in range(-4, 5):
        p.drawLine(QPointF(step * 0.25 - 0.5, 0.5), QPointF(step * 0.25 + 0.5, -0.5))


def paint_blueprint(p: QPainter, name: str, palette: Palette) -> None:
    """Paint a picture of the blueprint; see `PAINTERS`."""
    kind, _, number = name.rpartition("_")
    if name == "box":
        _box(p)
    elif kind == "box":
        _full_box(p, number[0].upper(), QColor(176, 64, 30) if number == "range" else QColor(16, 120, 92))
    elif kind == "item":
        _item(p, number[0].upper(), QColor(255, 160, 110) if number == "range" else QColor(110, 240, 190))
    elif name == BOMB:
        _bomb(p)
    elif name == BLAST:
        _blast(p)
    elif kind == "player":
        _player(p, int(number), palette)
    else:
        (_badge if kind == "badge" else _digit)(p, int(number))

"""Round bold digits of our own, drawn as strokes: the same on every machine, whatever fonts it has."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker, QTransform

STROKE = 0.21
"""Width of a stroke; a digit is 1 high."""
GAP = 0.1
"""Between two digits."""
FINE = 256.0
"""Digits are outlined so many times as large, because Qt flattens curves to within about a unit."""
LEFT, RIGHT, TOP, BOTTOM = STROKE / 2, 0.64 - STROKE / 2, STROKE / 2, 1 - STROKE / 2
MIDDLE = (LEFT + RIGHT) / 2


def _zero(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(QPointF(LEFT, TOP), QPointF(RIGHT, BOTTOM)), 0.215, 0.26)


def _one(path: QPainterPath) -> None:
    path.moveTo(LEFT, 0.27)
    path.lineTo(LEFT + 0.19, TOP)
    path.lineTo(LEFT + 0.19, BOTTOM)


def _two(path: QPainterPath) -> None:
    path.moveTo(LEFT, 0.3)
    path.cubicTo(LEFT, 0.04, RIGHT, 0.04, RIGHT, 0.33)
    path.cubicTo(RIGHT, 0.52, 0.26, 0.66, LEFT, BOTTOM)
    path.lineTo(RIGHT, BOTTOM)


def _three(path: QPainterPath) -> None:
    path.moveTo(LEFT, 0.2)
    path.cubicTo(0.22, 0.06, 0.53, 0.05, 0.53, 0.3)
    path.cubicTo(0.53, 0.46, 0.4, 0.49, 0.28, 0.49)
    path.cubicTo(0.42, 0.49, RIGHT + 0.01, 0.54, RIGHT + 0.01, 0.69)
    path.cubicTo(RIGHT + 0.01, 0.97, 0.2, 0.93, LEFT - 0.01, 0.8)


def _four(path: QPainterPath) -> None:
    path.moveTo(0.44, BOTTOM)
    path.lineTo(0.44, TOP)
    path.lineTo(LEFT, 0.66)
    path.lineTo(RIGHT + 0.03, 0.66)


def _five(path: QPainterPath) -> None:
    path.moveTo(RIGHT - 0.02, TOP)
    path.lineTo(LEFT + 0.06, TOP)
    path.lineTo(LEFT + 0.03, 0.48)
    path.cubicTo(0.26, 0.36, RIGHT + 0.01, 0.38, RIGHT + 0.01, 0.65)
    path.cubicTo(RIGHT + 0.01, 0.96, 0.2, 0.93, LEFT - 0.01, 0.81)


def _six(path: QPainterPath) -> None:
    path.moveTo(0.48, TOP)
    path.cubicTo(0.24, 0.18, LEFT, 0.38, LEFT, 0.66)
    path.addEllipse(QPointF(MIDDLE, 0.665), MIDDLE - LEFT, BOTTOM - 0.665)


def _seven(path: QPainterPath) -> None:
    path.moveTo(LEFT, TOP)
    path.lineTo(RIGHT, TOP)
    path.lineTo(0.25, BOTTOM)


def _eight(path: QPainterPath) -> None:
    path.addEllipse(QPointF(MIDDLE, 0.295), 0.18, 0.19)
    path.addEllipse(QPointF(MIDDLE, 0.685), MIDDLE - LEFT, BOTTOM - 0.685)


def _nine(path: QPainterPath) -> None:
    six = QPainterPath()
    _six(six)
    path.addPath(QTransform(-1, 0, 0, -1, 2 * MIDDLE, 1).map(six))


def _plus(path: QPainterPath) -> None:
    path.moveTo(LEFT, 0.52)
    path.lineTo(LEFT + 0.36, 0.52)
    path.moveTo(LEFT + 0.18, 0.34)
    path.lineTo(LEFT + 0.18, 0.7)


def _times(path: QPainterPath) -> None:
    path.moveTo(LEFT, 0.55)
    path.lineTo(LEFT + 0.32, BOTTOM)
    path.moveTo(LEFT + 0.32, 0.55)
    path.lineTo(LEFT, BOTTOM)


STROKES: Mapping[str, Callable[[QPainterPath], None]] = {
    "0": _zero,
    "1": _one,
    "2": _two,
    "3": _three,
    "4": _four,
    "5": _five,
    "6": _six,
    "7": _seven,
    "8": _eight,
    "9": _nine,
    "+": _plus,
    "x": _times,
}
"""Adds the centre line of each character, 1 high with its top left at the origin, to a path."""


def digits_path(text: str, height: float) -> QPainterPath:
    """Return the outline of `text`: left edge at x = 0, from y = -height to the baseline at y = 0.

    Raises:
        KeyError: a character that is not in `STROKES`.
    """
    stroker = QPainterPathStroker()
    stroker.setWidth(STROKE * FINE)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    whole = QPainterPath()
    at = 0.0
    for character in text:
        centre_line = QPainterPath()
        STROKES[character](centre_line)
        outline = stroker.createStroke(QTransform.fromScale(FINE, FINE).map(centre_line)).simplified()
        bounds = outline.boundingRect()
        whole.addPath(outline.translated(at - bounds.left(), -FINE))
        at += bounds.width() + GAP * FINE
    return QTransform.fromScale(height / FINE, height / FINE).map(whole)

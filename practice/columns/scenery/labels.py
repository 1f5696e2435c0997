"""The words that stand above the numbers and the next piece."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from engine.columns import LENGTH
from practice.columns.looks import Layout, NextPlace
from practice.lettering import font, title
from practice.words import Words


def next_box(place: NextPlace, margin: float) -> QRectF:
    """Return the place of the next piece with a margin around it."""
    edge = place.pitch + 2 * margin
    return QRectF(place.x - margin, place.y - margin, edge, LENGTH * place.pitch + 2 * margin)


def number_box(words: Words, width: float, pad: float) -> QRectF:
    """Return the place of a number: `width` wide, `pad` higher than its digits on both sides."""
    left = words.x - {"left": 0.0, "centre": 0.5, "right": 1.0}[words.align] * width
    return QRectF(left - pad, words.y - words.height / 2 - pad, width + 2 * pad, words.height + 2 * pad)


def draw_labels(
    p: QPainter, layout: Layout, family: str, height: float, above: float, width: float, colour: QColor
) -> None:
    """Write SCORE, LEVEL and JEWELS above their numbers, NEXT above the next piece.

    Args:
        p: scaled to the window.
        layout: where numbers and next piece stand.
        family: of the letters.
        height: of the letters (em).
        above: from the middle of a label to the middle of its number.
        width: of the place of a number.
        colour: of the letters.
    """
    face = font(family, height, bold=True)
    for text, words in (("SCORE", layout.score), ("LEVEL", layout.level), ("JEWELS", layout.jewels)):
        if words is not None:
            box = number_box(words, width, 0)
            title(p, text, QRectF(box.left(), words.y - above - height, box.width(), 2 * height), face, colour, None)
    if layout.next is not None:
        box = next_box(layout.next, 0)
        title(p, "NEXT", QRectF(box.left(), box.top() - above - height, box.width(), 2 * height), face, colour, None)

"""What stands beside the numbers: each player's picture, a box, a bomb and a flame before what they count."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from engine.hypersonic import COLS, ROWS
from practice.hypersonic.looks import Layout, Look, Palette
from practice.hypersonic.names import BOMB, player
from practice.hypersonic.pictures.strokes import flame
from practice.lettering import font, title
from practice.words import Words

EMBLEM = 1.25
"""Edge of an emblem in heights of the digits beside it."""


def wall_boxes(layout: Layout) -> Iterator[QRectF]:
    """Yield the cells of the walls: where x and y are both odd (the paper, section 3)."""
    pitch = layout.pitch
    for row in range(1, ROWS, 2):
        for col in range(1, COLS, 2):
            yield QRectF(layout.x + col * pitch, layout.y + row * pitch, pitch, pitch)


def draw_icons(
    p: QPainter, look: Look, players: int, paint: Callable[[QPainter, str, Palette], None], fire: QColor
) -> None:
    """Draw the pictures beside names and numbers of the players of a game."""
    for number in range(players):
        icon, card = look.icons[number], look.layout.cards[number]
        _paint_at(p, QPointF(icon.x + icon.size / 2, icon.y + icon.size / 2), icon.size, paint, player(number), look)
        for name, words in (("box", card.boxes), (BOMB, card.bombs)):
            if words is not None:
                _paint_at(p, _before(words), EMBLEM * words.height, paint, name, look)
        if card.range is not None:
            at = _before(card.range)
            p.fillPath(flame(at.x(), at.y(), EMBLEM * card.range.height), fire)


def _before(words: Words) -> QPointF:
    return QPointF(words.x - 0.85 * words.height, words.y)


def _paint_at(
    p: QPainter, at: QPointF, size: float, paint: Callable[[QPainter, str, Palette], None], name: str, look: Look
) -> None:
    p.save()
    p.translate(at)
    p.scale(size, size)
    paint(p, name, look.palette)
    p.restore()


def draw_label(p: QPainter, text: str, x: float, y: float, family: str, height: float, colour: QColor) -> None:
    """Write a label round a middle."""
    title(p, text, QRectF(x - 80, y - height, 160, 2 * height), font(family, height, bold=True), colour, None)

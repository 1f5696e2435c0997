"""One moment of the game as it is to be painted, the painting of it, and what changed between two moments."""

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF, QRegion

from engine.hypersonic import BOXES, COLS, DIED, IN_HAND, RANGE, ROWS, STEP_X, STEP_Y, State
from practice.hypersonic.artwork import Artwork
from practice.hypersonic.keys import STAY, Choice
from practice.hypersonic.looks import SANS, Layout, Spot
from practice.hypersonic.motion import BADGE, SIZES, Sprite
from practice.hypersonic.names import player
from practice.lettering import breadth, fitted, font, title
from practice.words import Line, Words, changed_lines, draw_lines

PAUSED = "PAUSED"
EXACT = (*SIZES, BADGE)
"""Sizes that pictures are made in; others are resampled from whole cells."""
DEAD = 0.5
"""Opacity of what is written about a player who is dead."""


class Card(NamedTuple):
    """What is written about one player."""

    name: str
    boxes: int
    bombs: int
    range: int
    alive: bool
    note: str = ""


class Scene(NamedTuple):
    """Everything that can be seen at one moment.

    Attributes:
        sprites: pictures in the arena, the first at the bottom.
        turn: number of the turn.
        cards: what is written about each player.
        message: what the game waits for, or "".
        choice: the action chosen.
        cover: the words that cover the arena, a title first; none while it is open.
        ranks: players in the order of their places: their pictures stand before the cover's lines after the title.
    """

    sprites: tuple[Sprite, ...]
    turn: int
    cards: tuple[Card, ...]
    message: str = ""
    choice: Choice = Choice()
    cover: tuple[str, ...] = ()
    ranks: tuple[int, ...] = ()


def board_rect(art: Artwork) -> QRect:
    """Return the pixels of the arena."""
    left, top = art.cell(0, 0)
    right, bottom = art.cell(COLS, ROWS)
    return QRect(left, top, right - left, bottom - top)


def sprite_rect(art: Artwork, sprite: Sprite) -> QRect:
    """Return the pixels a picture may touch."""
    x, y = art.cell(sprite.x, sprite.y)
    edge = art.edge(sprite.size)
    return QRect(x, y, edge, edge)


def _lines(layout: Layout, scene: Scene) -> list[Line]:
    """Return everything that is written beside the arena."""
    wanted: list[tuple[Words | None, object, float]] = [
        (layout.turn, scene.turn, 1.0),
        (layout.message, scene.message, 1.0),
    ]
    for place, card in zip(layout.cards, scene.cards, strict=False):
        seen = 1.0 if card.alive else DEAD
        wanted += [(place.name, card.name, seen), (place.boxes, card.boxes, seen), (place.note, card.note, 1.0)]
        wanted += [(place.bombs, card.bombs, seen), (place.range, card.range, seen)]
    return [
        Line(words, words.form.format(text), seen) for words, text, seen in wanted if words is not None and text != ""
    ]


def _spot_rect(art: Artwork, spot: Spot) -> QRect:
    x, y = art.pixel(spot.x, spot.y)
    edge = round(spot.size * art.scale)
    return QRect(x, y, edge, edge)


def changed(art: Artwork, before: Scene, after: Scene) -> QRegion:
    """Return the pixels that must be painted again to turn one scene into another."""
    region = QRegion()
    if before.cover != after.cover:
        region += board_rect(art)
    else:
        for sprite in set(before.sprites) ^ set(after.sprites):
            region += sprite_rect(art, sprite)
        region = region.intersected(board_rect(art))
    if before.choice != after.choice and art.layout.choice is not None:
        region += _spot_rect(art, art.layout.choice)
    for rect in changed_lines(art.scale, _lines(art.layout, before), _lines(art.layout, after)):
        region += rect
    return region


def paint(p: QPainter, art: Artwork, scene: Scene, region: QRegion) -> None:
    """Paint what of `scene` lies in `region`; the painter is in window pixels."""
    p.setClipRegion(region)
    whole = region.boundingRect()
    p.drawImage(whole.topLeft(), art.backdrop, whole)
    if not region.subtracted(QRegion(board_rect(art))).isEmpty():
        draw_lines(p, art.scale, _lines(art.layout, scene))
        if art.layout.choice is not None:
            _paint_choice(p, _spot_rect(art, art.layout.choice), art.layout.choice, scene.choice)
    inside = region.intersected(board_rect(art))
    if inside.isEmpty():
        return
    p.setClipRegion(inside)
    p.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    for sprite in scene.sprites:
        rect = sprite_rect(art, sprite)
        if inside.intersects(rect):
            p.setOpacity(sprite.alpha)
            # a player on its way from one size to another is resampled
            p.drawImage(rect, art.picture(sprite.picture, sprite.size if sprite.size in EXACT else 1.0))
    p.setOpacity(1.0)
    if scene.cover:
        _paint_cover(p, art, scene)


def _paint_choice(p: QPainter, rect: QRect, spot: Spot, choice: Choice) -> None:
    """Draw the chosen action: an arrow, a bomb, both; a small ring for nothing yet."""
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    p.save()
    p.translate(rect.x() + rect.width() / 2, rect.y() + rect.height() / 2)
    p.scale(rect.width(), rect.height())
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(*spot.colour))
    if choice.move != STAY:
        x, y = STEP_X[choice.move], STEP_Y[choice.move]
        tip, base, side = 0.48, 0.2, 0.24
        points = [
            (tip * x, tip * y),
            (base * x - side * y, base * y + side * x),
            (base * x + side * y, base * y - side * x),
        ]
        p.drawPolygon(QPolygonF([QPointF(*point) for point in points]))
    radius = 0.16 if choice.bomb else 0.05
    p.drawEllipse(QPointF(0, 0), radius, radius)
    p.restore()


def _paint_cover(p: QPainter, art: Artwork, scene: Scene) -> None:
    """Lay the cover over the whole arena: a title and lines below it, those of players behind their pictures."""
    cover, rect, words = art.layout.cover, QRectF(board_rect(art)), scene.cover
    ground = QColor(*cover.ground)
    ground.setAlphaF(cover.opacity)
    p.fillRect(rect, ground)
    letters = 0.08 * rect.height()
    top = rect.center().y() - 0.9 * letters * len(words)
    small = font(SANS, 0.55 * letters, bold=True)
    aside = 1.3 * art.edge(1.0)  # a picture and what parts it from its line
    longest = max(words[1 : 1 + len(scene.ranks)], key=lambda line: breadth(line, small), default="")
    face = fitted(longest, small, rect.width() - 2 * aside)
    left = rect.center().x() - (aside + breadth(longest, face)) / 2
    for number, text in enumerate(words):
        box = QRectF(
            rect.left(), top + (1.5 * number + (0.6 if number else 0.0)) * letters, rect.width(), 1.5 * letters
        )
        if number == 0:
            title(p, text, box, font(SANS, letters, bold=True), QColor(*cover.title), None)
        elif number <= len(scene.ranks):
            picture = art.picture(player(scene.ranks[number - 1]), 1.0)
            p.drawImage(QPointF(left, box.center().y() - picture.height() / 2).toPoint(), picture)
            box.setLeft(left + aside)
            box.setWidth(breadth(text, face))
            title(p, text, box, face, QColor(*cover.text), None)
        else:
            title(p, text, box, small, QColor(*cover.text), None)


def cards_of(state: State, names: tuple[str, ...], notes: tuple[str, ...]) -> tuple[Card, ...]:
    """Return what is written about the players of a state."""
    cards = []
    for row, name, note in zip(state.players.tolist(), names, notes, strict=True):
        died = row[DIED]
        cards.append(
            Card(
                name,
                max(0, row[BOXES]),
                max(0, row[IN_HAND]),
                max(0, row[RANGE]),
                not died,
                f"out {died}" if died else note,
            )
        )
    return tuple(cards)

"""One moment of the game as it is to be painted, the painting of it, and what changed between two moments."""

import math
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QRegion

from practice.lettering import font, title
from practice.square_stacker.animation import Sprite
from practice.square_stacker.artwork import Artwork
from practice.square_stacker.looks import Layout
from practice.square_stacker.numbers import Numbers, number_lines
from practice.words import changed_lines, draw_lines

PANEL_SIZE = (2.7, 1.45)
"""Width and height of the panel at the end of a game, in pitches."""
PANEL_OPACITY = 0.9
AGAIN = "press R or click to play again"
TARGET_EDGE = 0.92
"""Edge of the mark under a dragged piece, in pitches."""


class Scene(NamedTuple):
    """Everything that can be seen at one moment.

    Attributes:
        sprites: the rings that lie on the board and in the hand, or move there.
        numbers: what is written.
        held: the rings of the piece that is being dragged; they lie over everything but the panel.
        target: the cell in which the dragged piece would land, or None.
        over: whether the panel at the end of a game is shown.
    """

    sprites: tuple[Sprite, ...]
    numbers: Numbers
    held: tuple[Sprite, ...] = ()
    target: int | None = None
    over: bool = False


def sprite_rect(art: Artwork, sprite: Sprite) -> QRect:
    """Return the pixels a ring may touch."""
    picture = art.rings[sprite.colour][sprite.size]
    x, y = art.pixel(sprite.x, sprite.y)
    rect = QRect(x + picture.dx, y + picture.dy, picture.image.width(), picture.image.height())
    if sprite.grow == 1.0:
        return rect
    more_x, more_y = (math.ceil(edge * (sprite.grow - 1) / 2) for edge in (rect.width(), rect.height()))
    return rect.adjusted(-more_x, -more_y, more_x, more_y)


def panel_rect(layout: Layout) -> QRectF:
    """Return the place of the panel at the end of a game, in pixels of the layout."""
    width, height = (size * layout.pitch for size in PANEL_SIZE)
    x, y = layout.place(4)
    return QRectF(x - width / 2, y - height / 2, width, height)


def _panel_pixels(art: Artwork) -> QRectF:
    rect, s = panel_rect(art.layout), art.scale
    return QRectF(rect.x() * s, rect.y() * s, rect.width() * s, rect.height() * s)


def _target_rect(art: Artwork, cell: int) -> QRectF:
    x, y = art.layout.place(cell)
    edge = TARGET_EDGE * art.layout.pitch * art.scale
    return QRectF(x * art.scale - edge / 2, y * art.scale - edge / 2, edge, edge)


def changed(art: Artwork, before: Scene, after: Scene) -> QRegion:
    """Return the pixels that must be painted again to turn one scene into another."""
    region = QRegion()
    for sprite in set(before.sprites) ^ set(after.sprites) | set(before.held) ^ set(after.held):
        region += sprite_rect(art, sprite)
    if before.target != after.target:
        for cell in (before.target, after.target):
            if cell is not None:
                region += _target_rect(art, cell).toAlignedRect()
    lines_before, lines_after = (number_lines(art.layout, scene.numbers) for scene in (before, after))
    for rect in changed_lines(art.scale, lines_before, lines_after):
        region += rect
    if before.over != after.over:
        region += _panel_pixels(art).toAlignedRect()
    return region


def paint(p: QPainter, art: Artwork, scene: Scene, region: QRegion) -> None:
    """Paint what of `scene` lies in `region`; the painter is in window pixels."""
    p.setClipRegion(region)
    whole = region.boundingRect()
    p.drawImage(whole.topLeft(), art.backdrop, whole)
    p.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    if scene.target is not None:
        corner = 0.12 * art.layout.pitch * art.scale
        p.setPen(QColor(0, 0, 0, 0))
        p.setBrush(QColor(128, 128, 128, 64))
        p.drawRoundedRect(_target_rect(art, scene.target), corner, corner)
    for sprite in scene.sprites:
        _paint_ring(p, art, sprite, region)
    draw_lines(p, art.scale, number_lines(art.layout, scene.numbers))
    for sprite in scene.held:
        _paint_ring(p, art, sprite, region)
    if scene.over:
        _paint_panel(p, art, scene.numbers.score)


def _paint_ring(p: QPainter, art: Artwork, sprite: Sprite, region: QRegion) -> None:
    rect = sprite_rect(art, sprite)
    if not region.intersects(rect):
        return
    layers = [(art.rings, sprite.alpha)]
    if sprite.white > 0:
        layers.append((art.flashes, sprite.alpha * sprite.white))
    for rings, opacity in layers:
        image = rings[sprite.colour][sprite.size].image
        p.setOpacity(opacity)
        if sprite.grow == 1.0:
            p.drawImage(rect.topLeft(), image)
        else:
            p.drawImage(rect, image)
    p.setOpacity(1.0)


def _paint_panel(p: QPainter, art: Artwork, score: int) -> None:
    """Lay the panel over the middle of the board."""
    panel, rect = art.layout.panel, _panel_pixels(art)
    unit = rect.height() / 10
    ground = QColor(*panel.ground)
    ground.setAlphaF(PANEL_OPACITY)
    p.setPen(QColor(0, 0, 0, 0))
    p.setBrush(ground)
    p.drawRoundedRect(rect, unit, unit)
    lines = (
        ("Game over", 1.0, 2.4, 1.7, panel.title),
        (str(score), 3.6, 3.0, 2.9, panel.text),
        (AGAIN, 7.5, 1.5, 0.95, panel.text),
    )
    for text, top, high, letters, colour in lines:
        box = QRectF(rect.left(), rect.top() + top * unit, rect.width(), high * unit)
        title(p, text, box, font("DejaVu Sans", letters * unit, bold=text != AGAIN), QColor(*colour), None)

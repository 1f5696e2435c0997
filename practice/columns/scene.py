"""One moment of the game as it is to be painted, the painting of it, and what changed between two moments."""

import math
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QRegion

from practice.columns.artwork import Artwork
from practice.columns.looks import Layout
from practice.columns.motion import Sprite
from practice.lettering import font, title
from practice.words import Line, Words, changed_lines, draw_lines

PAUSED = "PAUSED"
GAME_OVER = "GAME OVER"
HINTS = {PAUSED: "P goes on", GAME_OVER: "press R to play again"}
"""What is written below each word on the cover."""
COMES_BACK = "click to go on"
"""What is written below where the game stands still because another window has the keyboard."""


class Numbers(NamedTuple):
    """What is written on the window."""

    score: int
    level: int
    jewels: int


class Scene(NamedTuple):
    """Everything that can be seen at one moment.

    Attributes:
        sprites: jewels in the well, those of the falling piece too; what is above the well is not seen.
        ghost: jewels where the piece would land; they lie under the others.
        next: pictures of the next piece, top to bottom; empty where it is not shown.
        numbers: what is written.
        cover: the word that covers the well, or "".
        hint: what is written below it, "" for the word's own hint.
    """

    sprites: tuple[Sprite, ...]
    ghost: tuple[Sprite, ...]
    next: tuple[int, ...]
    numbers: Numbers
    cover: str = ""
    hint: str = ""


def well_rect(art: Artwork) -> QRect:
    """Return the pixels of the well."""
    left, top = art.cell(0, 0)
    right, bottom = art.cell(art.layout.cols, art.layout.rows)
    return QRect(left, top, right - left, bottom - top)


def sprite_rect(art: Artwork, sprite: Sprite) -> QRect:
    """Return the pixels a jewel may touch."""
    x, y = art.cell(sprite.col, sprite.row)
    image = art.jewels[sprite.picture]
    rect = QRect(x, y, image.width(), image.height())
    if sprite.grow == 1.0:
        return rect
    more_x, more_y = (math.ceil(edge * (sprite.grow - 1) / 2) for edge in (rect.width(), rect.height()))
    return rect.adjusted(-more_x, -more_y, more_x, more_y)


def _next_rect(art: Artwork, place: int) -> QRect:
    spot = art.layout.next
    if spot is None:
        return QRect()
    x, y = art.pixel(spot.x, spot.y + place * spot.pitch)
    return QRect(x, y, art.next[0].width(), art.next[0].height())


def _lines(layout: Layout, numbers: Numbers) -> list[Line]:
    places: tuple[Words | None, ...] = (layout.score, layout.level, layout.jewels)
    return [Line(words, words.form.format(number)) for words, number in zip(places, numbers, strict=True) if words]


def changed(art: Artwork, before: Scene, after: Scene) -> QRegion:
    """Return the pixels that must be painted again to turn one scene into another."""
    region = QRegion()
    if (before.cover, before.hint) != (after.cover, after.hint):
        region += well_rect(art)
    else:
        for sprite in set(before.sprites) ^ set(after.sprites) | set(before.ghost) ^ set(after.ghost):
            region += sprite_rect(art, sprite)
        region = region.intersected(well_rect(art))
    if before.next != after.next:
        for place in range(max(len(before.next), len(after.next))):
            region += _next_rect(art, place)
    if before.numbers != after.numbers:
        for rect in changed_lines(art.scale, _lines(art.layout, before.numbers), _lines(art.layout, after.numbers)):
            region += rect
    return region


def paint(p: QPainter, art: Artwork, scene: Scene, region: QRegion) -> None:
    """Paint what of `scene` lies in `region`; the painter is in window pixels."""
    p.setClipRegion(region)
    whole = region.boundingRect()
    p.drawImage(whole.topLeft(), art.backdrop, whole)
    for place, picture in enumerate(scene.next):
        rect = _next_rect(art, place)
        if region.intersects(rect):
            p.drawImage(rect.topLeft(), art.next[picture])
    if not region.subtracted(QRegion(well_rect(art))).isEmpty():
        draw_lines(p, art.scale, _lines(art.layout, scene.numbers))
    inside = region.intersected(well_rect(art))
    if inside.isEmpty():
        return
    p.setClipRegion(inside)
    if not scene.cover or art.layout.cover.opacity < 1:
        for sprite in scene.ghost:
            rect = sprite_rect(art, sprite)
            if inside.intersects(rect):
                p.drawImage(rect.topLeft(), art.ghosts[sprite.picture])
        for sprite in scene.sprites:
            _paint_jewel(p, art, sprite, inside)
    if scene.cover:
        _paint_cover(p, art, scene.cover, scene.hint or HINTS[scene.cover])


def _paint_jewel(p: QPainter, art: Artwork, sprite: Sprite, region: QRegion) -> None:
    rect = sprite_rect(art, sprite)
    if not region.intersects(rect):
        return
    if sprite.grow == 1.0 and sprite.alpha == 1.0 and sprite.white == 0.0:
        p.drawImage(rect.topLeft(), art.jewels[sprite.picture])
        return
    p.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    for images, opacity in ((art.jewels, sprite.alpha), (art.flashes, sprite.alpha * sprite.white)):
        if opacity > 0 and not rect.isEmpty():
            p.setOpacity(opacity)
            p.drawImage(rect, images[sprite.picture])
    p.setOpacity(1.0)


def _paint_cover(p: QPainter, art: Artwork, word: str, hint: str) -> None:
    """Lay the cover over the whole well."""
    cover, rect = art.layout.cover, QRectF(well_rect(art))
    ground = QColor(*cover.ground)
    ground.setAlphaF(cover.opacity)
    p.fillRect(rect, ground)
    letters = min(0.13 * rect.width(), 40 * art.scale)
    middle = rect.top() + 0.4 * rect.height()
    for text, below, size, colour in ((word, 0.0, letters, cover.title), (hint, 1.5, letters / 2, cover.text)):
        box = QRectF(rect.left(), middle + below * letters - letters, rect.width(), 2 * letters)
        title(p, text, box, font("DejaVu Sans", size, bold=True), QColor(*colour), None)

"""One moment of the game as it is to be painted, the painting of it, and what changed between two moments."""

import math
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QRegion

from engine.bilging import JELLYFISH, TILE_PX
from practice.bilging.animation import Drop, Label, Sprite
from practice.bilging.artwork import Artwork
from practice.bilging.looks import COLS, ROWS
from practice.bilging.score_panel import Hud, draw_hud
from practice.lettering import font, title


class Scene(NamedTuple):
    """Everything that can be seen at one moment. Places are in cells.

    Attributes:
        sprites: the pieces.
        water_px: height of the water in pixels of a 45 px tile.
        cursor: (row, column) of the pair's left cell, or None where no cursor shows.
        beat: moment of the idle animations.
        hud: what the score panel says.
        drops, labels: splashes and floating words.
        veil: words over a covered board ("Paused"), or "".
    """

    sprites: tuple[Sprite, ...]
    water_px: float
    cursor: tuple[int, int] | None
    beat: int
    hud: Hud
    drops: tuple[Drop, ...] = ()
    labels: tuple[Label, ...] = ()
    veil: str = ""


def sprite_rect(art: Artwork, sprite: Sprite) -> QRect:
    """Return the pixels a sprite may touch."""
    picture = art.pieces[sprite.code][0]
    left, top = art.corner(sprite.x, sprite.y)
    width, height = picture.image.width(), picture.image.height()
    rect = QRect(left + picture.dx, top + picture.dy, width, height)
    if sprite.size == 1.0:
        return rect
    grow_x, grow_y = math.ceil(width * (sprite.size - 1) / 2), math.ceil(height * (sprite.size - 1) / 2)
    return rect.adjusted(-grow_x, -grow_y, grow_x, grow_y)


def _cursor_rect(art: Artwork, cursor: tuple[int, int]) -> QRect:
    left, top = art.corner(cursor[1], cursor[0])
    return QRect(QPoint(left + art.cursor.dx, top + art.cursor.dy), art.cursor.image.size())


def waterline(art: Artwork, water_px: float) -> int:
    """Return the first wet row of pixels of the window."""
    return art.corner(0, ROWS - water_px / TILE_PX)[1]


def _drop_rect(art: Artwork, drop: Drop) -> QRect:
    x, y = art.corner(drop.x, drop.y)
    reach = math.ceil(drop.radius * art.tile) + 2
    return QRect(x - reach, y - reach, 2 * reach + 1, 2 * reach + 1)


def _label_rect(art: Artwork, label: Label) -> QRect:
    left, top = art.corner(0, label.y - 0.6)
    right, bottom = art.corner(COLS, label.y + 0.6)
    reach = math.ceil(art.tile)
    return QRect(left - reach, top, right - left + 2 * reach, bottom - top)


def panel_rect(art: Artwork) -> QRect:
    """Return the pixels of the score panel, empty where there is none."""
    panel = art.layout.panel
    if panel is None:
        return QRect()
    s = art.scale
    return QRectF(panel.x * s, panel.y * s, panel.width * s, panel.height * s).toAlignedRect()


def changed(art: Artwork, before: Scene, after: Scene) -> QRegion:
    """Return the pixels that must be painted again to turn one scene into another."""
    board = art.board()
    if before.veil != after.veil:
        return QRegion(board).united(panel_rect(art))
    region = QRegion()
    for sprite in set(before.sprites) ^ set(after.sprites):
        region += sprite_rect(art, sprite) & board
    if before.beat != after.beat:
        for sprite in after.sprites:
            if sprite.code == JELLYFISH:
                region += sprite_rect(art, sprite) & board
    levels = waterline(art, before.water_px), waterline(art, after.water_px)
    if levels[0] != levels[1]:
        region += QRect(board.left(), min(levels), board.width(), abs(levels[0] - levels[1]))
    if before.cursor != after.cursor:
        for cursor in (before.cursor, after.cursor):
            if cursor is not None:
                region += _cursor_rect(art, cursor)
    for drop in set(before.drops) ^ set(after.drops):
        region += _drop_rect(art, drop)
    for label in set(before.labels) ^ set(after.labels):
        region += _label_rect(art, label)
    if before.hud != after.hud:
        region += panel_rect(art)
    return region


def paint(p: QPainter, art: Artwork, scene: Scene, region: QRegion) -> None:
    """Paint what of `scene` lies in `region`; the painter is in window pixels."""
    p.setClipRegion(region)
    whole = region.boundingRect()
    p.drawImage(whole.topLeft(), art.backdrop, whole)
    if art.layout.panel is not None and region.intersects(panel_rect(art)):
        draw_hud(p, art.layout.panel, art.scale, art.smooth, scene.hud)
    board = art.board()
    p.setClipRegion(region & QRegion(board))
    p.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, art.smooth)
    for sprite in scene.sprites:
        rect = sprite_rect(art, sprite)
        if not region.intersects(rect):
            continue
        frames = art.pieces[sprite.code]
        picture = frames[scene.beat % len(frames)].image
        p.setOpacity(sprite.alpha)
        if sprite.size == 1.0:
            p.drawImage(rect.topLeft(), picture)
        else:
            p.drawImage(rect, picture)
    p.setOpacity(1.0)
    p.setClipRegion(region)
    if scene.cursor is not None:
        p.drawImage(_cursor_rect(art, scene.cursor).topLeft(), art.cursor.image)
    line = waterline(art, scene.water_px)
    wet = QRect(board.left(), line, board.width(), board.bottom() + 1 - line)
    p.fillRect(wet, QColor(*art.wet_colour, round(art.wet_weight * 255)))
    _paint_effects(p, art, scene)
    if scene.veil:
        _paint_veil(p, art, board, scene.veil)


def _paint_effects(p: QPainter, art: Artwork, scene: Scene) -> None:
    p.setRenderHint(QPainter.RenderHint.Antialiasing, art.smooth)
    p.setPen(Qt.PenStyle.NoPen)
    for drop in scene.drops:
        colour = QColor(*art.body[drop.code]).lighter(130)
        colour.setAlphaF(drop.alpha)
        p.setBrush(colour)
        x, y = art.corner(drop.x, drop.y)
        radius = drop.radius * art.tile
        p.drawEllipse(QRectF(x - radius, y - radius, 2 * radius, 2 * radius))
    for label in scene.labels:
        big = art.tile * (0.62 if "!" in label.text else 0.5)
        p.setOpacity(label.alpha)
        face = font("DejaVu Sans", big, bold=True)
        box = QRectF(_label_rect(art, label))
        x, _ = art.corner(label.x, 0)
        if "!" not in label.text:
            box.moveCenter(QRectF(x, box.center().y(), 0, 0).topLeft())
        title(p, label.text, box, face, QColor(255, 240, 130), QColor(40, 20, 10), max(2.0, big * 0.2))
    p.setOpacity(1.0)


def _paint_veil(p: QPainter, art: Artwork, board: QRect, words: str) -> None:
    p.fillRect(board, QColor(8, 16, 32, 236))
    p.setRenderHint(QPainter.RenderHint.Antialiasing, art.smooth)
    lines = words.split("\n")
    for number, line in enumerate(lines):
        big = art.tile * (0.7 if number == 0 else 0.38)
        box = QRectF(board)
        box.moveTop(board.top() + (number - 0.5) * art.tile)
        title(p, line, box, font("DejaVu Serif", big, bold=number == 0), QColor(244, 226, 170), None)

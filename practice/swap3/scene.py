"""One moment of the game as it is to be painted, the painting of it, and what changed between two moments."""

import math
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QRegion

from practice.lettering import font, title
from practice.swap3.animation import Sprite
from practice.swap3.artwork import Artwork
from practice.words import Line, changed_lines, draw_lines, words_path

FRAME = 0.06
"""Width of the frame round a chosen piece, in tiles."""


class Scene(NamedTuple):
    """Everything that can be seen at one moment.

    Attributes:
        sprites: the pieces.
        score: as written.
        chosen: (row, column) of the piece that is to be swapped, or None.
        veil: words over the board, a line each; "" for none.
    """

    sprites: tuple[Sprite, ...]
    score: int
    chosen: tuple[int, int] | None = None
    veil: str = ""


def _rect(art: Artwork, sprite: Sprite) -> QRect:
    """Return the pixels a piece may touch."""
    x, y = art.corner(sprite.row, sprite.col)
    edge = math.ceil(art.tile)
    gone = round(edge * (1 - sprite.size) / 2)
    return QRect(x, y, edge, edge).adjusted(gone, gone, -gone, -gone)


def _cell(art: Artwork, cell: tuple[int, int]) -> QRect:
    (left, top), (right, bottom) = art.corner(*cell), art.corner(cell[0] + 1, cell[1] + 1)
    return QRect(left, top, right - left, bottom - top)


def _lines(art: Artwork, scene: Scene) -> tuple[Line, ...]:
    words = art.layout.score
    text = words.form.format(scene.score)
    width = words_path(words, text, 1.0).boundingRect().width()
    return (Line(replace(words, height=words.height * min(1.0, art.layout.score_room / width)), text),)


def changed(art: Artwork, before: Scene, after: Scene) -> QRegion:
    """Return the pixels that must be painted again to turn one scene into another."""
    region = QRegion()
    for sprite in set(before.sprites) ^ set(after.sprites):
        region += _rect(art, sprite)
    if before.chosen != after.chosen:
        for cell in (before.chosen, after.chosen):
            if cell is not None:
                region += _cell(art, cell)
    for rect in changed_lines(art.scale, _lines(art, before), _lines(art, after)):
        region += rect
    if before.veil != after.veil:
        region += art.board()
    return region


def paint(p: QPainter, art: Artwork, scene: Scene, region: QRegion) -> None:
    """Paint what of `scene` lies in `region`; the painter is in window pixels."""
    p.setClipRegion(region)
    whole, board = region.boundingRect(), art.board()
    p.drawImage(whole.topLeft(), art.backdrop, whole)
    p.setClipRegion(region.intersected(board))
    p.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, art.smooth)
    for sprite in scene.sprites:
        rect = _rect(art, sprite)
        if not region.intersects(rect) or rect.isEmpty():
            continue
        p.setOpacity(sprite.alpha)
        if sprite.size == 1.0:
            p.drawImage(rect.topLeft(), art.pieces[sprite.kind])
        else:
            p.drawImage(rect, art.pieces[sprite.kind])
    p.setOpacity(1.0)
    if scene.chosen is not None:
        width = max(2.0, FRAME * art.tile)
        p.setPen(QPen(QColor(*art.chosen), width, j=Qt.PenJoinStyle.MiterJoin))
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawRect(QRectF(_cell(art, scene.chosen)).adjusted(width / 2, width / 2, -width / 2, -width / 2))
    if scene.veil:
        _paint_veil(p, art, board, scene.veil)
    p.setClipRegion(region)
    draw_lines(p, art.scale, _lines(art, scene))


def _paint_veil(p: QPainter, art: Artwork, board: QRect, words: str) -> None:
    p.fillRect(board, QColor(12, 14, 22, 228))
    for number, line in enumerate(words.split("\n")):
        big = art.tile * (0.62 if number == 0 else 0.36)
        box = QRectF(board)
        box.moveTop(board.top() + (number - 0.5) * art.tile)
        title(p, line, box, font("DejaVu Sans", big, bold=number == 0), QColor(244, 232, 190), None)

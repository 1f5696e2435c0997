"""Everything a window needs to paint itself at one scale: pictures ready to be laid on each other."""

import math
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from engine.bilging import EMPTY
from practice.bilging.looks import COLS, ROWS, Layout, Look
from practice.bilging.pieces import cursor_image, frames_of, piece_image
from practice.bilging.scenery import SCENERY
from practice.picture import Picture, Rgb, pixel_size


@dataclass(frozen=True)
class Artwork:
    """A look or skin made ready for one scale. All pixels are the window's own.

    Attributes:
        layout: places in pixels at scale 1.
        scale: pixels of the window per pixel of the layout.
        backdrop: the whole client area without pieces, water or cursor.
        pieces: by code, one picture for each frame of the kind's idle animation; laid on the cell's top left.
        cursor: laid on the top left of the pair's left cell.
        cursor_stays: whether the cursor stays at its last pair when the mouse leaves.
        wet_colour, wet_weight: below the waterline, shown = (1 - weight) * dry + weight * colour.
        body: a colour for each code, for drops.
        smooth: whether edges are smoothed.
    """

    layout: Layout
    scale: float
    backdrop: QImage
    pieces: tuple[tuple[Picture, ...], ...]
    cursor: Picture
    cursor_stays: bool
    wet_colour: Rgb
    wet_weight: float
    body: tuple[Rgb, ...]
    smooth: bool

    @property
    def tile(self) -> float:
        """Edge of a cell, fractions allowed."""
        return self.layout.tile * self.scale

    def corner(self, x: float, y: float) -> tuple[int, int]:
        """Return the pixel at (x, y) in cells from the board's top left."""
        left = (self.layout.board_x + x * self.layout.tile) * self.scale
        top = (self.layout.board_y + y * self.layout.tile) * self.scale
        return math.floor(left + 0.5), math.floor(top + 0.5)

    def board(self) -> QRect:
        """Return the board's pixels."""
        left, top = self.corner(0, 0)
        right, bottom = self.corner(COLS, ROWS)
        return QRect(left, top, right - left, bottom - top)


SPECIAL_BODIES: tuple[Rgb, ...] = ((226, 78, 42), (250, 206, 54), (242, 130, 196))
"""Colours of crab, puffer fish and jellyfish."""


@lru_cache(maxsize=4)
def look_artwork(look: Look, scale: float) -> Artwork:
    """Draw a look at a scale; needs a Qt application for its letters. The last few are kept."""
    width, height = pixel_size(look.layout.width, look.layout.height, scale)
    backdrop = QImage(width, height, QImage.Format.Format_RGB32)
    p = QPainter(backdrop)
    p.setRenderHint(QPainter.RenderHint.Antialiasing, look.antialias)
    p.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, look.antialias)
    p.scale(width / look.layout.width, height / look.layout.height)
    SCENERY[look.name](p, look, scale)
    p.end()
    tile = look.layout.tile * scale
    cursor = cursor_image(look, tile, scale)
    return Artwork(
        layout=look.layout,
        scale=scale,
        backdrop=backdrop,
        pieces=look_pieces(look, tile),
        cursor=Picture(cursor, (round(2 * tile) - cursor.width()) // 2, (round(tile) - cursor.height()) // 2),
        cursor_stays=look.cursor_stays,
        wet_colour=look.wet_colour,
        wet_weight=look.wet_weight,
        body=(*(paint.body for paint in look.paints), *SPECIAL_BODIES),
        smooth=look.antialias,
    )


def look_pieces(look: Look, tile: float) -> tuple[tuple[Picture, ...], ...]:
    """Return the pictures of every kind at a cell of `tile` pixels."""
    return tuple(
        tuple(Picture(piece_image(look, code, tile, frame)) for frame in range(frames_of(code)))
        for code in range(EMPTY)
    )

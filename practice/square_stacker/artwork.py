"""Everything a window needs to paint itself at one scale: pictures ready to be laid on each other."""

import math
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from engine.square_stacker import CELLS, EMPTY, SIZES
from practice.picture import Picture, pixel_size
from practice.square_stacker.looks import Layout, Look
from practice.square_stacker.rings import ring_picture, whitened
from practice.square_stacker.scenery import SCENERY

Rings = tuple[tuple[Picture, ...], ...]
"""By colour and size."""


@dataclass(frozen=True)
class Artwork:
    """A look or skin made ready for one scale. All pixels are the window's own.

    Attributes:
        layout: places in pixels at scale 1.
        scale: pixels of the window per pixel of the layout.
        backdrop: the whole client area with an empty board, without rings or numbers.
        rings: by colour and size, laid from the centre of a place.
        flashes: the same in white.
    """

    layout: Layout
    scale: float
    backdrop: QImage
    rings: Rings
    flashes: Rings

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """Return the pixel of a point of the layout."""
        return math.floor(x * self.scale + 0.5), math.floor(y * self.scale + 0.5)


def flashes_of(rings: Rings) -> Rings:
    """Return every ring's silhouette in white."""
    return tuple(tuple(whitened(picture) for picture in sizes) for sizes in rings)


@lru_cache(maxsize=4)
def look_artwork(look: Look, scale: float) -> Artwork:
    """Draw a look at a scale; needs a Qt application for its letters. The last few are kept."""
    layout = look.layout
    width, height = pixel_size(layout.width, layout.height, scale)
    backdrop = QImage(width, height, QImage.Format.Format_RGB32)
    p = QPainter(backdrop)
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    p.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    p.scale(width / layout.width, height / layout.height)
    SCENERY[look.name](p, look, scale)
    _draw_dots(p, look)
    p.end()
    rings = tuple(tuple(ring_picture(look, colour, size, scale) for size in range(SIZES)) for colour in range(EMPTY))
    return Artwork(layout, scale, backdrop, rings, flashes_of(rings))


def _draw_dots(p: QPainter, look: Look) -> None:
    """Mark the middle of every cell; the hand has no marks."""
    dot = look.dot
    p.setPen(QColor(0, 0, 0, 0))
    p.setBrush(QColor(*dot.colour))
    for cell in range(CELLS):
        x, y = look.layout.place(cell)
        p.drawRoundedRect(QRectF(x - dot.edge / 2, y - dot.edge / 2, dot.edge, dot.edge), dot.corner, dot.corner)

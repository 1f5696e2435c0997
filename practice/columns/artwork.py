"""Everything a window needs to paint itself at one scale: pictures ready to be laid on each other."""

import math
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtGui import QImage, QPainter

from practice.columns.jewels import ghost_picture, jewel_picture, whitened
from practice.columns.looks import Ghost, Layout, Look
from practice.columns.motion import FLASHES, Vanish
from practice.columns.scenery import SCENERY
from practice.picture import pixel_size

Pictures = tuple[QImage, ...]
"""By colour, white last."""


@dataclass(frozen=True)
class Artwork:
    """A look or skin made ready for one scale. All pixels are the window's own.

    Attributes:
        layout: places in pixels at scale 1.
        scale: pixels of the window per pixel of the layout.
        backdrop: the whole client area with an empty well, the labels of its numbers written.
        jewels: laid on the upper left corner of a cell.
        flashes: the same in white.
        ghosts: marks of the place where a jewel would land.
        next: jewels of the next piece; they may have another size.
        vanish: how jewels vanish.
    """

    layout: Layout
    scale: float
    backdrop: QImage
    jewels: Pictures
    flashes: Pictures
    ghosts: Pictures
    next: Pictures
    vanish: Vanish

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """Return the pixel of a point of the layout."""
        return math.floor(x * self.scale + 0.5), math.floor(y * self.scale + 0.5)

    def cell(self, col: float, row: float) -> tuple[int, int]:
        """Return the pixel of a cell's upper left corner."""
        return self.pixel(self.layout.x + col * self.layout.pitch, self.layout.y + row * self.layout.pitch)


def make_artwork(
    layout: Layout, scale: float, backdrop: QImage, jewels: Pictures, following: Pictures, ghost: Ghost, vanish: Vanish
) -> Artwork:
    """Return the artwork of jewels and a backdrop, the pictures that follow from them drawn."""
    flashes = tuple(whitened(image) for image in jewels)
    ghosts = tuple(ghost_picture(image, ghost, scale) for image in jewels)
    return Artwork(layout, scale, backdrop, jewels, flashes, ghosts, following, vanish)


@lru_cache(maxsize=4)
def look_artwork(look: Look, rows: int, cols: int, scale: float) -> Artwork:
    """Draw a look for a well of a size at a scale; needs a Qt application for its letters. The last few are kept."""
    layout = look.arrange(rows, cols)
    width, height = pixel_size(layout.width, layout.height, scale)
    backdrop = QImage(width, height, QImage.Format.Format_RGB32)
    p = QPainter(backdrop)
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    p.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    p.scale(width / layout.width, height / layout.height)
    SCENERY[look.name](p, layout, scale)
    p.end()
    jewels = tuple(jewel_picture(look, code, layout.pitch, scale) for code in range(FLASHES))
    pitch = layout.next.pitch if layout.next is not None else layout.pitch
    following = tuple(jewel_picture(look, code, pitch, scale) for code in range(FLASHES))
    return make_artwork(layout, scale, backdrop, jewels, following, look.habits.ghost_style, look.habits.vanish)

"""Everything a window needs to paint itself at one scale: pictures ready to be laid on each other."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from practice.hypersonic.looks import Layout, Look
from practice.hypersonic.names import NAMES
from practice.hypersonic.pictures import PAINTERS
from practice.hypersonic.scenery import SCENERY
from practice.picture import pixel_size

Draw = Callable[[str, int], QImage]
"""Makes the picture of a name, square, so many pixels wide."""


@dataclass(frozen=True)
class Artwork:
    """A look or skin made ready for one scale. All pixels are the window's own.

    Attributes:
        layout: places in pixels at scale 1.
        scale: pixels of the window per pixel of the layout.
        backdrop: the whole client area with an empty arena, walls and everything else that never changes.
        draw: makes a picture of a size.
    """

    layout: Layout
    scale: float
    backdrop: QImage
    draw: Draw
    _made: dict[tuple[str, int], QImage] = field(default_factory=dict)

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """Return the pixel of a point of the layout."""
        return math.floor(x * self.scale + 0.5), math.floor(y * self.scale + 0.5)

    def cell(self, col: float, row: float) -> tuple[int, int]:
        """Return the pixel of a point of the arena, in cells from its upper left corner."""
        return self.pixel(self.layout.x + col * self.layout.pitch, self.layout.y + row * self.layout.pitch)

    def edge(self, size: float) -> int:
        """Return the pixels that `size` cells are wide."""
        return max(1, math.ceil(size * self.layout.pitch * self.scale - 1e-6))

    def picture(self, name: str, size: float) -> QImage:
        """Return a picture `size` cells wide; it is made once."""
        key = (name, self.edge(size))
        if key not in self._made:
            self._made[key] = self.draw(*key)
        return self._made[key]


def blank(edge: int) -> QImage:
    """Return a see-through square picture."""
    image = QImage(edge, edge, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    return image


def look_picture(look: Look, name: str, edge: int) -> QImage:
    """Draw a picture of a look at the very size in pixels.

    Raises:
        KeyError: no such picture.
    """
    if name not in NAMES:
        raise KeyError(name)
    image = blank(edge)
    p = QPainter(image)
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    p.translate(edge / 2, edge / 2)
    p.scale(edge, edge)
    PAINTERS[look.name](p, name, look.palette)
    p.end()
    return image


def _drawing(look: Look) -> Draw:
    def draw(name: str, edge: int) -> QImage:
        return look_picture(look, name, edge)

    return draw


@lru_cache(maxsize=4)
def look_artwork(look: Look, players: int, scale: float) -> Artwork:
    """Draw a look for a game of so many players at a scale; needs a Qt application. The last few are kept."""
    layout = look.layout
    width, height = pixel_size(layout.width, layout.height, scale)
    backdrop = QImage(width, height, QImage.Format.Format_RGB32)
    p = QPainter(backdrop)
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    p.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    p.scale(width / layout.width, height / layout.height)
    SCENERY[look.name](p, look, players, scale)
    p.end()
    return Artwork(layout, scale, backdrop, _drawing(look))

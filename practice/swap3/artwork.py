"""Everything a window needs to paint itself at one scale: the backdrop and a picture of every kind."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter

from engine.swap3 import Rules
from practice.noise import smooth_noise
from practice.picture import Rgb, pixel_size
from practice.pixels import image_from_bgr
from practice.swap3.looks import Layout, Look
from practice.swap3.pieces import piece_image


@dataclass(frozen=True)
class Artwork:
    """A look made ready for one scale. All pixels are the window's own.

    Attributes:
        layout: places in pixels at scale 1.
        scale: pixels of the window per pixel of the layout.
        backdrop: the whole client area without pieces and score.
        pieces: by kind; laid on the cell's top left.
        chosen: colour of the frame round a chosen piece.
        smooth: whether edges are smoothed.
    """

    layout: Layout
    scale: float
    backdrop: QImage
    pieces: tuple[QImage, ...]
    chosen: Rgb
    smooth: bool

    @property
    def tile(self) -> float:
        """Edge of a cell, fractions allowed."""
        return self.layout.tile * self.scale

    def corner(self, row: float, col: float) -> tuple[int, int]:
        """Return the pixel (x, y) of a cell's top left; fractions lie within cells."""
        left = (self.layout.x + col * self.layout.tile) * self.scale
        top = (self.layout.y + row * self.layout.tile) * self.scale
        return math.floor(left + 0.5), math.floor(top + 0.5)

    def board(self) -> QRect:
        """Return the board's pixels."""
        left, top = self.corner(0, 0)
        right, bottom = self.corner(self.layout.rows, self.layout.cols)
        return QRect(left, top, right - left, bottom - top)


@lru_cache(maxsize=4)
def look_artwork(look: Look, rules: Rules, scale: float) -> Artwork:
    """Draw a look at a scale; needs a Qt application for its letters. The last few are kept."""
    layout = look.layout(rules)
    width, height = pixel_size(layout.width, layout.height, scale)
    backdrop = _clouded(look, width, height) if look.grain else QImage(width, height, QImage.Format.Format_RGB32)
    if not look.grain:
        backdrop.fill(QColor(*look.window))
    pieces = tuple(piece_image(look, kind, layout.tile * scale) for kind in range(rules.kinds))
    art = Artwork(layout, scale, backdrop, pieces, look.chosen, look.antialias)
    if not look.grain:
        p = QPainter(backdrop)
        for row in range(layout.rows):
            for col in range(layout.cols):
                (left, top), (right, bottom) = art.corner(row, col), art.corner(row + 1, col + 1)
                p.fillRect(left, top, right - left, bottom - top, QColor(*look.grounds[(row + col) % 2]))
        p.end()
    return art


def _clouded(look: Look, width: int, height: int) -> QImage:
    """Return a client area all of one ground, lighter here and darker there."""
    clouds = smooth_noise(width, height, (5.0, 4.0), 4, seed=7)[..., None] * look.grain
    bgr = np.array(look.grounds[0][::-1], np.float32)
    return image_from_bgr(np.clip(bgr + clouds, 0, 255).astype(np.uint8)).convertToFormat(QImage.Format.Format_RGB32)

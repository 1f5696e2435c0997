"""A temple wall of carved blocks, two columns beside the well, tablets for the numbers."""

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen

from practice.columns.looks import Layout
from practice.columns.scenery.labels import draw_labels, next_box, number_box
from practice.noise import smooth_noise
from practice.pixels import Bgr, image_from_bgr

STONE_BGR = np.array([112, 150, 184], dtype=np.float32)
BLOCK = 56.0
"""Height of a course of blocks."""


def _stone(width: int, height: int) -> Bgr:
    """Return (height, width, 3) uint8 BGR: sandstone with weather stains."""
    stain = smooth_noise(width, height, (4, 5), 5, seed=71)
    grain = smooth_noise(width, height, (120, 140), 2, seed=72)
    light = 0.86 + 0.13 * stain + 0.07 * grain
    stone: Bgr = np.clip(STONE_BGR * light[..., None], 0, 255).astype(np.uint8)
    return stone


def _courses(p: QPainter, width: float, height: float) -> None:
    """Joints between the blocks, each a dark line with a light one below."""
    rows = math.ceil(height / BLOCK)
    for colour, shift in ((QColor(70, 46, 26, 150), 0.0), (QColor(255, 240, 210, 70), 1.6)):
        p.setPen(QPen(QBrush(colour), 1.6))
        for row in range(rows):
            top = row * BLOCK + shift
            p.drawLine(QPointF(0, top), QPointF(width, top))
            x = (row % 2) * 52.0 + 26
            while x < width:
                p.drawLine(QPointF(x + shift, top), QPointF(x + shift, top + BLOCK))
                x += 104


def _meander(p: QPainter, box: QRectF, colour: QColor) -> None:
    """A key pattern along the top and the bottom of a box."""
    unit = 6.0
    key = ((0, 0), (0, -3), (4, -3), (4, -1), (2, -1), (2, -2), (3, -2))
    p.setPen(QPen(QBrush(colour), 1.6, j=Qt.PenJoinStyle.MiterJoin))
    p.setBrush(Qt.BrushStyle.NoBrush)
    count = int(box.width() / (5 * unit))
    for base in (box.top(), box.bottom()):
        for index in range(count):
            x = box.center().x() + (index - count / 2) * 5 * unit
            path = QPainterPath(QPointF(x, base))
            for dx, dy in key[1:]:
                path.lineTo(x + dx * unit, base + dy * unit)
            path.moveTo(x + 4 * unit, base - unit)
            path.lineTo(x + 5 * unit, base)
            p.drawPath(path)


def _column(p: QPainter, x: float, top: float, bottom: float) -> None:
    """A fluted column, 22 wide."""
    flute = QLinearGradient(QPointF(x, 0), QPointF(x + 5.5, 0))
    flute.setSpread(QLinearGradient.Spread.ReflectSpread)
    flute.setColorAt(0.0, QColor(238, 214, 172))
    flute.setColorAt(1.0, QColor(160, 124, 84))
    p.setPen(QPen(QBrush(QColor(84, 58, 34)), 1.4))
    p.setBrush(flute)
    p.drawRect(QRectF(x, top + 12, 22, bottom - top - 24))
    p.setBrush(QColor(226, 198, 152))
    for y in (top, bottom - 12):
        p.drawRoundedRect(QRectF(x - 5, y, 32, 12), 3, 3)


def _carvings(p: QPainter, well: QRectF) -> None:
    """Suns carved into the wall behind the well."""
    p.setClipRect(well)
    p.setBrush(Qt.BrushStyle.NoBrush)
    for index in range(math.ceil(well.height() / 180)):
        x = well.left() + (0.3 if index % 2 else 0.7) * well.width()
        y = well.top() + 100 + 180 * index
        for colour, shift in ((QColor(60, 40, 24, 150), 0.0), (QColor(255, 236, 200, 90), 1.8)):
            p.setPen(QPen(QBrush(colour), 2.2))
            for radius in (20.0, 44.0):
                p.drawEllipse(QPointF(x + shift, y + shift), radius, radius)
            for ray in range(12):
                a = math.pi * ray / 6
                inner, outer = (QPointF(x + shift + r * math.cos(a), y + shift + r * math.sin(a)) for r in (24, 40))
                p.drawLine(inner, outer)
    p.setClipping(False)


def _tablet(p: QPainter, box: QRectF) -> None:
    p.setPen(QPen(QBrush(QColor(214, 176, 110)), 2))
    p.setBrush(QColor(58, 38, 24, 226))
    p.drawRoundedRect(box, 5, 5)


def draw_temple(p: QPainter, layout: Layout, scale: float) -> None:
    """Draw the temple look's scenery; see `SCENERY`."""
    width, height = layout.width, layout.height
    wall = _stone(round(width * scale), round(height * scale))
    p.drawImage(QRectF(0, 0, width, height), image_from_bgr(wall))
    _courses(p, width, height)
    well = QRectF(*layout.well)
    _carvings(p, well)
    p.fillRect(well, QColor(30, 20, 16, 168))
    _column(p, well.left() - 26, well.top() - 20, well.bottom() + 20)
    _column(p, well.right() + 4, well.top() - 20, well.bottom() + 20)
    p.fillRect(QRectF(well.left(), well.top() - 24, well.width(), 24), QColor(206, 174, 126))
    p.fillRect(QRectF(well.left(), well.bottom(), well.width(), 24), QColor(206, 174, 126))
    _meander(p, QRectF(well.left() + 3, well.top() - 3, well.width() - 6, well.height() + 24), QColor(96, 62, 34))
    if layout.next is not None:
        _tablet(p, next_box(layout.next, 14).adjusted(-8, -40, 8, 4))
    for words in (layout.score, layout.level, layout.jewels):
        if words is not None:
            _tablet(p, number_box(words, 128, 11).adjusted(0, -28, 0, 0))
    draw_labels(p, layout, "DejaVu Serif", 15, 27, 128, QColor(240, 204, 136))

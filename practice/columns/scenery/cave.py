"""The inside of a mountain: dark rock, a plain black shaft, an iron board with lamps for the numbers."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPen, QRadialGradient

from practice.columns.looks import Layout
from practice.columns.scenery.labels import draw_labels, next_box, number_box
from practice.noise import smooth_noise
from practice.pixels import Bgr, image_from_bgr

ROCK_BGR = np.array([52, 54, 66], dtype=np.float32)
SHAFT = QColor(10, 9, 13)


def _rock(width: int, height: int) -> Bgr:
    """Return (height, width, 3) uint8 BGR: layered stone, darker towards the bottom."""
    strata = smooth_noise(width, height, (3, 11), 4, seed=61)
    grain = smooth_noise(width, height, (90, 110), 2, seed=62)
    down = np.linspace(1.12, 0.7, height, dtype=np.float32)[:, None]
    ridges = 1 - np.exp(-np.abs(strata) * 9.0)
    light = down * (0.72 + 0.3 * ridges + 0.12 * strata + 0.07 * grain)
    rock: Bgr = np.clip(ROCK_BGR * light[..., None], 0, 255).astype(np.uint8)
    return rock


def _iron(p: QPainter, box: QRectF) -> None:
    """A sunken plate with a light lower edge."""
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(18, 16, 20))
    p.drawRect(box)
    p.setPen(QPen(QBrush(QColor(0, 0, 0, 160)), 2))
    p.drawLine(box.topLeft(), box.topRight())
    p.drawLine(box.topLeft(), box.bottomLeft())
    p.setPen(QPen(QBrush(QColor(150, 140, 130, 120)), 2))
    p.drawLine(box.bottomLeft(), box.bottomRight())
    p.drawLine(box.topRight(), box.bottomRight())


def _lamp(p: QPainter, x: float, y: float) -> None:
    glow = QRadialGradient(QPointF(x, y), 90)
    glow.setColorAt(0.0, QColor(255, 190, 90, 110))
    glow.setColorAt(1.0, QColor(255, 190, 90, 0))
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(glow)
    p.drawEllipse(QPointF(x, y), 90, 90)
    p.setBrush(QColor(255, 226, 150))
    p.drawEllipse(QPointF(x, y), 5, 7)


def draw_cave(p: QPainter, layout: Layout, scale: float) -> None:
    """Draw the cave look's scenery; see `SCENERY`."""
    rock = _rock(round(layout.width * scale), round(layout.height * scale))
    p.drawImage(QRectF(0, 0, layout.width, layout.height), image_from_bgr(rock))
    well = QRectF(*layout.well)
    _lamp(p, well.right() + 22, 22)
    _lamp(p, layout.width - 14, 22)
    p.setPen(Qt.PenStyle.NoPen)
    beam = QLinearGradient(well.topLeft(), QPointF(well.left() + 12, well.top() + 12))
    beam.setSpread(QLinearGradient.Spread.ReflectSpread)
    beam.setColorAt(0.0, QColor(128, 92, 58))
    beam.setColorAt(1.0, QColor(98, 68, 42))
    p.setBrush(beam)
    p.drawRect(well.adjusted(-8, -8, 8, 8))
    p.setPen(QPen(QBrush(QColor(40, 26, 16)), 1.5))
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.drawRect(well.adjusted(-8, -8, 8, 8))
    p.fillRect(well, SHAFT)
    if layout.next is not None:
        _iron(p, next_box(layout.next, 10))
    for words in (layout.score, layout.level, layout.jewels):
        if words is not None:
            _iron(p, number_box(words, 124, 8))
    draw_labels(p, layout, "DejaVu Sans", 13, 30, 124, QColor(214, 190, 150))

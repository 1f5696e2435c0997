"""The bottom of a lagoon, busy as a photograph: sand, light through waves, weed and coral, panels of glass."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen, QRadialGradient

from practice.bilging.looks import Look
from practice.bilging.scenery.help_lines import HELP
from practice.lettering import font, title
from practice.noise import smooth_noise
from practice.pixels import Bgr, image_from_bgr


def _sea_floor(width: int, height: int) -> Bgr:
    """Return (height, width, 3) uint8 BGR: blue depth above, ripples of sand below, caustics over all."""
    down = ((np.arange(height, dtype=np.float32) + 0.5) / height)[:, None]
    warp = smooth_noise(width, height, (6, 5), 3, seed=31)
    caustics = np.zeros((height, width), dtype=np.float32)
    for seed, cells in ((32, (15, 19)), (34, (24, 31))):
        ridge = smooth_noise(width, height, cells, 2, seed=seed) + 0.45 * warp
        caustics += np.exp(-np.abs(ridge) * 7.0)
    sand = smooth_noise(width, height, (60, 110), 3, seed=33, persistence=0.7)
    ripples = np.sin((down * 120 + 5 * warp) * (0.6 + 0.4 * down))
    floor = np.clip((down - 0.42 + 0.12 * warp) * 3.0, 0, 1)[..., None]
    deep = np.array([150, 104, 20], dtype=np.float32) * (1.25 - 0.55 * down[..., None])
    beach: NDArray[np.floating[Any]] = (
        np.array([128, 166, 172], dtype=np.float32) * (0.82 + 0.09 * ripples + 0.17 * sand)[..., None]
    )
    haze = 0.5 * np.clip(1.12 - down, 0.35, 1)[..., None]
    beach = beach * (1 - haze) + np.array([140, 120, 40], dtype=np.float32) * haze
    light = (1 + 0.16 * warp + 0.05 * sand)[..., None]
    glow = (caustics * (0.62 - 0.3 * down))[..., None] * np.array([110, 130, 96], dtype=np.float32)
    picture: Bgr = np.clip((deep * (1 - floor) + beach * floor) * light + glow, 0, 255).astype(np.uint8)
    return picture


def _weed(p: QPainter, x: float, base: float, blades: int, tall: float, seed: int) -> None:
    random = np.random.default_rng(seed)
    for _ in range(blades):
        dx, lean, rise = random.uniform(-26, 26), random.uniform(-26, 26), random.uniform(0.6, 1.0) * tall
        green = QColor.fromHsv(
            int(random.integers(95, 160)), int(random.integers(120, 210)), int(random.integers(60, 150))
        )
        blade = QPainterPath(QPointF(x + dx - 4, base))
        blade.cubicTo(
            QPointF(x + dx - 4 - lean, base - rise * 0.4),
            QPointF(x + dx + lean, base - rise * 0.7),
            QPointF(x + dx + lean * 0.4, base - rise),
        )
        blade.cubicTo(
            QPointF(x + dx + lean + 7, base - rise * 0.65),
            QPointF(x + dx + 5 - lean, base - rise * 0.35),
            QPointF(x + dx + 6, base),
        )
        p.setPen(QPen(QBrush(green.darker(160)), 1))
        p.setBrush(green)
        p.drawPath(blade)


def _coral(p: QPainter, x: float, y: float, angle: float, length: float, thick: float, colour: QColor) -> None:
    if length < 6:
        return
    end = QPointF(x + length * math.cos(angle), y + length * math.sin(angle))
    p.setPen(QPen(QBrush(colour), thick, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    p.drawLine(QPointF(x, y), end)
    for turn in (-0.5, 0.42):
        _coral(p, end.x(), end.y(), angle + turn, length * 0.76, thick * 0.74, colour.lighter(108))


def _bubbles(p: QPainter, width: float, height: float) -> None:
    random = np.random.default_rng(37)
    for x, y, size in random.uniform((0, 0, 2), (width, height, 9), (46, 3)).tolist():
        shine = QRadialGradient(QPointF(x - size * 0.3, y - size * 0.4), size * 1.5)
        shine.setColorAt(0.0, QColor(255, 255, 255, 170))
        shine.setColorAt(0.4, QColor(200, 240, 255, 40))
        shine.setColorAt(1.0, QColor(230, 250, 255, 110))
        p.setPen(QPen(QBrush(QColor(230, 250, 255, 130)), 0.8))
        p.setBrush(shine)
        p.drawEllipse(QPointF(x, y), size, size)


def _glass_panel(p: QPainter, box: QRectF) -> None:
    glass = QLinearGradient(box.topLeft(), box.bottomLeft())
    glass.setColorAt(0.0, QColor(8, 48, 78, 205))
    glass.setColorAt(1.0, QColor(4, 26, 52, 225))
    p.setPen(QPen(QBrush(QColor(190, 236, 250, 170)), 2))
    p.setBrush(glass)
    p.drawRoundedRect(box, 16, 16)


def draw_lagoon(p: QPainter, look: Look, scale: float) -> None:
    """Draw the lagoon look's scenery; see `SCENERY`."""
    layout = look.layout
    panel = layout.panel
    assert panel is not None
    floor = _sea_floor(round(layout.width * scale), round(layout.height * scale))
    p.drawImage(QRectF(0, 0, layout.width, layout.height), image_from_bgr(floor))
    _weed(p, 60, 728, 16, 300, 41)
    _weed(p, 190, 732, 12, 180, 42)
    _weed(p, 870, 730, 16, 240, 43)
    _coral(p, 250, 726, -1.75, 52, 13, QColor(206, 92, 110))
    _coral(p, 130, 728, -1.4, 44, 12, QColor(226, 150, 70))
    _coral(p, 720, 728, -1.5, 50, 13, QColor(190, 96, 170))
    _bubbles(p, layout.width, layout.height)
    board = QRectF(layout.board_x, layout.board_y, layout.board_width, layout.board_height)
    p.setPen(QPen(QBrush(QColor(214, 244, 255, 200)), 3))
    p.setBrush(QColor(4, 30, 60, 96))
    p.drawRoundedRect(board.adjusted(-8, -8, 8, 8), 12, 12)
    _glass_panel(p, QRectF(panel.x, panel.y, panel.width, panel.height))
    _glass_panel(p, QRectF(30, 96, 222, 150))
    sky = QLinearGradient(QPointF(0, 110), QPointF(0, 160))
    sky.setColorAt(0.0, QColor(255, 255, 255))
    sky.setColorAt(1.0, QColor(120, 220, 240))
    title(p, "Bilging", QRectF(30, 112, 222, 48), font("DejaVu Sans", 44, bold=True), sky, QColor(0, 50, 84), 5)
    for line, text in enumerate(HELP):
        face = font("DejaVu Sans", 13)
        title(p, text, QRectF(30, 172 + 22 * line, 222, 18), face, QColor(190, 230, 240), None)

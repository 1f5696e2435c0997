"""A clear night over dark hills, the hand on a glass shelf at the left."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QRadialGradient

from practice.noise import smooth_noise
from practice.pixels import Bgr, image_from_bgr
from practice.square_stacker.looks import Look
from practice.square_stacker.scenery.icons import draw_icons

ZENITH_BGR = np.array([52, 20, 14], dtype=np.float32)
HORIZON_BGR = np.array([104, 50, 52], dtype=np.float32)
STARS = 130


def _sky(width: int, height: int) -> Bgr:
    """Return (height, width, 3) uint8 BGR: a sky that pales towards the horizon, with a veil of milky way."""
    down = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    sky = ZENITH_BGR + (HORIZON_BGR - ZENITH_BGR) * down**1.6
    veil = np.clip(smooth_noise(width, height, (3.1, 2.8), 5, seed=41), 0, 1)[..., None]
    sky = sky + veil * np.array([46, 22, 30], dtype=np.float32)
    painted: Bgr = np.clip(sky, 0, 255).astype(np.uint8)
    return painted


def _stars(p: QPainter, width: float, height: float) -> None:
    random = np.random.default_rng(42)
    p.setPen(Qt.PenStyle.NoPen)
    for x, y, size, light in random.random((STARS, 4)).tolist():
        p.setBrush(QColor(236, 240, 255, round(50 + 150 * light)))
        radius = 0.6 + 1.1 * size**3
        p.drawEllipse(QPointF(x * width, y * height * 0.94), radius, radius)


def _hills(p: QPainter, width: float, height: float) -> None:
    rises = (
        (QColor(26, 22, 54), 62, (0.6, 1.0, 0.35, 0.8, 0.5)),
        (QColor(14, 12, 34), 40, (0.9, 0.4, 0.8, 0.3, 0.9)),
    )
    for colour, tall, tops in rises:
        path = QPainterPath(QPointF(0, height))
        step = width / (len(tops) - 1)
        path.lineTo(0, height - tall * tops[0])
        for i in range(1, len(tops)):
            x0, x1 = (i - 1) * step, i * step
            y0, y1 = height - tall * tops[i - 1], height - tall * tops[i]
            path.cubicTo(QPointF(x0 + step / 2, y0), QPointF(x0 + step / 2, y1), QPointF(x1, y1))
        path.lineTo(width, height)
        path.closeSubpath()
        p.fillPath(path, colour)


def _moon(p: QPainter, x: float, y: float, radius: float) -> None:
    glow = QRadialGradient(QPointF(x, y), radius * 2.6)
    glow.setColorAt(0.3, QColor(255, 244, 214, 90))
    glow.setColorAt(1.0, QColor(255, 244, 214, 0))
    p.setBrush(glow)
    p.drawEllipse(QPointF(x, y), radius * 2.6, radius * 2.6)
    whole, shade = QPainterPath(), QPainterPath()
    whole.addEllipse(QPointF(x, y), radius, radius)
    shade.addEllipse(QPointF(x + 0.5 * radius, y - 0.28 * radius), 0.92 * radius, 0.92 * radius)
    p.fillPath(whole.subtracted(shade), QColor(255, 244, 214))


def draw_night(p: QPainter, look: Look, scale: float) -> None:
    """Draw the discs look's scenery; see `SCENERY`."""
    layout = look.layout
    width, height = layout.width, layout.height
    p.drawImage(QRectF(0, 0, width, height), image_from_bgr(_sky(round(width * scale), round(height * scale))))
    _stars(p, width, height)
    _moon(p, 288, 60, 24)
    _hills(p, width, height)
    x, top, bottom = layout.hand[0][0], layout.hand[0][1], layout.hand[2][1]
    p.setPen(QPen(QBrush(QColor(160, 176, 230, 70)), 1.5))
    p.setBrush(QColor(150, 165, 230, 26))
    p.drawRoundedRect(QRectF(x - 94, top - 92, 188, bottom - top + 184), 22, 22)
    p.setPen(Qt.PenStyle.NoPen)
    draw_icons(p, (56, 58, 44), (668, 61, 36), QColor(180, 196, 232))

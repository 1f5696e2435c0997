"""A mountain lake at sunset, the well a pane of dark glass with a thin grid from the top to the bottom."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen, QRadialGradient

from practice.columns.looks import Layout
from practice.columns.scenery.labels import draw_labels, number_box
from practice.noise import smooth_noise
from practice.pixels import Bgr, image_from_bgr

SHORE = 0.62
"""Part of the window's height above the water."""
SUN = (0.88, 0.46)
"""Its place in shares of the window."""
SKY = ((0.0, (44, 62, 128)), (0.45, (150, 96, 150)), (0.75, (248, 150, 110)), (1.0, (255, 214, 140)))
RANGES = (
    (0.52, 0.30, 5, (106, 84, 140), 81),
    (0.57, 0.22, 7, (66, 62, 112), 82),
    (0.62, 0.10, 13, (26, 48, 66), 83),
)
"""Mountain ranges from far to near: foot and height in shares of the window's height, peaks, colour, seed."""


def _sky(p: QPainter, width: float, height: float) -> None:
    sky = QLinearGradient(QPointF(0, 0), QPointF(0, SHORE * height))
    for at, colour in SKY:
        sky.setColorAt(at, QColor(*colour))
    p.fillRect(QRectF(0, 0, width, height), sky)
    x, y = SUN[0] * width, SUN[1] * height
    glow = QRadialGradient(QPointF(x, y), 0.42 * height)
    glow.setColorAt(0.0, QColor(255, 250, 220, 255))
    glow.setColorAt(0.12, QColor(255, 244, 200, 235))
    glow.setColorAt(0.16, QColor(255, 214, 150, 120))
    glow.setColorAt(1.0, QColor(255, 190, 120, 0))
    p.fillRect(QRectF(0, 0, width, height), glow)


def _clouds(width: int, height: int) -> Bgr:
    """Return (height, width, 3) uint8 BGR: streaks of light to be laid over the sky."""
    streaks = smooth_noise(width, height, (2.2, 11), 5, seed=84)
    light = np.clip(streaks * 1.4 - 0.25, 0, 1)[..., None]
    clouds: Bgr = (light * np.array([70, 84, 110], dtype=np.float32)).astype(np.uint8)
    return clouds


def _range(width: float, height: float, foot: float, tall: float, peaks: int, seed: int) -> QPainterPath:
    """Return the outline of mountains, jagged between their peaks."""
    random = np.random.default_rng(seed)
    steps = peaks * 6
    outline = np.zeros(steps + 1)
    for octave in range(3):
        knots = random.random(peaks * 2**octave + 2)
        at = np.linspace(0, peaks * 2**octave, steps + 1)
        outline += np.interp(at, np.arange(knots.size), knots) * 0.5**octave
    outline = outline / outline.max()
    path = QPainterPath(QPointF(0, foot * height))
    for index, rise in enumerate(outline.tolist()):
        path.lineTo(width * index / steps, (foot - tall * rise) * height)
    path.lineTo(width, foot * height)
    path.closeSubpath()
    return path


def _mountains(p: QPainter, width: float, height: float) -> None:
    for foot, tall, peaks, colour, seed in RANGES:
        rock = QLinearGradient(QPointF(0, (foot - tall) * height), QPointF(0, foot * height))
        rock.setColorAt(0.0, QColor(*colour).lighter(132))
        rock.setColorAt(1.0, QColor(*colour))
        p.fillPath(_range(width, height, foot, tall, peaks, seed), rock)


def _water(p: QPainter, width: float, height: float) -> None:
    """The lake: the sky upside down, paler, with ripples and the sun's path."""
    top = SHORE * height
    lake = QLinearGradient(QPointF(0, top), QPointF(0, height))
    lake.setColorAt(0.0, QColor(206, 136, 122))
    lake.setColorAt(0.35, QColor(96, 92, 140))
    lake.setColorAt(1.0, QColor(18, 40, 84))
    p.fillRect(QRectF(0, top, width, height - top), lake)
    random = np.random.default_rng(85)
    for x, y, length in random.random((150, 3)).tolist():
        deep = y * y
        reach = (6 + 40 * length) * (0.4 + deep)
        near = abs(x - SUN[0]) < 0.05 + 0.05 * y
        colour = QColor(255, 226, 170, 130) if near else QColor(220, 190, 200, 42)
        p.setPen(QPen(QBrush(colour), 1 + 1.4 * deep))
        p.drawLine(
            QPointF(x * width - reach, top + deep * (height - top)), QPointF(x * width, top + deep * (height - top))
        )


def _banks(p: QPainter, width: float, height: float) -> None:
    """Dark land in the lower corners, for the firs to stand on."""
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(12, 26, 30))
    for x, reach in ((0.0, 0.36), (1.0, -0.28)):
        bank = QPainterPath(QPointF(x * width, height))
        bank.lineTo(x * width, 0.885 * height)
        middle = QPointF((x + 0.45 * reach) * width, 0.87 * height)
        bank.quadTo(middle, QPointF((x + reach) * width, height))
        bank.closeSubpath()
        p.drawPath(bank)


def _firs(p: QPainter, width: float, height: float) -> None:
    random = np.random.default_rng(86)
    p.setPen(Qt.PenStyle.NoPen)
    for x, size in sorted(random.random((34, 2)).tolist(), key=lambda fir: fir[1]):
        if 0.2 < x < 0.84:
            continue
        tall, base = (46 + 70 * size) * height / 504, height * (0.93 + 0.1 * size)
        p.setBrush(QColor(14, round(30 + 18 * size), round(34 + 8 * size)))
        for layer in range(3):
            half, bottom = tall * (0.12 + 0.06 * layer), base - tall * (0.62 - 0.3 * layer)
            fir = QPainterPath(QPointF(x * width, bottom - 0.42 * tall))
            fir.lineTo(x * width + half, bottom)
            fir.lineTo(x * width - half, bottom)
            fir.closeSubpath()
            p.drawPath(fir)


def _grid(p: QPainter, layout: Layout, scale: float) -> None:
    well, pitch = QRectF(*layout.well), layout.pitch
    p.fillRect(well, QColor(8, 14, 26, 172))
    p.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    p.setPen(QPen(QBrush(QColor(210, 220, 240, 44)), 1 / scale))
    for col in range(layout.cols + 1):
        x = well.left() + col * pitch
        p.drawLine(QPointF(x, well.top()), QPointF(x, well.bottom()))
    for row in range(layout.rows + 1):
        y = well.top() + row * pitch
        p.drawLine(QPointF(well.left(), y), QPointF(well.right(), y))
    p.setRenderHint(QPainter.RenderHint.Antialiasing)


def draw_vista(p: QPainter, layout: Layout, scale: float) -> None:
    """Draw the vista look's scenery; see `SCENERY`."""
    width, height = layout.width, layout.height
    _sky(p, width, height)
    p.setCompositionMode(QPainter.CompositionMode.CompositionMode_Plus)
    clouds = image_from_bgr(_clouds(round(width * scale), round(SHORE * height * scale)))
    p.drawImage(QRectF(0, 0, width, SHORE * height), clouds)
    p.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    _mountains(p, width, height)
    _water(p, width, height)
    _banks(p, width, height)
    _firs(p, width, height)
    _grid(p, layout, scale)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(6, 12, 26, 150))
    for words in (layout.score, layout.level, layout.jewels):
        if words is not None:
            p.drawRoundedRect(number_box(words, 124, 9), 3, 3)
    draw_labels(p, layout, "DejaVu Sans", 14, 29, 124, QColor(236, 240, 255))

"""The bilge of a wooden ship: dark planks, a brass frame, a parchment, a lantern, a barrel and a bucket."""

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen, QRadialGradient

from practice.bilging.looks import Layout, Look
from practice.bilging.scenery.help_lines import HELP
from practice.lettering import font, title
from practice.noise import smooth_noise
from practice.pixels import Bgr, image_from_bgr

PLANK = 50.0
"""Height of one plank."""
WOOD_BGR = (46.0, 74.0, 112.0)


def _wood(layout: Layout, scale: float) -> Bgr:
    """Return (height, width, 3) uint8 BGR: planks with grain, each its own shade, dark seams between."""
    width, height = round(layout.width * scale), round(layout.height * scale)
    grain = smooth_noise(width, height, (7, 90), 3, seed=11)
    cloud = smooth_noise(width, height, (5, 4), 3, seed=12)
    y = (np.arange(height, dtype=np.float32) + 0.5) / scale
    plank = (y // PLANK).astype(np.intp)
    shade = np.random.default_rng(13).uniform(-0.1, 0.1, plank.max() + 1).astype(np.float32)[plank]
    into = y % PLANK
    seam = np.exp(-((np.minimum(into, PLANK - into) / 1.6) ** 2)) * 0.62
    bevel = 0.10 * np.clip(1 - into / 9, 0, 1)
    light = 0.92 + 0.2 * grain + 0.14 * cloud + (shade - seam + bevel)[:, None]
    wood: Bgr = np.clip(np.array(WOOD_BGR, dtype=np.float32) * light[..., None], 0, 255).astype(np.uint8)
    return wood


def _nails(p: QPainter, layout: Layout) -> None:
    p.setPen(Qt.PenStyle.NoPen)
    for row in range(math.ceil(layout.height / PLANK)):
        for x in (20, 415, 782):
            at = QPointF(x, row * PLANK + PLANK / 2 + (7 if row % 2 else -7))
            p.setBrush(QColor(20, 14, 10, 200))
            p.drawEllipse(at, 3.2, 3.2)
            p.setBrush(QColor(150, 130, 110, 160))
            p.drawEllipse(at - QPointF(0.7, 0.8), 1.4, 1.2)


def _ribs(p: QPainter) -> None:
    """Draw two curved timbers of the hull."""
    for x, bend in ((432, 26), (776, -26)):
        rib = QPainterPath(QPointF(x - 14, 0))
        rib.quadTo(QPointF(x - 14 + bend, 300), QPointF(x - 14, 600))
        rib.lineTo(x + 14, 600)
        rib.quadTo(QPointF(x + 14 + bend, 300), QPointF(x + 14, 0))
        rib.closeSubpath()
        wood = QLinearGradient(QPointF(x - 20, 0), QPointF(x + 34, 0))
        wood.setColorAt(0.0, QColor(58, 36, 20))
        wood.setColorAt(0.4, QColor(128, 84, 46))
        wood.setColorAt(1.0, QColor(44, 26, 14))
        p.setPen(QPen(QBrush(QColor(24, 14, 8)), 2))
        p.setBrush(wood)
        p.drawPath(rib)


def _board_frame(p: QPainter, layout: Layout) -> None:
    board = QRectF(layout.board_x, layout.board_y, layout.board_width, layout.board_height)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(10, 8, 10, 120))
    p.drawRect(board)
    brass = QLinearGradient(board.topLeft(), board.bottomRight())
    for at, colour in ((0.0, (255, 232, 140)), (0.3, (184, 132, 40)), (0.6, (250, 220, 120)), (1.0, (130, 84, 20))):
        brass.setColorAt(at, QColor(*colour))
    ring = QPainterPath()
    ring.addRoundedRect(board.adjusted(-9, -9, 9, 9), 6, 6)
    ring.addRect(board.adjusted(-1, -1, 1, 1))
    p.setPen(QPen(QBrush(QColor(40, 22, 8)), 2))
    p.setBrush(brass)
    p.drawPath(ring)
    p.setPen(QPen(QBrush(QColor(255, 246, 200, 150)), 1))
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.drawRoundedRect(board.adjusted(-7, -7, 7, 7), 5, 5)


def _parchment(p: QPainter, look: Look) -> None:
    panel = look.layout.panel
    assert panel is not None
    box = QRectF(panel.x, panel.y, panel.width, panel.height)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(0, 0, 0, 110))
    p.drawRoundedRect(box.translated(5, 7), 8, 8)
    sheet = QPainterPath(box.topLeft())
    random = np.random.default_rng(5)
    corners = [box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()]
    for i in range(4):
        a, b = corners[i], corners[(i + 1) % 4]
        for step in range(1, 15):
            at = a + (b - a) * (step / 14)
            sheet.lineTo(at + QPointF(*random.uniform(-1.8, 1.8, 2).tolist()))
    sheet.closeSubpath()
    paper = QRadialGradient(box.center(), box.width() * 0.75)
    paper.setColorAt(0.0, QColor(248, 230, 186))
    paper.setColorAt(0.7, QColor(232, 204, 146))
    paper.setColorAt(1.0, QColor(176, 130, 76))
    p.setPen(QPen(QBrush(QColor(90, 56, 24)), 1.5))
    p.setBrush(paper)
    p.drawPath(sheet)
    p.setPen(Qt.PenStyle.NoPen)
    for at in (box.topLeft() + QPointF(10, 10), box.topRight() + QPointF(-10, 10)):
        p.setBrush(QColor(60, 14, 8))
        p.drawEllipse(at, 5.5, 5.5)
        p.setBrush(QColor(214, 60, 40))
        p.drawEllipse(at - QPointF(0.6, 0.8), 4.4, 4.4)
        p.setBrush(QColor(255, 190, 170, 180))
        p.drawEllipse(at - QPointF(1.8, 2.0), 1.4, 1.4)


def _lantern(p: QPainter, x: float, y: float) -> None:
    glow = QRadialGradient(QPointF(x, y), 190)
    glow.setColorAt(0.0, QColor(255, 206, 110, 120))
    glow.setColorAt(0.35, QColor(255, 170, 60, 46))
    glow.setColorAt(1.0, QColor(255, 150, 40, 0))
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(glow)
    p.drawEllipse(QPointF(x, y), 190, 190)
    p.setPen(QPen(QBrush(QColor(30, 20, 14)), 3))
    p.drawLine(QPointF(x, 0), QPointF(x, y - 28))
    p.setBrush(QColor(70, 50, 30))
    p.drawPolygon([QPointF(x - 14, y - 17), QPointF(x, y - 30), QPointF(x + 14, y - 17)])
    p.setPen(QPen(QBrush(QColor(50, 34, 20)), 2))
    flame = QRadialGradient(QPointF(x, y + 3), 18)
    flame.setColorAt(0.0, QColor(255, 255, 230))
    flame.setColorAt(0.5, QColor(255, 214, 110))
    flame.setColorAt(1.0, QColor(230, 140, 40))
    p.setBrush(flame)
    p.drawRect(QRectF(x - 11, y - 17, 22, 34))
    for dx in (-4, 4):
        p.drawLine(QPointF(x + dx, y - 17), QPointF(x + dx, y + 17))
    p.setBrush(QColor(70, 50, 30))
    p.drawRect(QRectF(x - 14, y + 17, 28, 6))


def _bucket(p: QPainter, x: float, y: float) -> None:
    """Draw a bucket of bilge water, its rim's middle at (x, y)."""
    p.setPen(QPen(QBrush(QColor(120, 110, 100)), 3.5))
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.drawArc(QRectF(x - 46, y - 62, 92, 120), 10 * 16, 160 * 16)
    body = QPainterPath(QPointF(x - 50, y))
    body.lineTo(x - 38, y + 82)
    body.quadTo(QPointF(x, y + 98), QPointF(x + 38, y + 82))
    body.lineTo(x + 50, y)
    body.closeSubpath()
    wood = QLinearGradient(QPointF(x - 50, 0), QPointF(x + 50, 0))
    for at, colour in ((0.0, (84, 50, 24)), (0.35, (196, 138, 80)), (1.0, (70, 40, 18))):
        wood.setColorAt(at, QColor(*colour))
    p.setPen(QPen(QBrush(QColor(36, 20, 10)), 2.5))
    p.setBrush(wood)
    p.drawPath(body)
    p.setPen(QPen(QBrush(QColor(50, 28, 14, 150)), 1.5))
    for k in range(-3, 4):
        p.drawLine(QPointF(x + k * 14, y + 8), QPointF(x + k * 10.6, y + 88))
    p.setPen(QPen(QBrush(QColor(70, 72, 80)), 7))
    p.setBrush(Qt.BrushStyle.NoBrush)
    for dy, half in ((24, 46), (62, 40)):
        hoop = QPainterPath(QPointF(x - half, y + dy))
        hoop.quadTo(QPointF(x, y + dy + 16), QPointF(x + half, y + dy))
        p.drawPath(hoop)
    p.setPen(QPen(QBrush(QColor(36, 20, 10)), 2.5))
    p.setBrush(QColor(116, 74, 38))
    p.drawEllipse(QPointF(x, y), 51, 14)
    water = QLinearGradient(QPointF(x - 40, y), QPointF(x + 40, y))
    water.setColorAt(0.0, QColor(40, 120, 170))
    water.setColorAt(0.6, QColor(110, 200, 220))
    water.setColorAt(1.0, QColor(30, 90, 150))
    p.setBrush(water)
    p.drawEllipse(QPointF(x, y + 1), 44, 10)


def _barrel(p: QPainter, x: float, y: float) -> None:
    """Draw a standing barrel, its foot's middle at (x, y)."""
    body = QPainterPath(QPointF(x - 40, y - 120))
    body.quadTo(QPointF(x - 62, y - 60), QPointF(x - 40, y))
    body.quadTo(QPointF(x, y + 12), QPointF(x + 40, y))
    body.quadTo(QPointF(x + 62, y - 60), QPointF(x + 40, y - 120))
    body.closeSubpath()
    wood = QLinearGradient(QPointF(x - 55, 0), QPointF(x + 55, 0))
    for at, colour in ((0.0, (54, 32, 16)), (0.3, (166, 108, 56)), (0.6, (128, 80, 40)), (1.0, (44, 26, 12))):
        wood.setColorAt(at, QColor(*colour))
    p.setPen(QPen(QBrush(QColor(28, 16, 8)), 2.5))
    p.setBrush(wood)
    p.drawPath(body)
    p.save()
    p.setClipPath(body)
    p.setPen(QPen(QBrush(QColor(30, 18, 8, 150)), 1.5))
    for k in range(-2, 3):
        stave = QPainterPath(QPointF(x + k * 15, y - 120))
        stave.quadTo(QPointF(x + k * 23, y - 60), QPointF(x + k * 15, y + 10))
        p.drawPath(stave)
    p.setPen(QPen(QBrush(QColor(74, 76, 84)), 9))
    for dy in (-98, -24):
        hoop = QPainterPath(QPointF(x - 62, y + dy))
        hoop.quadTo(QPointF(x, y + dy + 16), QPointF(x + 62, y + dy))
        p.drawPath(hoop)
    p.restore()
    p.setPen(QPen(QBrush(QColor(28, 16, 8)), 2.5))
    p.setBrush(QColor(150, 100, 54))
    p.drawEllipse(QPointF(x, y - 120), 40, 11)


def _puddle(p: QPainter, layout: Layout) -> None:
    """Draw the water that stands in the hull beside the board."""
    surface = QPainterPath(QPointF(0, layout.height))
    surface.lineTo(0, 548)
    for x in range(0, layout.width, 40):
        surface.quadTo(QPointF(x + 10, 541), QPointF(x + 20, 548))
        surface.quadTo(QPointF(x + 30, 555), QPointF(x + 40, 548))
    surface.lineTo(layout.width, layout.height)
    surface.closeSubpath()
    water = QLinearGradient(QPointF(0, 540), QPointF(0, 600))
    water.setColorAt(0.0, QColor(60, 140, 190, 170))
    water.setColorAt(1.0, QColor(10, 40, 90, 225))
    p.setPen(QPen(QBrush(QColor(190, 232, 245, 170)), 2))
    p.setBrush(water)
    p.drawPath(surface)


def draw_deck(p: QPainter, look: Look, scale: float) -> None:
    """Draw the deck look's scenery; see `SCENERY`."""
    layout = look.layout
    p.drawImage(QRectF(0, 0, layout.width, layout.height), image_from_bgr(_wood(layout, scale)))
    _nails(p, layout)
    _ribs(p)
    _lantern(p, 40, 120)
    dusk = QLinearGradient(QPointF(0, 330), QPointF(0, 600))
    dusk.setColorAt(0.0, QColor(0, 6, 20, 0))
    dusk.setColorAt(1.0, QColor(0, 6, 20, 150))
    p.fillRect(QRectF(0, 330, layout.width, 270), dusk)
    _barrel(p, 702, 566)
    _bucket(p, 520, 474)
    _puddle(p, layout)
    _board_frame(p, layout)
    _parchment(p, look)
    gold = QLinearGradient(QPointF(0, 8), QPointF(0, 36))
    gold.setColorAt(0.0, QColor(255, 246, 180))
    gold.setColorAt(1.0, QColor(226, 150, 40))
    centre = layout.board_x + layout.board_width / 2
    title(
        p, "Bilging", QRectF(centre - 100, 4, 200, 32), font("DejaVu Serif", 28, bold=True), gold, QColor(44, 22, 8), 5
    )
    title(
        p,
        "The Captain's Log",
        QRectF(452, 86, 300, 24),
        font("DejaVu Serif", 19, italic=True),
        QColor(96, 50, 20),
        None,
    )
    for line, text in enumerate(HELP):
        face = font("DejaVu Serif", 13, italic=True)
        title(p, text, QRectF(452, 352 + 20 * line, 300, 18), face, QColor(240, 214, 160), QColor(30, 16, 8, 200), 3)

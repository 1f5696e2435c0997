"""A sea chart on light paper: contour lines, a compass rose, a dotted route, hard edges throughout."""

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from practice.bilging.looks import Look
from practice.bilging.scenery.help_lines import HELP
from practice.lettering import font, title
from practice.noise import smooth_noise
from practice.pixels import Bgr, image_from_bgr

PAPER_BGR = np.array([206, 230, 240], dtype=np.float32)
LAND_BGR = np.array([168, 206, 214], dtype=np.float32)
INK = QColor(112, 92, 62)


def _paper(width: int, height: int) -> Bgr:
    """Return (height, width, 3) uint8 BGR: paper with fibres, a coast and lines of equal depth."""
    depth = smooth_noise(width, height, (4.2, 3.7), 4, seed=21)
    fibre = smooth_noise(width, height, (90, 80), 2, seed=22)
    sheet = np.broadcast_to(PAPER_BGR, (height, width, 3)).copy()
    sheet[depth > 0.28] = LAND_BGR
    across = np.abs(np.gradient(depth, axis=0)) + np.abs(np.gradient(depth, axis=1)) + 1e-6
    for level, strength in ((0.28, 0.45), (0.1, 0.16), (-0.08, 0.13), (-0.26, 0.1)):
        line = np.abs(depth - level) / across < (0.8 if level == 0.28 else 0.6)
        sheet[line] *= 1 - strength
    sheet *= (1 + 0.022 * fibre)[..., None]
    paper: Bgr = np.clip(sheet, 0, 255).astype(np.uint8)
    return paper


def _rose(p: QPainter, x: float, y: float, radius: float) -> None:
    p.setPen(QPen(QBrush(INK), 1))
    p.setBrush(Qt.BrushStyle.NoBrush)
    for share in (1.0, 0.92, 0.5):
        p.drawEllipse(QPointF(x, y), radius * share, radius * share)
    for i in range(32):
        a = math.tau * i / 32
        inner = 0.84 if i % 4 == 0 else 0.92
        p.drawLine(
            QPointF(x + radius * inner * math.cos(a), y + radius * inner * math.sin(a)),
            QPointF(x + radius * math.cos(a), y + radius * math.sin(a)),
        )
    for i in range(8):
        a = math.tau * i / 8 - math.pi / 2
        reach = radius * (0.95 if i % 2 == 0 else 0.6)
        tip = QPointF(x + reach * math.cos(a), y + reach * math.sin(a))
        for side, colour in ((-1, QColor(176, 58, 40)), (1, QColor(246, 236, 210))):
            b = a + side * math.pi / 8
            waist = QPointF(x + radius * 0.22 * math.cos(b), y + radius * 0.22 * math.sin(b))
            p.setBrush(colour if i % 2 == 0 else (INK if side < 0 else colour))
            p.drawPolygon([tip, waist, QPointF(x, y)])


def _route(p: QPainter) -> None:
    p.setPen(QPen(QBrush(QColor(170, 40, 30)), 3, Qt.PenStyle.DotLine))
    p.setBrush(Qt.BrushStyle.NoBrush)
    stops = ((18, 536), (80, 522), (150, 546), (230, 530), (300, 500), (322, 392))
    p.drawPolyline([QPointF(x, y) for x, y in stops])
    p.setPen(QPen(QBrush(QColor(170, 40, 30)), 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    for sign in (-1, 1):
        p.drawLine(QPointF(312, 380 - 9 * sign), QPointF(332, 380 + 9 * sign))


def draw_chart(p: QPainter, look: Look, scale: float) -> None:
    """Draw the chart look's scenery; see `SCENERY`."""
    layout = look.layout
    panel = layout.panel
    assert panel is not None
    sheet = _paper(round(layout.width * scale), round(layout.height * scale))
    p.drawImage(QRectF(0, 0, layout.width, layout.height), image_from_bgr(sheet))
    p.setPen(QPen(QBrush(QColor(150, 128, 90, 110)), 1))
    for x in range(40, layout.width, 80):
        p.drawLine(QPointF(x, 0), QPointF(x, layout.height))
    for y in range(30, layout.height, 80):
        p.drawLine(QPointF(0, y), QPointF(layout.width, y))
    _route(p)
    _rose(p, 96, 436, 62)
    p.setPen(QPen(QBrush(QColor(70, 56, 40)), 2))
    p.setBrush(QColor(250, 244, 226))
    p.drawRect(QRectF(panel.x, panel.y, panel.width, panel.height))
    p.setPen(QPen(QBrush(QColor(70, 56, 40)), 1))
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.drawRect(QRectF(panel.x + 5, panel.y + 5, panel.width - 10, panel.height - 10))
    board = QRectF(layout.board_x, layout.board_y, layout.board_width, layout.board_height)
    p.setPen(QPen(QBrush(QColor(70, 56, 40)), 2))
    p.drawRect(board.adjusted(-6, -6, 6, 6))
    p.setPen(QPen(QBrush(QColor(70, 56, 40)), 1))
    p.drawRect(board.adjusted(-10, -10, 10, 10))
    step = layout.tile
    p.setBrush(QColor(70, 56, 40))
    for i in range(0, 12, 2):
        p.drawRect(QRectF(board.left() - 10, board.top() + i * step, 4, step))
        p.drawRect(QRectF(board.right() + 6, board.top() + i * step, 4, step))
    title(p, "Bilging", QRectF(34, 22, 270, 44), font("DejaVu Serif", 42, bold=True), QColor(64, 48, 30), None)
    title(
        p,
        "a chart of the hold",
        QRectF(34, 70, 270, 22),
        font("DejaVu Serif", 16, italic=True),
        QColor(120, 96, 64),
        None,
    )
    for line, text in enumerate(HELP):
        face = font("DejaVu Sans", 11)
        title(p, text, QRectF(166, 388 + 18 * line, 140, 16), face, QColor(84, 68, 46), None)

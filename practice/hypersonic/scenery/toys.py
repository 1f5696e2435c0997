"""The play room: a mat of two soft colours, round pillars for walls, a wooden shelf at the right."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QRadialGradient

from engine.hypersonic import COLS, ROWS
from practice.hypersonic.looks import SANS, Look
from practice.hypersonic.pictures.toys import paint_toys
from practice.hypersonic.scenery.cards import draw_icons, draw_label, wall_boxes

MAT = (QColor(232, 244, 214), QColor(216, 234, 196))
WALLPAPER = QColor(255, 232, 204)


def _pillar(p: QPainter, box: QRectF) -> None:
    """A round building block with a knob, seen from above."""
    edge = box.width()
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(120, 150, 90, 110))
    p.drawEllipse(box.adjusted(0.04 * edge, 0.1 * edge, 0, 0.02 * edge))
    body = QRadialGradient(box.center() + QPointF(-0.16 * edge, -0.18 * edge), 0.7 * edge)
    body.setColorAt(0.0, QColor(250, 250, 255))
    body.setColorAt(1.0, QColor(150, 160, 190))
    p.setPen(QPen(QBrush(QColor(110, 120, 150)), 1.6))
    p.setBrush(body)
    p.drawEllipse(box.adjusted(0.04 * edge, 0.04 * edge, -0.04 * edge, -0.04 * edge))
    p.setBrush(QColor(196, 204, 226))
    p.drawEllipse(box.center(), 0.2 * edge, 0.2 * edge)


def draw_toys(p: QPainter, look: Look, players: int, _scale: float) -> None:
    """Draw the play room's scenery; see `SCENERY`."""
    layout = look.layout
    pitch, board = layout.pitch, QRectF(*layout.board)
    p.fillRect(QRectF(0, 0, layout.width, layout.height), WALLPAPER)
    p.setPen(Qt.PenStyle.NoPen)
    for stripe in range(0, layout.width, 40):
        p.fillRect(QRectF(stripe, 0, 20, layout.height), QColor(255, 224, 190))
    p.setBrush(QColor(236, 120, 90))
    p.drawRoundedRect(board.adjusted(-10, -10, 10, 10), 12, 12)
    for row in range(ROWS):
        for col in range(COLS):
            p.fillRect(
                QRectF(board.left() + col * pitch, board.top() + row * pitch, pitch, pitch), MAT[(row + col) % 2]
            )
    for box in wall_boxes(layout):
        _pillar(p, box)
    left = board.right() + 20
    p.setPen(QPen(QBrush(QColor(176, 120, 70)), 2))
    p.setBrush(QColor(255, 250, 238))
    p.drawRoundedRect(QRectF(left, 18, 186, 122), 14, 14)
    for player in range(players):
        p.drawRoundedRect(QRectF(left, 150 + player * 106, 186, 98), 14, 14)
    draw_label(p, "TURN", left + 50, 42, SANS, 15, QColor(150, 90, 50))
    draw_icons(p, look, players, paint_toys, QColor(236, 80, 30))

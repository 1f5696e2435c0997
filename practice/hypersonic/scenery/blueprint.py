"""The blueprint: blue paper with a fine grid, hatched walls, a title block at the left."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from engine.hypersonic import COLS, ROWS
from practice.hypersonic.looks import MONO, Look
from practice.hypersonic.pictures.blueprint import LINE, PAPER, paint_blueprint
from practice.hypersonic.scenery.cards import draw_icons, draw_label, wall_boxes


def _grid(p: QPainter, area: QRectF, step: float, colour: QColor, width: float) -> None:
    p.setPen(QPen(QBrush(colour), width))
    for i in range(int(area.width() / step + 0.5) + 1):
        p.drawLine(QPointF(area.left() + i * step, area.top()), QPointF(area.left() + i * step, area.bottom()))
    for i in range(int(area.height() / step + 0.5) + 1):
        p.drawLine(QPointF(area.left(), area.top() + i * step), QPointF(area.right(), area.top() + i * step))


def _wall(p: QPainter, box: QRectF) -> None:
    """A hatched square, as walls are drawn in plans."""
    p.fillRect(box, QColor(12, 52, 108))
    p.save()
    p.setClipRect(box)
    p.setPen(QPen(QBrush(QColor(160, 200, 240)), 1.4))
    for step in range(-5, 6):
        at = box.left() + step * box.width() / 5
        p.drawLine(QPointF(at, box.bottom()), QPointF(at + box.width(), box.top()))
    p.restore()
    p.setPen(QPen(QBrush(LINE), 1.6))
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.drawRect(box)


def draw_blueprint(p: QPainter, look: Look, players: int, _scale: float) -> None:
    """Draw the blueprint's scenery; see `SCENERY`."""
    layout = look.layout
    sheet, board = QRectF(0, 0, layout.width, layout.height), QRectF(*layout.board)
    p.fillRect(sheet, PAPER.darker(112))
    _grid(p, sheet, 14, QColor(255, 255, 255, 16), 1)
    p.fillRect(board, PAPER)
    _grid(p, board, layout.pitch, QColor(255, 255, 255, 56), 1)
    for box in wall_boxes(layout):
        _wall(p, box)
    p.setPen(QPen(QBrush(LINE), 2.4))
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.drawRect(board)
    small = QColor(190, 216, 244)
    for col in range(COLS):
        draw_label(p, chr(ord("a") + col), board.left() + (col + 0.5) * layout.pitch, 10, MONO, 9, small)
    for row in range(ROWS):
        draw_label(p, str(row + 1), board.right() + 10, board.top() + (row + 0.5) * layout.pitch, MONO, 9, small)
    block = QRectF(16, 16, 176, layout.height - 32)
    p.setPen(QPen(QBrush(LINE), 1.6))
    p.setBrush(QColor(18, 68, 130))
    p.drawRect(block)
    for y in (76.0, *(160.0 + 82 * player for player in range(players))):
        p.drawLine(QPointF(block.left(), y), QPointF(block.right(), y))
    draw_label(p, "TURN", 58, 36, MONO, 16, LINE)
    draw_label(p, "NEXT", 60, 454, MONO, 14, LINE)
    draw_icons(p, look, players, paint_blueprint, QColor(255, 160, 110))

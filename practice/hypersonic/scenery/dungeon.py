"""The dungeon: flagstones, blocks of masonry, an iron panel above."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPen

from engine.hypersonic import COLS, ROWS
from practice.hypersonic.looks import SANS, Look
from practice.hypersonic.pictures.dungeon import paint_dungeon
from practice.hypersonic.scenery.cards import draw_icons, draw_label, wall_boxes
from practice.noise import smooth_noise
from practice.pixels import Bgr, image_from_bgr

STONE_BGR = np.array([96, 108, 116], dtype=np.float32)
ROCK_BGR = np.array([52, 44, 46], dtype=np.float32)
FACE, TOP = QColor(58, 56, 70), QColor(112, 110, 126)
FIRE = QColor(255, 130, 40)


def _stone(width: int, height: int, colour: np.ndarray, seed: int) -> Bgr:
    """Return (height, width, 3) uint8 BGR: rough stone."""
    clouds = smooth_noise(width, height, (9, 8), 4, seed=seed)
    grain = smooth_noise(width, height, (120, 110), 2, seed=seed + 1)
    light = 1.0 + 0.1 * clouds + 0.05 * grain
    pixels: Bgr = np.clip(colour * light[..., None], 0, 255).astype(np.uint8)
    return pixels


def _flagstones(p: QPainter, board: QRectF, pitch: float) -> None:
    """Joints between the stones."""
    p.setPen(QPen(QBrush(QColor(40, 34, 30, 120)), 1.2))
    for col in range(1, COLS):
        p.drawLine(
            QPointF(board.left() + col * pitch, board.top()), QPointF(board.left() + col * pitch, board.bottom())
        )
    for row in range(1, ROWS):
        p.drawLine(QPointF(board.left(), board.top() + row * pitch), QPointF(board.right(), board.top() + row * pitch))


def _block(p: QPainter, box: QRectF) -> None:
    """A block of masonry: its top, and below it the face that is seen from the south."""
    p.setPen(QPen(QBrush(QColor(24, 22, 30)), 1.5))
    p.setBrush(FACE)
    p.drawRect(box)
    top = QLinearGradient(box.topLeft(), box.bottomRight())
    top.setColorAt(0.0, TOP.lighter(118))
    top.setColorAt(1.0, TOP.darker(112))
    p.setBrush(top)
    p.drawRect(box.adjusted(0, 0, 0, -0.28 * box.height()))
    p.setPen(QPen(QBrush(QColor(24, 22, 30, 160)), 1))
    middle = box.bottom() - 0.14 * box.height()
    p.drawLine(QPointF(box.left(), middle), QPointF(box.right(), middle))


def _plate(p: QPainter, box: QRectF) -> None:
    p.setPen(QPen(QBrush(QColor(120, 104, 84)), 1.5))
    p.setBrush(QColor(34, 28, 32))
    p.drawRoundedRect(box, 6, 6)


def draw_dungeon(p: QPainter, look: Look, players: int, scale: float) -> None:
    """Draw the dungeon's scenery; see `SCENERY`."""
    layout = look.layout
    board = QRectF(*layout.board)
    rock = _stone(round(layout.width * scale), round(layout.height * scale), ROCK_BGR, 41)
    p.drawImage(QRectF(0, 0, layout.width, layout.height), image_from_bgr(rock))
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(84, 82, 98))
    p.drawRect(board.adjusted(-14, -14, 14, 14))
    p.setBrush(QColor(30, 28, 36))
    p.drawRect(board.adjusted(-3, -3, 3, 3))
    floor = _stone(round(board.width() * scale), round(board.height() * scale), STONE_BGR, 43)
    p.drawImage(board, image_from_bgr(floor))
    _flagstones(p, board, layout.pitch)
    for box in wall_boxes(layout):
        _block(p, box)
    _plate(p, QRectF(20, 8, 146, 84))
    for player in range(players):
        _plate(p, QRectF(172 + player * 124, 8, 118, 84))
    draw_label(p, "TURN", 45, 20, SANS, 10, QColor(206, 186, 150))
    draw_icons(p, look, players, paint_dungeon, FIRE)

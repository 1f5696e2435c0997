"""Crab, puffer fish and jellyfish, drawn with a painter in a cell of 1 x 1 centred on the origin (y down)."""

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QRadialGradient

from practice.bilging.looks import Manner
from practice.bilging.shapes import regular

JELLYFISH_FRAMES = 8
"""Pictures in one beat of the jellyfish's bell."""


def _ink(colour: QColor, width: float) -> QPen:
    return QPen(QBrush(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def _body(manner: Manner, colour: QColor, centre: QPointF, radius: float) -> QBrush:
    """Return a plain brush for flat looks, a lit one for the others."""
    if manner == "flat":
        return QBrush(colour)
    light = QRadialGradient(centre + QPointF(-0.3 * radius, -0.45 * radius), 1.5 * radius)
    light.setColorAt(0.0, colour.lighter(150))
    light.setColorAt(0.5, colour)
    light.setColorAt(1.0, colour.darker(160))
    return QBrush(light)


def _eye(p: QPainter, x: float, y: float, radius: float, look: QPointF) -> None:
    p.setPen(_ink(QColor(30, 20, 20), 0.025))
    p.setBrush(QColor(255, 255, 250))
    p.drawEllipse(QPointF(x, y), radius, radius)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(20, 16, 24))
    p.drawEllipse(QPointF(x, y) + look * radius, radius * 0.55, radius * 0.55)


def draw_crab(p: QPainter, manner: Manner) -> None:
    """Draw a crab from above: shell, claws raised, six legs."""
    red, dark = QColor(226, 78, 42), QColor(96, 22, 12)
    for side in (-1, 1):
        p.setPen(_ink(dark, 0.085))
        p.setBrush(Qt.BrushStyle.NoBrush)
        for reach, y in ((0.46, 0.12), (0.44, 0.27), (0.36, 0.41)):
            leg = QPainterPath(QPointF(side * 0.2, 0.1 + y * 0.25))
            leg.quadTo(QPointF(side * reach, y - 0.16), QPointF(side * (reach - 0.02), y))
            p.drawPath(leg)
        p.setPen(_ink(dark, 0.1))
        p.drawLine(QPointF(side * 0.24, 0.0), QPointF(side * 0.36, -0.18))
        claw = QPainterPath()
        claw.addEllipse(QPointF(side * 0.34, -0.29), 0.14, 0.17)
        bite = QPainterPath(QPointF(side * 0.34, -0.27))
        bite.lineTo(QPointF(side * 0.2, -0.52))
        bite.lineTo(QPointF(side * 0.4, -0.52))
        bite.closeSubpath()
        p.setPen(_ink(dark, 0.035))
        p.setBrush(_body(manner, red, QPointF(side * 0.34, -0.29), 0.17))
        p.drawPath(claw.subtracted(bite))
    p.setPen(_ink(dark, 0.04))
    p.setBrush(_body(manner, red, QPointF(0, 0.12), 0.3))
    p.drawEllipse(QPointF(0, 0.12), 0.31, 0.24)
    p.setPen(_ink(dark, 0.05))
    for side in (-1, 1):
        p.drawLine(QPointF(side * 0.09, -0.06), QPointF(side * 0.1, -0.18))
    for side in (-1, 1):
        _eye(p, side * 0.1, -0.2, 0.075, QPointF(0, -0.2))
    p.setPen(_ink(dark, 0.035))
    p.setBrush(Qt.BrushStyle.NoBrush)
    smile = QPainterPath(QPointF(-0.1, 0.19))
    smile.quadTo(QPointF(0, 0.27), QPointF(0.1, 0.19))
    p.drawPath(smile)


def draw_puffer(p: QPainter, manner: Manner) -> None:
    """Draw a puffer fish blown up round: spines, pale belly, pursed lips."""
    yellow, dark = QColor(250, 206, 54), QColor(112, 74, 10)
    spines = QPainterPath()
    for i, (x, y) in enumerate(regular(32, 1.0)):
        reach = 0.5 if i % 2 == 0 else 0.39
        point = QPointF(x * reach, y * reach + 0.01)
        if i == 0:
            spines.moveTo(point)
        else:
            spines.lineTo(point)
    spines.closeSubpath()
    p.setPen(_ink(dark, 0.03))
    p.setBrush(_body(manner, yellow, QPointF(0, 0), 0.45))
    p.drawPath(spines)
    round_body = QPainterPath()
    round_body.addEllipse(QPointF(0, 0.01), 0.38, 0.38)
    p.save()
    p.setClipPath(round_body, Qt.ClipOperation.IntersectClip)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(255, 246, 214))
    p.drawEllipse(QPointF(0, 0.36), 0.34, 0.24)
    p.setBrush(QColor(176, 112, 20, 190))
    for x, y, size in (
        (-0.2, -0.25, 0.05),
        (0.0, -0.3, 0.06),
        (0.2, -0.25, 0.05),
        (-0.1, -0.19, 0.03),
        (0.1, -0.19, 0.03),
    ):
        p.drawEllipse(QPointF(x, y), size, size * 0.8)
    p.restore()
    for side in (-1, 1):
        _eye(p, side * 0.16, -0.05, 0.1, QPointF(-0.15 * side, 0.1))
    p.setPen(_ink(dark, 0.035))
    p.setBrush(QColor(240, 120, 96))
    p.drawEllipse(QPointF(0, 0.14), 0.085, 0.055)
    p.setBrush(yellow.darker(115))
    for side in (-1, 1):
        fin = QPainterPath(QPointF(side * 0.33, 0.06))
        fin.lineTo(side * 0.49, -0.04)
        fin.lineTo(side * 0.49, 0.17)
        fin.closeSubpath()
        p.drawPath(fin)


def draw_jellyfish(p: QPainter, manner: Manner, frame: int) -> None:
    """Draw a jellyfish; `frame` of JELLYFISH_FRAMES is the moment in its beat: the bell breathes, arms trail."""
    beat = 2 * math.pi * frame / JELLYFISH_FRAMES
    wide, lift = 0.4 + 0.025 * math.sin(beat), 0.02 * math.sin(beat)
    pink, dark = QColor(242, 130, 196), QColor(110, 28, 92)
    p.setBrush(Qt.BrushStyle.NoBrush)
    for i, x in enumerate((-0.26, -0.13, 0.0, 0.13, 0.26)):
        sway = 0.06 * math.sin(beat + i * 1.3)
        arm = QPainterPath(QPointF(x, -0.02 - lift))
        arm.cubicTo(QPointF(x + sway, 0.14), QPointF(x - sway, 0.28), QPointF(x * 1.1 + sway, 0.45 - 0.05 * (i % 2)))
        p.setPen(_ink(dark, 0.085))
        p.drawPath(arm)
        p.setPen(_ink(pink.lighter(118), 0.045))
        p.drawPath(arm)
    bell = QPainterPath(QPointF(-wide, 0.02 - lift))
    bell.cubicTo(QPointF(-wide, -0.62 - lift), QPointF(wide, -0.62 - lift), QPointF(wide, 0.02 - lift))
    for i in range(4):
        step = 2 * wide / 4
        right = wide - i * step
        bell.quadTo(QPointF(right - step / 2, 0.13 - lift), QPointF(right - step, 0.02 - lift))
    bell.closeSubpath()
    p.setPen(_ink(dark, 0.035))
    p.setBrush(_body(manner, pink, QPointF(0, -0.2), 0.4))
    p.drawPath(bell)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(255, 255, 255, 130))
    p.drawEllipse(QRectF(-0.24, -0.38 - lift, 0.2, 0.12))
    p.setBrush(QColor(60, 14, 54))
    for side in (-1, 1):
        p.drawEllipse(QPointF(side * 0.12, -0.08 - lift), 0.045, 0.06)

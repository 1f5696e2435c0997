"""Outlines and markings of the pieces as painter paths, in a cell of 1 x 1 centred on the origin (y down)."""

import math
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

Points = list[tuple[float, float]]


def regular(corners: int, radius: float = 0.5, turn: float = -90.0) -> Points:
    """Return the corners of a regular polygon; `turn` is the first corner's angle in degrees."""
    angles = [math.radians(turn + 360.0 * i / corners) for i in range(corners)]
    return [(radius * math.cos(a), radius * math.sin(a)) for a in angles]


def rounded_polygon(points: Points, rounding: float) -> QPainterPath:
    """Return a closed polygon whose corners are rounded off over `rounding` of each edge's half length."""
    path = QPainterPath()
    count = len(points)
    for i, (x, y) in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % count]
        share = rounding / 2
        start = QPointF(x + (before[0] - x) * share, y + (before[1] - y) * share)
        end = QPointF(x + (after[0] - x) * share, y + (after[1] - y) * share)
        if i == 0:
            path.moveTo(start)
        else:
            path.lineTo(start)
        path.quadTo(QPointF(x, y), end)
    path.closeSubpath()
    return path


def disc() -> QPainterPath:
    """A circle."""
    path = QPainterPath()
    path.addEllipse(QPointF(0, 0), 0.5, 0.5)
    return path


def square() -> QPainterPath:
    """A square with round corners."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(-0.47, -0.47, 0.94, 0.94), 0.12, 0.12)
    return path


def pentagon() -> QPainterPath:
    """A pentagon standing on an edge."""
    return rounded_polygon([(x, y + 0.03) for x, y in regular(5, 0.53)], 0.18)


def diamond() -> QPainterPath:
    """A square standing on a corner, a little taller than wide."""
    return rounded_polygon([(0, -0.52), (0.47, 0), (0, 0.52), (-0.47, 0)], 0.16)


def hexagon() -> QPainterPath:
    """A hexagon with flat sides left and right."""
    return rounded_polygon(regular(6, 0.52), 0.16)


def octagon() -> QPainterPath:
    """An octagon standing on an edge."""
    return rounded_polygon(regular(8, 0.525, 22.5), 0.16)


def star() -> QPainterPath:
    """A plump five-pointed star."""
    outer, inner = regular(5, 0.54), regular(5, 0.31, -54.0)
    return rounded_polygon([(x, y + 0.03) for pair in zip(outer, inner, strict=True) for x, y in pair], 0.3)


def drop() -> QPainterPath:
    """A drop of water."""
    path = QPainterPath(QPointF(0, -0.52))
    path.cubicTo(QPointF(0.08, -0.28), QPointF(0.42, -0.1), QPointF(0.42, 0.13))
    path.cubicTo(QPointF(0.42, 0.38), QPointF(0.22, 0.5), QPointF(0, 0.5))
    path.cubicTo(QPointF(-0.22, 0.5), QPointF(-0.42, 0.38), QPointF(-0.42, 0.13))
    path.cubicTo(QPointF(-0.42, -0.1), QPointF(-0.08, -0.28), QPointF(0, -0.52))
    return path


def triangle() -> QPainterPath:
    """A triangle standing on an edge."""
    return rounded_polygon([(0, -0.52), (0.53, 0.44), (-0.53, 0.44)], 0.2)


def cross() -> QPainterPath:
    """A plump upright cross."""
    a, b = 0.48, 0.19
    ring = [(-b, -a), (b, -a), (b, -b), (a, -b), (a, b), (b, b), (b, a), (-b, a), (-b, b), (-a, b), (-a, -b), (-b, -b)]
    return rounded_polygon([(float(x), float(y)) for x, y in ring], 0.25)


def shell() -> QPainterPath:
    """A scallop: a fan above a narrow hinge."""
    path = QPainterPath(QPointF(-0.16, 0.46))
    path.lineTo(-0.5, -0.02)
    bumps = 5
    for i in range(bumps):
        a0 = math.pi * (1 + i / bumps)
        a1 = math.pi * (1 + (i + 1) / bumps)
        mid = (a0 + a1) / 2
        path.quadTo(
            QPointF(0.62 * math.cos(mid), 0.6 * math.sin(mid) - 0.02),
            QPointF(0.5 * math.cos(a1), 0.42 * math.sin(a1) - 0.02),
        )
    path.lineTo(0.16, 0.46)
    path.closeSubpath()
    return path


def waves() -> QPainterPath:
    """Three wavy lines."""
    path = QPainterPath()
    for y in (-0.2, 0.02, 0.24):
        path.moveTo(-0.5, y)
        for x in (-0.5, -0.25, 0.0, 0.25):
            path.cubicTo(QPointF(x + 0.08, y - 0.09), QPointF(x + 0.17, y + 0.09), QPointF(x + 0.25, y))
    return path


def ring() -> QPainterPath:
    """A ring."""
    path = QPainterPath()
    path.addEllipse(QPointF(0, 0), 0.26, 0.26)
    return path


def spiral() -> QPainterPath:
    """A spiral of two turns."""
    path = QPainterPath(QPointF(0.02, 0))
    for i in range(1, 41):
        angle, radius = 4 * math.pi * i / 40, 0.02 + 0.3 * i / 40
        path.lineTo(radius * math.cos(angle), radius * math.sin(angle))
    return path


def lattice() -> QPainterPath:
    """Crossed ropes."""
    path = QPainterPath()
    for at in (-0.16, 0.16):
        path.moveTo(at, -0.47)
        path.lineTo(at, 0.47)
        path.moveTo(-0.47, at)
        path.lineTo(0.47, at)
    return path


def facets() -> QPainterPath:
    """A small diamond with a line to each corner of the cell's edge middles."""
    path = rounded_polygon([(0, -0.24), (0.21, 0), (0, 0.24), (-0.21, 0)], 0.0)
    for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        path.moveTo(x * 0.21, y * 0.24)
        path.lineTo(x * 0.5, y * 0.54)
    return path


def spokes() -> QPainterPath:
    """A ship's wheel: a hub and six spokes."""
    path = QPainterPath()
    path.addEllipse(QPointF(0, 0), 0.13, 0.13)
    for x, y in regular(6, 1.0, -60.0):
        path.moveTo(x * 0.13, y * 0.13)
        path.lineTo(x * 0.4, y * 0.4)
    return path


def chevrons() -> QPainterPath:
    """Three chevrons."""
    path = QPainterPath()
    for y in (-0.18, 0.04, 0.26):
        path.moveTo(-0.34, y + 0.1)
        path.lineTo(0, y - 0.12)
        path.lineTo(0.34, y + 0.1)
    return path


def rays() -> QPainterPath:
    """Five rays out of the centre."""
    path = QPainterPath()
    for x, y in regular(5, 1.0):
        path.moveTo(x * 0.06, y * 0.06 + 0.03)
        path.lineTo(x * 0.36, y * 0.36 + 0.03)
    return path


def fan() -> QPainterPath:
    """Ribs that fan out from a scallop's hinge."""
    path = QPainterPath()
    for x in (-0.3, -0.1, 0.1, 0.3):
        path.moveTo(x * 0.35, 0.44)
        path.lineTo(x * 1.25, -0.36)
    return path


def crescent() -> QPainterPath:
    """A bright bow along the lower left, as light falls through a drop."""
    path = QPainterPath()
    path.arcMoveTo(QRectF(-0.25, -0.15, 0.5, 0.5), 170)
    path.arcTo(QRectF(-0.25, -0.15, 0.5, 0.5), 170, 120)
    return path


def anchor() -> QPainterPath:
    """An anchor."""
    path = QPainterPath()
    path.addEllipse(QPointF(0, -0.2), 0.07, 0.07)
    path.moveTo(0, -0.13)
    path.lineTo(0, 0.27)
    path.moveTo(-0.14, -0.05)
    path.lineTo(0.14, -0.05)
    path.arcMoveTo(QRectF(-0.24, -0.2, 0.48, 0.47), 200)
    path.arcTo(QRectF(-0.24, -0.2, 0.48, 0.47), 200, 140)
    return path


SHAPES: dict[str, Callable[[], QPainterPath]] = {
    shape.__name__: shape
    for shape in (disc, square, pentagon, diamond, hexagon, octagon, star, drop, triangle, cross, shell)
}
"""Outlines by name."""
MARKS: dict[str, Callable[[], QPainterPath]] = {
    mark.__name__: mark
    for mark in (waves, ring, spiral, lattice, facets, spokes, chevrons, rays, fan, crescent, anchor)
}
"""Markings by name, to be stroked."""

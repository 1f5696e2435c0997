"""The score panel: points, moves, points per move, a row of stars, and what the game calls out."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from practice.bilging.looks import Panel
from practice.bilging.shapes import star
from practice.lettering import breadth, fitted, font

STARS = (1.0, 2.5, 4.0, 6.0, 9.0)
"""Points per move that fill each star; ours, for fun (greedy play makes about 4, the best people 12)."""

PAD = 20.0
"""Between the panel's edge and its words at most, in pixels at scale 1."""
PAD_SHARE = 1 / 8
"""The same for narrow panels, of their width."""
GAP = 8.0
"""Between a name and its number at least, in pixels at scale 1."""
SHRINKING = 0.95
"""Size of the next smaller letters tried."""
STARS_WIDE = 7.0
"""Width of the row of stars in stars."""
WARN_SECONDS = 5
"""It counts down the last so many seconds before a stall."""


class Hud(NamedTuple):
    """What the panel says.

    Attributes:
        score: points so far.
        moves: moves so far, stalls included.
        message: what the last move was called out as, or "".
        status: what the game waits for, or "".
    """

    score: float
    moves: int
    message: str = ""
    status: str = ""

    @property
    def per_move(self) -> float:
        """Average points per move, 0 before the first."""
        return self.score / self.moves if self.moves else 0.0


def status_words(swapped: bool, idle_left: float | None) -> str:
    """Return what the game waits for, or "".

    Args:
        swapped: whether the game's first swap has been made.
        idle_left: seconds until the next stall, None where none is coming.
    """
    if not swapped:
        return "make your first swap, matey"
    if idle_left is not None and idle_left <= WARN_SECONDS:
        return f"pump! the water rises in {max(1, round(idle_left + 0.499))}"
    return ""


def draw_hud(p: QPainter, panel: Panel, scale: float, smooth: bool, hud: Hud) -> None:
    """Write the panel's lines over its backdrop; the painter is in window pixels."""
    p.save()
    p.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
    p.scale(scale, scale)
    pad = min(PAD, panel.width * PAD_SHARE)
    top = panel.y + panel.header
    room = panel.height - panel.header - 8
    line = room / 6.2
    left, width = panel.x + pad, panel.width - 2 * pad
    rows = (("Score", f"{hud.score:.0f}"), ("Moves", f"{hud.moves}"), ("Points per move", f"{hud.per_move:.2f}"))
    label_face, value_face = _row_faces(panel.family, rows, line, width)
    for number, (label, value) in enumerate(rows):
        box = QRectF(left, top + number * line, width, line)
        p.setFont(label_face)
        p.setPen(QColor(*panel.label))
        p.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, label)
        p.setFont(value_face)
        p.setPen(QColor(*panel.text))
        p.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, value)
    _draw_stars(p, panel, QRectF(left, top + 3 * line, width, line), hud.per_move)
    message = f"{hud.message}!" if hud.message else ""
    p.setFont(fitted(message, font(panel.family, min(line * 0.85, 32), bold=True, italic=True), width))
    p.setPen(QColor(*panel.accent))
    box = QRectF(left, top + 4 * line, width, line * 1.2)
    p.drawText(box, Qt.AlignmentFlag.AlignCenter, message)
    p.setFont(fitted(hud.status, font(panel.family, min(line * 0.42, 14), italic=True), width))
    p.setPen(QColor(*panel.label))
    p.drawText(QRectF(left, top + 5.2 * line, width, line), Qt.AlignmentFlag.AlignCenter, hud.status)
    p.restore()


def _row_faces(family: str, rows: Sequence[tuple[str, str]], line: float, width: float) -> tuple[QFont, QFont]:
    """Return the fonts of names and numbers, alike in all rows and small enough for name and number of each.

    Numbers become smaller first, and names where they are larger than these.
    """
    label_px, value_px = min(line * 0.42, width * 0.066, 15), min(line * 0.62, width * 0.12, 25)
    while True:
        label_face, value_face = font(family, label_px), font(family, value_px, bold=True)
        widest = max(breadth(label, label_face) + GAP + breadth(value, value_face) for label, value in rows)
        if widest <= width or value_face.pixelSize() == 1:
            return label_face, value_face
        value_px *= SHRINKING
        label_px = min(label_px, value_px)


def _draw_stars(p: QPainter, panel: Panel, box: QRectF, per_move: float) -> None:
    size = min(box.height() * 0.72, box.width() / STARS_WIDE, 26.0)
    shape = star()
    for number, mark in enumerate(STARS):
        at = QPointF(box.center().x() + (number - 2) * size * 1.45, box.center().y())
        p.save()
        p.translate(at)
        p.scale(size, size)
        p.setPen(QPen(QColor(*panel.label), 0.06))
        p.setBrush(QColor(255, 200, 60) if per_move >= mark else Qt.BrushStyle.NoBrush)
        p.drawPath(shape)
        p.restore()

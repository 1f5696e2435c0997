"""The overlay's window: opaque, cut to the shape of the drawing, and clicks go through it.

A translucent window without a compositor is painted black on X11. So the window is opaque, and its mask, set
before it is shown, leaves nothing but lines, arrow and text; the game stays visible through the rest.
"""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPolygonF,
    QRasterWindow,
    QRegion,
)

STRONG = QColor(255, 214, 10)
DIM = QColor(150, 130, 60)
PLATE = QColor(24, 24, 28)
TEXT_SIZE = 16
"""Pixels, at least."""

TEXT_STROKES = 4
"""The text is as many strokes high: of a window on a screen of fine pixels it is read from as far away as the board."""

PLATE_MARGIN = 6
"""Pixels between the text and the edge of its plate."""


class Canvas(QRasterWindow):
    """Shows one drawing at a time."""

    def __init__(self) -> None:
        super().__init__()
        # what Qt.WA_MacAlwaysShowToolWindow sets of a widget: the game's application is in front, not this one
        self.setProperty("_q_macAlwaysShowToolWindow", True)
        self.setFlags(
            Qt.WindowType.Tool
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowStaysOnTopHint
            | Qt.WindowType.WindowTransparentForInput
            | Qt.WindowType.WindowDoesNotAcceptFocus
            | Qt.WindowType.X11BypassWindowManagerHint
        )
        self.setTitle("Spyglass overlay")
        self._layers: list[tuple[QRegion, QColor]] = []
        self._text: tuple[QRect, str] | None = None
        self._when_painted: Callable[[], None] | None = None
        self._font = QFont()
        self._font.setBold(True)

    def draw(self, drawing: dict[str, Any], when_painted: Callable[[], None]) -> None:
        """Show a drawing (`control.sketch.on_screen`) in place of the last; then call back.

        Raises:
            KeyError, TypeError, ValueError: the drawing lacks something.
        """
        layers, text = self._compose(drawing)
        shape = QRegion()
        for region, _ in layers:
            shape = shape.united(region)
        bounds = shape.boundingRect()
        # Moving a shown window would smear the old drawing over the new place for a moment.
        self.setVisible(False)
        if bounds.isEmpty():
            when_painted()
            return
        offset = -bounds.topLeft()
        self._layers = [(region.translated(offset), colour) for region, colour in layers]
        self._text = (text[0].translated(offset), text[1]) if text else None
        self._when_painted = when_painted
        self.setGeometry(bounds)
        self.setMask(shape.translated(offset))
        self.setVisible(True)
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 (Qt's name)
        """Fill the drawing's regions."""
        painter = QPainter(self)
        painter.fillRect(QRect(QPoint(0, 0), self.size()), PLATE)
        for region, colour in self._layers:
            painter.setClipRegion(region)
            painter.fillRect(region.boundingRect(), colour)
        painter.setClipping(False)
        if self._text:
            painter.setFont(self._font)
            painter.setPen(QColor("white"))
            painter.drawText(self._text[0], Qt.AlignmentFlag.AlignCenter, self._text[1])
        painter.end()
        if self._when_painted:
            # The pixels reach the screen when this event has returned.
            QTimer.singleShot(0, self._when_painted)
            self._when_painted = None

    def _compose(self, drawing: dict[str, Any]) -> tuple[list[tuple[QRegion, QColor]], tuple[QRect, str] | None]:
        stroke = max(1, round(drawing["stroke"]))
        self._font.setPixelSize(max(TEXT_SIZE, round(TEXT_STROKES * drawing["stroke"])))
        layers = [(_rim(box, max(1, stroke // 2)), DIM) for box in drawing["dim_boxes"]]
        layers += [(_rim(box, stroke), STRONG) for box in drawing["boxes"]]
        plate, mirror = self._plate(drawing)
        if drawing["arrow"]:
            start, end = (QPointF(*point) for point in drawing["arrow"])
            if mirror is not None:
                start, end = _mirrored(start, mirror), _mirrored(end, mirror)
            layers.append((_arrow(start, end, float(stroke)), STRONG))
        text = None
        if plate is not None:
            layers.append((QRegion(plate), PLATE))
            text = (plate, str(drawing["text"]))
        return layers, text

    def _plate(self, drawing: dict[str, Any]) -> tuple[QRect | None, float | None]:
        """Return where a drawing's text stands, and the x that arrow and text are mirrored at if they are."""
        if not drawing["text"]:
            return None, None
        at, ends, mirror = QPointF(*drawing["text_at"]), bool(drawing["text_ends"]), drawing.get("mirror")
        plate, desktop = self._beside(drawing["text"], at, ends=ends), QGuiApplication.primaryScreen().virtualGeometry()
        if mirror is not None and not desktop.contains(plate):
            other = self._beside(drawing["text"], _mirrored(at, mirror), ends=not ends)
            if desktop.contains(other):
                return other, mirror
        x = min(max(plate.x(), desktop.left()), desktop.right() + 1 - plate.width())
        y = min(max(plate.y(), desktop.top()), desktop.bottom() + 1 - plate.height())
        plate.moveTo(x, y)
        return plate, None

    def _beside(self, text: str, at: QPointF, *, ends: bool) -> QRect:
        size = QFontMetrics(self._font).boundingRect(text).size()
        width, height = size.width() + 2 * PLATE_MARGIN, size.height() + 2 * PLATE_MARGIN
        return QRect(round(at.x()) - (width if ends else 0), round(at.y() - height / 2), width, height)


def _mirrored(point: QPointF, x: float) -> QPointF:
    return QPointF(2 * x - point.x(), point.y())


def _rim(box: list[float], stroke: int) -> QRegion:
    outer = QRectF(*box).toRect()
    inner = outer.adjusted(stroke, stroke, -stroke, -stroke)
    return QRegion(outer).subtracted(QRegion(inner)) if inner.isValid() else QRegion(outer)


def _arrow(start: QPointF, end: QPointF, stroke: float) -> QRegion:
    along = end - start
    length = (along.x() ** 2 + along.y() ** 2) ** 0.5
    if length == 0:
        return QRegion()
    along /= length
    across = QPointF(-along.y(), along.x())
    head = min(length, 5 * stroke)
    neck = end - along * head
    outline = QPainterPath()
    outline.addPolygon(
        QPolygonF(
            [
                start + across * (stroke / 2),
                neck + across * (stroke / 2),
                neck + across * (head / 2),
                end,
                neck - across * (head / 2),
                neck - across * (stroke / 2),
                start - across * (stroke / 2),
            ]
        )
    )
    return QRegion(outline.toFillPolygon().toPolygon())

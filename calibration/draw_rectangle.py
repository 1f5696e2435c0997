"""A small window to draw the board's rectangle in: ``python -m calibration.draw_rectangle IMAGE`` prints x,y,w,h.

A process of its own: Qt (PySide6) and OpenCV's own Qt plugins do not get along in one. Nothing of ours is imported.
Prints nothing and ends with status 3 when the window is closed without a rectangle.
"""

import sys

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QCloseEvent, QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QWidget

SCREEN_SHARE = 0.85
"""The picture is shrunk to this share of the screen at most."""
SMALLEST = 32
"""Sides of a rectangle below that, in pixels of the picture, are a slip of the hand."""
CANCELLED = 3
"""Exit status when no rectangle was drawn."""


class RectangleWindow(QWidget):
    """Shows a picture; press, drag and release draw a rectangle; Enter takes it, Escape gives up.

    Attributes:
        chosen: the rectangle in pixels of the picture, None until one was taken.
    """

    def __init__(self, image: QImage, scale: float) -> None:
        super().__init__()
        self.chosen: QRect | None = None
        self._image = image
        self._scale = scale
        self._start: QPoint | None = None
        self._drawn = QRect()
        self.setWindowTitle("Draw the board from corner to corner, then press Enter (Escape: give up)")
        self.setFixedSize(round(image.width() * scale), round(image.height() * scale))
        self.setCursor(Qt.CursorShape.CrossCursor)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 (Qt's name)
        """Paint the picture and the rectangle."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(self.rect(), self._image)
        if not self._drawn.isNull():
            for colour, width in ((QColor(0, 0, 0), 3), (QColor(255, 255, 0), 1)):
                painter.setPen(QPen(colour, width))
                painter.drawRect(self._drawn.normalized())
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Begin a rectangle."""
        self._start = event.position().toPoint()
        self._drawn = QRect(self._start, self._start)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Stretch it."""
        if self._start is not None:
            self._drawn = QRect(self._start, event.position().toPoint())
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Leave it standing; another press begins anew."""
        self._start = None

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Take the rectangle, or give up."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            box = self._drawn.normalized()
            left, top = round(box.left() / self._scale), round(box.top() / self._scale)
            right, bottom = round(box.right() / self._scale), round(box.bottom() / self._scale)
            left, top = max(0, left), max(0, top)
            right, bottom = min(self._image.width(), right), min(self._image.height(), bottom)
            if right - left >= SMALLEST and bottom - top >= SMALLEST:
                self.chosen = QRect(left, top, right - left, bottom - top)
                self.close()
        elif event.key() == Qt.Key.Key_Escape:
            self.close()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """End the program with the window."""
        super().closeEvent(event)
        QApplication.quit()


def main(arguments: list[str]) -> int:
    """Run the window; returns the exit status."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m calibration.draw_rectangle IMAGE\n")
        return 2
    image = QImage(arguments[0])
    if image.isNull():
        sys.stderr.write(f"{arguments[0]}: not a picture that can be read\n")
        return 2
    app = QApplication(sys.argv[:1])
    room = app.primaryScreen().availableSize()
    scale = min(1.0, SCREEN_SHARE * room.width() / image.width(), SCREEN_SHARE * room.height() / image.height())
    window = RectangleWindow(image, scale)
    window.show()
    app.exec()
    if window.chosen is None:
        return CANCELLED
    box = window.chosen
    sys.stdout.write(f"{box.x()},{box.y()},{box.width()},{box.height()}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

"""Pictures between numpy and Qt."""

from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter, QRegion

from practice.picture import Art

Bgr = NDArray[np.uint8]

A = TypeVar("A", bound=Art)
S = TypeVar("S")


def image_from_bgr(pixels: Bgr) -> QImage:
    """Return an opaque QImage of a (height, width, 3) uint8 BGR array."""
    height, width = pixels.shape[:2]
    rows = np.ascontiguousarray(pixels)
    image = QImage(rows.data, width, height, 3 * width, QImage.Format.Format_BGR888)
    return image.convertToFormat(QImage.Format.Format_RGB32)


def bgr_from_image(image: QImage) -> Bgr:
    """Return the (height, width, 3) uint8 BGR pixels of an image; see-through parts are dropped onto black."""
    # Qt drops the fourth byte of each pixel in a tenth of numpy's time
    image = image.convertToFormat(QImage.Format.Format_RGB32).convertToFormat(QImage.Format.Format_BGR888)
    width, height, stride = image.width(), image.height(), image.bytesPerLine()
    rows = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(height, stride)
    return rows[:, : 3 * width].reshape(height, width, 3).copy()


def painted(width: int, height: int, paint: Callable[[QPainter, QRegion], None]) -> Bgr:
    """Return what `paint` draws off screen, (height, width, 3) uint8 BGR; its region is the whole picture."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    p = QPainter(image)
    paint(p, QRegion(QRect(0, 0, width, height)))
    p.end()
    return bgr_from_image(image)


def render_scene(paint: Callable[[QPainter, A, S, QRegion], None], art: A, scene: S) -> Bgr:
    """Return a window's pixels with no window, (height, width, 3) uint8 BGR.

    Args:
        paint: the game's own; paints what of a scene lies in a region.
        art: a look or skin at a scale; its backdrop is as large as the picture.
        scene: what to show.
    """
    size = art.backdrop.size()
    return painted(size.width(), size.height(), lambda p, region: paint(p, art, scene, region))

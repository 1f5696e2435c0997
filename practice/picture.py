"""See-through pictures that a window lays on its backdrop, and their resampling."""

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage

Rgb = tuple[int, int, int]
"""Red, green, blue, 0 to 255."""


class Art(Protocol):
    """The pictures of a look or skin at one scale."""

    @property
    def backdrop(self) -> QImage:
        """All that never changes, as large as the window."""
        ...


@dataclass(frozen=True, slots=True)
class Picture:
    """A see-through picture and where its top left lies from the place it belongs to, in pixels."""

    image: QImage
    dx: int = 0
    dy: int = 0


def pixel_size(width: float, height: float, scale: float) -> tuple[int, int]:
    """Return (width, height) in whole pixels of a client area given at scale 1."""
    return round(width * scale), round(height * scale)


def resized(image: QImage, width: int, height: int) -> QImage:
    """Return an image resampled smoothly to width x height; itself where it has that size."""
    if image.size() == QSize(width, height):
        return image
    ratio, smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    return image.scaled(width, height, ratio, smooth)


def scaled_picture(picture: Picture, scale: float) -> Picture:
    """Return a picture with its offset resampled to a scale."""
    image = picture.image
    width, height = max(1, round(image.width() * scale)), max(1, round(image.height() * scale))
    return Picture(resized(image, width, height), round(picture.dx * scale), round(picture.dy * scale))


def mean_colour(image: QImage) -> Rgb:
    """Return a picture's mean colour where it is not see-through."""
    colour = resized(image, 1, 1).pixelColor(0, 0)
    return colour.red(), colour.green(), colour.blue()


def centred(image: QImage, offset: tuple[int, int] | None, width: float, height: float) -> Picture:
    """Return a picture with its offset, centred in width x height where none is given."""
    if offset is None:
        offset = round((width - image.width()) / 2), round((height - image.height()) / 2)
    return Picture(image, *offset)

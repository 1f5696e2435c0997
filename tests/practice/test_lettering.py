"""Letters are the same whatever a process has drawn before: a window and its still must not differ by a pixel."""

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from practice.application import offscreen_application
from practice.lettering import font, letters

DRAWN = (300, 20, 64, 100, 300, 7, 42, 1000, 33, 65, 200, 20)
"""Pixels of letters drawn in between."""

Points = tuple[tuple[float, float], ...]


def points(family: str, pixels: int) -> Points:
    """Return what the outline of some letters is made of."""
    path = letters("YOU Return 123", font(family, pixels, bold=True))
    elements = (path.elementAt(number) for number in range(path.elementCount()))
    return tuple((element.x, element.y) for element in elements)


@pytest.mark.parametrize("family", ["DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono"])
def test_an_outline_does_not_depend_on_what_was_drawn_before(family: str) -> None:
    offscreen_application()
    image = QImage(600, 400, QImage.Format.Format_RGB32)
    seen: dict[int, set[Points]] = {pixels: set() for pixels in (9, 42, 100)}
    for size in DRAWN:
        painter = QPainter(image)
        painter.setFont(font(family, size, bold=True))
        painter.drawText(QPointF(0, 300), "YOU")
        painter.end()
        for pixels, found in seen.items():
            found.add(points(family, pixels))
    assert [len(found) for found in seen.values()] == [1, 1, 1]


def test_outlines_grow_with_the_font() -> None:
    offscreen_application()
    small, large = (letters("YOU", font("DejaVu Sans", pixels)).boundingRect() for pixels in (20, 40))
    assert large.width() == pytest.approx(2 * small.width())
    assert large.height() == pytest.approx(2 * small.height())
    assert 13 < small.height() < 17  # capitals, of an em of 20

"""Words with a number in them that a window writes: where they stand, their outlines, what changed."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QTransform

from practice.digits import digits_path
from practice.lettering import font, letters
from practice.picture import Rgb

MASTER = 100
"""Pixels of the letters that are scaled to any size."""

Align = Literal["left", "centre", "right"]


@dataclass(frozen=True, slots=True)
class Words:
    """Where and how one number is written.

    Attributes:
        x, y: the left end, middle or right end of the words (see `align`), half way up a capital.
        height: of a digit.
        colour: of the letters.
        align: which part of the words stands at x.
        family: font family, or "" for our own digits, which can write 0-9, + and x only.
        form: the words, `{}` standing for the number.
    """

    x: float
    y: float
    height: float
    colour: Rgb
    align: Align = "centre"
    family: str = ""
    form: str = "{}"


class Line(NamedTuple):
    """Words as they are written now: their place and manner, the whole text, their opacity."""

    words: Words
    text: str
    opacity: float = 1.0


@lru_cache(maxsize=64)
def _path(text: str, family: str) -> QPainterPath:
    """Return `text` with capitals 1 high, left edge at 0, baseline at 0."""
    if not family:
        return digits_path(text, 1.0)
    face = font(family, MASTER, bold=True)
    path = letters(text, face)
    size = 1 / QFontMetricsF(face).capHeight()
    return QTransform.fromScale(size, size).translate(-path.boundingRect().left(), 0).map(path)


def words_path(words: Words, text: str, scale: float) -> QPainterPath:
    """Return `text` as an outline in window pixels."""
    path = _path(text, words.family)
    share = {"left": 0.0, "centre": 0.5, "right": 1.0}[words.align]
    height = words.height * scale
    left = words.x * scale - share * path.boundingRect().right() * height
    return QTransform.fromTranslate(left, (words.y * scale + height / 2)).scale(height, height).map(path)


def changed_lines(scale: float, before: Iterable[Line], after: Iterable[Line]) -> list[QRect]:
    """Return the pixels to paint again when lines change."""
    return [
        words_path(line.words, line.text, scale).boundingRect().toAlignedRect().adjusted(-2, -2, 2, 2)
        for line in set(before) ^ set(after)
    ]


def draw_lines(p: QPainter, scale: float, lines: Iterable[Line]) -> None:
    """Write lines; the painter is in window pixels."""
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    for line in lines:
        colour = QColor(*line.words.colour)
        colour.setAlphaF(line.opacity)
        p.fillPath(words_path(line.words, line.text, scale), colour)

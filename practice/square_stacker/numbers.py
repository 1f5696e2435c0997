"""Score, best, combo and the points of a move: what they say, where they are written, and their painting."""

from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QTransform

from practice.digits import digits_path
from practice.lettering import font
from practice.square_stacker.looks import Layout, Words

MASTER = 100
"""Pixels of the letters that are scaled to any size."""
GAIN_STEPS = 24
"""Degrees of opacity that a fading number goes through."""


class Numbers(NamedTuple):
    """What is written on the window.

    Attributes:
        score, best: points.
        combo: scoring moves in a row; 0 is not written.
        gain: points of the last scoring move; 0 is not written.
        gain_shown: opacity of the gain, 0 to `GAIN_STEPS`.
    """

    score: int
    best: int
    combo: int = 0
    gain: int = 0
    gain_shown: int = 0


class _Line(NamedTuple):
    words: Words
    text: str
    opacity: float


@lru_cache(maxsize=64)
def _path(text: str, family: str) -> QPainterPath:
    """Return `text` with capitals 1 high, left edge at 0, baseline at 0."""
    if not family:
        return digits_path(text, 1.0)
    face = font(family, MASTER, bold=True)
    path = QPainterPath()
    path.addText(QPointF(0, 0), face, text)
    size = 1 / QFontMetricsF(face).capHeight()
    return QTransform.fromScale(size, size).translate(-path.boundingRect().left(), 0).map(path)


def words_path(words: Words, text: str, scale: float) -> QPainterPath:
    """Return `text` as an outline in window pixels."""
    path = _path(text, words.family)
    share = {"left": 0.0, "centre": 0.5, "right": 1.0}[words.align]
    height = words.height * scale
    left = words.x * scale - share * path.boundingRect().right() * height
    return QTransform.fromTranslate(left, (words.y * scale + height / 2)).scale(height, height).map(path)


def _lines(layout: Layout, numbers: Numbers) -> list[_Line]:
    written: list[tuple[Words | None, int, float]] = [(layout.score, numbers.score, 1), (layout.best, numbers.best, 1)]
    if numbers.combo:
        written.append((layout.combo, numbers.combo, 1))
    if numbers.gain and numbers.gain_shown:
        written.append((layout.gain, numbers.gain, numbers.gain_shown / GAIN_STEPS))
    return [_Line(words, words.form.format(number), shown) for words, number, shown in written if words is not None]


def changed_numbers(layout: Layout, scale: float, before: Numbers, after: Numbers) -> list[QRect]:
    """Return the pixels to paint again when the numbers change."""
    differing = set(_lines(layout, before)) ^ set(_lines(layout, after))
    return [
        words_path(line.words, line.text, scale).boundingRect().toAlignedRect().adjusted(-2, -2, 2, 2)
        for line in differing
    ]


def draw_numbers(p: QPainter, layout: Layout, scale: float, numbers: Numbers) -> None:
    """Write the numbers; the painter is in window pixels."""
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    for line in _lines(layout, numbers):
        colour = QColor(*line.words.colour)
        colour.setAlphaF(line.opacity)
        p.fillPath(words_path(line.words, line.text, scale), colour)

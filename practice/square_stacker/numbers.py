"""Score, best, combo and the points of a move: what they say and where they are written."""

from typing import NamedTuple

from practice.square_stacker.looks import Layout
from practice.words import Line, Words

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


def number_lines(layout: Layout, numbers: Numbers) -> list[Line]:
    """Return every number that is to be seen, as it is written."""
    written: list[tuple[Words | None, int, float]] = [(layout.score, numbers.score, 1), (layout.best, numbers.best, 1)]
    if numbers.combo:
        written.append((layout.combo, numbers.combo, 1))
    if numbers.gain and numbers.gain_shown:
        written.append((layout.gain, numbers.gain, numbers.gain_shown / GAIN_STEPS))
    return [Line(words, words.form.format(number), shown) for words, number, shown in written if words is not None]

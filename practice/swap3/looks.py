"""The looks drawn by our own code: places, palette and manner of each. All lengths are pixels at scale 1."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from engine.swap3 import Rules
from practice.picture import Rgb
from practice.words import Words

Manner = Literal["cut", "flat", "round"]
"""How pieces are painted: a cut stone, plain ink with an outline, a disc of glass with its shape on it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things lie in the client area.

    Attributes:
        width, height: the client area.
        x, y: the board's top left.
        tile: a cell's edge.
        rows, cols: of the board.
        score: where the score is written.
        score_room: how wide it may be.
    """

    width: int
    height: int
    x: float
    y: float
    tile: float
    rows: int
    cols: int
    score: Words
    score_room: float


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that tells one look from another.

    Attributes:
        name: what `--look` takes.
        tile: a cell's edge.
        margins: left, top, right, bottom of the board.
        manner: how pieces are painted.
        antialias: whether edges are smoothed.
        fill: how much of a cell's edge a piece takes up; the rest is gap.
        palette: a colour for each kind the codes have room for.
        window: colour around the board.
        grounds: colours of the cells, in turn as on a chessboard.
        chosen: colour of the frame round a piece that is to be swapped.
        grain: how strongly the ground is clouded, in grey levels.
        score: where and how the score is written.
        score_room: how wide it may be; a longer one is written smaller.
        score_from_right: whether score.x counts from the right edge, not from the left one.
    """

    name: str
    tile: float
    margins: tuple[float, float, float, float]
    manner: Manner
    antialias: bool
    fill: float
    palette: tuple[Rgb, ...]
    window: Rgb
    grounds: tuple[Rgb, Rgb]
    chosen: Rgb
    grain: float
    score: Words
    score_room: float = math.inf
    score_from_right: bool = False

    def layout(self, rules: Rules) -> Layout:
        """Return the places on a window for a board of `rules`."""
        left, top, right, bottom = self.margins
        width = round(left + rules.cols * self.tile + right)
        height = round(top + rules.rows * self.tile + bottom)
        x = width - self.score.x if self.score_from_right else self.score.x
        score = replace(self.score, x=x)
        return Layout(width, height, left, top, self.tile, rules.rows, rules.cols, score, self.score_room)


MINE = Look(
    name="mine",
    tile=46,
    margins=(24, 30, 190, 26),
    manner="cut",
    antialias=True,
    fill=0.9,
    palette=(
        (226, 54, 60),
        (62, 190, 84),
        (66, 130, 240),
        (246, 210, 64),
        (188, 84, 224),
        (240, 140, 44),
        (232, 236, 242),
        (58, 206, 204),
        (244, 130, 178),
        (130, 92, 60),
        (150, 220, 60),
        (40, 60, 150),
        (120, 126, 134),
        (150, 20, 60),
        (255, 236, 180),
        (90, 60, 120),
    ),
    window=(38, 34, 40),
    grounds=((62, 52, 56), (36, 28, 32)),
    chosen=(255, 244, 170),
    grain=0,
    score=Words(28, 60, 20, (240, 226, 180), "right", "DejaVu Sans", "Score {}"),
    score_from_right=True,
    score_room=150,
)

PRINT = Look(
    name="print",
    tile=37,
    margins=(150, 24, 20, 64),
    manner="flat",
    antialias=False,
    fill=0.78,
    palette=(
        (204, 64, 44),
        (44, 62, 122),
        (222, 168, 40),
        (30, 134, 130),
        (132, 58, 126),
        (112, 138, 46),
        (90, 92, 98),
        (226, 124, 150),
        (70, 150, 216),
        (120, 76, 40),
        (20, 90, 50),
        (240, 200, 170),
        (20, 20, 24),
        (190, 190, 60),
        (160, 30, 90),
        (150, 190, 170),
    ),
    window=(236, 230, 214),
    grounds=((250, 247, 238), (250, 247, 238)),
    chosen=(20, 20, 24),
    grain=0,
    score=Words(24, 44, 18, (60, 56, 50), "left", "DejaVu Sans Mono", "{} pts"),
    score_room=114,
)

POND = Look(
    name="pond",
    tile=54,
    margins=(40, 84, 40, 40),
    manner="round",
    antialias=True,
    fill=0.84,
    palette=(
        (240, 96, 84),
        (250, 200, 70),
        (120, 210, 110),
        (60, 150, 235),
        (170, 110, 235),
        (240, 240, 236),
        (60, 66, 90),
        (60, 215, 220),
        (250, 150, 60),
        (240, 130, 200),
        (160, 120, 90),
        (190, 235, 60),
        (110, 40, 60),
        (30, 110, 70),
        (180, 190, 215),
        (20, 40, 130),
    ),
    window=(26, 70, 84),
    grounds=((38, 96, 108), (38, 96, 108)),
    chosen=(255, 255, 255),
    grain=10,
    score=Words(40, 44, 30, (230, 250, 250), "left", "", "{}"),
)

LOOKS: Mapping[str, Look] = {look.name: look for look in (MINE, PRINT, POND)}
"""Every look by name, the usual one first."""

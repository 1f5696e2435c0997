"""The looks drawn by our own code: layout, rings and palette of each. All lengths are pixels at scale 1."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.square_stacker import CELLS, SIDE
from practice.picture import Rgb
from practice.words import Words

Manner = Literal["flat", "inked", "lit"]
"""How rings are painted: one plain colour, ink with a darker rim, or lit from above."""
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Panel:
    """Colours of the panel at the end of a game: its ground, its title, its other words."""

    ground: Rgb
    title: Rgb
    text: Rgb


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things lie in the client area.

    Attributes:
        width, height: the client area.
        x, y: centre of the top left cell.
        pitch: from one cell's centre to the next one's.
        hand: centres of the three pieces of the hand.
        lift: where a dragged piece floats from the pointer, (right, down) in pitches; it lands where it floats.
        score, best, combo, gain: numbers written on the window, or None; combo only shows above 0, the points of
            a move (gain) only for a moment.
        panel: colours of the panel at the end of a game.
    """

    width: int
    height: int
    x: float
    y: float
    pitch: float
    hand: tuple[Point, Point, Point]
    lift: Point
    score: Words | None
    best: Words | None
    combo: Words | None
    gain: Words | None
    panel: Panel

    def place(self, index: int) -> Point:
        """Return the centre of a place as the engine's `places` counts them: nine cells, then the hand."""
        if index >= CELLS:
            return self.hand[index - CELLS]
        row, col = divmod(index, SIDE)
        return self.x + col * self.pitch, self.y + row * self.pitch

    def cell_at(self, x: float, y: float) -> int | None:
        """Return the nearest cell of a point, or None where it is more than half a pitch away."""
        col, row = math.floor((x - self.x) / self.pitch + 0.5), math.floor((y - self.y) / self.pitch + 0.5)
        return SIDE * row + col if 0 <= row < SIDE and 0 <= col < SIDE else None

    def piece_at(self, x: float, y: float) -> int | None:
        """Return the piece of the hand whose place holds a point, or None."""
        for piece, (left, top) in enumerate(self.hand):
            if max(abs(x - left), abs(y - top)) <= self.pitch / 2:
                return piece
        return None


@dataclass(frozen=True, slots=True)
class Ring:
    """The shape of one size: its outer edge, the width of its stroke, the radii of its outer and inner corners.

    A stroke of half the edge fills it.
    """

    edge: float
    stroke: float
    corner: float
    hole_corner: float


def circle(edge: float, stroke: float) -> Ring:
    """Return a round ring of that diameter."""
    return Ring(edge, stroke, edge / 2, edge / 2 - stroke)


@dataclass(frozen=True, slots=True)
class Dot:
    """The mark in the middle of every cell: its edge, its corners' radius and its colour."""

    edge: float
    corner: float
    colour: Rgb


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that tells one look from another.

    Attributes:
        name: what `--look` takes.
        layout: places and words.
        manner: how rings are painted.
        rings: inner, middle, outer.
        palette: the six colours, by code.
        dot: the mark of a cell.
    """

    name: str
    layout: Layout
    manner: Manner
    rings: tuple[Ring, Ring, Ring]
    palette: tuple[Rgb, Rgb, Rgb, Rgb, Rgb, Rgb]
    dot: Dot


WHITE: Rgb = (255, 255, 255)
PALE: Rgb = (214, 216, 208)

SQUARES = Look(
    name="squares",
    layout=Layout(
        width=767,
        height=709,
        x=96.25,
        y=233.25,
        pitch=192.5,
        hand=((674.75, 233.25), (674.75, 425.75), (674.75, 618.25)),
        lift=(0, 0),
        score=Words(389, 51, 50, WHITE),
        best=Words(566, 52, 31, PALE, "left"),
        combo=Words(566, 126, 26, (255, 214, 64), "left", form="x{}"),
        gain=Words(389, 126, 26, WHITE, form="+{}"),
        panel=Panel((38, 42, 46), WHITE, PALE),
    ),
    manner="flat",
    rings=(Ring(58, 17.5, 2.5, 1), Ring(104, 16, 25, 9), Ring(154, 18, 46, 28)),
    palette=((240, 52, 112), (72, 222, 110), (64, 190, 250), (250, 220, 60), (255, 132, 36), (160, 92, 255)),
    dot=Dot(12, 1.5, (112, 116, 118)),
)
"""Proportions as on the real screen (docs/square_stacker.md, "The real screen"); the lowest row of cells reaches 5.5
pixels beyond the client area, as it does there. Colours and drawing are ours."""

RINGS = Look(
    name="rings",
    layout=Layout(
        width=520,
        height=760,
        x=112,
        y=218,
        pitch=148,
        hand=((98, 676), (260, 676), (422, 676)),
        lift=(0, 0),
        score=Words(198, 54, 38, (52, 44, 40), family="DejaVu Sans Mono"),
        best=Words(366, 54, 21, (122, 98, 70), "left", family="DejaVu Sans Mono"),
        combo=Words(28, 116, 19, (176, 42, 34), "left", "DejaVu Sans Mono", "combo x{}"),
        gain=Words(260, 116, 21, (122, 98, 70), family="DejaVu Sans Mono", form="+{}"),
        panel=Panel((252, 247, 234), (150, 36, 30), (70, 58, 48)),
    ),
    manner="inked",
    rings=(circle(46, 12), circle(88, 13), circle(130, 13)),
    palette=((206, 40, 52), (52, 140, 62), (34, 76, 178), (226, 160, 20), (22, 160, 176), (128, 52, 146)),
    dot=Dot(10, 5, (176, 160, 136)),
)

DISCS = Look(
    name="discs",
    layout=Layout(
        width=840,
        height=760,
        x=352,
        y=216,
        pitch=184,
        hand=((120, 216), (120, 400), (120, 584)),
        lift=(0, -0.6),
        score=Words(508, 60, 44, (240, 246, 255), family="DejaVu Sans"),
        best=Words(696, 60, 24, (180, 196, 232), "left", family="DejaVu Sans"),
        combo=Words(120, 104, 22, (255, 222, 120), "centre", "DejaVu Sans", "combo x{}"),
        gain=Words(508, 110, 22, (255, 222, 120), "centre", "DejaVu Sans", "+{}"),
        panel=Panel((16, 20, 52), (255, 222, 120), (214, 224, 250)),
    ),
    manner="lit",
    rings=(circle(54, 27), circle(98, 13), circle(160, 20)),
    palette=((255, 88, 72), (150, 220, 70), (58, 190, 236), (255, 206, 70), (236, 96, 206), (226, 230, 250)),
    dot=Dot(14, 7, (92, 98, 146)),
)

LOOKS: Mapping[str, Look] = {look.name: look for look in (SQUARES, RINGS, DISCS)}
"""Every look by name, the usual one first."""

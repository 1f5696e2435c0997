"""The looks drawn by our own code: layout, jewels and palette of each. All lengths are pixels at scale 1."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from practice.columns.motion import Vanish
from practice.picture import Rgb
from practice.words import Words

Manner = Literal["bevel", "gem", "glaze"]
"""How jewels are painted: a flat square with bevelled edges, a round gem, a glazed square with a bright rim."""
Ghost = Literal["faint", "outline"]
"""How the place where the piece would land is marked: the jewels themselves, faintly, or outlines of their colours."""


@dataclass(frozen=True, slots=True)
class Cover:
    """What lies over the well while the game is paused or over: its ground, how opaque it is, title and other words."""

    ground: Rgb
    opacity: float
    title: Rgb
    text: Rgb


@dataclass(frozen=True, slots=True)
class NextPlace:
    """Where the next piece is shown: upper left corner of its top jewel, and from one jewel to the next."""

    x: float
    y: float
    pitch: float


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things lie in the client area.

    Attributes:
        width, height: the client area.
        rows, cols: cells of the well.
        x, y: upper left corner of the well.
        pitch: from one cell to the next.
        next: where the next piece is shown, or None.
        score, level, jewels: numbers written on the window, or None.
        cover: what hides the well.
    """

    width: int
    height: int
    rows: int
    cols: int
    x: float
    y: float
    pitch: float
    next: NextPlace | None
    score: Words | None
    level: Words | None
    jewels: Words | None
    cover: Cover

    @property
    def well(self) -> tuple[float, float, float, float]:
        """(x, y, width, height) of the well."""
        return self.x, self.y, self.cols * self.pitch, self.rows * self.pitch


@dataclass(frozen=True, slots=True)
class Habits:
    """How a look moves and marks, where the window is not told otherwise.

    Attributes:
        smooth: the piece glides; else it steps from row to row.
        ghost: the place where it would land is marked.
        ghost_style: how.
        vanish: how jewels vanish.
    """

    smooth: bool
    ghost: bool
    ghost_style: Ghost
    vanish: Vanish


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that tells one look from another.

    Attributes:
        name: what `--look` takes.
        arrange: (rows, cols) to the layout of a well of that size.
        manner: how jewels are painted.
        gap: between two jewels.
        palette: the eight colours, by code.
        habits: how it moves and marks.
    """

    name: str
    arrange: Callable[[int, int], Layout]
    manner: Manner
    gap: float
    palette: tuple[Rgb, Rgb, Rgb, Rgb, Rgb, Rgb, Rgb, Rgb]
    habits: Habits


def _cave(rows: int, cols: int) -> Layout:
    """The well at the left, everything else on a board at the right."""
    pitch = 32
    panel = 26 + cols * pitch + 22
    number, right = (255, 236, 176), panel + 138
    return Layout(
        width=panel + 176,
        height=max(rows * pitch + 52, 444),
        rows=rows,
        cols=cols,
        x=26,
        y=26,
        pitch=pitch,
        next=NextPlace(panel + 60, 66, pitch),
        score=Words(right, 236, 19, number, "right"),
        level=Words(right, 306, 19, number, "right"),
        jewels=Words(right, 376, 19, number, "right"),
        cover=Cover((12, 10, 14), 1.0, (255, 214, 96), (190, 180, 168)),
    )


def _temple(rows: int, cols: int) -> Layout:
    """The next piece at the left, the well in the middle, numbers at the right."""
    pitch, family, number = 40, "DejaVu Serif", (255, 240, 206)
    middle = 172 + cols * pitch + 112
    return Layout(
        width=172 + cols * pitch + 206,
        height=max(rows * pitch + 92, 420),
        rows=rows,
        cols=cols,
        x=172,
        y=46,
        pitch=pitch,
        next=NextPlace(62, 110, 46),
        score=Words(middle, 128, 15, number, "centre", family),
        level=Words(middle, 220, 15, number, "centre", family),
        jewels=Words(middle, 312, 15, number, "centre", family),
        cover=Cover((62, 44, 30), 0.93, (255, 226, 150), (236, 216, 180)),
    )


def _vista(rows: int, cols: int) -> Layout:
    """Numbers at the left, the well from the top of the window to its bottom, the next piece at the right."""
    pitch, family, number = 36, "DejaVu Sans", (255, 255, 255)
    height = max(rows * pitch, 396)
    right = 214 + cols * pitch
    return Layout(
        width=right + 166,
        height=height,
        rows=rows,
        cols=cols,
        x=214,
        y=height - rows * pitch,
        pitch=pitch,
        next=NextPlace(right + 65, 68, pitch),
        score=Words(180, 84, 15, number, "right", family),
        level=Words(180, 152, 15, number, "right", family),
        jewels=Words(180, 220, 15, number, "right", family),
        cover=Cover((14, 24, 44), 0.76, (255, 255, 255), (190, 214, 240)),
    )


CAVE = Look(
    name="cave",
    arrange=_cave,
    manner="bevel",
    gap=2,
    palette=(
        (222, 50, 50),
        (244, 214, 60),
        (62, 184, 76),
        (58, 96, 236),
        (182, 72, 222),
        (246, 138, 30),
        (60, 204, 222),
        (214, 214, 220),
    ),
    habits=Habits(smooth=False, ghost=False, ghost_style="faint", vanish="blink"),
)
"""Flat bevelled squares in a dark cave; the piece steps from row to row."""

TEMPLE = Look(
    name="temple",
    arrange=_temple,
    manner="gem",
    gap=3,
    palette=(
        (206, 24, 58),
        (252, 208, 70),
        (20, 150, 84),
        (34, 84, 206),
        (136, 58, 186),
        (238, 112, 24),
        (96, 214, 214),
        (244, 168, 196),
    ),
    habits=Habits(smooth=False, ghost=True, ghost_style="faint", vanish="shrink"),
)
"""Round cut gems before a carved wall that shows through the well."""

VISTA = Look(
    name="vista",
    arrange=_vista,
    manner="glaze",
    gap=0,
    palette=(
        (214, 34, 34),
        (240, 222, 36),
        (40, 178, 44),
        (36, 62, 214),
        (150, 36, 160),
        (244, 136, 20),
        (30, 178, 190),
        (150, 158, 168),
    ),
    habits=Habits(smooth=True, ghost=True, ghost_style="outline", vanish="fade"),
)
"""Glazed squares on a thin grid before a mountain lake; the piece glides."""

LOOKS: Mapping[str, Look] = {look.name: look for look in (CAVE, TEMPLE, VISTA)}
"""Every look by name, the usual one first."""

"""The looks drawn by our own code: layout, palette and manner of each. All lengths are pixels at scale 1."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from practice.picture import Rgb

Manner = Literal["glossy", "flat", "glass"]
"""How pieces are painted: a shining gem, plain ink, or patterned glass."""

ROWS, COLS = 12, 6
"""The board of every Bilging window."""


@dataclass(frozen=True, slots=True)
class Panel:
    """Where and how score, moves and messages are written.

    Attributes:
        x, y, width, height: its place in the client area.
        header: height that the scenery keeps for itself at the top.
        family: font family.
        text, label, accent: colours of values, of what names them, and of messages.
    """

    x: float
    y: float
    width: float
    height: float
    header: float
    family: str
    text: Rgb
    label: Rgb
    accent: Rgb


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things lie in the client area: its size, the board's top left and the tile's edge."""

    width: int
    height: int
    board_x: float
    board_y: float
    tile: float
    panel: Panel | None

    @property
    def board_width(self) -> float:
        """Width of the board."""
        return COLS * self.tile

    @property
    def board_height(self) -> float:
        """Height of the board."""
        return ROWS * self.tile


@dataclass(frozen=True, slots=True)
class Paint:
    """One colour kind: its outline, its marking and its two colours."""

    shape: str
    mark: str
    body: Rgb
    ink: Rgb


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that tells one look from another.

    Attributes:
        name: what `--look` takes.
        layout: places and sizes.
        manner: how pieces are painted.
        antialias: whether edges are smoothed.
        fill: how much of a cell's edge a piece takes up; the rest is gap.
        paints: the seven colour kinds, by code.
        wet_colour, wet_weight: below the waterline, shown = (1 - weight) * dry + weight * colour.
        cursor: colours of the two-piece cursor: light, dark.
        cursor_reach: how far the cursor lies over its neighbours.
        cursor_stays: whether it stays at its last pair when the mouse leaves the board, or hides.
    """

    name: str
    layout: Layout
    manner: Manner
    antialias: bool
    fill: float
    paints: tuple[Paint, ...]
    wet_colour: Rgb
    wet_weight: float
    cursor: tuple[Rgb, Rgb]
    cursor_reach: float
    cursor_stays: bool


DECK = Look(
    name="deck",
    layout=Layout(
        800, 600, 92, 46, 45, Panel(452, 74, 300, 268, 44, "DejaVu Serif", (66, 40, 20), (138, 96, 52), (168, 32, 24))
    ),
    manner="glossy",
    antialias=True,
    fill=0.97,
    paints=(
        Paint("disc", "anchor", (238, 230, 212), (120, 140, 168)),
        Paint("square", "lattice", (206, 48, 56), (255, 170, 130)),
        Paint("pentagon", "chevrons", (244, 164, 28), (142, 70, 8)),
        Paint("diamond", "facets", (38, 178, 88), (196, 255, 190)),
        Paint("hexagon", "spokes", (44, 122, 226), (190, 226, 255)),
        Paint("star", "rays", (164, 84, 214), (248, 208, 255)),
        Paint("drop", "crescent", (36, 196, 202), (224, 255, 250)),
    ),
    wet_colour=(18, 66, 132),
    wet_weight=0.5,
    cursor=((255, 244, 190), (140, 60, 10)),
    cursor_reach=2,
    cursor_stays=False,
)

CHART = Look(
    name="chart",
    layout=Layout(
        640, 560, 358, 54, 40, Panel(34, 108, 270, 240, 12, "DejaVu Sans", (40, 44, 62), (126, 110, 84), (178, 38, 30))
    ),
    manner="flat",
    antialias=False,
    fill=0.82,
    paints=(
        Paint("disc", "ring", (204, 64, 44), (250, 214, 190)),
        Paint("square", "waves", (44, 62, 122), (190, 204, 240)),
        Paint("triangle", "crescent", (112, 138, 46), (234, 240, 196)),
        Paint("diamond", "facets", (222, 168, 40), (104, 66, 6)),
        Paint("cross", "ring", (30, 134, 130), (206, 246, 236)),
        Paint("star", "rays", (132, 58, 126), (246, 210, 240)),
        Paint("hexagon", "chevrons", (96, 100, 106), (232, 234, 236)),
    ),
    wet_colour=(120, 180, 206),
    wet_weight=0.42,
    cursor=((30, 30, 40), (250, 246, 232)),
    cursor_reach=1,
    cursor_stays=True,
)

LAGOON = Look(
    name="lagoon",
    layout=Layout(
        920,
        728,
        298,
        52,
        54,
        Panel(668, 96, 222, 316, 18, "DejaVu Sans", (240, 252, 255), (150, 208, 220), (255, 226, 120)),
    ),
    manner="glass",
    antialias=True,
    fill=0.95,
    paints=(
        Paint("disc", "waves", (176, 240, 208), (86, 172, 146)),
        Paint("square", "spiral", (24, 58, 178), (110, 170, 250)),
        Paint("pentagon", "chevrons", (40, 134, 240), (190, 226, 255)),
        Paint("octagon", "spiral", (14, 118, 112), (130, 224, 200)),
        Paint("hexagon", "waves", (44, 214, 226), (10, 120, 140)),
        Paint("shell", "fan", (172, 200, 255), (84, 110, 196)),
        Paint("diamond", "ring", (88, 204, 96), (216, 255, 196)),
    ),
    wet_colour=(10, 52, 96),
    wet_weight=0.58,
    cursor=((255, 255, 255), (255, 150, 40)),
    cursor_reach=3,
    cursor_stays=False,
)

LOOKS: Mapping[str, Look] = {look.name: look for look in (DECK, CHART, LAGOON)}
"""Every look by name, the usual one first."""

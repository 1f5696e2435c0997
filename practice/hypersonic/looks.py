"""The looks drawn by our own code: the layout and palette of each. All lengths are pixels at scale 1."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.hypersonic import COLS, MAX_PLAYERS, ROWS
from practice.picture import Rgb
from practice.words import Align, Words


@dataclass(frozen=True, slots=True)
class Cover:
    """What lies over the arena while the game is paused or over: ground, how opaque it is, title and other words."""

    ground: Rgb
    opacity: float
    title: Rgb
    text: Rgb


@dataclass(frozen=True, slots=True)
class Spot:
    """A square beside the board: its upper left corner, its edge, and the colour of what is drawn there."""

    x: float
    y: float
    size: float
    colour: Rgb = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class Card:
    """What is written about one player, each part or None.

    Attributes:
        name: who it is: YOU, RANDOM, a program's name.
        boxes: boxes that its bombs have hit.
        bombs: bombs in hand.
        range: range of its next bomb.
        note: what went wrong with a program: answers that came too late, and the like; "out" and the round once the
            player is dead.
    """

    name: Words | None = None
    boxes: Words | None = None
    bombs: Words | None = None
    range: Words | None = None
    note: Words | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things lie in the client area.

    Attributes:
        width, height: the client area.
        x, y: upper left corner of the arena.
        pitch: edge of a cell.
        turn: number of the turn.
        message: what the game waits for, before its first turn.
        choice: where the action chosen for the coming turn is shown.
        cards: one a player.
        cover: what hides the arena.
    """

    width: int
    height: int
    x: float
    y: float
    pitch: float
    turn: Words | None
    message: Words | None
    choice: Spot | None
    cards: tuple[Card, Card, Card, Card]
    cover: Cover

    @property
    def board(self) -> tuple[float, float, float, float]:
        """(x, y, width, height) of the arena."""
        return self.x, self.y, COLS * self.pitch, ROWS * self.pitch


Palette = tuple[Rgb, Rgb, Rgb, Rgb]
"""The players' colours."""


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that tells one look from another but its paintings.

    Attributes:
        name: what `--look` takes; its pictures and its scenery go by it.
        layout: where things lie.
        icons: where each player's picture is shown beside the board.
        palette: the players' colours.
    """

    name: str
    layout: Layout
    icons: tuple[Spot, Spot, Spot, Spot]
    palette: Palette


SANS, MONO = "DejaVu Sans", "DejaVu Sans Mono"


def _number(x: float, y: float, height: float, colour: Rgb, family: str = "", align: Align = "left") -> Words:
    return Words(x, y, height, colour, align, family)


def _dungeon() -> Look:
    """A panel above the arena: turn, chosen action and message at its left, the players side by side."""
    pitch, edge = 48, 26
    palette: Palette = ((70, 130, 236), (226, 60, 52), (58, 190, 92), (240, 190, 48))
    cards, icons = [], []
    for player in range(MAX_PLAYERS):
        left = 178 + player * 124
        icons.append(Spot(left + 6, 16, 32, palette[player]))
        cards.append(
            Card(
                name=_number(left + 41, 24, 7.0, (246, 230, 196), SANS),
                boxes=_number(left + 16, 70, 11.5, (255, 240, 200)),
                bombs=_number(left + 54, 70, 11.5, (255, 240, 200)),
                range=_number(left + 92, 70, 11.5, (255, 240, 200)),
                note=_number(left + 41, 42, 8, (255, 150, 120), SANS),
            )
        )
    layout = Layout(
        width=2 * edge + COLS * pitch,
        height=122 + ROWS * pitch + edge,
        x=edge,
        y=122,
        pitch=pitch,
        turn=_number(30, 42, 24, (255, 226, 150)),
        message=_number(30, 78, 9, (255, 226, 150), SANS),
        choice=Spot(112, 18, 46, (255, 226, 150)),
        cards=(cards[0], cards[1], cards[2], cards[3]),
        cover=Cover((18, 14, 20), 0.9, (255, 214, 96), (220, 206, 184)),
    )
    return Look("dungeon", layout, (icons[0], icons[1], icons[2], icons[3]), palette)


def _blueprint() -> Look:
    """A title block at the left of the sheet: turn, players one below the other, the chosen action at the bottom."""
    pitch, left = 42, 22
    palette: Palette = ((96, 214, 255), (255, 176, 60), (130, 236, 130), (255, 130, 170))
    ink: Rgb = (222, 240, 255)
    cards, icons = [], []
    for player in range(MAX_PLAYERS):
        top = 84 + player * 82
        icons.append(Spot(left + 6, top + 6, 34, palette[player]))
        cards.append(
            Card(
                name=_number(left + 48, top + 16, 11, ink, MONO),
                boxes=_number(left + 24, top + 60, 15, ink),
                bombs=_number(left + 82, top + 60, 15, ink),
                range=_number(left + 138, top + 60, 15, ink),
                note=_number(left + 48, top + 34, 9, (255, 190, 120), MONO),
            )
        )
    layout = Layout(
        width=208 + COLS * pitch + 20,
        height=ROWS * pitch + 40,
        x=208,
        y=20,
        pitch=pitch,
        turn=_number(left + 92, 36, 18, ink, MONO),
        message=_number(left + 2, 64, 9, (255, 230, 130), MONO),
        choice=Spot(left + 96, 430, 48, (255, 230, 130)),
        cards=(cards[0], cards[1], cards[2], cards[3]),
        cover=Cover((12, 48, 96), 0.86, (255, 255, 255), (204, 228, 250)),
    )
    return Look("blueprint", layout, (icons[0], icons[1], icons[2], icons[3]), palette)


def _toys() -> Look:
    """A shelf at the right of the play mat: turn on top, players one below the other, the chosen action between."""
    pitch = 52
    palette: Palette = ((40, 110, 230), (235, 60, 90), (30, 160, 80), (150, 70, 200))
    ink: Rgb = (80, 50, 40)
    shelf = 18 + COLS * pitch + 20
    cards, icons = [], []
    for player in range(MAX_PLAYERS):
        top = 152 + player * 106
        icons.append(Spot(shelf + 8, top + 4, 46, palette[player]))
        cards.append(
            Card(
                name=_number(shelf + 64, top + 18, 12, ink, SANS),
                boxes=_number(shelf + 34, top + 74, 15, ink),
                bombs=_number(shelf + 92, top + 74, 15, ink),
                range=_number(shelf + 144, top + 74, 15, ink),
                note=_number(shelf + 64, top + 38, 9, (196, 40, 40), SANS),
            )
        )
    layout = Layout(
        width=shelf + 186 + 14,
        height=ROWS * pitch + 36,
        x=18,
        y=18,
        pitch=pitch,
        turn=_number(shelf + 50, 76, 30, (214, 84, 40), "", "centre"),
        message=_number(shelf + 12, 126, 11, (190, 40, 90), SANS),
        choice=Spot(shelf + 116, 42, 60, (190, 40, 90)),
        cards=(cards[0], cards[1], cards[2], cards[3]),
        cover=Cover((255, 246, 226), 0.9, (214, 84, 40), (90, 60, 50)),
    )
    return Look("toys", layout, (icons[0], icons[1], icons[2], icons[3]), palette)


DUNGEON = _dungeon()
"""A tiled dungeon seen from above: stone, crates, potions, hooded players; the panel above."""
BLUEPRINT = _blueprint()
"""A drawing on blue paper: outlines, letters and hatching; the title block at the left."""
TOYS = _toys()
"""A bright play room: gift boxes, round faces, balls for bombs; the shelf at the right."""

LOOKS: Mapping[str, Look] = {look.name: look for look in (DUNGEON, BLUEPRINT, TOYS)}
"""Every look by name, the usual one first."""

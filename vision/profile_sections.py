"""The sections of a profile's ``profile.toml``, and what bounds their numbers."""

from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from capture.frame import Frame
from vision.lattice import Lattice

MOST_CODE: Final = 127
"""Codes of cells are int8; below 0 is UNKNOWN."""
MOST_SIDE: Final = 64
"""Rows, and columns, of a board."""
MOST_PIXELS: Final = 32767
"""Of a window's side: X11's own limit."""
MOST_SCALE: Final = 100.0
LEAST_GREY, MOST_GREY = 0.01, 1000.0
"""Grey levels that two pictures may differ by: more than any two do, and few enough to be squared and divided by."""
MOST_DROP: Final = 10.0
"""Cells that a carried piece may lie from the pointer."""
SMALLEST_HAND: Final = 0.4
"""Share of its size on the board that a piece in hand may be drawn in."""
MOST_MS: Final = 60_000.0
"""Of any time of the input: what waits for longer has stopped."""
MOST_STEPS: Final = 1000

Grey = Annotated[float, Field(ge=0, le=255)]
MoveBy = Literal["clicks", "drag"]
"""How a window wants its moves: a click on the piece and one on its goal, or the piece dragged to its goal."""


def _beside(name: str) -> str:
    if "/" in name or "\\" in name or name == "..":
        raise ValueError("a picture lies beside profile.toml, and is named without a folder")
    return name


PictureName = Annotated[str, AfterValidator(_beside)]
"""File name of a PNG beside profile.toml."""


class Strict(BaseModel):
    """Knows all its keys, holds no nan, and is not changed."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class WindowSection(Strict):
    """The window the profile was made on. Sizes in capture pixels of the client area."""

    title: str = ""
    width: int = Field(gt=0, le=MOST_PIXELS)
    height: int = Field(gt=0, le=MOST_PIXELS)
    scale: float = Field(default=1.0, gt=0, le=MOST_SCALE)
    fingerprint: str = Field(default="", pattern="^([0-9a-f]{4})*$")
    """Perceptual hash (hex) of what surrounds the board, to notice another theme or scale."""

    @classmethod
    def of(cls, frame: Frame, title: str) -> Self:
        """Return the section for the window that a frame shows; its fingerprint comes last, from the whole profile."""
        height, width = frame.pixels.shape[:2]
        return cls(title=title, width=width, height=height, scale=frame.scale)


class BoardSection(Strict):
    """The board relative to the client area's top left, in capture pixels, fractions allowed."""

    x: float
    y: float
    width: float = Field(gt=0)
    height: float = Field(gt=0)
    rows: int = Field(gt=0, le=MOST_SIDE)
    cols: int = Field(gt=0, le=MOST_SIDE)

    @classmethod
    def of(cls, lattice: Lattice) -> Self:
        """Return the section for a lattice, to a thousandth of a pixel."""
        x, y, width, height = (round(v, 3) for v in (lattice.x, lattice.y, lattice.width, lattice.height))
        return cls(x=x, y=y, width=width, height=height, rows=lattice.rows, cols=lattice.cols)


class KindSection(Strict):
    """One kind of tile: its code in the engine, its name, its prototype pictures."""

    code: int = Field(ge=0, le=MOST_CODE)
    name: str
    file: PictureName
    """PNG beside profile.toml: BGR mean tile, alpha = how far each pixel can be trusted."""
    count: int = 0
    """Cells it was learned from."""

    @classmethod
    def of(cls, code: int, name: str, count: int) -> Self:
        """Return the section for a kind whose picture file has the kind's name; no other kind may be called so."""
        return cls(code=code, name=name, file=f"{name.replace(' ', '_')}.png", count=count)


class TintSection(Strict):
    """A see-through layer over part of the board (Bilging's water): shown = (1-weight)*tile + weight*colour."""

    name: str
    weight: float = Field(ge=0, lt=1)
    colour: tuple[Grey, Grey, Grey]
    """Blue, green, red, 0 to 255."""


class ReaderSection(Strict):
    """Where the reader stops being sure."""

    min_margin: float = Field(ge=0, le=1)
    """1 - distance to the nearest kind / distance to the next, at least."""
    max_distance: float = Field(ge=LEAST_GREY, le=MOST_GREY)
    """Distance to the nearest kind, in grey levels, at most."""
    max_core: float = Field(ge=LEAST_GREY, le=MOST_GREY)
    """Distance of the better half of the cell, in grey levels, at most: what tells a covered tile from a new kind."""


class InputSection(Strict):
    """How the window wants its input; times in milliseconds."""

    hold_ms: float = Field(default=50.0, ge=0, le=MOST_MS)
    gap_ms: float = Field(default=40.0, ge=0, le=MOST_MS)
    drag_ms: float = Field(default=150.0, ge=0, le=MOST_MS)
    drag_steps: int = Field(default=8, ge=1, le=MOST_STEPS)
    quiet_ms: float = Field(default=50.0, ge=0, le=MOST_MS)
    """A board must stand this long to count as settled: three frames of a game at 60 a second; a game that looks at its
    pieces at a slower pace takes no press before it has done so."""
    move_by: MoveBy | None = None
    """None is the game's usual way: clicks in swap3, a drag in Square Stacker; other games have one way only."""


class TextSection(Strict):
    """A rectangle that holds one line of text, in capture pixels of the client area."""

    x: float = Field(ge=-MOST_PIXELS, le=MOST_PIXELS)
    y: float = Field(ge=-MOST_PIXELS, le=MOST_PIXELS)
    width: float = Field(gt=0, le=MOST_PIXELS)
    height: float = Field(gt=0, le=MOST_PIXELS)

    def lies_in(self, width: int, height: int) -> bool:
        """Tell whether it lies in a window of that size; a pixel beside it may be rounding."""
        across = self.x >= -1 and self.x + self.width <= width + 1
        return across and self.y >= -1 and self.y + self.height <= height + 1


class SlotSection(Strict):
    """One of the rings that a cell nests, from the innermost outwards."""

    name: str
    file: PictureName
    """PNG beside profile.toml, one cell around its centre, in the window's own pixels: opaque where the ring is, grey
    as bright as it is there (128: as its colour); without transparency white where the ring is."""


class RingsSection(Strict):
    """What a window of nested rings (Square Stacker) has beyond a board of plain tiles."""

    slots: tuple[SlotSection, ...] = Field(min_length=1)
    hand: tuple[tuple[float, float], ...] = ()
    """(x, y) of the middle of each piece in hand, in capture pixels of the client area."""
    hand_size: float = Field(default=1.0, ge=SMALLEST_HAND, le=1.0)
    """How large pieces in hand are drawn, as a share of what they are in the cells."""
    background: PictureName
    """PNG beside profile.toml: the window with no ring on it."""
    max_ground: float = Field(ge=LEAST_GREY, le=MOST_GREY)
    """Grey levels that the ground beside the rings of a place may differ from that picture, at most."""
    drop_dx: float = Field(default=0.0, ge=-MOST_DROP, le=MOST_DROP)
    """Where the middle of a carried piece lies from the pointer, in cells; learned from a drag, or set by hand."""
    drop_dy: float = Field(default=0.0, ge=-MOST_DROP, le=MOST_DROP)


class KeysSection(Strict):
    """Which key does what, in the words of pyautogui ("left", "space", "x"); "" where the window has none."""

    left: str = "left"
    right: str = "right"
    rotate: str = "up"
    """The bottom jewel goes to the top, the others shift down one."""
    drop: str = "space"
    """The piece falls all the way at once."""
    soft: str = "down"
    """The piece falls faster while it is held."""


class WellSection(Strict):
    """What a window with a well that pieces fall into (Columns) has beyond a board of plain tiles."""

    background: PictureName
    """PNG beside profile.toml: the window with nothing in well and preview; transparent where the ground was never
    seen, dim alpha (64) where it was guessed from around."""
    next: TextSection | None = None
    """The preview: three jewels one above the other, each as wide as the rectangle; None without one."""
    keys: KeysSection = KeysSection()
    max_ground: float = Field(default=10.0, ge=LEAST_GREY, le=MOST_GREY)
    """Grey levels that a line of the ground may differ from the background, at most."""

    @model_validator(mode="before")
    @classmethod
    def _pass_over_hidden(cls, raw: Any) -> Any:
        """Leave out a key that profiles had until November 2026 and that nothing read."""
        return {name: value for name, value in raw.items() if name != "hidden"} if isinstance(raw, dict) else raw


class ArenaKeysSection(Strict):
    """Which key does what in an arena, in the words of pyautogui ("left", "space", "x"); "" where there is none."""

    left: str = "left"
    right: str = "right"
    up: str = "up"
    down: str = "down"
    bomb: str = "space"


class OnBombSection(Strict):
    """How players look who stand on a bomb."""

    code: int = Field(ge=0, le=MOST_CODE)
    """Of the players, as a kind's."""
    file: PictureName
    """PNG beside profile.toml: bomb and players, like a kind's picture; what tells the rounds left lies over it."""


class ArenaSection(Strict):
    """What a window with an arena that players walk through (Hypersonic) has beyond a board of plain tiles."""

    ground: PictureName
    """PNG beside profile.toml: the arena with nothing in it, 16 x 16 pixels a cell; alpha is 255 less the grey levels
    that a pixel may differ."""
    on_bomb: tuple[OnBombSection, ...] = ()
    """Players on a bomb, as far as they were seen so."""
    rounds: PictureName = ""
    """PNG beside profile.toml: what tells that 1 to 8 rounds are left where players stand on a bomb, eight pictures
    side by side; one that is see-through everywhere was not seen. "" where nobody was seen on a bomb."""
    players: int = Field(ge=2, le=4)
    """How many play in this window."""
    seat: int = Field(default=0, ge=0, le=3)
    """Which of them obeys the keys."""
    keys: ArenaKeysSection = ArenaKeysSection()
    turn: TextSection | None = None
    """Where something changes with every turn that is played (its number), though nothing on the board may."""

    @model_validator(mode="after")
    def _seat_taken(self) -> Self:
        if self.seat >= self.players:
            raise ValueError(f"seat {self.seat} of [arena] is none of {self.players} players, 0 to {self.players - 1}")
        return self

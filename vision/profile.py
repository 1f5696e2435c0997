"""A profile: everything calibration learned about one window, as text and pictures a person can mend.

On disk a folder: ``profile.toml`` (this schema), one PNG per tile prototype (and per ring), ``contact_sheet.png``.
"""

import json
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self, get_args

import tomli_w
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from capture.frame import Frame
from vision.lattice import Lattice

SCHEMA_VERSION = 1
PROFILE_FILE = "profile.toml"

MOST_CODE: Final = 127
"""Codes of cells are int8; below 0 is UNKNOWN."""
MOST_LINES: Final = 64
"""Rows, and columns, of a board."""
MOST_PIXELS: Final = 32767
"""Of a window's side: X11's own limit."""
MOST_SCALE: Final = 100.0
LEAST_GREY, MOST_GREY = 0.01, 1000.0
"""Grey levels that two pictures may differ by: more than any two do, and few enough to be squared and divided by."""
MOST_DROP: Final = 10.0
"""Cells that a carried piece may lie from the pointer."""
MOST_MS: Final = 60_000.0
"""Of any time of the input: what waits for longer has stopped."""
MOST_STEPS: Final = 1000
LEAST_CELL: Final = 4.0
"""Pixels of a cell's side."""
CELL_MEND: Final = f"they need {LEAST_CELL:g} at least; mend [board] or calibrate again"
KIND_MEND: Final = "mend [[kinds]] or calibrate again"
Grey = Annotated[float, Field(ge=0, le=255)]


def _beside(name: str) -> str:
    if "/" in name or "\\" in name or name == "..":
        raise ValueError("a picture lies beside profile.toml, and is named without a folder")
    return name


PictureName = Annotated[str, AfterValidator(_beside)]
"""File name of a PNG beside profile.toml."""

WELL_PREVIEW_JEWELS = 3
"""Jewels of a piece, and so of the preview."""

Permission = Literal["own", "open-source", "offline", "permission", "none"]
"""On what ground live input is allowed; with "none" only suggestions are."""

Section = Literal["rings", "well", "arena"]
"""What a profile may have beyond a board of plain tiles; one at most."""
SECTIONS: Final[tuple[Section, ...]] = get_args(Section)


class ProfileError(ValueError):
    """A profile cannot be used; the message is one line that names the file, the fault and the mend."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class WindowSection(_Strict):
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


class BoardSection(_Strict):
    """The board relative to the client area's top left, in capture pixels, fractions allowed."""

    x: float
    y: float
    width: float = Field(gt=0)
    height: float = Field(gt=0)
    rows: int = Field(gt=0, le=MOST_LINES)
    cols: int = Field(gt=0, le=MOST_LINES)

    @classmethod
    def of(cls, lattice: Lattice) -> Self:
        """Return the section for a lattice, to a thousandth of a pixel."""
        x, y, width, height = (round(v, 3) for v in (lattice.x, lattice.y, lattice.width, lattice.height))
        return cls(x=x, y=y, width=width, height=height, rows=lattice.rows, cols=lattice.cols)


class KindSection(_Strict):
    """One kind of tile: its code in the engine, its name, its prototype pictures."""

    code: int = Field(ge=0, le=MOST_CODE)
    name: str
    file: PictureName
    """PNG beside profile.toml: BGR mean tile, alpha = how far each pixel can be trusted."""
    count: int = 0
    """Cells it was learned from."""


class TintSection(_Strict):
    """A see-through layer over part of the board (Bilging's water): shown = (1-weight)*tile + weight*colour."""

    name: str
    weight: float = Field(ge=0, lt=1)
    colour: tuple[Grey, Grey, Grey]
    """Blue, green, red, 0 to 255."""


class ReaderSection(_Strict):
    """Where the reader stops being sure."""

    min_margin: float = Field(ge=0, le=1)
    """1 - distance to the nearest kind / distance to the next, at least."""
    max_distance: float = Field(ge=LEAST_GREY, le=MOST_GREY)
    """Distance to the nearest kind, in grey levels, at most."""
    max_core: float = Field(ge=LEAST_GREY, le=MOST_GREY)
    """Distance of the better half of the cell, in grey levels, at most: what tells a covered tile from a new kind."""


class InputSection(_Strict):
    """How the window wants its input, in milliseconds."""

    hold_ms: float = Field(default=50.0, ge=0, le=MOST_MS)
    gap_ms: float = Field(default=40.0, ge=0, le=MOST_MS)
    drag_ms: float = Field(default=150.0, ge=0, le=MOST_MS)
    drag_steps: int = Field(default=8, ge=1, le=MOST_STEPS)
    quiet_ms: float = Field(default=50.0, ge=0, le=MOST_MS)
    """A board must stand this long to count as settled: three frames of a game at 60 a second; a game that looks at its
    pieces at a slower pace takes no press before it has done so."""


class TextSection(_Strict):
    """A rectangle that holds one line of text, in capture pixels of the client area."""

    x: float = Field(ge=-MOST_PIXELS, le=MOST_PIXELS)
    y: float = Field(ge=-MOST_PIXELS, le=MOST_PIXELS)
    width: float = Field(gt=0, le=MOST_PIXELS)
    height: float = Field(gt=0, le=MOST_PIXELS)


class SlotSection(_Strict):
    """One of the rings that a cell nests, from the innermost outwards."""

    name: str
    file: PictureName
    """PNG beside profile.toml, one cell around its centre, in the window's own pixels: opaque where the ring is, grey
    as bright as it is there (128: as its colour); without transparency white where the ring is."""


class RingsSection(_Strict):
    """What a window of nested rings (Square Stacker) has beyond a board of plain tiles."""

    slots: tuple[SlotSection, ...] = Field(min_length=1)
    hand: tuple[tuple[float, float], ...] = ()
    """(x, y) of the middle of each piece in hand, in capture pixels of the client area."""
    background: PictureName
    """PNG beside profile.toml: the window with no ring on it."""
    max_ground: float = Field(ge=LEAST_GREY, le=MOST_GREY)
    """Grey levels that the ground beside the rings of a place may differ from that picture, at most."""
    drop_dx: float = Field(default=0.0, ge=-MOST_DROP, le=MOST_DROP)
    """Where the middle of a carried piece lies from the pointer, in cells; learned from a drag, or set by hand."""
    drop_dy: float = Field(default=0.0, ge=-MOST_DROP, le=MOST_DROP)


class KeysSection(_Strict):
    """Which key does what, in the words of pyautogui ("left", "space", "x"); "" where the window has none."""

    left: str = "left"
    right: str = "right"
    rotate: str = "up"
    """The bottom jewel goes to the top, the others shift down one."""
    drop: str = "space"
    """The piece falls all the way at once."""
    soft: str = "down"
    """The piece falls faster while it is held."""


class WellSection(_Strict):
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


class ArenaKeysSection(_Strict):
    """Which key does what in an arena, in the words of pyautogui ("left", "space", "x"); "" where there is none."""

    left: str = "left"
    right: str = "right"
    up: str = "up"
    down: str = "down"
    bomb: str = "space"


class OnBombSection(_Strict):
    """How players look who stand on a bomb."""

    code: int = Field(ge=0, le=MOST_CODE)
    """Of the players, as a kind's."""
    file: PictureName
    """PNG beside profile.toml: bomb and players, like a kind's picture; what tells the rounds left lies over it."""


class ArenaSection(_Strict):
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


class Profile(_Strict):
    """The whole of profile.toml."""

    schema_version: Literal[1] = 1
    game: str
    permission: Permission = "none"
    window: WindowSection
    board: BoardSection
    kinds: tuple[KindSection, ...]
    tints: tuple[TintSection, ...] = ()
    reader: ReaderSection
    input: InputSection = InputSection()
    score: TextSection | None = None
    """Where the score stands, where the window shows one; read by OCR, outside the loop's fast path."""
    best: TextSection | None = None
    """Where the best score stands, likewise."""
    combo: TextSection | None = None
    """Where the combo stands while there is one (an x and a number, perhaps after a word), likewise."""
    level: TextSection | None = None
    """Where the level stands; nothing is drawn over it."""
    jewels: TextSection | None = None
    """Where the number of jewels removed stands; nothing is drawn over it."""
    rings: RingsSection | None = None
    """For games whose cells nest rings."""
    well: WellSection | None = None
    """For games whose pieces fall into a well."""
    arena: ArenaSection | None = None
    """For games whose players walk through an arena."""

    @model_validator(mode="after")
    def _board_in_window(self) -> Self:
        lattice = self.lattice
        if min(lattice.pitch_x, lattice.pitch_y) < LEAST_CELL:
            raise ValueError(
                f"cells of the board are {lattice.pitch_x:.4g} x {lattice.pitch_y:.4g} pixels; {CELL_MEND}"
            )
        right, bottom = lattice.x + lattice.width, lattice.y + lattice.height
        window = self.window
        if lattice.reaches_out_of(window.width, window.height):
            raise ValueError(
                f"the board reaches from ({lattice.x:.6g}, {lattice.y:.6g}) to ({right:.6g}, {bottom:.6g}), out of a "
                f"window of {window.width} x {window.height}; mend [board] or calibrate again"
            )
        return self

    @model_validator(mode="after")
    def _kinds_told_apart(self) -> Self:
        """A kind may have several pictures, each a section of the same code and name."""
        names: dict[int, str] = {}
        codes: dict[str, int] = {}
        files: set[str] = set()
        for kind in self.kinds:
            if names.setdefault(kind.code, kind.name) != kind.name:
                raise ValueError(
                    f"kinds '{names[kind.code]}' and '{kind.name}' both have code {kind.code}; {KIND_MEND}"
                )
            if codes.setdefault(kind.name, kind.code) != kind.code:
                raise ValueError(f"kind '{kind.name}' has the codes {codes[kind.name]} and {kind.code}; {KIND_MEND}")
            if kind.file in files:
                raise ValueError(f"two kinds have the picture '{kind.file}'; {KIND_MEND}")
            files.add(kind.file)
        return self

    @property
    def lattice(self) -> Lattice:
        """The board's cells in client-area pixels."""
        b = self.board
        return Lattice(b.x, b.y, b.width / b.cols, b.height / b.rows, b.rows, b.cols)

    @property
    def areas(self) -> tuple[Lattice, ...]:
        """All that is read and changes as the game goes on: the board and, a cell each, its hand or its preview."""
        board = self.lattice
        if self.well is not None and self.well.next is not None:
            preview = self.well.next
            tall = preview.width * board.pitch_y / board.pitch_x
            step = (preview.height - tall) / (WELL_PREVIEW_JEWELS - 1)
            tops = (preview.y + n * step for n in range(WELL_PREVIEW_JEWELS))
            return board, *(Lattice(preview.x, top, preview.width, tall, 1, 1) for top in tops)
        hand = self.rings.hand if self.rings else ()
        across, down = board.pitch_x, board.pitch_y
        return board, *(Lattice(x - across / 2, y - down / 2, across, down, 1, 1) for x, y in hand)

    @property
    def targets(self) -> tuple[Lattice, ...]:
        """All that may be touched: the areas; where pieces hang beside the pointer, also the board moved by as much."""
        board, rings = self.lattice, self.rings
        if rings is None or (rings.drop_dx, rings.drop_dy) == (0.0, 0.0):
            return self.areas
        pointed = replace(board, x=board.x - rings.drop_dx * board.pitch_x, y=board.y - rings.drop_dy * board.pitch_y)
        return *self.areas, pointed

    def pictures(self) -> Iterator[tuple[str, str]]:
        """Yield the file of each picture that must lie beside profile.toml, and what it is a picture of, in words."""
        for kind in self.kinds:
            yield kind.file, f"the picture of kind '{kind.name}'"
        if self.rings is not None:
            for file in (*(slot.file for slot in self.rings.slots), self.rings.background):
                yield file, "a picture of the rings"
        if self.well is not None:
            yield self.well.background, "the picture of the well"
        if self.arena is not None:
            for file in (self.arena.ground, self.arena.rounds, *(on_bomb.file for on_bomb in self.arena.on_bomb)):
                if file:
                    yield file, "a picture of the arena"


def _first_fault(error: ValidationError) -> str:
    fault = error.errors()[0]
    where = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "extra_forbidden":
        return f"unknown key '{where}'; remove it, or use a Spyglass that knows it"
    if not where:  # of several keys together; it says itself which
        return str(fault["ctx"]["error"]) if "ctx" in fault else str(fault["msg"])
    if fault["type"] == "missing":
        return f"'{where}' is missing; write it in or calibrate again"
    what = str(fault["ctx"]["error"]) if "error" in fault.get("ctx", {}) else str(fault["msg"])
    return f"'{where}': {what}; mend it or calibrate again"


def load_profile(folder: Path) -> Profile:
    """Read and check ``folder/profile.toml`` and that every picture it names is there.

    Raises:
        ProfileError: missing, unreadable, a newer version, an unknown key, a missing picture.
    """
    path = folder / PROFILE_FILE
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not text"
        raise ProfileError(f"{path}: {reason}; make a profile with `calibrate`") from error
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{path}: not valid TOML ({error}); mend it or calibrate again") from error
    version = raw.get("schema_version")
    if isinstance(version, int) and version > SCHEMA_VERSION:
        raise ProfileError(
            f"{path}: schema_version {version} is newer than this Spyglass reads ({SCHEMA_VERSION}); update Spyglass"
        )
    try:
        # as JSON, of which pydantic takes arrays for tuples but no text for a number
        profile = Profile.model_validate_json(json.dumps(raw, default=str), strict=True)
    except ValidationError as error:
        raise ProfileError(f"{path}: {_first_fault(error)}") from error
    if not profile.kinds:
        raise ProfileError(f"{path}: 'kinds' is empty, so nothing can be read; calibrate again")
    for file, what in profile.pictures():
        if not (folder / file).is_file():
            raise ProfileError(f"{folder / file}: {what} is missing; calibrate again")
    return profile


def save_profile(profile: Profile, folder: Path) -> None:
    """Write ``folder/profile.toml`` whole or not at all.

    Raises:
        OSError: the disk says no.
    """
    path = folder / PROFILE_FILE
    part = path.with_suffix(".part")
    try:
        part.write_text(tomli_w.dumps(profile.model_dump(mode="json", exclude_none=True)), encoding="utf-8")
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise

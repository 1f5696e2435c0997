"""A profile: everything calibration learned about one window, as text and pictures a person can mend.

On disk a folder: ``profile.toml`` (this schema), one PNG per tile prototype (and per ring), ``contact_sheet.png``.
"""

import json
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, Literal, Self, get_args

import tomli_w
from pydantic import ValidationError, model_validator

from files.file_faults import file_fault
from files.whole_file import replacing
from vision.lattice import Lattice
from vision.profile_sections import (
    ArenaSection,
    BoardSection,
    InputSection,
    KindSection,
    ReaderSection,
    RingsSection,
    Strict,
    TextSection,
    TintSection,
    WellSection,
    WindowSection,
)

SCHEMA_VERSION = 1
PROFILE_FILE = "profile.toml"

LEAST_CELL: Final = 4.0
"""Pixels of a cell's side."""
CELL_MEND: Final = f"they need {LEAST_CELL:g} at least; mend [board] or calibrate again"
MENDS: Final = (
    "remove it, or use a Spyglass that knows it",
    "write it in or calibrate again",
    "mend it or calibrate again",
)
"""What to do with an unknown key, a missing one, and another fault of one."""
KIND_MEND: Final = "mend [[kinds]] or calibrate again"
WELL_PREVIEW_JEWELS = 3
"""Jewels of a piece, and so of the preview."""

TEXTS: Final = ("score", "best", "combo", "level", "jewels")
"""The rectangles of text that a profile may name."""

Permission = Literal["own", "open-source", "offline", "permission", "none"]
"""On what ground live input is allowed; with "none" only suggestions are."""

Section = Literal["rings", "well", "arena"]
"""What a profile may have beyond a board of plain tiles; one at most."""
SECTIONS: Final[tuple[Section, ...]] = get_args(Section)


class ProfileError(ValueError):
    """A profile cannot be used; the message is one line that names the file, the fault and the mend."""


class Profile(Strict):
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
        if lattice.reaches_out_of(self.window.width, self.window.height):
            raise ValueError(self._out_of_window("the board", self.board, "[board]"))
        return self

    @model_validator(mode="after")
    def _texts_in_window(self) -> Self:
        places: dict[str, TextSection | None] = {name: getattr(self, name) for name in TEXTS}
        places["arena.turn"] = None if self.arena is None else self.arena.turn
        for name, place in places.items():
            if place is not None and not place.lies_in(self.window.width, self.window.height):
                raise ValueError(self._out_of_window(f"[{name}]", place, "it"))
        return self

    def _out_of_window(self, what: str, place: BoardSection | TextSection, mend: str) -> str:
        right, bottom = place.x + place.width, place.y + place.height
        return (
            f"{what} reaches from ({place.x:.6g}, {place.y:.6g}) to ({right:.6g}, {bottom:.6g}), out of a window of "
            f"{self.window.width} x {self.window.height}; mend {mend} or calibrate again"
        )

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
        # as JSON, of which pydantic takes arrays for tuples but no text for a number
        document = json.dumps(raw, default=str)
    except (ValueError, RecursionError) as error:
        raise ProfileError(f"{path}: not valid TOML ({error}); mend it or calibrate again") from error
    version = raw.get("schema_version")
    if isinstance(version, int) and version > SCHEMA_VERSION:
        raise ProfileError(
            f"{path}: schema_version {version} is newer than this Spyglass reads ({SCHEMA_VERSION}); update Spyglass"
        )
    try:
        profile = Profile.model_validate_json(document, strict=True)
    except ValidationError as error:
        raise ProfileError(f"{path}: {file_fault(error.errors(), *MENDS)}") from error
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
    with replacing(folder / PROFILE_FILE) as part:
        part.write_text(tomli_w.dumps(profile.model_dump(mode="json", exclude_none=True)), encoding="utf-8")

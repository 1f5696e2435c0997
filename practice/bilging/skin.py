"""A look made of pictures: `skin.toml`, a background, one PNG a kind, a cursor. docs/skins.md describes it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, model_validator
from PySide6.QtGui import QImage

from engine.bilging import KIND_NAMES
from practice.bilging.artwork import SPECIAL_BODIES, Artwork, look_pieces
from practice.bilging.looks import COLS, DECK, ROWS, Layout, Panel
from practice.picture import Picture, Rgb, centred, mean_colour, pixel_size, resized, scaled_picture
from practice.skin_folder import (
    MAX_SIDE,
    Anchor,
    ClientSection,
    Colour,
    Offset,
    Place,
    Section,
    SkinError,
    read_background,
    read_picture,
    read_settings,
)

CURSOR_FILE = "cursor.png"
COLOURS = 7
KIND_FILES: tuple[str, ...] = tuple(f"{name.replace(' ', '_')}.png" for name in KIND_NAMES[:10])
"""Picture of each kind by code: colour_0.png .. colour_6.png, crab.png, puffer_fish.png, jellyfish.png."""
MAX_BEATS = 32
"""Frames that an animated piece may have: jellyfish.png, jellyfish_1.png, jellyfish_2.png, ..."""


class BoardSection(Section):
    """The board in client pixels: its top left and the edge of a tile. It has 12 rows of 6."""

    x: Place
    y: Place
    tile: Annotated[float, Field(ge=8, le=512)]


class WetSection(Section):
    """What water does to the pixels below its line: shown = (1 - weight) * dry + weight * colour."""

    colour: Colour
    weight: Annotated[float, Field(ge=0, lt=1)]


class CursorSection(Section):
    """The two-piece cursor."""

    offset: Offset | None = None
    """Where cursor.png's top left lies from the top left of the pair's left tile; without it, centred on the pair."""
    stays: bool = False
    """Whether it stays at its last pair when the mouse leaves the board, or hides."""


class KindSection(Section):
    """How one kind's picture lies in its tile."""

    offset: Offset | None = None
    """Where its top left lies from the tile's; without it, the picture is centred."""


class PanelSection(Section):
    """Where score, moves and messages are written; without this section the window shows none."""

    x: Anchor
    y: Anchor
    width: Annotated[float, Field(ge=40, le=MAX_SIDE)]
    height: Annotated[float, Field(ge=40, le=MAX_SIDE)]
    text: Colour = (255, 255, 255)
    label: Colour = (190, 200, 210)
    accent: Colour = (255, 220, 90)


class SkinFile(Section):
    """The whole of skin.toml."""

    client: ClientSection
    board: BoardSection
    wet: WetSection
    cursor: CursorSection = CursorSection()
    kinds: dict[str, KindSection] = Field(default_factory=dict)
    panel: PanelSection | None = None

    @model_validator(mode="after")
    def _fits(self) -> Self:
        board, client = self.board, self.client
        if board.x + COLS * board.tile > client.width or board.y + ROWS * board.tile > client.height:
            raise ValueError(
                f"a board of {COLS} x {ROWS} tiles of {board.tile:g} at ({board.x:g}, {board.y:g}) "
                f"does not fit into a client area of {client.width} x {client.height}"
            )
        known = [name.removesuffix(".png") for name in KIND_FILES]
        for name in self.kinds:
            if name not in known:
                raise ValueError(f"unknown kind 'kinds.{name}'; kinds are {', '.join(known)}")
        return self


@dataclass(frozen=True)
class Skin:
    """A skin read and checked, at scale 1.

    Attributes:
        layout: places in client pixels.
        wet_colour, wet_weight: the water's mix.
        background: as large as the client area.
        pieces: by code; empty for a special the skin has no picture of.
        cursor: the cursor's picture.
        cursor_stays: whether it stays when the mouse leaves.
    """

    layout: Layout
    wet_colour: Rgb
    wet_weight: float
    background: QImage
    pieces: tuple[tuple[Picture, ...], ...]
    cursor: Picture
    cursor_stays: bool

    def artwork(self, scale: float) -> Artwork:
        """Resample the skin to a scale; specials it lacks are drawn as in the look "deck"."""
        width, height = pixel_size(self.layout.width, self.layout.height, scale)
        own = look_pieces(DECK, self.layout.tile * scale)
        return Artwork(
            layout=self.layout,
            scale=scale,
            backdrop=resized(self.background, width, height).convertToFormat(QImage.Format.Format_RGB32),
            pieces=tuple(
                tuple(scaled_picture(picture, scale) for picture in pictures) if pictures else own[code]
                for code, pictures in enumerate(self.pieces)
            ),
            cursor=scaled_picture(self.cursor, scale),
            cursor_stays=self.cursor_stays,
            wet_colour=self.wet_colour,
            wet_weight=self.wet_weight,
            body=(*(mean_colour(pictures[0].image) for pictures in self.pieces[:COLOURS]), *SPECIAL_BODIES),
            smooth=True,
        )


def _read_kind(folder: Path, code: int, file: SkinFile) -> tuple[Picture, ...]:
    path = folder / KIND_FILES[code]
    if code >= COLOURS and not path.exists():
        return ()
    section = file.kinds.get(path.stem, KindSection())
    paths = [path]
    for beat in range(1, MAX_BEATS):
        further = path.with_stem(f"{path.stem}_{beat}")
        if code < COLOURS or not further.exists():
            break
        paths.append(further)
    tile = file.board.tile
    pictures: list[Picture] = []
    for each in paths:
        image = read_picture(each)
        if max(image.width(), image.height()) > 2 * tile:
            size = f"{image.width()} x {image.height()}"
            raise SkinError(f"{each}: {size} is more than twice the tile ({tile:g}); cut out one piece")
        if pictures and image.size() != pictures[0].image.size():
            raise SkinError(f"{each}: not the size of {path.name}; the frames of a piece must be alike")
        pictures.append(centred(image, section.offset, tile, tile))
    return tuple(pictures)


def load_skin(folder: Path) -> Skin:
    """Read and check a skin folder; needs no display.

    Raises:
        SkinError: no folder, no or bad skin.toml, an unknown key, a picture missing, unreadable or of wrong size.
    """
    file = read_settings(folder, SkinFile)
    background = read_background(folder, file.client)
    pieces = tuple(_read_kind(folder, code, file) for code in range(len(KIND_FILES)))
    cursor = read_picture(folder / CURSOR_FILE)
    tile = file.board.tile
    if cursor.width() > 4 * tile or cursor.height() > 3 * tile:
        size = f"{cursor.width()} x {cursor.height()}"
        raise SkinError(f"{folder / CURSOR_FILE}: {size} is too large for a cursor over two tiles of {tile:g}")
    return Skin(
        layout=_layout(file),
        wet_colour=file.wet.colour,
        wet_weight=file.wet.weight,
        background=background,
        pieces=pieces,
        cursor=centred(cursor, file.cursor.offset, 2 * tile, tile),
        cursor_stays=file.cursor.stays,
    )


def _layout(file: SkinFile) -> Layout:
    client, board, shown = file.client, file.board, file.panel
    panel = None
    if shown is not None:
        place = (shown.x, shown.y, shown.width, shown.height)
        panel = Panel(*place, 8, "DejaVu Sans", shown.text, shown.label, shown.accent)
    return Layout(client.width, client.height, board.x, board.y, board.tile, panel)

"""A look made of pictures: `skin.toml`, a background, one PNG a kind, a cursor. docs/practice.md describes it."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage

from engine.bilging import KIND_NAMES
from practice.bilging.artwork import SPECIAL_BODIES, Artwork, Picture, client_size, look_pieces
from practice.bilging.looks import COLS, DECK, ROWS, Layout, Panel, Rgb
from practice.options import PracticeError
from practice.png import PngError, check_png, png_size

SKIN_FILE = "skin.toml"
BACKGROUND_FILE = "background.png"
CURSOR_FILE = "cursor.png"
COLOURS = 7
KIND_FILES: tuple[str, ...] = tuple(f"{name.replace(' ', '_')}.png" for name in KIND_NAMES[:10])
"""Picture of each kind by code: colour_0.png .. colour_6.png, crab.png, puffer_fish.png, jellyfish.png."""
MAX_SIDE = 4096
"""No picture or client area of a skin is larger, in pixels."""
MAX_BEATS = 32
"""Frames that an animated piece may have: jellyfish.png, jellyfish_1.png, jellyfish_2.png, ..."""


class SkinError(PracticeError):
    """A skin cannot be used; the message is one line that names the file, the fault and the mend."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


Channel = Annotated[int, Field(ge=0, le=255)]
Colour = tuple[Channel, Channel, Channel]
Side = Annotated[int, Field(gt=0, le=MAX_SIDE)]
Offset = tuple[int, int]


class ClientSection(_Strict):
    """The window's client area (without title bar and border) in pixels; background.png has this very size."""

    width: Side
    height: Side


class BoardSection(_Strict):
    """The board in client pixels: its top left and the edge of a tile. It has 12 rows of 6."""

    x: Annotated[float, Field(ge=0)]
    y: Annotated[float, Field(ge=0)]
    tile: Annotated[float, Field(ge=8, le=512)]


class WetSection(_Strict):
    """What water does to the pixels below its line: shown = (1 - weight) * dry + weight * colour."""

    colour: Colour
    weight: Annotated[float, Field(ge=0, lt=1)]


class CursorSection(_Strict):
    """The two-piece cursor."""

    offset: Offset | None = None
    """Where cursor.png's top left lies from the top left of the pair's left tile; without it, centred on the pair."""
    stays: bool = False
    """Whether it stays at its last pair when the mouse leaves the board, or hides."""


class KindSection(_Strict):
    """How one kind's picture lies in its tile."""

    offset: Offset | None = None
    """Where its top left lies from the tile's; without it, the picture is centred."""


class PanelSection(_Strict):
    """Where score, moves and messages are written; without this section the window shows none."""

    x: float
    y: float
    width: Annotated[float, Field(ge=40)]
    height: Annotated[float, Field(ge=40)]
    text: Colour = (255, 255, 255)
    label: Colour = (190, 200, 210)
    accent: Colour = (255, 220, 90)


class SkinFile(_Strict):
    """The whole of skin.toml."""

    client: ClientSection
    board: BoardSection
    wet: WetSection
    cursor: CursorSection = CursorSection()
    kinds: dict[str, KindSection] = {}
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


def _fault(error: ValidationError) -> str:
    """Return the first fault of a validation in one line."""
    fault = error.errors()[0]
    where = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "extra_forbidden":
        return f"unknown key '{where}'; remove it"
    if fault["type"] == "missing":
        return f"'{where}' is missing; add it"
    if not where:
        return str(fault["msg"]).removeprefix("Value error, ")
    return f"'{where}': {fault['msg']}"


def _read_file(folder: Path) -> SkinFile:
    path = folder / SKIN_FILE
    if not folder.is_dir():
        raise SkinError(f"{folder}: no such folder; a skin is a folder that holds {SKIN_FILE}")
    try:
        raw: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SkinError(f"{path}: {error.strerror}; docs/practice.md shows an example") from error
    except UnicodeDecodeError as error:
        raise SkinError(f"{path}: not text; docs/practice.md shows an example") from error
    except tomllib.TOMLDecodeError as error:
        raise SkinError(f"{path}: not valid TOML ({error})") from error
    try:
        return SkinFile.model_validate(raw)
    except ValidationError as error:
        raise SkinError(f"{path}: {_fault(error)}") from error


def _read_picture(path: Path) -> QImage:
    """Read a PNG whole, or say in one line why not."""
    try:
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise SkinError(f"{path}: missing; every skin needs it") from error
    except OSError as error:
        raise SkinError(f"{path}: cannot be read ({error.strerror})") from error
    try:
        width, height = png_size(content)
        if max(width, height) > MAX_SIDE:
            raise SkinError(f"{path}: {width} x {height} is too large; no side may exceed {MAX_SIDE}")
        check_png(content)
    except PngError as error:
        raise SkinError(f"{path}: {error}") from error
    image = QImage.fromData(content)
    if image.isNull():
        raise SkinError(f"{path}: the PNG is damaged; save it again")
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


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
        width, height = client_size(self.layout, scale)
        own = look_pieces(DECK, self.layout.tile * scale)
        return Artwork(
            layout=self.layout,
            scale=scale,
            backdrop=_resized(self.background, width, height).convertToFormat(QImage.Format.Format_RGB32),
            pieces=tuple(
                tuple(_scaled(picture, scale) for picture in pictures) if pictures else own[code]
                for code, pictures in enumerate(self.pieces)
            ),
            cursor=_scaled(self.cursor, scale),
            cursor_stays=self.cursor_stays,
            wet_colour=self.wet_colour,
            wet_weight=self.wet_weight,
            body=(*(_mean(pictures[0].image) for pictures in self.pieces[:COLOURS]), *SPECIAL_BODIES),
            smooth=True,
        )


def _resized(image: QImage, width: int, height: int) -> QImage:
    if image.size() == QSize(width, height):
        return image
    ratio, smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    return image.scaled(width, height, ratio, smooth)


def _scaled(picture: Picture, scale: float) -> Picture:
    image = picture.image
    width, height = max(1, round(image.width() * scale)), max(1, round(image.height() * scale))
    return Picture(_resized(image, width, height), round(picture.dx * scale), round(picture.dy * scale))


def _mean(image: QImage) -> Rgb:
    """Return a picture's mean colour where it is not see-through."""
    colour = _resized(image, 1, 1).pixelColor(0, 0)
    return colour.red(), colour.green(), colour.blue()


def _placed(image: QImage, offset: Offset | None, width: float, height: float) -> Picture:
    """Return a picture with its offset, centred in width x height where none is given."""
    if offset is None:
        offset = round((width - image.width()) / 2), round((height - image.height()) / 2)
    return Picture(image, *offset)


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
        image = _read_picture(each)
        if max(image.width(), image.height()) > 2 * tile:
            size = f"{image.width()} x {image.height()}"
            raise SkinError(f"{each}: {size} is more than twice the tile ({tile:g}); cut out one piece")
        if pictures and image.size() != pictures[0].image.size():
            raise SkinError(f"{each}: not the size of {path.name}; the frames of a piece must be alike")
        pictures.append(_placed(image, section.offset, tile, tile))
    return tuple(pictures)


def load_skin(folder: Path) -> Skin:
    """Read and check a skin folder; needs no display.

    Raises:
        SkinError: no folder, no or bad skin.toml, an unknown key, a picture missing, unreadable or of wrong size.
    """
    file = _read_file(folder)
    background = _read_picture(folder / BACKGROUND_FILE)
    client = file.client
    if background.size() != QSize(client.width, client.height):
        raise SkinError(
            f"{folder / BACKGROUND_FILE}: is {background.width()} x {background.height()}, "
            f"but [client] says {client.width} x {client.height}; make them equal"
        )
    pieces = tuple(_read_kind(folder, code, file) for code in range(len(KIND_FILES)))
    cursor = _read_picture(folder / CURSOR_FILE)
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
        cursor=_placed(cursor, file.cursor.offset, 2 * tile, tile),
        cursor_stays=file.cursor.stays,
    )


def _layout(file: SkinFile) -> Layout:
    client, board, shown = file.client, file.board, file.panel
    panel = None
    if shown is not None:
        place = (shown.x, shown.y, shown.width, shown.height)
        panel = Panel(*place, 8, "DejaVu Sans", shown.text, shown.label, shown.accent)
    return Layout(client.width, client.height, board.x, board.y, board.tile, panel)

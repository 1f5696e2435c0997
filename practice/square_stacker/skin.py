"""A look made of pictures: `skin.toml`, a background, one PNG a colour and size. docs/skins.md describes it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, model_validator
from PySide6.QtGui import QImage

from engine.square_stacker import EMPTY, PIECES, SIDE, SIZES
from practice.picture import Picture, pixel_size, resized, scaled_picture
from practice.skin_folder import (
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
from practice.skin_words import WordsSection
from practice.square_stacker.artwork import Artwork, Rings, flashes_of
from practice.square_stacker.looks import Layout, Panel

SIZE_NAMES = ("inner", "middle", "outer")


def ring_file(colour: int, size: int) -> str:
    """Return the name of a ring's picture: colour_0_inner.png .. colour_5_outer.png."""
    return f"colour_{colour}_{SIZE_NAMES[size]}.png"


RING_NAMES = tuple(Path(ring_file(colour, size)).stem for colour in range(EMPTY) for size in range(SIZES))

Centre = tuple[Place, Place]


class BoardSection(Section):
    """The board in client pixels: the centre of its top left cell, and from one cell's centre to the next one's."""

    x: Place
    y: Place
    pitch: Annotated[float, Field(ge=16, le=1024)]


class HandSection(Section):
    """The centres of the three pieces of the hand in client pixels."""

    centres: tuple[Centre, Centre, Centre]


class DragSection(Section):
    """How a piece is dragged."""

    lift: tuple[Annotated[float, Field(ge=-2, le=2)], Annotated[float, Field(ge=-2, le=2)]] = (0.0, 0.0)
    """Where a dragged piece floats and lands from the pointer, (right, down) in pitches."""


class RingSection(Section):
    """How one ring's picture lies on its place."""

    offset: Offset | None = None
    """Where its top left lies from the place's centre; without it, the picture is centred."""


class PanelSection(Section):
    """Colours of the panel at the end of a game."""

    ground: Colour = (24, 28, 32)
    title: Colour = (255, 255, 255)
    text: Colour = (214, 216, 208)


class SkinFile(Section):
    """The whole of skin.toml."""

    client: ClientSection
    board: BoardSection
    hand: HandSection
    drag: DragSection = DragSection()
    score: WordsSection | None = None
    best: WordsSection | None = None
    combo: WordsSection | None = None
    gain: WordsSection | None = None
    panel: PanelSection = PanelSection()
    rings: dict[str, RingSection] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        board, client = self.board, self.client
        right, bottom = board.x + (SIDE - 1) * board.pitch, board.y + (SIDE - 1) * board.pitch
        if right >= client.width or bottom >= client.height:
            raise ValueError(
                f"the middle of the last cell would lie at ({right:g}, {bottom:g}), "
                f"outside a client area of {client.width} x {client.height}"
            )
        for piece in range(PIECES):
            x, y = self.hand.centres[piece]
            if x >= client.width or y >= client.height:
                raise ValueError(f"'hand.centres.{piece}' ({x:g}, {y:g}) lies outside the client area")
        for name in self.rings:
            if name not in RING_NAMES:
                raise ValueError(f"unknown ring 'rings.{name}'; rings are {RING_NAMES[0]} to {RING_NAMES[-1]}")
        return self


@dataclass(frozen=True)
class Skin:
    """A skin read and checked, at scale 1.

    Attributes:
        layout: places in client pixels.
        background: as large as the client area.
        rings: by colour and size.
    """

    layout: Layout
    background: QImage
    rings: Rings

    def artwork(self, scale: float) -> Artwork:
        """Resample the skin to a scale."""
        width, height = pixel_size(self.layout.width, self.layout.height, scale)
        rings = tuple(tuple(scaled_picture(picture, scale) for picture in sizes) for sizes in self.rings)
        backdrop = resized(self.background, width, height).convertToFormat(QImage.Format.Format_RGB32)
        return Artwork(self.layout, scale, backdrop, rings, flashes_of(rings))


def _read_ring(folder: Path, file: SkinFile, colour: int, size: int) -> Picture:
    path = folder / ring_file(colour, size)
    image = read_picture(path)
    if max(image.width(), image.height()) > 2 * file.board.pitch:
        shown = f"{image.width()} x {image.height()}"
        raise SkinError(f"{path}: {shown} is more than twice the pitch ({file.board.pitch:g}); cut out one ring")
    offset = file.rings.get(path.stem, RingSection()).offset
    return Picture(image, *(offset or (-(image.width() // 2), -(image.height() // 2))))


def load_skin(folder: Path) -> Skin:
    """Read and check a skin folder; needs no display.

    Raises:
        SkinError: no folder, no or bad skin.toml, an unknown key, a picture missing, unreadable or of wrong size.
    """
    file = read_settings(folder, SkinFile)
    background = read_background(folder, file.client)
    rings = tuple(tuple(_read_ring(folder, file, colour, size) for size in range(SIZES)) for colour in range(EMPTY))
    return Skin(_layout(file), background, rings)


def _layout(file: SkinFile) -> Layout:
    score, best, combo, gain = (
        section.words() if section is not None else None for section in (file.score, file.best, file.combo, file.gain)
    )
    return Layout(
        width=file.client.width,
        height=file.client.height,
        x=file.board.x,
        y=file.board.y,
        pitch=file.board.pitch,
        hand=file.hand.centres,
        lift=file.drag.lift,
        score=score,
        best=best,
        combo=combo,
        gain=gain,
        panel=Panel(file.panel.ground, file.panel.title, file.panel.text),
    )

"""A look made of pictures: `skin.toml`, a background, one PNG a jewel. docs/skins.md describes it."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator
from PySide6.QtGui import QImage, QPainter

from engine.columns import LENGTH, MAX_COLOURS, Rules
from practice.columns.artwork import Artwork, Pictures, make_artwork
from practice.columns.jewels import blank, whitened
from practice.columns.looks import Cover, Ghost, Habits, Layout, NextPlace
from practice.columns.motion import FLASHES, Vanish
from practice.picture import pixel_size, resized
from practice.skin_folder import (
    ClientSection,
    Colour,
    Place,
    Section,
    SkinError,
    read_background,
    read_picture,
    read_settings,
)
from practice.skin_words import WordsSection

MAGIC_FILE = "magic.png"
"""What a magic jewel shows between the colours."""

Share = Annotated[float, Field(ge=0, le=1)]
Pitch = Annotated[float, Field(ge=8, le=512)]


def jewel_file(colour: int) -> str:
    """Return the name of a jewel's picture: jewel_0.png .. jewel_7.png."""
    return f"jewel_{colour}.png"


def next_file(colour: int) -> str:
    """Return the name of a jewel's picture in the next piece, where it differs: next_0.png .. next_7.png."""
    return f"next_{colour}.png"


class WellSection(Section):
    """The well in client pixels: its upper left corner, the edge of a cell, its size in cells."""

    x: Place
    y: Place
    pitch: Pitch
    rows: Annotated[int, Field(ge=LENGTH, le=40)]
    cols: Annotated[int, Field(ge=1, le=40)]


class NextSection(Section):
    """The next piece: upper left corner of its top jewel, and from one jewel to the next."""

    x: Place
    y: Place
    pitch: Pitch


class HabitsSection(Section):
    """How things move; each may be left out."""

    motion: Literal["smooth", "steps"] = "steps"
    ghost: bool = False
    ghost_style: Ghost = "faint"
    vanish: Vanish = "fade"


class CoverSection(Section):
    """What lies over the well while the game is paused or over."""

    ground: Colour = (16, 18, 22)
    opacity: Share = 1.0
    title: Colour = (255, 255, 255)
    text: Colour = (200, 204, 210)


class SkinFile(Section):
    """The whole of skin.toml."""

    client: ClientSection
    well: WellSection
    next: NextSection | None = None
    score: WordsSection | None = None
    level: WordsSection | None = None
    jewels: WordsSection | None = None
    habits: HabitsSection = HabitsSection()
    cover: CoverSection = CoverSection()

    @model_validator(mode="after")
    def _fits(self) -> Self:
        well, client = self.well, self.client
        right, bottom = well.x + well.cols * well.pitch, well.y + well.rows * well.pitch
        if right > client.width or bottom > client.height:
            raise ValueError(
                f"the well would end at ({right:g}, {bottom:g}), "
                f"outside a client area of {client.width} x {client.height}"
            )
        return self


@dataclass(frozen=True)
class Skin:
    """A skin read and checked, at scale 1.

    Attributes:
        folder: where it was read.
        layout: places in client pixels.
        habits: how it moves and marks.
        colours: how many jewels it has pictures of.
        background: as large as the client area.
        jewels: by colour, white last.
        following: the same for the next piece.
    """

    folder: Path
    layout: Layout
    habits: Habits
    colours: int
    background: QImage
    jewels: Pictures
    following: Pictures

    def check(self, rules: Rules) -> None:
        """Refuse rules that the skin has no place or no pictures for.

        Raises:
            SkinError: another size of well, or more colours.
        """
        layout = self.layout
        if (layout.rows, layout.cols) != (rules.rows, rules.cols):
            raise SkinError(
                f"{self.folder}: the skin's well has {layout.rows} rows and {layout.cols} columns, the rules' "
                f"{rules.rows} and {rules.cols}; choose --rules {rules.name.partition(':')[0]}:rows={layout.rows},"
                f"cols={layout.cols}"
            )
        if rules.colours > self.colours:
            raise SkinError(
                f"{self.folder / jewel_file(self.colours)}: missing; the rules have {rules.colours} colours"
            )

    def artwork(self, scale: float) -> Artwork:
        """Resample the skin to a scale."""
        layout = self.layout
        width, height = pixel_size(layout.width, layout.height, scale)
        backdrop = resized(self.background, width, height).convertToFormat(QImage.Format.Format_RGB32)
        jewels = tuple(_in_cell(image, layout.pitch, scale) for image in self.jewels)
        pitch = layout.next.pitch if layout.next is not None else layout.pitch
        following = tuple(_in_cell(image, pitch, scale) for image in self.following)
        return make_artwork(layout, scale, backdrop, jewels, following, self.habits.ghost_style, self.habits.vanish)


def _in_cell(image: QImage, pitch: float, scale: float) -> QImage:
    """Return a picture resampled and laid in the middle of a cell."""
    edge = math.ceil(pitch * scale)
    width, height = (min(edge, max(1, round(side * scale))) for side in (image.width(), image.height()))
    cell = blank(edge)
    p = QPainter(cell)
    p.drawImage((edge - width) // 2, (edge - height) // 2, resized(image, width, height))
    p.end()
    return cell


def _read_jewel(path: Path, pitch: float) -> QImage:
    image = read_picture(path)
    if max(image.width(), image.height()) > math.ceil(pitch):
        shown = f"{image.width()} x {image.height()}"
        raise SkinError(f"{path}: {shown} is more than a cell ({pitch:g}); cut out one jewel")
    return image


def load_skin(folder: Path) -> Skin:
    """Read and check a skin folder; needs no display.

    Raises:
        SkinError: no folder, no or bad skin.toml, an unknown key, a picture missing, unreadable or of wrong size.
    """
    file = read_settings(folder, SkinFile)
    background = read_background(folder, file.client)
    pitch = file.well.pitch
    colours = next((c for c in range(1, MAX_COLOURS) if not (folder / jewel_file(c)).exists()), MAX_COLOURS)
    jewels = [_read_jewel(folder / jewel_file(colour), pitch) for colour in range(colours)]
    magic = folder / MAGIC_FILE
    white = _read_jewel(magic, pitch) if magic.exists() else whitened(jewels[0])
    jewels += [white] * (FLASHES - colours)
    return Skin(
        folder,
        _layout(file),
        _habits(file.habits),
        colours,
        background,
        tuple(jewels),
        _following(folder, file, jewels),
    )


def _following(folder: Path, file: SkinFile, jewels: list[QImage]) -> Pictures:
    """Return the pictures of the next piece: of their own where there are files, else the jewels', resampled."""
    if file.next is None or file.next.pitch == file.well.pitch:
        return tuple(jewels)
    ratio = file.next.pitch / file.well.pitch
    found = []
    for colour, image in enumerate(jewels):
        path = folder / next_file(colour)
        if path.exists():
            found.append(_read_jewel(path, file.next.pitch))
        else:
            found.append(resized(image, max(1, round(image.width() * ratio)), max(1, round(image.height() * ratio))))
    return tuple(found)


def _habits(section: HabitsSection) -> Habits:
    return Habits(section.motion == "smooth", section.ghost, section.ghost_style, section.vanish)


def _layout(file: SkinFile) -> Layout:
    score, level, jewels = (
        section.words() if section is not None else None for section in (file.score, file.level, file.jewels)
    )
    return Layout(
        width=file.client.width,
        height=file.client.height,
        rows=file.well.rows,
        cols=file.well.cols,
        x=file.well.x,
        y=file.well.y,
        pitch=file.well.pitch,
        next=NextPlace(file.next.x, file.next.y, file.next.pitch) if file.next is not None else None,
        score=score,
        level=level,
        jewels=jewels,
        cover=Cover(file.cover.ground, file.cover.opacity, file.cover.title, file.cover.text),
    )

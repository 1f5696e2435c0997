"""A look made of pictures: `skin.toml`, a background, one PNG a kind. docs/skins.md describes it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, model_validator
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter

from engine.hypersonic import COLS, ROWS
from practice.hypersonic.artwork import Artwork, blank
from practice.hypersonic.looks import Card, Cover, Layout, Spot
from practice.hypersonic.names import BADGES, BOMB, BOMBS, NAMES, NEEDED
from practice.hypersonic.pictures.strokes import square, write_digit
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

Share = Annotated[float, Field(ge=0, le=1)]
MOST_EDGE = 2.0
"""No picture is wider than so many cells: it is laid on one."""
DIGIT, RIM = QColor(255, 255, 255), QColor(0, 0, 0)
"""Our own digits on a skin's bare bomb."""


def picture_file(name: str) -> str:
    """Return the file of a picture's name."""
    return f"{name}.png"


class BoardSection(Section):
    """The arena in client pixels: its upper left corner and the edge of a cell; it has 11 rows of 13."""

    x: Place
    y: Place
    pitch: Annotated[float, Field(ge=8, le=512)]


class ChoiceSection(Section):
    """Where the action chosen for the coming turn is shown: upper left corner and edge of a square, colour."""

    x: Place
    y: Place
    size: Annotated[float, Field(ge=4, le=512)]
    colour: Colour = (255, 255, 255)


class PlayerSection(Section):
    """What is written about one player; each may be left out. `name` and `note` need a font family."""

    name: WordsSection | None = None
    boxes: WordsSection | None = None
    bombs: WordsSection | None = None
    range: WordsSection | None = None
    note: WordsSection | None = None

    @model_validator(mode="after")
    def _words_have_letters(self) -> Self:
        for name, words in (("name", self.name), ("note", self.note)):
            if words is not None and not words.family:
                raise ValueError(f"{name} is words: name a font family")
        return self

    def card(self) -> Card:
        """Return the same for a layout."""
        parts = {part: getattr(self, part) for part in Card.__slots__}
        return Card(**{part: words.words() if words is not None else None for part, words in parts.items()})


class CoverSection(Section):
    """What lies over the arena while the game is paused or over."""

    ground: Colour = (16, 18, 22)
    opacity: Share = 1.0
    title: Colour = (255, 255, 255)
    text: Colour = (200, 204, 210)


class SkinFile(Section):
    """The whole of skin.toml."""

    client: ClientSection
    board: BoardSection
    turn: WordsSection | None = None
    message: WordsSection | None = None
    choice: ChoiceSection | None = None
    player_0: PlayerSection = PlayerSection()
    player_1: PlayerSection = PlayerSection()
    player_2: PlayerSection = PlayerSection()
    player_3: PlayerSection = PlayerSection()
    cover: CoverSection = CoverSection()

    @model_validator(mode="after")
    def _fits(self) -> Self:
        board, client = self.board, self.client
        right, bottom = board.x + COLS * board.pitch, board.y + ROWS * board.pitch
        if right > client.width or bottom > client.height:
            raise ValueError(
                f"the arena would end at ({right:g}, {bottom:g}), "
                f"outside a client area of {client.width} x {client.height}"
            )
        if self.message is not None and not self.message.family:
            raise ValueError("message is words: name a font family")
        return self


@dataclass(frozen=True)
class Skin:
    """A skin read and checked, at scale 1.

    Attributes:
        layout: places in client pixels.
        background: as large as the client area.
        pictures: by name, at scale 1; bombs and badges with digits only where the skin brings them.
    """

    layout: Layout
    background: QImage
    pictures: dict[str, QImage]

    def artwork(self, scale: float) -> Artwork:
        """Resample the skin to a scale."""
        width, height = pixel_size(self.layout.width, self.layout.height, scale)
        backdrop = resized(self.background, width, height).convertToFormat(QImage.Format.Format_RGB32)
        return Artwork(self.layout, scale, backdrop, self._draw)

    def _draw(self, name: str, edge: int) -> QImage:
        """Return a picture so many pixels wide; a digit is written where the skin has no picture with one."""
        if name in self.pictures:
            return resized(self.pictures[name], edge, edge)
        left = int(name.rpartition("_")[2])
        image = resized(self.pictures[BOMB], edge, edge).copy() if name in BOMBS else blank(edge)
        p = QPainter(image)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        p.translate(edge / 2, edge / 2)
        p.scale(edge, edge)
        if name in BADGES:
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(RIM)
            p.drawEllipse(square(1.0))
        write_digit(p, left, 0, 0, 0.6, DIGIT, RIM)
        p.end()
        return image


def _squared(image: QImage) -> QImage:
    """Return a picture in the middle of a see-through square."""
    edge = max(image.width(), image.height())
    if image.width() == image.height():
        return image
    square = blank(edge)
    p = QPainter(square)
    p.drawImage((edge - image.width()) // 2, (edge - image.height()) // 2, image)
    p.end()
    return square


def load_skin(folder: Path) -> Skin:
    """Read and check a skin folder; needs no display.

    Raises:
        SkinError: no folder, no or bad skin.toml, an unknown key, a picture missing, unreadable or of wrong size.
    """
    file = read_settings(folder, SkinFile)
    background = read_background(folder, file.client)
    pictures = {}
    for name in NAMES:
        path = folder / picture_file(name)
        if name not in NEEDED and not path.exists():
            continue
        image = read_picture(path)
        most = int(MOST_EDGE * file.board.pitch)
        if max(image.width(), image.height()) > most:
            raise SkinError(
                f"{path}: {image.width()} x {image.height()} is more than two cells ({most}); make it smaller"
            )
        pictures[name] = _squared(image)
    return Skin(_layout(file), background, pictures)


def _layout(file: SkinFile) -> Layout:
    choice = file.choice
    return Layout(
        width=file.client.width,
        height=file.client.height,
        x=file.board.x,
        y=file.board.y,
        pitch=file.board.pitch,
        turn=file.turn.words() if file.turn is not None else None,
        message=file.message.words() if file.message is not None else None,
        choice=Spot(choice.x, choice.y, choice.size, choice.colour) if choice is not None else None,
        cards=(file.player_0.card(), file.player_1.card(), file.player_2.card(), file.player_3.card()),
        cover=Cover(file.cover.ground, file.cover.opacity, file.cover.title, file.cover.text),
    )

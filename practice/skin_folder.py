"""A skin is a folder of one settings file and PNG pictures: reading it and refusing bad ones, for every game."""

import tomllib
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from files.file_faults import file_fault
from practice.options import PracticeError
from practice.png import PngError, check_png, png_size

SKIN_FILE = "skin.toml"
BACKGROUND_FILE = "background.png"
EXAMPLE = "docs/skins.md shows an example"
MENDS = ("remove it", "add it", EXAMPLE)
"""What to do with an unknown key, a missing one, and another fault of one."""
MAX_SIDE = 4096
"""No picture or client area of a skin is larger, in pixels."""


class SkinError(PracticeError):
    """A skin cannot be used; the message is one line that names the file, the fault and the mend."""


class Section(BaseModel):
    """A part of skin.toml; keys it does not know are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


Channel = Annotated[int, Field(ge=0, le=255)]
Colour = tuple[Channel, Channel, Channel]
Side = Annotated[int, Field(gt=0, le=MAX_SIDE)]
Place = Annotated[float, Field(ge=0, le=MAX_SIDE)]
"""Where something begins in the client area, pixels from its left or upper edge."""
Anchor = Annotated[float, Field(ge=-MAX_SIDE, le=MAX_SIDE)]
"""Where something stands that may reach out of the client area, likewise. Qt dies of numbers far beyond."""
Shift = Annotated[int, Field(ge=-MAX_SIDE, le=MAX_SIDE)]
Offset = tuple[Shift, Shift]

Settings = TypeVar("Settings", bound=Section)


class ClientSection(Section):
    """The window's client area (without title bar and border) in pixels; background.png has this very size."""

    width: Side
    height: Side


def read_settings(folder: Path, model: type[Settings]) -> Settings:
    """Read skin.toml.

    Raises:
        SkinError: no such folder, no or bad file, an unknown key, a value out of range.
    """
    path = folder / SKIN_FILE
    if not folder.is_dir():
        raise SkinError(f"{folder}: no such folder; a skin is a folder that holds {SKIN_FILE}")
    try:
        raw: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SkinError(f"{path}: {error.strerror}; {EXAMPLE}") from error
    except UnicodeDecodeError as error:
        raise SkinError(f"{path}: not text; {EXAMPLE}") from error
    except (ValueError, RecursionError) as error:
        raise SkinError(f"{path}: not valid TOML ({error}); {EXAMPLE}") from error
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        raise SkinError(f"{path}: {file_fault(error.errors(), *MENDS)}") from error


def read_picture(path: Path) -> QImage:
    """Read a PNG whole, or say in one line why not.

    Raises:
        SkinError: missing, unreadable, damaged or too large.
    """
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


def read_background(folder: Path, client: ClientSection) -> QImage:
    """Read background.png, which has the client area's very size.

    Raises:
        SkinError: as `read_picture`, or of another size.
    """
    background = read_picture(folder / BACKGROUND_FILE)
    if background.size() != QSize(client.width, client.height):
        raise SkinError(
            f"{folder / BACKGROUND_FILE}: is {background.width()} x {background.height()}, "
            f"but [client] says {client.width} x {client.height}; make them equal"
        )
    return background

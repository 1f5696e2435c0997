"""Stored pictures: one file, or a folder of them in order of name."""

import struct
import warnings
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from capture.frame import Frame, Pixels
from capture.one_line import one_line
from capture.source import CaptureError, EndOfFrames

FORMATS = {"PNG": ".png", "JPEG": ".jpg .jpeg", "BMP": ".bmp", "WEBP": ".webp", "GIF": ".gif", "TIFF": ".tif .tiff"}
"""Pillow's names of the formats read, and how their files end."""

SUFFIXES = frozenset(suffix for endings in FORMATS.values() for suffix in endings.split())

MIN_SIDE = 16
"""Pixels; no board fits into less."""

MAX_SIDE = 16_384
MAX_PIXELS = 64_000_000
"""Refused from the header alone: six 4K desktops side by side stay below it, a decompression bomb does not."""

# What Pillow raises on damaged files, by format and by where the damage is.
_DAMAGE = (OSError, SyntaxError, ValueError, EOFError, IndexError, struct.error, zlib.error)


def load_image(path: Path) -> Pixels:
    """Read a picture file as (height, width, 3) uint8 BGR.

    Grey, palette, 16-bit and see-through pictures are converted: 16 bits keep their upper 8, alpha is
    dropped, as a screenshot would look. A picture that is to be shown turned is turned, as every viewer does.
    Of an animation the first picture counts. The file's content decides the format, not its name.

    Raises:
        CaptureError: missing, unreadable, no picture, cut short, or of a size that cannot be a screenshot;
            the size is judged before anything is decoded. One line.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):  # to open a pipe would wait for whoever writes to it
        raise CaptureError(f"{path}: no file but a pipe or device; give a picture file")
    try:
        data = path.open("rb")
    except OSError as error:
        raise CaptureError(f"{path}: {error.strerror}; give a picture file") from error
    with data, warnings.catch_warnings():
        # The header is judged by our own limits below.
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            picture = Image.open(data, formats=tuple(FORMATS))
        except UnidentifiedImageError as error:
            what = "an empty file" if path.stat().st_size == 0 else "not a picture that can be read"
            raise CaptureError(f"{path}: {what}; save it as PNG again") from error
        except Image.DecompressionBombError as error:
            raise CaptureError(f"{path}: far more pixels than a screenshot has; crop it") from error
        except _DAMAGE as error:
            raise CaptureError(f"{path}: damaged ({one_line(error)}); save it as PNG again") from error
        with picture:
            _check_size(path, *picture.size)
            try:
                return _bgr(_upright(picture))
            except _DAMAGE as error:
                raise CaptureError(f"{path}: cut short or damaged ({one_line(error)}); save it again") from error


def picture_ending(path: Path) -> str | None:
    """Return how the name of a picture should end, by the file's content; None for what is none, and for animations."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path, formats=tuple(FORMATS)) as picture:
                moves = getattr(picture, "n_frames", 1) > 1
                return None if moves else FORMATS[str(picture.format)].split()[0]
    except (Image.DecompressionBombError, *_DAMAGE):  # what Pillow does not know is an OSError
        return None


def _check_size(path: Path, width: int, height: int) -> None:
    if width < MIN_SIDE or height < MIN_SIDE:
        raise CaptureError(f"{path}: {width}x{height} pixels are too few for a board; give a screenshot of the game")
    if width > MAX_SIDE or height > MAX_SIDE or width * height > MAX_PIXELS:
        raise CaptureError(f"{path}: {width}x{height} pixels are more than a screenshot has; crop it")


def _bgr(picture: Image.Image) -> Pixels:
    if picture.mode.startswith("I") or picture.mode == "F":
        # Pillow would clip 16-bit grey at 255 instead of scaling it.
        deep = np.asarray(picture)
        levels = deep.astype(np.int64) >> 8 if picture.mode.startswith("I") else np.nan_to_num(deep)
        grey = np.clip(levels, 0, 255).astype(np.uint8)
        return np.repeat(grey[:, :, None], 3, axis=2)
    return np.ascontiguousarray(np.asarray(picture.convert("RGB"), dtype=np.uint8)[:, :, ::-1])


def _upright(picture: Image.Image) -> Image.Image:
    """Return the picture turned and mirrored as its EXIF block says; as it is stored where that says nothing."""
    picture.load()  # some formats are turned by that, and say nothing then
    try:
        return ImageOps.exif_transpose(picture)
    except _DAMAGE:  # in what the block says beside
        return picture


class FolderSource:
    """Picture files as a source of frames; `time_ns` is the file's place in the order, 0, 1, 2...

    Args:
        paths: picture files in the order given; or one folder, of which all picture files are taken in
            order of name.

    Raises:
        CaptureError: no such folder, or no picture in it.
    """

    def __init__(self, paths: Path | Sequence[Path]) -> None:
        self.paths = _pictures_in(paths) if isinstance(paths, Path) and not paths.is_file() else _listed(paths)
        self._next = 0

    def grab(self) -> Frame:
        """Return the next picture.

        Raises:
            EndOfFrames: none is left.
            CaptureError: see `load_image`.
        """
        if self._next >= len(self.paths):
            raise EndOfFrames(f"all {len(self.paths)} pictures have been read")
        index = self._next
        self._next += 1
        return Frame(load_image(self.paths[index]), index)

    def close(self) -> None:
        """Nothing is held."""


def _listed(paths: Path | Sequence[Path]) -> list[Path]:
    return [paths] if isinstance(paths, Path) else list(paths)


def _pictures_in(folder: Path) -> list[Path]:
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and path.is_file())
    except OSError as error:
        raise CaptureError(f"{folder}: {error.strerror}; give a folder of pictures") from error
    if not found:
        raise CaptureError(f"{folder}: no picture in this folder ({' '.join(sorted(SUFFIXES))})")
    return found

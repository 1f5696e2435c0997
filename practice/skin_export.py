"""Writing a look as a skin folder, for every game: pictures, settings, the command."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import tomli_w
from PySide6.QtGui import QImage

from practice.options import PracticeError
from practice.skin_folder import SKIN_FILE


def write_skin(folder: Path, settings: Mapping[str, object], pictures: Mapping[str, QImage]) -> None:
    """Write skin.toml and every picture by its file name into `folder`, which is made if need be.

    Raises:
        PracticeError: the folder is not empty (its pictures may be somebody's own), or cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise PracticeError(f"{folder}: is not empty; name a new folder")
    except OSError as error:
        raise PracticeError(f"{folder}: cannot make the folder ({error.strerror})") from error
    for name, image in pictures.items():
        if not image.save(str(folder / name)):
            raise PracticeError(f"{folder / name}: cannot write the picture")
    (folder / SKIN_FILE).write_text(tomli_w.dumps(settings), encoding="utf-8")


def export_command(module: str, export: Callable[[str, Path], None], arguments: list[str]) -> int:
    """Run a game's export from the command line, ``python -m MODULE LOOK DIR``; returns the exit status."""
    if len(arguments) != 2:
        sys.stderr.write(f"usage: python -m {module} LOOK DIR\n")
        return 2
    try:
        export(arguments[0], Path(arguments[1]))
    except PracticeError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0

"""Whether what a person names can be written, asked before any work is done for it; what is missing there is made."""

import errno
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from bot.exit_status import Unusable
from files import whole_file

TRIES: Final = 100
"""How often a folder is made that goes again: another command, that made it to see the same, takes it away."""


def check_file(file: Path, what: str = "") -> None:
    """See that a file may be written, its folder being made where it is not there yet; no trace is left of that.

    Args:
        file: as typed.
        what: the option it was typed for, "" for none.

    Raises:
        Unusable: it is a folder, or its folder cannot be made or takes no file.
    """
    with _told(f"{what} {file}".strip(), "name another file"):
        if file.is_dir():
            raise IsADirectoryError(0, "is a folder")
        _try_in(file.parent)


def check_folder(folder: Path, what: str = "") -> None:
    """See that a folder is there, or can be made, and takes files; what was made to see that is gone again.

    Args:
        folder: as typed.
        what: the option it was typed for, "" for none.

    Raises:
        Unusable: it cannot be made or written to.
    """
    with _told(f"{what} {folder}".strip(), "name another folder"):
        if folder.is_file():
            raise NotADirectoryError(0, "is a file")
        _try_in(folder)


@contextmanager
def folder_for(file: Path) -> Iterator[None]:
    """Make the folder that a file lies in; where what is done within fails, what was made and is empty is gone again.

    This is how every command makes what is missing on the way to what it writes.

    Raises:
        Unusable: it cannot be made.
    """
    made: list[Path] = []
    try:
        with _told(str(file), "name another file"):
            made += _missing(file.parent)
            _make(file.parent)
        yield
    except BaseException:
        _remove_empty(made)
        raise


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """Yield where to write what takes the place of a file once it is whole; its folder is made as by `folder_for`.

    See `files.whole_file.replacing`.
    """
    with folder_for(file), whole_file.replacing(file) as part:
        yield part


def _try_in(folder: Path) -> None:
    """See that a folder takes a file, made meanwhile where it is missing."""
    for left in reversed(range(TRIES)):
        try:
            with _made_meanwhile(folder), tempfile.TemporaryFile(dir=folder):
                return
        except (FileNotFoundError, FileExistsError, NotADirectoryError):  # gone between two looks at it, or for good
            if not left:
                raise


@contextmanager
def _made_meanwhile(folder: Path) -> Iterator[None]:
    """Let a folder be there, made where it is missing; what was made and is empty is gone again afterwards."""
    made = _missing(folder)
    try:
        _make(folder)
        yield
    finally:
        _remove_empty(made)


def _missing(folder: Path) -> list[Path]:
    """Return what has to be made for a folder to be there, innermost first."""
    return [one for one in (folder, *folder.parents) if not one.exists()]


def _make(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    folder.mkdir(parents=True, exist_ok=True)


def _remove_empty(folders: Iterable[Path]) -> None:
    """Remove those folders, innermost first, that are there and hold nothing."""
    for one in folders:
        with suppress(OSError):  # never made, or in use
            one.rmdir()


@contextmanager
def _told(name: str, mend: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Unusable(f"{name}: cannot be written ({error.strerror or error}); {mend}") from error

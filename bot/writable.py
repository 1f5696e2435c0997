"""Whether what a person names can be written, asked before any work is done for it."""

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bot.exit_status import Unusable
from capture import whole_file


def check_file(file: Path, what: str = "") -> None:
    """See that a file may be written; its folder must be there.

    Args:
        file: as typed.
        what: the option it was typed for, "" for none.

    Raises:
        Unusable: it is a folder, or its folder is not there or takes no file.
    """
    if not file.parent.is_dir():
        raise Unusable(f"{what} {file}: there is no folder {file.parent}; make it first".strip())
    with _told(f"{what} {file}".strip(), "name another file"):
        if file.is_dir():
            raise IsADirectoryError(0, "is a folder")
        with tempfile.TemporaryFile(dir=file.parent):
            pass


def check_folder(folder: Path, what: str = "") -> None:
    """See that a folder is there, or can be made, and takes files; what was made to see that is gone again.

    Args:
        folder: as typed.
        what: the option it was typed for, "" for none.

    Raises:
        Unusable: it cannot be made or written to.
    """
    made: list[Path] = []
    try:
        with _told(f"{what} {folder}".strip(), "name another folder"):
            made += [one for one in (folder, *folder.parents) if not one.exists()]
            if folder.exists() and not folder.is_dir():
                raise NotADirectoryError(0, "is a file")
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
    finally:
        _remove_empty(made)


@contextmanager
def folder_for(file: Path) -> Iterator[None]:
    """Make the folder that a file lies in; where what is done within fails, what was made and is empty is gone again.

    Raises:
        OSError: it cannot be made.
    """
    made = [one for one in file.parents if not one.exists()]
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        _remove_empty(made)
        raise


def _remove_empty(folders: Iterable[Path]) -> None:
    """Remove those folders, innermost first, that are there and hold nothing."""
    for one in folders:
        with suppress(OSError):  # never made, or in use
            one.rmdir()


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """Yield where to write what takes the place of a file once it is whole; its folder is made as by `folder_for`.

    See `capture.whole_file.replacing`.
    """
    with folder_for(file), whole_file.replacing(file) as part:
        yield part


@contextmanager
def _told(name: str, mend: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Unusable(f"{name}: cannot be written ({error.strerror or error}); {mend}") from error

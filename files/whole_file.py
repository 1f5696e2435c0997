"""Files that are written whole or not at all: a reader finds one as it was before, or the new one."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def part_of(file: Path) -> Path:
    """Return where a process writes a file until it is whole: beside it, hidden, and apart from what others write."""
    return file.with_name(f".{file.name}.{os.getpid()}.part")


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """Yield where to write a file that takes the place of `file` once it is whole; nothing is left of one that is not.

    What a link stands for is replaced, not the link; a link that leads round to itself is replaced.

    Raises:
        OSError: it cannot be put in place.
    """
    if file.is_symlink():
        file = Path(os.path.realpath(file))  # `Path.resolve` raises at links that go round
    part = part_of(file)
    try:
        yield part
        part.replace(file)
    except BaseException:
        with suppress(OSError):  # never begun, or the disk is gone: what is told is why
            part.unlink()
        raise

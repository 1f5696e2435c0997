"""Files that a window cannot write any more: which one, and what it is for."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def naming_file(path: Path, trouble: str) -> Iterator[None]:
    """Let an OSError that is raised inside name `path` and say `trouble`, with the system's reason in brackets.

    Raises:
        OSError: of the same number.
    """
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, f"{trouble} ({error.strerror})", str(path)) from error

"""What training leaves on disk: NumPy archives without pickled objects, written whole or not at all.

Weights and checkpoints of every game go through here; what the arrays mean is the game's own.
"""

import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import ArrayLike, NDArray

from files.whole_file import replacing


class WeightsError(ValueError):
    """A file of weights or a checkpoint cannot be used; the message is one line."""


def checkpoint_of(file: Path) -> Path:
    """Return where a training that makes a file keeps how far it is."""
    return file.with_name(file.name + ".checkpoint")


def write(path: Path, arrays: Mapping[str, ArrayLike], *, compress: bool = True) -> None:
    """Write arrays by name; a reader finds the file as it was before or the whole new one.

    Args:
        path: its folder is made where missing.
        arrays: arrays, numbers and text; all come back as arrays.
        compress: as small as may be, instead of as fast.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    save: Callable[..., None] = np.savez_compressed if compress else np.savez
    with replacing(path) as part, part.open("wb") as file:
        save(file, **arrays)


@contextmanager
def reading(path: Path, refusal: str, error: type[WeightsError] = WeightsError) -> Iterator[Mapping[str, NDArray[Any]]]:
    """Open an archive for as long as its arrays are taken out and put into shape.

    Args:
        path: of `write`.
        refusal: what is said after the path where anything fails meanwhile: what it should be, and what to do.
        error: raised then.

    Raises:
        WeightsError: missing, damaged, or without what was looked for in it.
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            yield archive
    except (OSError, EOFError, KeyError, TypeError, ValueError, IndexError, BadZipFile, zlib.error) as cause:
        raise error(f"{path}: {refusal}") from cause

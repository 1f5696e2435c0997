"""Writes a profile's folder, whole or not at all."""

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from capture.frame import Pixels
from vision.picture_file import write_picture
from vision.profile import PROFILE_FILE, Profile, save_profile
from vision.prototypes import Prototype, write_prototype

CONTACT_SHEET = "contact_sheet.png"
"""Every kind, the lattice and the doubtful cells on one picture."""


def write_profile(
    folder: Path,
    profile: Profile,
    prototypes: Sequence[Prototype],
    sheet: Pixels | None,
    pictures: Mapping[str, NDArray[np.uint8]] | None = None,
) -> None:
    """Write everything into a new folder beside, then put it in place of the old one, which stays where that fails.

    Args:
        folder: the profile's place; may exist if it is empty or an older profile.
        profile: goes into profile.toml.
        prototypes: a picture a kind, in the order of `profile.kinds`.
        sheet: the contact sheet, or None.
        pictures: further pictures that the profile names, by file name.

    Raises:
        OSError: it cannot be written, or something that is no profile is in the way.
    """
    folder = folder.absolute()
    if holds_something_else(folder):
        raise FileExistsError(0, "exists and is no profile", str(folder))
    folder.parent.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        for kind, (dry, trust) in zip(profile.kinds, prototypes, strict=True):
            write_prototype(part / kind.file, dry, trust)
        for name, picture in {**(pictures or {}), **({} if sheet is None else {CONTACT_SHEET: sheet})}.items():
            write_picture(part / name, picture)
        save_profile(profile, part)
        part.chmod(0o755)
        _put_in_place(part, folder)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def holds_something_else(folder: Path) -> bool:
    """Tell whether something stands there that no profile may replace: neither an older one nor an empty folder."""
    if not folder.exists() or (folder / PROFILE_FILE).is_file():
        return False
    return not folder.is_dir() or any(folder.iterdir())


def _put_in_place(part: Path, folder: Path) -> None:
    """Rename `part` to `folder`; what stood there is gone then, or stands there again where it fails.

    Raises:
        OSError: one of the two could not be renamed.
    """
    if not folder.exists():
        part.replace(folder)
        return
    beside = Path(tempfile.mkdtemp(prefix=f".{folder.name}-old-", dir=folder.parent))
    old = beside / "profile"
    try:
        folder.replace(old)
        part.replace(folder)
    except BaseException:
        if old.exists() and not folder.exists():
            old.replace(folder)
        with suppress(OSError):
            beside.rmdir()  # only if it is empty: an old profile that cannot be put back is kept there
        raise
    shutil.rmtree(beside, ignore_errors=True)

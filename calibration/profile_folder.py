"""Writes a profile's folder, whole or not at all."""

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from capture.frame import Pixels
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
    """Write everything into a new folder beside, then put it in place of the old one.

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
    if folder.exists() and not (folder / PROFILE_FILE).is_file() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(0, "exists and is no profile", str(folder))
    folder.parent.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        for kind, (dry, trust) in zip(profile.kinds, prototypes, strict=True):
            write_prototype(part / kind.file, dry, trust)
        for name, picture in {**(pictures or {}), **({} if sheet is None else {CONTACT_SHEET: sheet})}.items():
            ok, data = cv2.imencode(".png", picture)
            if not ok:
                raise OSError(0, f"{name} could not be encoded")
            (part / name).write_bytes(data.tobytes())
        save_profile(profile, part)
        part.chmod(0o755)
        old = Path(tempfile.mkdtemp(prefix=f".{folder.name}-old-", dir=folder.parent)) if folder.exists() else None
        if old is not None:
            folder.replace(old / "profile")
        part.replace(folder)
        if old is not None:
            shutil.rmtree(old)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise

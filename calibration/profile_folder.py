"""Writes a profile's folder, whole or not at all; what a person keeps there stays."""

import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from capture.frame import Pixels
from capture.png_file import write_png
from vision.profile import PROFILE_FILE, Profile, save_profile
from vision.prototypes import Prototype, write_prototype

CONTACT_SHEET = "contact_sheet.png"
"""Every kind, the lattice and the doubtful cells on one picture."""
MARKS = ("schema_version", "game", "permission", "window", "board", "kinds", "reader")
"""What each profile says, of any version."""
ENOUGH_MARKS = 4
"""So many of them tell a profile, damaged ones too."""
# by lines and not as TOML, for a damaged profile is none
_MARK = re.compile(rf"^\s*\[{{0,2}}\s*({'|'.join(MARKS)})\s*[\]=]", re.MULTILINE)
_GAME = re.compile(r"""^\s*game\s*=\s*["'](\w+)["']""", re.MULTILINE)
_PICTURE = re.compile(r"""\b(?:file|background|ground|rounds)\s*=\s*["']([^"'/\\]+)["']""")


def write_profile(
    folder: Path,
    profile: Profile,
    prototypes: Sequence[Prototype],
    sheet: Pixels | None,
    pictures: Mapping[str, NDArray[np.uint8]] | None = None,
) -> None:
    """Write everything into a new folder beside, then put it in place of the old one, which stays where that fails.

    What the old one holds beside an older profile is copied into the new one first, under another name where a new
    picture has its name.

    Args:
        folder: the profile's place; may exist if it is empty or an older profile of the game. Where it is a link, the
            folder that it leads to.
        profile: goes into profile.toml.
        prototypes: a picture a kind, in the order of `profile.kinds`.
        sheet: the contact sheet, or None.
        pictures: further pictures that the profile names, by file name.

    Raises:
        OSError: it cannot be written, or something that is no profile is in the way.
    """
    folder = folder.resolve()
    if (why := why_taken(folder, profile.game)) is not None:
        raise FileExistsError(0, why, str(folder))
    folder.parent.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        for kind, (dry, trust) in zip(profile.kinds, prototypes, strict=True):
            write_prototype(part / kind.file, dry, trust)
        for name, picture in {**(pictures or {}), **({} if sheet is None else {CONTACT_SHEET: sheet})}.items():
            write_png(part / name, picture)
        save_profile(profile, part)
        for one in _kept(folder):
            _copy(one, part)
        part.chmod(0o755)
        _put_in_place(part, folder)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def why_taken(folder: Path, game: str) -> str | None:
    """Return why no profile of a game may be put there; None where nothing is there, or an older profile of that game.

    A damaged profile that no longer says which game's it is may be of any. Nor is one put where the process itself is:
    a folder is replaced as a whole, and the person's shell would be left in one that is gone.
    """
    if not folder.exists():
        return None
    if Path.cwd().is_relative_to(folder.resolve()):
        return "is the folder you are in, and a profile's folder is replaced as a whole (go one up first: cd ..)"
    try:
        text = _text(folder) if folder.is_dir() else None
    except OSError as error:
        return f"its {PROFILE_FILE} cannot be read ({error.strerror})"
    if text is None:
        return None if folder.is_dir() and not any(folder.iterdir()) else "exists and is no profile"
    if len(set(_MARK.findall(text))) < ENOUGH_MARKS:
        return f"exists and is no profile: its {PROFILE_FILE} is something else's"
    named = _GAME.search(text)
    if named is not None and named[1] != game:
        return f"is a profile of {named[1]}, not of {game}"
    return None


def _text(folder: Path) -> str | None:
    """Return profile.toml, as far as it is text, or None where there is none."""
    path = folder / PROFILE_FILE
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else None


def _kept(folder: Path) -> list[Path]:
    """Return what lies in an older profile's folder and is not its own: neither named by it nor written beside it."""
    text = _text(folder)
    if text is None:
        return []
    own = {PROFILE_FILE, CONTACT_SHEET, *_PICTURE.findall(text)}
    return sorted(one for one in folder.iterdir() if one.name not in own)


def keep_aside(path: Path) -> None:
    """Give what a new picture's name is taken by a free name beside it; nothing where there is none.

    Raises:
        OSError: it cannot be renamed.
    """
    name = _free_name(path.parent, path.name)
    if name != path.name:
        path.rename(path.with_name(name))


def _free_name(folder: Path, name: str) -> str:
    while (folder / name).exists() or (folder / name).is_symlink():
        name = f"kept-{name}"
    return name


def _copy(one: Path, part: Path) -> None:
    """Copy a file, a folder or a link into a folder, under a free name.

    Raises:
        OSError: it cannot be copied.
    """
    name = _free_name(part, one.name)
    try:
        if one.is_dir() and not one.is_symlink():
            shutil.copytree(one, part / name, symlinks=True)
        else:
            shutil.copy2(one, part / name, follow_symlinks=False)
    except OSError as error:
        # of a folder it is a list of faults, which is no line
        raise OSError(0, f"holds {one.name}, which is no part of the profile and cannot be copied") from error


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

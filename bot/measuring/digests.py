"""Digests of the files that decide how a game goes: what was kept before one of them changed is measured anew."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = ("engine", "policy")
"""Folders whose files decide how a game goes: a game's own folder in each, what lies beside it, and `SHARED` ones."""
SHARED = ("search",)
"""Folders in them that serve every game."""


@cache
def code_digest(game: str, besides: tuple[str, ...] = ()) -> str:
    """Return 16 hex digits that change with any file that decides how a game (folder name) goes.

    Args:
        game: whose engine and planners count.
        besides: further files and folders of the project.
    """
    files = []
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*")):
            within = path.relative_to(ROOT / folder).parts
            serves = len(within) == 1 or within[0] == game or within[0] in SHARED
            if serves and path.suffix in (".py", ".npz"):
                files.append(path)
    for name in besides:
        files += [path for path in (ROOT / name, *sorted((ROOT / name).rglob("*"))) if path.suffix == ".py"]
    return files_digest(files)


def files_digest(files: Iterable[Path]) -> str:
    """Return 16 hex digits that change with the name or the content of any of the project's files given, in order."""
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.relative_to(ROOT).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def named_files(policy: str) -> list[str]:
    """Return 16 hex digits for each file that a parameter of a policy names: trained anew, it is another planner."""
    values = [part.partition("=")[2] for part in policy.partition(":")[2].split(",")]
    paths = [Path(value) for value in values if value and is_file(Path(value))]
    return [_content_digest(path.absolute(), path.stat().st_size, path.stat().st_mtime_ns) for path in paths]


def is_file(path: Path) -> bool:
    """Tell whether there is such a file; what cannot be a path, or lies where nobody may look, is none."""
    try:
        return path.is_file()
    except OSError:
        return False


@cache
def _content_digest(path: Path, size: int, changed_ns: int) -> str:
    del size, changed_ns  # with them it is asked for anew
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]

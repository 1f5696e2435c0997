"""Which source files the machine code of the kernels depends on.

Run as ``python -m engine.kernel_sources`` it prints their digest, for `scripts/setup`.
"""

import hashlib
import re
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
"""The project's folder."""
_MARK: Final = b"njit"
"""Occurs in every file that compiles a kernel."""
_IMPORT: Final = re.compile(rb"^\s*(?:from|import)\s+([a-z][\w.]*)", re.MULTILINE)


def kernel_sources(root: Path = ROOT) -> list[Path]:
    """Return the files below `root` that compile a kernel, and all that they import from there, in order.

    numba freezes the constants and tables that a kernel reads, so a file of nothing but numbers counts too. Folders
    beside our packages are not entered: they are a person's, and may come and go meanwhile.
    """
    sources: dict[Path, bytes] = {}
    packages = [file.parent for file in root.glob("[a-z]*/__init__.py")]
    files = (path for package in packages for path in package.glob("**/*.py"))
    waiting = [path for path in files if _MARK in path.read_bytes()]
    while waiting:
        path = waiting.pop()
        if path in sources:
            continue
        sources[path] = path.read_bytes()
        for name in _IMPORT.findall(sources[path]):
            module = root.joinpath(*name.decode().split("."))
            waiting += [file for file in (module.with_suffix(".py"), module / "__init__.py") if file.is_file()]
    return sorted(sources)


def source_digest(root: Path = ROOT) -> str:
    """Return 16 hex digits that change with any of the `kernel_sources`."""
    digest = hashlib.sha256()
    for path in kernel_sources(root):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    sys.stdout.write(f"{source_digest()}\n")

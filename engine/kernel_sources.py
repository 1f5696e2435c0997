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
    return [root / name for name in sorted(_sources(root))]


def source_digest(root: Path = ROOT) -> str:
    """Return 16 hex digits that change with any of the `kernel_sources`."""
    digest = hashlib.sha256()
    for name, text in sorted(_sources(root).items()):
        digest.update(name.encode())
        digest.update(text)
    return digest.hexdigest()[:16]


def _sources(root: Path) -> dict[str, bytes]:
    """Return the text of each of the `kernel_sources` by its place below `root`, "engine/jit.py".

    Every process that compiles begins by this, so no file is read or asked for twice.
    """
    packages = (file.parent for file in root.glob("[a-z]*/__init__.py"))
    files = (file for package in packages for file in package.glob("**/*.py"))
    texts = {file.relative_to(root).as_posix(): file.read_bytes() for file in files}
    waiting = [name for name, text in texts.items() if _MARK in text]
    sources: dict[str, bytes] = {}
    while waiting:
        name = waiting.pop()
        if name in sources:
            continue
        sources[name] = texts[name]
        for module in {found.decode().replace(".", "/") for found in _IMPORT.findall(texts[name])}:
            waiting += [file for file in (f"{module}.py", f"{module}/__init__.py") if file in texts]
    return sources


if __name__ == "__main__":
    sys.stdout.write(f"{source_digest()}\n")

"""Asks the person at the terminal what a kind of piece is."""

import sys
import tempfile
from pathlib import Path

from bot.console import ask
from calibration.kind_names import NameKind
from capture.frame import Pixels
from capture.png_file import write_png


def kind_asker() -> NameKind | None:
    """Return what asks for a special kind's name; None where nobody sits at a terminal."""
    return _ask_for_name if sys.stdin.isatty() else None


def _ask_for_name(picture: Pixels, number: int) -> str | None:
    with tempfile.TemporaryDirectory(prefix="spyglass-kind-") as folder:
        path = Path(folder) / f"kind_{number}.png"
        try:
            write_png(path, picture)
        except OSError:  # nobody can name what cannot be shown
            return None
        return ask(f"A special piece, shown in {path}. Its name (empty: leave it unnamed)? ") or None

"""Write a look drawn by our own code as a skin folder: a start for a skin of one's own.

``python -m practice.bilging.export_skin LOOK DIR``
"""

import sys
from pathlib import Path

import tomli_w
from PySide6.QtGui import QImage

from practice.application import offscreen_application
from practice.bilging.artwork import Artwork, Picture, look_artwork
from practice.bilging.skin import BACKGROUND_FILE, CURSOR_FILE, KIND_FILES, SKIN_FILE
from practice.bilging.still import find_look
from practice.options import PracticeError


def export_skin(look: str, folder: Path) -> None:
    """Write `look` at scale 1 as a skin into `folder`, which is made if need be.

    Raises:
        PracticeError: no such look, or the folder cannot be written.
    """
    drawn = find_look(look)
    offscreen_application()
    art = look_artwork(drawn, 1.0)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PracticeError(f"{folder}: cannot make the folder ({error.strerror})") from error
    _save(art.backdrop, folder / BACKGROUND_FILE)
    _save(art.cursor.image, folder / CURSOR_FILE)
    for file, frames in zip(KIND_FILES, art.pieces, strict=True):
        path = folder / file
        for beat, picture in enumerate(frames):
            _save(picture.image, path.with_stem(f"{path.stem}_{beat}") if beat else path)
    (folder / SKIN_FILE).write_text(tomli_w.dumps(_sections(art, drawn.cursor_stays)), encoding="utf-8")


def _save(image: QImage, path: Path) -> None:
    if not image.save(str(path)):
        raise PracticeError(f"{path}: cannot write the picture")


def _sections(art: Artwork, stays: bool) -> dict[str, object]:
    layout, panel = art.layout, art.layout.panel
    cursor: Picture = art.cursor
    sections: dict[str, object] = {
        "client": {"width": layout.width, "height": layout.height},
        "board": {"x": layout.board_x, "y": layout.board_y, "tile": layout.tile},
        "wet": {"colour": list(art.wet_colour), "weight": art.wet_weight},
        "cursor": {"offset": [cursor.dx, cursor.dy], "stays": stays},
    }
    if panel is not None:
        sections["panel"] = {
            "x": panel.x,
            "y": panel.y + panel.header,
            "width": panel.width,
            "height": panel.height - panel.header,
            "text": list(panel.text),
            "label": list(panel.label),
            "accent": list(panel.accent),
        }
    return sections


def main(arguments: list[str]) -> int:
    """Run from the command line; returns the exit status."""
    if len(arguments) != 2:
        sys.stderr.write("usage: python -m practice.bilging.export_skin LOOK DIR\n")
        return 2
    try:
        export_skin(arguments[0], Path(arguments[1]))
    except PracticeError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Write a look drawn by our own code as a skin folder: a start for a skin of one's own.

``python -m practice.bilging.export_skin LOOK DIR``
"""

import sys
from pathlib import Path

from practice.application import offscreen_application
from practice.bilging.artwork import Artwork, look_artwork
from practice.bilging.skin import CURSOR_FILE, KIND_FILES
from practice.bilging.still import find_look
from practice.picture import Picture
from practice.skin_export import export_command, write_skin
from practice.skin_folder import BACKGROUND_FILE


def export_skin(look: str, folder: Path) -> None:
    """Write `look` at scale 1 as a skin into `folder`, which is made if need be.

    Raises:
        PracticeError: no such look, or the folder cannot be written.
    """
    drawn = find_look(look)
    offscreen_application()
    art = look_artwork(drawn, 1.0)
    pictures = {BACKGROUND_FILE: art.backdrop, CURSOR_FILE: art.cursor.image}
    for file, frames in zip(KIND_FILES, art.pieces, strict=True):
        for beat, picture in enumerate(frames):
            path = Path(file)
            pictures[path.with_stem(f"{path.stem}_{beat}").name if beat else file] = picture.image
    write_skin(folder, _sections(art, drawn.cursor_stays), pictures)


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


if __name__ == "__main__":
    sys.exit(export_command("practice.bilging.export_skin", export_skin, sys.argv[1:]))

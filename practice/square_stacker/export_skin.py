"""Write a look drawn by our own code as a skin folder: a start for a skin of one's own.

``python -m practice.square_stacker.export_skin LOOK DIR``
"""

import sys
from dataclasses import asdict
from pathlib import Path

from practice.application import offscreen_application
from practice.skin_export import export_command, write_skin
from practice.skin_folder import BACKGROUND_FILE
from practice.square_stacker.artwork import look_artwork
from practice.square_stacker.looks import Layout
from practice.square_stacker.skin import ring_file
from practice.square_stacker.still import find_look


def export_skin(look: str, folder: Path) -> None:
    """Write `look` at scale 1 as a skin into `folder`, which is made if need be.

    Raises:
        PracticeError: no such look, or the folder cannot be written.
    """
    drawn = find_look(look)
    offscreen_application()
    art = look_artwork(drawn, 1.0)
    pictures = {BACKGROUND_FILE: art.backdrop}
    for colour, sizes in enumerate(art.rings):
        for size, picture in enumerate(sizes):
            pictures[ring_file(colour, size)] = picture.image
    write_skin(folder, _sections(art.layout), pictures)


def _sections(layout: Layout) -> dict[str, object]:
    sections: dict[str, object] = {
        "client": {"width": layout.width, "height": layout.height},
        "board": {"x": layout.x, "y": layout.y, "pitch": layout.pitch},
        "hand": {"centres": [list(centre) for centre in layout.hand]},
        "drag": {"lift": list(layout.lift)},
        "panel": asdict(layout.panel),
    }
    numbers = {"score": layout.score, "best": layout.best, "combo": layout.combo, "gain": layout.gain}
    return sections | {name: asdict(words) for name, words in numbers.items() if words is not None}


if __name__ == "__main__":
    sys.exit(export_command("practice.square_stacker.export_skin", export_skin, sys.argv[1:]))

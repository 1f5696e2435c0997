"""Write a look drawn by our own code as a skin folder: a start for a skin of one's own.

``python -m practice.columns.export_skin LOOK DIR``; the well has the size of the first preset's.
"""

import sys
from dataclasses import asdict
from pathlib import Path

from engine.columns import MAX_COLOURS, Rules
from practice.application import offscreen_application
from practice.columns.artwork import look_artwork
from practice.columns.looks import Habits, Layout
from practice.columns.session import find_rules
from practice.columns.skin import MAGIC_FILE, jewel_file, next_file
from practice.columns.still import find_look
from practice.skin_export import export_command, write_skin
from practice.skin_folder import BACKGROUND_FILE


def export_skin(look: str, folder: Path, rules: Rules | None = None) -> None:
    """Write `look` at scale 1 as a skin into `folder`, which is made if need be.

    Args:
        look: its name.
        folder: where to.
        rules: decide the size of the well; None is the first preset.

    Raises:
        PracticeError: no such look, or the folder cannot be written.
    """
    drawn, played = find_look(look), rules or find_rules("", None)
    offscreen_application()
    art = look_artwork(drawn, played.rows, played.cols, 1.0)
    pictures = {BACKGROUND_FILE: art.backdrop, MAGIC_FILE: art.jewels[MAX_COLOURS]}
    own_next = art.layout.next is not None and art.layout.next.pitch != art.layout.pitch
    for colour in range(MAX_COLOURS):
        pictures[jewel_file(colour)] = art.jewels[colour]
    for colour in range(MAX_COLOURS + 1) if own_next else ():
        pictures[next_file(colour)] = art.next[colour]
    write_skin(folder, _sections(art.layout, drawn.habits), pictures)


def _sections(layout: Layout, habits: Habits) -> dict[str, object]:
    sections: dict[str, object] = {
        "client": {"width": layout.width, "height": layout.height},
        "well": {"x": layout.x, "y": layout.y, "pitch": layout.pitch, "rows": layout.rows, "cols": layout.cols},
        "habits": {
            "motion": "smooth" if habits.smooth else "steps",
            "ghost": habits.ghost,
            "ghost_style": habits.ghost_style,
            "vanish": habits.vanish,
        },
        "cover": asdict(layout.cover),
    }
    places = {"next": layout.next, "score": layout.score, "level": layout.level, "jewels": layout.jewels}
    return sections | {name: asdict(place) for name, place in places.items() if place is not None}


if __name__ == "__main__":
    sys.exit(export_command("practice.columns.export_skin", export_skin, sys.argv[1:]))

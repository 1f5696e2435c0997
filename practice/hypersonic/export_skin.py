"""Write a look drawn by our own code as a skin folder: a start for a skin of one's own.

``python -m practice.hypersonic.export_skin LOOK DIR``; its background has the frames of four players.
"""

import sys
from dataclasses import asdict
from pathlib import Path

from engine.hypersonic import MAX_PLAYERS
from practice.application import offscreen_application
from practice.hypersonic.artwork import look_artwork
from practice.hypersonic.looks import Layout
from practice.hypersonic.motion import BADGE
from practice.hypersonic.names import BADGES, NAMES
from practice.hypersonic.skin import picture_file
from practice.hypersonic.still import find_look
from practice.skin_export import export_command, write_skin
from practice.skin_folder import BACKGROUND_FILE


def export_skin(look: str, folder: Path, players: int = MAX_PLAYERS) -> None:
    """Write `look` at scale 1 as a skin into `folder`, which is made if need be.

    Args:
        look: its name.
        folder: where to.
        players: whose frames stand on the background.

    Raises:
        PracticeError: no such look, or the folder cannot be written.
    """
    drawn = find_look(look)
    offscreen_application()
    art = look_artwork(drawn, players, 1.0)
    pictures = {picture_file(name): art.picture(name, BADGE if name in BADGES else 1.0) for name in NAMES}
    write_skin(folder, _sections(drawn.layout), {BACKGROUND_FILE: art.backdrop, **pictures})


def _sections(layout: Layout) -> dict[str, object]:
    sections: dict[str, object] = {
        "client": {"width": layout.width, "height": layout.height},
        "board": {"x": layout.x, "y": layout.y, "pitch": layout.pitch},
        "cover": asdict(layout.cover),
    }
    places = {"turn": layout.turn, "message": layout.message, "choice": layout.choice}
    sections |= {name: asdict(place) for name, place in places.items() if place is not None}
    for number, card in enumerate(layout.cards):
        parts = {part: words for part, words in asdict(card).items() if words is not None}
        if parts:
            sections[f"player_{number}"] = parts
    return sections


if __name__ == "__main__":
    sys.exit(export_command("practice.hypersonic.export_skin", export_skin, sys.argv[1:]))

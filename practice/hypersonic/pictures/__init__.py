"""The pictures of each look, one file a look; each is drawn in a square of 1 x 1 centred on the origin (y down)."""

from collections.abc import Callable, Mapping

from PySide6.QtGui import QPainter

from practice.hypersonic.looks import Palette
from practice.hypersonic.pictures.blueprint import paint_blueprint
from practice.hypersonic.pictures.dungeon import paint_dungeon
from practice.hypersonic.pictures.toys import paint_toys

PAINTERS: Mapping[str, Callable[[QPainter, str, Palette], None]] = {
    "dungeon": paint_dungeon,
    "blueprint": paint_blueprint,
    "toys": paint_toys,
}
"""By look: paints the picture of a name (`practice.hypersonic.names`) in the players' colours."""

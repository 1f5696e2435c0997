"""What lies behind everything that changes, one file a look; each draws in pixels at scale 1 with a scaled painter."""

from collections.abc import Callable, Mapping

from PySide6.QtGui import QPainter

from practice.hypersonic.looks import Look
from practice.hypersonic.scenery.blueprint import draw_blueprint
from practice.hypersonic.scenery.dungeon import draw_dungeon
from practice.hypersonic.scenery.toys import draw_toys

SCENERY: Mapping[str, Callable[[QPainter, Look, int, float], None]] = {
    "dungeon": draw_dungeon,
    "blueprint": draw_blueprint,
    "toys": draw_toys,
}
"""Painter scaled to the window, look, number of players, scale (for textures, made at the window's own resolution)."""

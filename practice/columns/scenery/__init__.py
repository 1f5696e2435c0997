"""What lies behind the jewels, one file a look; each draws in pixels at scale 1 with a scaled painter."""

from collections.abc import Callable, Mapping

from PySide6.QtGui import QPainter

from practice.columns.looks import Layout
from practice.columns.scenery.cave import draw_cave
from practice.columns.scenery.temple import draw_temple
from practice.columns.scenery.vista import draw_vista

SCENERY: Mapping[str, Callable[[QPainter, Layout, float], None]] = {
    "cave": draw_cave,
    "temple": draw_temple,
    "vista": draw_vista,
}
"""Painter scaled to the window, layout, scale (for textures, which are made at the window's own resolution)."""

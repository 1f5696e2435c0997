"""What lies behind the rings, one file a look; each draws in pixels at scale 1 with a scaled painter."""

from collections.abc import Callable, Mapping

from PySide6.QtGui import QPainter

from practice.square_stacker.looks import Look
from practice.square_stacker.scenery.night import draw_night
from practice.square_stacker.scenery.paper import draw_paper
from practice.square_stacker.scenery.slate import draw_slate

SCENERY: Mapping[str, Callable[[QPainter, Look, float], None]] = {
    "squares": draw_slate,
    "rings": draw_paper,
    "discs": draw_night,
}
"""Painter scaled to the window, look, scale (for textures, which are made at the window's own resolution)."""

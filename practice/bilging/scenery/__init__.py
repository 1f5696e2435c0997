"""What lies behind and beside the board, one file a look; each draws in pixels at scale 1 with a scaled painter."""

from collections.abc import Callable, Mapping

from PySide6.QtGui import QPainter

from practice.bilging.looks import Look
from practice.bilging.scenery.chart import draw_chart
from practice.bilging.scenery.deck import draw_deck
from practice.bilging.scenery.lagoon import draw_lagoon

SCENERY: Mapping[str, Callable[[QPainter, Look, float], None]] = {
    "deck": draw_deck,
    "chart": draw_chart,
    "lagoon": draw_lagoon,
}
"""Painter scaled to the window, look, scale (for textures, which are made at the window's own resolution)."""

"""Bilging's score panel: every line is whole and within the panel, however narrow that is and whatever is said."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QRegion

from practice.application import offscreen_application
from practice.bilging.looks import LOOKS, Panel
from practice.bilging.score_panel import GAP, PAD, PAD_SHARE, Hud, draw_hud
from practice.pixels import Bgr, painted

RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)
LONG = "Make your first swap, matey"
NARROW = (160.0, 110.0, 80.0)
"""Widths of panels that a skin may have, at scale 1."""


def panels() -> list[Panel]:
    """The looks' own panels and narrow ones: names in red, numbers in green, what is called out in blue."""
    places = [layout.panel for look in LOOKS.values() if (layout := look.layout).panel is not None]
    narrow = [replace(places[-1], width=width) for width in NARROW]
    return [replace(panel, label=RED, text=GREEN, accent=BLUE) for panel in [*places, *narrow] if panel is not None]


def written(panel: Panel, scale: float, hud: Hud) -> Bgr:
    """Draw the words alone; what is beside the panel is kept too."""
    offscreen_application()
    width, height = round((panel.x + panel.width + 100) * scale), round((panel.y + panel.height) * scale)

    def paint(p: QPainter, _region: QRegion) -> None:
        p.fillRect(0, 0, width, height, Qt.GlobalColor.black)
        draw_hud(p, panel, scale, True, hud)

    return painted(width, height, paint)


def columns(pixels: NDArray[np.bool_]) -> tuple[int, int]:
    """Return the first and the last column that is not empty."""
    found = np.flatnonzero(pixels.any(axis=0))
    return int(found[0]), int(found[-1])


def usable(panel: Panel, scale: float) -> tuple[float, float]:
    """Return where the panel's lines begin and end, in pixels."""
    pad = min(PAD, panel.width * PAD_SHARE)
    return (panel.x + pad) * scale, (panel.x + panel.width - pad) * scale


def test_the_narrowest_look_is_among_them() -> None:
    assert [panel.width for panel in panels()] == [300, 270, 222, *NARROW]


@pytest.mark.parametrize("scale", [0.6, 1.0, 2.0])
@pytest.mark.parametrize("panel", panels(), ids=lambda panel: f"{panel.width:.0f}")
@pytest.mark.parametrize("hud", [Hud(0, 0, message="Sea Donkey"), Hud(0, 0, status=LONG), Hud(0, 0, LONG, 3 * LONG)])
def test_no_letter_of_what_is_called_out_is_cut_off(panel: Panel, scale: float, hud: Hud) -> None:
    said = (written(panel, scale, hud) != written(panel, scale, Hud(0, 0))).any(axis=2)
    first, last = columns(said)
    left, right = usable(panel, scale)
    assert left < first, "what is cut off stands at the edge"
    assert last < right - 1
    assert last - first > 0.4 * (right - left)


@pytest.mark.parametrize("scale", [0.6, 1.0, 2.0])
@pytest.mark.parametrize("panel", panels(), ids=lambda panel: f"{panel.width:.0f}")
@pytest.mark.parametrize("hud", [Hud(0, 0), Hud(10005, 100), Hud(123456, 1)])
def test_names_numbers_and_stars_keep_apart_and_within_the_panel(panel: Panel, scale: float, hud: Hud) -> None:
    pixels = written(panel, scale, hud)
    left, right = usable(panel, scale)
    first, last = columns((pixels != 0).any(axis=2))
    assert left - 1 <= first
    assert last <= right
    upper = pixels[: round((panel.y + panel.header + 3 * (panel.height - panel.header - 8) / 6.2) * scale)]
    names, numbers = upper[..., 2] > 60, upper[..., 1] > 60
    rows = np.flatnonzero(numbers.any(axis=1))
    lines = np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1)
    assert len(lines) == 3
    for line in lines:
        assert columns(numbers[line])[0] - columns(names[line])[1] > GAP * scale / 2


def test_words_that_have_room_are_as_large_as_ever() -> None:
    """The wide looks' own pictures do not change with what is said elsewhere."""
    wide = panels()[0]
    said = (written(wide, 1.0, Hud(0, 0, "Sea Donkey")) != written(wide, 1.0, Hud(0, 0))).any(axis=2)
    alone = (written(wide, 1.0, Hud(10005, 100, "Sea Donkey")) != written(wide, 1.0, Hud(10005, 100))).any(axis=2)
    assert columns(said) == columns(alone)
    assert columns(said)[1] - columns(said)[0] > 200

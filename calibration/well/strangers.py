"""Kinds that only the preview shows: two known jewels tell where it is, and so what the third looks like."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.well.cells import cut_cell
from calibration.well.drawing import correlation, edges_of, outline_of
from calibration.well.jewels import SAME_LOOK
from calibration.well.pictures import side_of
from calibration.well.preview import find_preview
from calibration.well.twins import pictures_apart
from capture.frame import Pixels
from engine.columns import LENGTH
from vision.lattice import Lattice

DRAWN_ALIKE = 0.6
"""Correlation of where a stranger has edges with where jewels of the well have them."""
WELL_KNOWN = 14.0
"""Mean difference from a known kind, grey levels, of the other jewels of the preview."""


def find_strangers(
    pictures: Sequence[Pixels],
    jewels: Sequence[NDArray[np.float32]],
    masks: Sequence[NDArray[np.float32]],
    there: Sequence[NDArray[np.bool_]],
    lattice: Lattice,
) -> list[NDArray[np.float32]]:
    """Return (side, side, 3) float32 of each kind that the preview shows beside two known jewels.

    Args:
        pictures: of one window.
        jewels, masks: of the known kinds.
        there: (rows, cols) bool a picture: where jewels lie in the well.
        lattice: of the well.
    """
    usual = outline_of(pictures, lattice, there)
    preview = find_preview(pictures, jewels, masks, lattice, strangers=1)
    if usual is None or preview is None or preview.distance > WELL_KNOWN:
        return []
    place = preview.place
    tall = place.width * lattice.pitch_y / lattice.pitch_x
    step = (place.height - tall) / (LENGTH - 1)
    found: list[NDArray[np.float32]] = []
    for picture in pictures:
        cells = [Lattice(place.x, place.y + n * step, place.width, tall, 1, 1) for n in range(LENGTH)]
        looks = [cut_cell(picture, cell, 0, 0, side_of(lattice)) for cell in cells]
        known = [min(pictures_apart(look, other) for other in jewels) for look in looks]
        for cell, look, distance in zip(cells, looks, known, strict=True):
            others = sorted(known)[: LENGTH - 1]
            new = distance > 2 * SAME_LOOK and all(pictures_apart(look, other) > 2 * SAME_LOOK for other in found)
            if new and max(others) <= WELL_KNOWN and correlation(edges_of(picture, cell, 0, 0), usual) >= DRAWN_ALIKE:
                found.append(look)
    return found

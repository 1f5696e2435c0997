"""Reads the jewels of the next piece, each in its place."""

from dataclasses import replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from capture.frame import Pixels
from engine.columns import EMPTY, LENGTH
from engine.jit import njit
from vision.profile import Profile
from vision.profile_sections import ReaderSection
from vision.sighting import UNKNOWN
from vision.tone import Tone
from vision.well.contrast import LEAST_CONTRAST, contrast
from vision.well.kernels import CAP, ground_costs, place_costs, take_samples, take_samples_in_tone
from vision.well.pictures import WellPictures
from vision.well.planes import ColumnPlanes, JewelPlanes
from vision.well.samples import LINES, Strips, Templates, make_strips, stacked


class Preview:
    """Reads the next piece in pictures of one window.

    Args:
        strips: the samples of its places, top to bottom.
        templates: of the profile's kinds.
        kinds: (kinds,) int8 codes of these; several may share one.
        limits: where a jewel becomes UNKNOWN.
        max_ground: grey levels.
    """

    def __init__(
        self, strips: Strips, templates: Templates, kinds: NDArray[np.int8], limits: ReaderSection, max_ground: float
    ) -> None:
        self._strips, self._templates, self._kinds = strips, templates, kinds
        self._planes = ColumnPlanes.of(strips), JewelPlanes.of(templates)
        self._limits, self._max_ground = limits, max_ground
        self._grounds = np.zeros((1, LENGTH * LINES), np.float32)

    @classmethod
    def of(
        cls, profile: Profile, pictures: WellPictures, templates: Templates, kinds: NDArray[np.int8], max_ground: float
    ) -> Self | None:
        """Return it for a profile, None where its window shows none.

        Raises:
            ProfileError: it lies outside the window.
        """
        strips = [make_strips(area, pictures) for area in profile.areas[1:]]
        return cls(stacked(strips), templates, kinds, profile.reader, max_ground) if strips else None

    def __call__(self, pixels: Pixels, tone: Tone | None) -> NDArray[np.int8]:
        """Return its jewels, int8 (3,) top to bottom, EMPTY where it shows none, UNKNOWN where that is not sure."""
        strips, (column, jewels) = self._strips, self._planes
        if tone is not None:
            strips = replace(strips, ground=tone.within(strips.ground))
            templates = replace(self._templates, colours=tone.within(self._templates.colours))
            column, jewels = ColumnPlanes.of(strips), JewelPlanes.of(templates)
        grounds, limits = self._grounds, self._limits
        if tone is None:
            take_samples(pixels.reshape(len(pixels), -1), strips.xs, strips.ys, column.shown)
        else:
            take_samples_in_tone(pixels, tone.whole_levels, strips.xs, strips.ys, column.shown)
        ground_costs(column, self._max_ground, grounds)
        costs, codes = np.empty((LENGTH, len(self._kinds)), np.float32), np.empty(LENGTH, np.int8)
        place_costs(column, jewels, costs)
        _name_places(column, jewels, grounds, costs, self._kinds, limits.max_distance, limits.min_margin, codes)
        return codes


@njit
def _name_places(
    column: ColumnPlanes,
    jewels: JewelPlanes,
    grounds: NDArray[np.float32],
    costs: NDArray[np.float32],
    kinds: NDArray[np.int8],
    max_distance: float,
    min_margin: float,
    codes: NDArray[np.int8],
) -> None:
    # grounds (1, lines) and costs (places, kinds) as in `vision.well.kernels`, kinds (kinds,); codes (places,) written
    for place in range(codes.size):
        nearest, top = int(np.argmin(costs[place])), place * LINES
        least, others = costs[place, nearest], np.float32(CAP)
        for kind in range(kinds.size):
            if kinds[kind] != kinds[nearest]:
                others = min(others, costs[place, kind])
        sure = least <= max_distance and 1 - least / max(others, np.float32(1)) >= min_margin
        codes[place] = UNKNOWN
        if (grounds[0, top : top + LINES] <= 1).all():
            codes[place] = EMPTY
        elif sure and contrast(column, 0, jewels, nearest, top) >= LEAST_CONTRAST:
            codes[place] = kinds[nearest]

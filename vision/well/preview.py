"""Reads the jewels of the next piece, each in its place."""

from dataclasses import replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from capture.frame import Pixels
from engine.columns import EMPTY, LENGTH
from vision.profile import Profile, ReaderSection
from vision.sighting import UNKNOWN
from vision.tone import Tone
from vision.well.contrast import LEAST_CONTRAST, place_contrasts
from vision.well.kernels import CAP, ground_costs, place_costs, take_samples, take_samples_in_tone
from vision.well.pictures import WellPictures
from vision.well.planes import ColumnPlanes, JewelPlanes
from vision.well.samples import ACROSS, LINES, Strips, Templates, make_strips, stacked


class Preview:
    """Reads the next piece in pictures of one window.

    Args:
        strips: the samples of its places, top to bottom.
        templates: of the profile's kinds.
        kinds: (kinds,) int8 codes of these.
        limits: where a jewel becomes UNKNOWN.
        max_ground: grey levels.
    """

    def __init__(
        self, strips: Strips, templates: Templates, kinds: NDArray[np.int8], limits: ReaderSection, max_ground: float
    ) -> None:
        self._strips, self._templates, self._kinds = strips, templates, kinds
        self._planes = ColumnPlanes.of(strips), JewelPlanes.of(templates)
        self._limits, self._max_ground = limits, max_ground
        self._shown = np.zeros((1, LENGTH * LINES, ACROSS, 3), np.int16)
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
        shown, grounds = self._shown, self._grounds
        if tone is None:
            take_samples(pixels.reshape(len(pixels), -1), strips.xs, strips.ys, shown)
        else:
            take_samples_in_tone(pixels, tone.whole_levels, strips.xs, strips.ys, shown)
        ground_costs(shown, strips.ground, strips.certainty, self._max_ground, grounds)
        costs = np.empty((LENGTH, len(self._kinds)), np.float32)
        column.take(shown)
        place_costs(column, jewels, costs)
        nearest = np.argmin(costs, axis=1)
        contrasts = np.empty(LENGTH, np.float32)
        place_contrasts(column, jewels, nearest, contrasts)
        least = costs[np.arange(LENGTH), nearest]
        others = np.where(np.arange(len(self._kinds)) == nearest[:, None], np.float32(CAP), costs).min(axis=1)
        limits = self._limits
        sure = (least <= limits.max_distance) & (1 - least / np.maximum(others, 1) >= limits.min_margin)
        sure &= contrasts >= LEAST_CONTRAST
        empty = (grounds.reshape(LENGTH, LINES) <= 1).all(axis=1)
        codes = np.where(empty, np.int8(EMPTY), np.where(sure, self._kinds[nearest], np.int8(UNKNOWN)))
        return codes.astype(np.int8)

"""Whether a bomb lies, or floor shows, in cells of an arena that could not be read whole."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic import NO_BOMB, NOBODY
from vision.arena.candidates import NEARLY, Candidates
from vision.arena.kernels import DOUBT, Ranges, measure_cells
from vision.arena.layers import CELLS, IS_WALL, SPRITE
from vision.arena.pictures import Floats
from vision.profile_sections import ReaderSection
from vision.sighting import UNKNOWN

SHOWN: Final = 0.25
"""Share of a bomb's samples that must show floor, or bomb, behind players for it to be told."""
CLEARER: Final = 3.0
"""How many times more must show the one than the other."""

Cells = NDArray[np.int64]


class Behind:
    """Tells it with one profile.

    Args:
        candidates: of the profile.
        ranges: between which their levels lie, in UNITs.
        ground: (CELLS, SAMPLES, 3) each, between which levels the bare ground lies.
        limits: where the reader stops being sure.
    """

    def __init__(
        self, candidates: Candidates, ranges: Ranges, ground: tuple[Floats, Floats], limits: ReaderSection
    ) -> None:
        self._bombs = candidates.codes[:, 1] > NO_BOMB
        self._ranges, self._ground, self._limits = ranges, ground, limits
        self._bomb = _common_bomb(candidates)

    def floor(self, cells: Floats, codes: NDArray[np.int8], which: Cells) -> dict[int, bool]:
        """Return which of some cells show floor (True) and which a bomb (False) behind what cannot be read.

        Args:
            cells: (CELLS, SAMPLES, 3) as seen.
            codes: int8 (33, 13), as read from them.
            which: the cells, (n,).
        """
        return {**self._by_samples(cells, which), **self._by_margin(cells, codes, which)}

    def _by_samples(self, cells: Floats, which: Cells) -> dict[int, bool]:
        found: dict[int, bool] = {}
        if self._bomb is None:
            return found
        samples, low, high = self._bomb
        ground_low, ground_high = self._ground
        for cell in which.tolist():
            seen = cells[cell, samples]
            floor = (seen >= ground_low[cell, samples]) & (seen <= ground_high[cell, samples])
            bomb = (seen >= low) & (seen <= high)
            as_floor, as_bomb = float(floor.all(axis=1).mean()), float(bomb.all(axis=1).mean())
            if max(as_floor, as_bomb) >= SHOWN and max(as_floor, as_bomb) >= CLEARER * min(as_floor, as_bomb):
                found[cell] = as_floor > as_bomb
        return found

    def _by_margin(self, cells: Floats, codes: NDArray[np.int8], which: Cells) -> dict[int, bool]:
        """Tell it of cells in which all but a bomb's rounds was read, by the margin with which codes are read."""
        ground, bombs, people = codes.reshape(3, CELLS)[:, which]
        some = which[(ground != UNKNOWN) & (bombs == UNKNOWN) & (people != UNKNOWN)]
        if not len(some) or not self._bombs.any():
            return {}
        ranges = self._ranges._replace(
            ground_low=self._ranges.ground_low[some], ground_high=self._ranges.ground_high[some]
        )
        distance = np.zeros((len(some), len(self._bombs)), np.float32)
        measure_cells(cells[some], ranges, IS_WALL[some], distance)
        none, any_bomb = distance[:, ~self._bombs].min(axis=1), distance[:, self._bombs].min(axis=1)
        nearest, second = np.minimum(none, any_bomb), np.maximum(none, any_bomb)
        sure = (nearest <= self._limits.max_distance) & (
            1.0 - (nearest + DOUBT) / (second + DOUBT) >= self._limits.min_margin
        )
        return dict(zip(some[sure].tolist(), (none < any_bomb)[sure].tolist(), strict=True))


def _common_bomb(candidates: Candidates) -> tuple[Cells, Floats, Floats] | None:
    """Return the samples at which a bomb shows itself whatever its rounds, and between which colours, if any."""
    bombs = (candidates.codes[:, 1] > NO_BOMB) & (candidates.codes[:, 2] == NOBODY)
    if not bombs.any():
        return None
    low, high = candidates.low[bombs].min(axis=0), candidates.high[bombs].max(axis=0)
    same = (candidates.shows[bombs] == SPRITE).all(axis=0) & ((high - low).max(axis=1) <= 4 * NEARLY)
    samples = np.flatnonzero(same)
    return (samples, low[samples], high[samples]) if len(samples) else None

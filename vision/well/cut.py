"""One picture's columns, cut into ground, jewels at any height, and what is neither."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from capture.frame import Pixels
from vision.lattice import Lattice
from vision.tone import Floats, Tone
from vision.well.contrast import measure_contrasts
from vision.well.flat_covers import least_unevenness, see_flat_covers
from vision.well.kernels import (
    CAP,
    GROUND_LINE,
    ground_costs,
    judge_jewels,
    parse_columns,
    take_samples,
    take_samples_in_tone,
)
from vision.well.odd_cells import see_hidden_ground, sort_odd_cells
from vision.well.over_ghost import see_jewels_over_ghost
from vision.well.pictures import WellPictures
from vision.well.planes import ColumnPlanes, JewelPlanes, Levels, samples_of
from vision.well.samples import (
    LINES,
    SEEN_GROUND,
    Strips,
    Templates,
    ground_palette,
    jewel_samples,
    make_strips,
    make_templates,
)


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """What the columns of one picture were cut into; see `vision.well.kernels`, `contrast` and `odd_cells`.

    Attributes:
        grounds: (cols, lines) float32, how far each line is from the ground.
        labels: (cols, lines) int8: a kind, GROUND_LINE or ODD_LINE.
        tops, kinds: (cols, most) int16 and int8, first line and kind of each jewel, from below upwards.
        counts: (cols,) int32 of these.
        distances, margins: (cols, most) float32 of these.
        shifted: (cols, most, 2) float32, the distance one line higher and one lower, of what rests in its place.
        contrasts: (cols, most) float32, the share of its kind's shading that each shows.
        sorts: (cols, rows) int8: CALM, OUTLINE, GRAZED, FAINT or ODD.
        faint: (cols, rows) int8, the kind whose colour a FAINT cell has.
        guessed: (cols, rows) int8, lines without a jewel whose ground was not seen.
    """

    grounds: NDArray[np.float32]
    labels: NDArray[np.int8]
    tops: NDArray[np.int16]
    kinds: NDArray[np.int8]
    counts: NDArray[np.int32]
    distances: NDArray[np.float32]
    margins: NDArray[np.float32]
    shifted: NDArray[np.float32]
    contrasts: NDArray[np.float32]
    sorts: NDArray[np.int8]
    faint: NDArray[np.int8]
    guessed: NDArray[np.int8]

    @classmethod
    def of(cls, cols: int, rows: int) -> Self:
        """Return room for a well of that size."""
        lines = rows * LINES
        return cls(
            np.zeros((cols, lines), np.float32),
            np.zeros((cols, lines), np.int8),
            np.zeros((cols, rows + 2), np.int16),
            np.zeros((cols, rows + 2), np.int8),
            np.zeros(cols, np.int32),
            np.zeros((cols, rows + 2), np.float32),
            np.zeros((cols, rows + 2), np.float32),
            np.zeros((cols, rows + 2, 2), np.float32),
            np.zeros((cols, rows + 2), np.float32),
            np.zeros((cols, rows), np.int8),
            np.zeros((cols, rows), np.int8),
            np.zeros((cols, rows), np.int8),
        )

    @property
    def strangeness(self) -> float:
        """How far jewels and ground are from what is known, as shares of the farthest: 0 to 2."""
        found = np.arange(self.kinds.shape[1]) < self.counts[:, None]
        distances = np.minimum(self.distances[found], CAP)
        off = float(distances.mean()) / CAP if distances.size else 0.0
        return off + float(np.minimum(self.grounds[self.labels == GROUND_LINE], 1.0).sum()) / self.grounds.size


class Cutter:
    """Cuts pictures of one window; what it returns is overwritten by the next one.

    Args:
        lattice: the well's cells.
        pictures: of the profile.
        codes: (kinds,) int8 of these; several may share one.
        max_distance: grey levels; see `vision.well.kernels.parse_columns`.
        max_ground: grey levels.

    Attributes:
        strips: the well's samples.
        templates: of the profile's kinds.

    Raises:
        ProfileError: the lattice lies outside the window.
    """

    def __init__(
        self,
        lattice: Lattice,
        pictures: WellPictures,
        codes: NDArray[np.int8],
        max_distance: float,
        max_ground: float,
    ) -> None:
        self.templates: Templates = make_templates(pictures)
        self.strips: Strips = make_strips(lattice, pictures)
        self._planes = ColumnPlanes.of(self.strips), JewelPlanes.of(self.templates)
        self._palette = ground_palette(self.strips)
        self._guessed = bool((self.strips.certainty != SEEN_GROUND).any())
        self._least_uneven = least_unevenness(self._planes[0], self.strips.certainty, LINES)
        self._codes = codes
        self._max_distance, self._max_ground = max_distance, max_ground
        self._cut = Cut.of(lattice.cols, lattice.rows)
        lines = lattice.rows * LINES
        self._best, self._choice = np.zeros(lines + 1, np.float32), np.zeros(lines + 1, np.int8)

    @property
    def shown(self) -> Levels:
        """What the last picture shows that was in the profile's tone, (cols, lines, 3, WIDE)."""
        return self._planes[0].shown

    def jewel_samples(self, shown: Levels) -> tuple[Floats, Floats]:
        """Return `shown` where the last picture's jewels are, and what their kinds show there, (n, 3) each.

        Args:
            shown: (cols, lines, 3, WIDE), in any tone.
        """
        cut = self._cut
        return jewel_samples(samples_of(shown), cut.tops, cut.kinds, cut.counts, self.templates)

    def __call__(self, pixels: Pixels, tone: Tone | None = None) -> Cut:
        """Cut a picture, or one that is brought to the profile's tone from `tone`."""
        cut, strips, templates = self._cut, *self._within(tone)
        column, jewels = self._planes if tone is None else (ColumnPlanes.of(strips), JewelPlanes.of(templates))
        if tone is None:
            take_samples(pixels.reshape(len(pixels), -1), strips.xs, strips.ys, column.shown)
        else:
            take_samples_in_tone(pixels, tone.whole_levels, strips.xs, strips.ys, column.shown)
        ground_costs(column, self._max_ground, cut.grounds)
        parse_columns(
            column,
            cut.grounds,
            jewels,
            self._max_distance,
            self._best,
            self._choice,
            cut.labels,
            cut.tops,
            cut.kinds,
            cut.counts,
        )
        see_jewels_over_ghost(column, jewels, self._max_distance, cut.labels, cut.tops, cut.kinds, cut.counts)
        judge_jewels(
            column, jewels, self._codes, cut.tops, cut.kinds, cut.counts, cut.distances, cut.margins, cut.shifted
        )
        measure_contrasts(column, jewels, cut.tops, cut.kinds, cut.counts, cut.contrasts)
        sort_odd_cells(
            column,
            strips.certainty,
            jewels,
            cut.labels,
            cut.grounds,
            self._max_ground,
            cut.sorts,
            cut.faint,
            cut.guessed,
        )
        if self._guessed:
            see_hidden_ground(column, strips.certainty, self._palette, cut.labels, cut.sorts)
            see_flat_covers(column, cut.guessed, cut.labels, cut.sorts, self._least_uneven)
        return cut

    def _within(self, tone: Tone | None) -> tuple[Strips, Templates]:
        """Return ground and kinds as far as a picture in that tone can show them."""
        if tone is None:
            return self.strips, self.templates
        strips = replace(self.strips, ground=tone.within(self.strips.ground))
        return strips, replace(self.templates, colours=tone.within(self.templates.colours))

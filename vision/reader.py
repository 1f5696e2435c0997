"""One frame in, one sighting out, with nothing remembered in between."""

from collections.abc import Sequence
from pathlib import Path
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from capture.frame import Frame
from vision.cells import CellSampler, Patches
from vision.judgement import LEAST_CONTRAST, judge
from vision.lattice import Lattice
from vision.matching import Match, Matcher
from vision.profile import Profile, ProfileError
from vision.profile_sections import ReaderSection
from vision.prototypes import Prototype, at_side, read_whole_prototype
from vision.sighting import NO_BOARD_SHARE, UNKNOWN, Sighting, Status
from vision.tint import SMALLEST_ALPHA, Tint
from vision.tone import ROUNDS, STRAIGHT, USUAL, Tone, fitted

SIDE = 8
"""Patch pixels a side while reading."""
LYING_OVER_CELLS = 3
"""From so many neighbouring cells on that show something else in part, something large lies over all of them."""
LYING_OVER_SHARE = 0.7
"""A cell shows something else in part where it is farther off than this share of max_distance ..."""
LYING_OVER_RATIO = 1.5
"""... and than this many times what half of the cells keep to: noise and blur are everywhere."""
MOST_OF_A_SIDE = 0.5
"""A thing reaches into a cell where more than this share of one of its sides is hidden."""
LITTLE_CONTRAST = 0.8
"""A cell beside those with no kind's shading is lost too where it shows less of its own kind's than that."""
CROSS = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))
"""A cell and its four neighbours."""
TONE_CORE = 0.7
"""Share of max_core from which a cell counts as paler or darker than its kind."""
TONE_CELLS = 4
"""So many such cells, and the board's tone is looked into."""
TONE_UNREAD = 0.3
"""Share of the cells that cannot be read from which the usual tones are tried."""
TONE_TRIES = 2
"""The usual tones that fit best are fitted, so many."""
TONE_FITS = 0.7
"""In the right tone half of the cells come within this share of max_core of their kinds (0.63 at most was seen); in a
wrong one that was fitted to them (0.8) some kinds look like others."""
CLEARLY = 0.8
"""A cell tells of a tone where its kind is nearer than this share of the distance to the next."""


def lies_under_something(match: Match, limits: ReaderSection) -> NDArray[np.bool_]:
    """Return the cells, (rows, cols) bool, over a part of which lies something larger than a cursor or a digit.

    What is left in view of such a cell may tell its kind, but a press there may go to whatever lies over it. It hides a
    whole side of one of its cells at least, and most of a side of each; a cursor's brackets, a pointer, a word or a
    splash leave gaps, and most of all four sides also where they lie right beside it.
    """
    nearest = match.distance.min(axis=2)
    faded = _reaches_from_faded(match)
    odd = nearest > LYING_OVER_SHARE * limits.max_distance
    if int(odd.sum()) < LYING_OVER_CELLS:
        return faded
    odd &= nearest > LYING_OVER_RATIO * float(np.median(nearest))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(odd.astype(np.uint8), connectivity=4)
    edged = np.zeros(count, np.bool_)
    edged[labels[odd & (match.hidden >= 1.0)]] = True
    large = edged & (stats[:, cv2.CC_STAT_AREA] >= LYING_OVER_CELLS)
    return np.asarray((odd & large[labels] & (match.hidden > MOST_OF_A_SIDE)) | faded, np.bool_)


def _reaches_from_faded(match: Match) -> NDArray[np.bool_]:
    """Return the cells, (rows, cols) bool, beside some that show no kind's shading, of which a part is lost as well."""
    flat = (match.contrasts < LEAST_CONTRAST).astype(np.uint8)
    if int(flat.sum()) < LYING_OVER_CELLS:
        return np.zeros(flat.shape, np.bool_)
    beside = cv2.dilate(flat, CROSS, borderType=cv2.BORDER_CONSTANT, borderValue=0)
    return np.asarray(beside.astype(np.bool_) & (match.contrasts < LITTLE_CONTRAST), np.bool_)


class Reader:
    """Reads boards with one profile.

    Args:
        profile: the profile.
        pictures: of its kinds, in their order and their own size; they may be on no disk yet.

    Attributes:
        profile, pictures: as given.
        lattice: the board's cells.
        tint: the layer that may lie over the lower part of the board, or None.
    """

    def __init__(self, profile: Profile, pictures: Sequence[Prototype]) -> None:
        self.profile = profile
        self.pictures = tuple(pictures)
        section = profile.tints[0] if profile.tints else None
        self.tint = None if section is None or section.weight == 0 else Tint(section.weight, section.colour)
        small = [at_side(picture, SIDE) for picture in pictures]
        self.lattice: Lattice = profile.lattice
        self._codes = np.array([kind.code for kind in profile.kinds], np.int8)
        self._sample = CellSampler(self.lattice, SIDE)
        self._match = Matcher(
            np.stack([dry for dry, _ in small]),
            np.stack([trust for _, trust in small]),
            self.tint,
            self.lattice.rows,
            self.lattice.cols,
            profile.reader.max_distance,
        )
        self._cells = np.zeros((self.lattice.rows, self.lattice.cols, SIDE, SIDE, 3), np.float32)

    @classmethod
    def open(cls, profile: Profile, folder: Path) -> Self:
        """Return a reader for a profile whose pictures are in a folder.

        Raises:
            ProfileError: a picture or a tint cannot be used, or it knows no kinds.
        """
        if not profile.kinds:
            raise ProfileError(f"{folder}: the profile knows no kinds; calibrate again")
        if profile.tints and profile.tints[0].weight > 1.0 - SMALLEST_ALPHA:
            section = profile.tints[0]
            raise ProfileError(
                f"{folder}: tint '{section.name}' hides the tiles (weight {section.weight}); calibrate again"
            )
        return cls(profile, [read_whole_prototype(folder / kind.file, SIDE) for kind in profile.kinds])

    def match(self, frame: Frame) -> Match:
        """Return the distances of every cell to every kind, in the tone in which the board fits them best.

        Where several cells are paler or darker than their kind, or many cannot be read (another client, a gamma, a
        night light), the whole board is brought to the profile's tone first.
        """
        cells = self._sample(frame.pixels, self._cells)
        plain = self._match(cells)
        sure = self._sure(plain)
        off = plain.core > TONE_CORE * self.profile.reader.max_core
        first = [plain]
        if float((~sure).mean()) >= TONE_UNREAD:
            others = [self._match(tone.levels(cells)) for tone in USUAL]
            first += sorted(others, key=self._doubt)[:TONE_TRIES]
        elif int((off & (plain.distance.min(axis=2) <= self.profile.reader.max_distance)).sum()) < TONE_CELLS:
            return plain
        best = plain
        for match in first:
            for _ in range(ROUNDS):
                tone = self._fitted(cells, match)
                if tone is None or not tone.plausible:
                    break
                match = self._match(tone.levels(cells))
                if self._fits(match) and self._doubt(match) < self._doubt(best):
                    best = match
        return best

    def _sure(self, match: Match) -> NDArray[np.bool_]:
        """Return the cells, (rows, cols) bool, that are read."""
        return np.asarray(judge(match, self._codes, self.profile.reader)[0] != UNKNOWN, np.bool_)

    def _fits(self, match: Match) -> bool:
        """Tell whether most of a board looks as its kinds do, in the tone that it was brought to."""
        return float(np.median(match.core)) <= TONE_FITS * self.profile.reader.max_core

    def _doubt(self, match: Match) -> float:
        """Return how far a board is from what is known; a cell that cannot be read counts most."""
        off = np.minimum(match.core / self.profile.reader.max_core, np.float32(2.0))
        return float(np.where(self._sure(match), off, np.float32(2.0) + off).mean())

    def _fitted(self, cells: Patches, match: Match) -> Tone | None:
        """Return the tone in which the clearest cells come closest to their kinds; None where few tell."""
        if match.distance.shape[2] == 1:
            return None  # of a single kind no cell is clearer than another
        near, next_ = np.partition(match.distance, 1, axis=2)[..., :2].transpose(2, 0, 1)
        clear = (near <= CLEARLY * next_) & (near <= self.profile.reader.max_distance)
        if int(clear.sum()) < TONE_CELLS:
            return None
        shown, expected = self._match.pairs(cells, match, clear)
        return fitted(shown, expected, STRAIGHT)

    def read(self, frame: Frame) -> Sighting:
        """Read one picture of the client area.

        A picture of another size than the profile's is no board, nor is one of which half the cells cannot be read.

        Args:
            frame: BGR pixels, uint8 (height, width, 3).

        Returns:
            Codes int8 and margins float32, (rows, cols) of the profile's board. `extras` holds "waterline", float, the
            rows of the board above the water, where the profile knows a tint that rises.
        """
        height, width = frame.pixels.shape[:2]
        window = self.profile.window
        rows, cols = self.lattice.rows, self.lattice.cols
        if (width, height) != (window.width, window.height):
            return Sighting.of_no_board((rows, cols), frame.time_ns)
        match = self.match(frame)
        codes, margin = judge(match, self._codes, self.profile.reader)
        codes[lies_under_something(match, self.profile.reader)] = UNKNOWN
        unknown = codes == UNKNOWN
        if float(unknown.mean()) >= NO_BOARD_SHARE:
            return Sighting.of_no_board((rows, cols), frame.time_ns)
        status = Status.UNKNOWN_CELLS if unknown.any() else Status.CLEAR
        extras = {} if match.waterline is None else {"waterline": match.waterline}
        return Sighting(codes, margin, status, frame.time_ns, extras)


def warm_up() -> None:
    """Compile or load the reader's kernels, so that the first read is as fast as the rest."""
    lattice = Lattice(0.0, 0.0, 16.0, 16.0, 2, 2)
    picture = np.zeros((32, 32, 3), np.uint8)
    cells = STRAIGHT.levels(CellSampler(lattice, SIDE)(picture))
    dry = np.zeros((2, SIDE, SIDE, 3), np.float32)
    dry[1] += 9.0
    trust = np.ones((2, SIDE, SIDE), np.float32)
    for tint in (None, Tint(0.5, (200.0, 100.0, 0.0))):
        match = Matcher(dry, trust, tint, 2, 2)(cells)
    judge(match, np.zeros(2, np.int8), ReaderSection(min_margin=0.3, max_distance=20.0, max_core=10.0))

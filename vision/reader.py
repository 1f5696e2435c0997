"""One frame in, one sighting out, with nothing remembered in between."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from capture.frame import Frame
from vision.cells import CellSampler
from vision.lattice import Lattice
from vision.matching import Match, Matcher
from vision.profile import Profile, ProfileError, ReaderSection
from vision.prototypes import read_prototype
from vision.sighting import UNKNOWN, Sighting, Status
from vision.tint import SMALLEST_ALPHA, Tint

SIDE = 8
"""Patch pixels a side while reading."""
NO_BOARD_SHARE = 0.5
"""Share of cells that look like nothing in the profile from which there is no board."""
TONE_CORE = 0.7
"""Share of max_core from which a cell counts as paler or darker than its kind."""
TONE_CELLS = 4
"""So many such cells, and the board's tone is looked into."""
TONE_GAIN = 0.3
"""Share of the differences that one tone for the whole board must explain."""
TONE_LIMIT = (0.25, 24.0)
"""Largest change of gain and of offset (grey levels) that is still the same window."""


def judge(match: Match, codes: NDArray[np.int8], limits: ReaderSection) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return each cell's code, UNKNOWN where not sure, and its margin.

    Args:
        match: from `Matcher`.
        codes: (kinds,) int8; several kinds may share a code.
        limits: where a cell becomes UNKNOWN.

    Returns:
        codes (rows, cols) int8 and margin (rows, cols) float32: 1 - nearest distance / nearest of another code.
    """
    distance = match.distance
    order = np.argmin(distance, axis=2)
    nearest = np.take_along_axis(distance, order[..., None], axis=2)[..., 0]
    code = codes[order]
    other = np.where(codes == code[..., None], np.float32(np.inf), distance).min(axis=2)
    margin = (1.0 - nearest / np.maximum(other, np.float32(1e-6))).astype(np.float32)
    sure = (nearest <= limits.max_distance) & (margin >= limits.min_margin) & (match.core <= limits.max_core)
    return np.where(sure, code, np.int8(UNKNOWN)).astype(np.int8), np.clip(margin, 0.0, 1.0)


class Reader:
    """Reads boards with one profile.

    Args:
        profile: the profile.
        folder: where its pictures are.

    Raises:
        ProfileError: a picture or a tint cannot be used.
    """

    def __init__(self, profile: Profile, folder: Path) -> None:
        if not profile.kinds:
            raise ProfileError(f"{folder}: the profile knows no kinds; calibrate again")
        pictures = [read_prototype(folder / kind.file, SIDE) for kind in profile.kinds]
        tint = None
        if profile.tints:
            section = profile.tints[0]
            if section.weight > 1.0 - SMALLEST_ALPHA:
                raise ProfileError(
                    f"{folder}: tint '{section.name}' hides the tiles (weight {section.weight}); calibrate again"
                )
            tint = Tint(section.weight, section.colour)
        self.profile = profile
        self.lattice: Lattice = profile.lattice
        self._codes = np.array([kind.code for kind in profile.kinds], np.int8)
        self._sample = CellSampler(self.lattice, SIDE)
        self._match = Matcher(
            np.stack([dry for dry, _ in pictures]),
            np.stack([trust for _, trust in pictures]),
            tint,
            self.lattice.rows,
            self.lattice.cols,
        )
        self._cells = np.zeros((self.lattice.rows, self.lattice.cols, SIDE, SIDE, 3), np.float32)

    def match(self, frame: Frame) -> Match:
        """Return the distances of every cell to every kind.

        Where several cells are clearly of one kind, but paler or darker than it (another client, a gamma), the whole
        board is brought to the profile's tone first.
        """
        cells = self._sample(frame.pixels, self._cells)
        match = self._match(cells)
        limits = self.profile.reader
        clear = judge(match, self._codes, limits.model_copy(update={"max_core": limits.max_distance}))[0] != UNKNOWN
        if int((clear & (match.core > TONE_CORE * limits.max_core)).sum()) < TONE_CELLS:
            return match
        tone, explained = self._match.tone(cells, match, clear)
        gains, offsets = tone
        if explained < TONE_GAIN or abs(gains - 1).max() > TONE_LIMIT[0] or abs(offsets).max() > TONE_LIMIT[1]:
            return match
        return self._match((cells * gains + offsets).astype(np.float32))

    def read(self, frame: Frame) -> Sighting:
        """Read one picture of the client area.

        A picture of another size than the profile's is no board: every cell is UNKNOWN.
        """
        height, width = frame.pixels.shape[:2]
        window = self.profile.window
        rows, cols = self.lattice.rows, self.lattice.cols
        if (width, height) != (window.width, window.height):
            nothing = np.full((rows, cols), UNKNOWN, np.int8)
            status = Status.NO_BOARD | Status.UNKNOWN_CELLS
            return Sighting(nothing, np.zeros((rows, cols), np.float32), status, frame.time_ns)
        match = self.match(frame)
        codes, margin = judge(match, self._codes, self.profile.reader)
        unknown = codes == UNKNOWN
        status = Status.CLEAR
        if unknown.any():
            status |= Status.UNKNOWN_CELLS
        if float(unknown.mean()) >= NO_BOARD_SHARE:
            status |= Status.NO_BOARD
        extras = {} if match.waterline is None else {"waterline": match.waterline}
        return Sighting(codes, margin, status, frame.time_ns, extras)


def warm_up() -> None:
    """Compile or load the reader's kernels, so that the first read is as fast as the rest."""
    lattice = Lattice(0.0, 0.0, 16.0, 16.0, 2, 2)
    picture = np.zeros((32, 32, 3), np.uint8)
    cells = CellSampler(lattice, SIDE)(picture)
    dry = np.zeros((2, SIDE, SIDE, 3), np.float32)
    dry[1] += 9.0
    trust = np.ones((2, SIDE, SIDE), np.float32)
    for tint in (None, Tint(0.5, (200.0, 100.0, 0.0))):
        Matcher(dry, trust, tint, 2, 2)(cells)

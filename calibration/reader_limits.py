"""Where the reader shall stop being sure, learned from the frames that the kinds were learned from."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.kinds import Kind
from calibration.learn_kinds import Learned
from capture.frame import Pixels
from vision.cells import sample_cells
from vision.lattice import Lattice
from vision.matching import Matcher
from vision.reader import SIDE

MIN_MARGIN = 0.3
"""Nearest kind at least this much nearer than the second: a cell half of one and half of another stays below."""
DISTANCE_SHARE = 0.8
"""Share of the distance to another kind that a cell may be from its own: a cursor over it costs up to 0.7."""
CORE_SHARE = 0.25
"""Likewise for the better half of the cell, on which nothing lies."""
CORE_LIMIT = 0.3
"""And the most that is ever allowed: kinds never seen begin at about 0.35."""
CORE_SLACK = 2.0
"""What the better half of a clean cell may grow by: another moment's splash, gamma, compression."""
CORE_LEVELS = 4.0
"""Likewise, in grey levels."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What goes into the profile's reader section."""

    min_margin: float
    max_distance: float
    max_core: float


def _shrunk(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.float32)


def reader_limits(pictures: Sequence[Pixels], lattice: Lattice, kinds: Sequence[Kind], learned: Learned) -> Limits:
    """Return limits so that every clean cell is read with room to spare and a cell of no known kind is not.

    Args:
        pictures: what the kinds were learned from.
        lattice: of the board.
        kinds: with prototypes of any size from the reader's on.
        learned: labels of the cells.
    """
    dry = np.stack([_shrunk(k.dry) for k in kinds])
    trust = np.stack([_shrunk(k.trust) for k in kinds])
    matcher = Matcher(dry, trust, learned.tint, lattice.rows, lattice.cols)
    matches = [matcher(sample_cells(p, lattice, SIDE)) for p in pictures]
    clean = learned.label >= 0
    distance = np.stack([m.distance for m in matches])[clean]
    core = np.stack([m.core for m in matches])[clean]
    other = float(np.median(np.partition(distance, 1, axis=1)[:, 1]))
    usual = CORE_SLACK * float(np.quantile(core, 0.98)) + CORE_LEVELS
    max_core = min(max(usual, CORE_SHARE * other), CORE_LIMIT * other)
    return Limits(MIN_MARGIN, max(1.0, DISTANCE_SHARE * other), max(1.0, max_core))

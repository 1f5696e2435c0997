"""Where the reader shall stop being sure, learned from the frames that the kinds were learned from."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.learn_kinds import Kind, Learned
from capture.frame import Pixels
from vision.cells import sample_cells
from vision.lattice import Lattice
from vision.matching import Matcher
from vision.reader import SIDE

MIN_MARGIN = 0.2
"""Nearest kind at least this much nearer than the second: a cell half of one and half of another stays below."""
SLACK = 1.5
"""What a clean cell's distance may grow by: another moment's splash, gamma, compression."""
SLACK_LEVELS = 5.0
"""Likewise, in grey levels."""
OTHER_SHARE = 0.5
"""Share of the distance to another kind that is sure to be no other kind."""
OTHER_LIMIT = 0.65
"""And the most that is ever allowed."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What goes into the profile's reader section."""

    min_margin: float
    max_distance: float


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
    distance = np.stack([matcher(sample_cells(p, lattice, SIDE)).distance for p in pictures])
    clean = learned.label >= 0
    own = distance[clean].min(axis=1)
    second = np.partition(distance[clean], 1, axis=1)[:, 1]
    usual = SLACK * float(np.quantile(own, 0.98)) + SLACK_LEVELS
    apart = OTHER_SHARE * float(np.median(second))
    ceiling = OTHER_LIMIT * float(np.quantile(second, 0.02))
    return Limits(MIN_MARGIN, max(1.0, min(max(usual, apart), ceiling)))

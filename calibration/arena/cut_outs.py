"""What a thing shows of itself and what of the ground behind it, from the cells in which it was seen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.arena.turns import Range, apart
from vision.arena.layers import GROUND, SAMPLES, SPRITE, CutOut

AS_GROUND: Final = 8.0
"""Grey levels within which a sample shows the ground."""
SAME: Final = (0.5, 1.0, 2.0, 3.5, 5.0, 7.0, 10.0)
"""Mean grey levels within which two cells may show the same: as few as most allow; floors below may differ."""
MOST_OF_THEM: Final = 0.6
MOST_VIEWS: Final = 24
"""Cells that are looked at for one thing."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A thing as seen in one cell.

    Attributes:
        low, high: (SAMPLES, 3) between which its samples may be seen there.
        ground_low, ground_high: the same of the bare ground of that cell.
        sure: whether the ground was seen there, not guessed from other cells.
    """

    low: Floats
    high: Floats
    ground_low: Floats
    ground_high: Floats
    sure: bool


def cut_out(views: Sequence[View]) -> CutOut:
    """Return what a thing shows: itself where it looks alike in all cells, ground where it looks as the ground there.

    Args:
        views: at least one; those with a ground that was seen are preferred.
    """
    views = sorted(views, key=lambda view: not view.sure)[:MOST_VIEWS]
    low = np.min([view.low for view in views], axis=0)
    high = np.max([view.high for view in views], axis=0)
    as_ground = np.ones(SAMPLES, np.bool_)
    for view in views:
        inside = (view.low >= view.ground_low - AS_GROUND) & (view.high <= view.ground_high + AS_GROUND)
        as_ground &= inside.all(axis=1)
    shows = np.where(as_ground, GROUND, SPRITE).astype(np.uint8)
    return CutOut(low.astype(np.float32), high.astype(np.float32), shows)


def alike(ranges: Sequence[Range]) -> list[int]:
    """Return which of some cells show what most of them show.

    Args:
        ranges: of each cell, (SAMPLES, 3).
    """
    low, high = np.stack([one[0] for one in ranges]), np.stack([one[1] for one in ranges])
    each = np.stack([apart(one, (low, high)) for one in ranges])
    middle = each[int(np.argmin(np.median(each, axis=1)))]
    for within in SAME:
        if float((middle <= within).mean()) >= MOST_OF_THEM:
            break
    found: list[int] = np.flatnonzero(middle <= within).tolist()
    return found

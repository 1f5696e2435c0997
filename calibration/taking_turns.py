"""Kinds that take turns in one cell of a board on which nothing else changes: one kind that moves while it rests."""

import itertools

import numpy as np
from numpy.typing import NDArray

from calibration.kinds import STEADY, Kind

MOST_CHANGES = 0.1
"""Share of a board's cells that may differ between two frames of it; where more do, a move was made."""
CLOSE = 0.5
"""Two phases of one tile are apart by so much at most of what two kinds are on average."""
LIKE_SHARE = 0.5
"""Share of the pixels of two kinds that must fit each other: idle motion moves a tile, it exchanges none."""


def one_kind_in_motion(kinds: list[Kind], label: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the labels with kinds joined that are phases of one idle animation.

    Two kinds are joined where a cell shows the one in one frame and the other in another, most of the board is the
    same in both frames and no two cells that differ lie side by side (what a move changes does), most of their pixels
    are alike, and they are much closer than kinds usually are: where pieces are small, all have their ground in common.

    Args:
        kinds: as learned.
        label: (frames, rows, cols) index into `kinds`, -1 for a cell that was not learned from.

    Returns:
        (frames, rows, cols); where kinds were joined, the labels are numbered anew by falling count.
    """
    if len(kinds) < 2:
        return label
    joined, usual = np.arange(len(kinds)), _usually_apart(kinds)
    for one, other in itertools.combinations(label, 2):
        differ = (one >= 0) & (other >= 0) & (one != other)
        if float(differ.mean()) > MOST_CHANGES or _side_by_side(differ):
            continue
        for before, after in zip(one[differ].tolist(), other[differ].tolist(), strict=True):
            if _alike(kinds[before], kinds[after], usual):
                joined[joined == joined[after]] = joined[before]
    return joined_labels(label, joined)


def joined_labels(label: NDArray[np.intp], joined: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return labels after kinds were joined, numbered anew by falling count; as they were where none was.

    Args:
        label: of any shape, -1 for a cell that was not learned from.
        joined: (kinds,) which kind each has become.
    """
    if len(set(joined.tolist())) == len(joined):
        return label
    merged = np.where(label >= 0, joined[label], -1)
    names, counts = np.unique(merged[merged >= 0], return_counts=True)
    rank = np.full(len(joined), -1, np.intp)
    rank[names[np.argsort(-counts, kind="stable")]] = np.arange(len(names))
    return np.where(merged >= 0, rank[merged], -1)


def _side_by_side(cells: NDArray[np.bool_]) -> bool:
    """Tell whether any two of some cells (rows, cols) are neighbours in a row or a column."""
    return bool((cells[1:] & cells[:-1]).any() or (cells[:, 1:] & cells[:, :-1]).any())


def _usually_apart(kinds: list[Kind]) -> float:
    """Return how far two kinds are apart on average, in squared grey levels."""
    return float(np.mean([np.mean((one.dry - other.dry) ** 2) for one, other in itertools.combinations(kinds, 2)]))


def _alike(one: Kind, other: Kind, usual: float) -> bool:
    apart = np.mean((one.dry - other.dry) ** 2, axis=2)
    near = np.sqrt(apart) < 3 * STEADY
    return float(near.mean()) > LIKE_SHARE and float(apart.mean()) < CLOSE * usual

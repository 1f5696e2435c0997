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
    same in both frames, no cell beside it changes the other way round (that would be a swap), most of their pixels
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
        known = (one >= 0) & (other >= 0)
        changes = {(int(r), int(c)): (int(one[r, c]), int(other[r, c])) for r, c in np.argwhere(known & (one != other))}
        if len(changes) > MOST_CHANGES * one.size:
            continue
        for (r, c), (before, after) in changes.items():
            beside = (changes.get((r + dr, c + dc)) for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0)))
            if (after, before) not in beside and _alike(kinds[before], kinds[after], usual):
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


def _usually_apart(kinds: list[Kind]) -> float:
    """Return how far two kinds are apart on average, in squared grey levels."""
    return float(np.mean([np.mean((one.dry - other.dry) ** 2) for one, other in itertools.combinations(kinds, 2)]))


def _alike(one: Kind, other: Kind, usual: float) -> bool:
    apart = np.mean((one.dry - other.dry) ** 2, axis=2)
    near = np.sqrt(apart) < 3 * STEADY
    return float(near.mean()) > LIKE_SHARE and float(apart.mean()) < CLOSE * usual

"""Kinds that a ground of several shades has parted: one tile, drawn on what is light here and dark there."""

import itertools
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from calibration.kinds import Kind
from calibration.taking_turns import joined_labels
from vision.matching import CAP

FEWEST_CELLS = 4
"""Cells of a kind below which it may lie on one ground by chance."""
ALIKE = 0.6
"""Distance of two such kinds, as a share of what parts kinds as a rule."""


def _apart(one: Kind, other: Kind) -> float:
    """Return the distance of two kinds in grey levels, pixels of the ground counting little."""
    trust = np.minimum(one.trust, other.trust)
    square = np.minimum(np.mean((one.dry - other.dry) ** 2, axis=2), CAP**2)
    return float(np.sqrt((trust * square).sum() / trust.sum()))


def _grounds(label: NDArray[np.intp], kind: int) -> Iterator[NDArray[np.intp]]:
    """Yield where the cells of a kind lie: rows, columns, and fields as on a chess board."""
    _, rows, cols = np.nonzero(label == kind)
    yield rows
    yield cols
    yield (rows + cols) % 2


def _parted(label: NDArray[np.intp], one: int, other: int) -> bool:
    """Tell whether all cells of one kind lie on one side of all cells of another, or on fields of another colour."""
    return any(
        a.max() < b.min() or b.max() < a.min()
        for a, b in zip(_grounds(label, one), _grounds(label, other), strict=True)
    )


def one_kind_on_two_grounds(kinds: list[Kind], label: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the labels with kinds joined that are one tile on two grounds.

    Two kinds are joined where they are much more alike than kinds are as a rule and never lie side by side: one is
    found above, left of, or on other fields than the other only, in all frames together.

    Args:
        kinds: as learned.
        label: (frames, rows, cols) index into `kinds`, -1 for a cell that was not learned from.

    Returns:
        (frames, rows, cols); where kinds were joined, the labels are numbered anew by falling count.
    """
    pairs = list(itertools.combinations(range(len(kinds)), 2))
    if len(pairs) < 3:
        return label
    apart = np.array([_apart(kinds[one], kinds[other]) for one, other in pairs])
    joined = np.arange(len(kinds))
    for (one, other), distance in zip(pairs, apart, strict=True):
        enough = min(len(kinds[one].cells), len(kinds[other].cells)) >= FEWEST_CELLS
        if enough and distance < ALIKE * float(np.median(apart)) and _parted(label, one, other):
            joined[joined == joined[other]] = joined[one]
    return joined_labels(label, joined)

"""Kinds that a ground of several shades has parted: one tile, drawn on what is light here and dark there."""

import itertools
import math

import numpy as np
from numpy.typing import NDArray

from calibration.kinds import Kind
from calibration.taking_turns import joined_labels
from vision.matching import CAP

MOST_CHANCE = 0.03
"""How likely two kinds may lie as if parted by chance alone, their cells being so few, to be taken for parted."""
ALIKE = 0.8
"""Distance of two such kinds, as a share of what parts kinds as a rule: those of one tile on a chequer in strong
contrast were 0.75 apart at most, different tiles that lay so 0.92 and more (300 drawn pictures)."""


def _apart(one: Kind, other: Kind) -> float:
    """Return the distance of two kinds in grey levels, pixels of the ground counting little."""
    trust = np.minimum(one.trust, other.trust)
    square = np.minimum(np.mean((one.dry - other.dry) ** 2, axis=2), CAP**2)
    return float(np.sqrt((trust * square).sum() / trust.sum()))


def _parted(one: NDArray[np.intp], other: NDArray[np.intp]) -> bool:
    """Tell whether the places (places, 2) of one kind lie on one side of those of another, or on fields of another
    colour of a chequer, and do not by chance."""
    together, few = len(one) + len(other), min(len(one), len(other))
    sides = 2 / math.comb(together, few) <= MOST_CHANCE and any(
        one[:, axis].max() < other[:, axis].min() or other[:, axis].max() < one[:, axis].min() for axis in (0, 1)
    )
    fields = {int(row + col) % 2 for row, col in one}, {int(row + col) % 2 for row, col in other}
    return sides or (2 / 2**together <= MOST_CHANCE and fields[0].isdisjoint(fields[1]))


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
        places = [np.argwhere((label == kind).any(axis=0)) for kind in (one, other)]
        if distance < ALIKE * float(np.median(apart)) and _parted(*places):
            joined[joined == joined[other]] = joined[one]
    return joined_labels(label, joined)

"""The lower jewels of a falling piece that lie over its own ghost: round them shows the ghost, and not the ground."""

import numpy as np
from numpy.typing import NDArray

from engine.columns import LENGTH
from engine.jit import njit
from vision.well.kernels import CAP, FOREVER, GROUND_LINE, LEAST_LINES, ODD_LINE, TOUCHING, jewel_cost
from vision.well.planes import ColumnPlanes, JewelPlanes

MOSTLY_ODD = 0.75
"""Share of a jewel's lines that must be odd below a piece for one to be looked for there."""


@njit
def see_jewels_over_ghost(
    column: ColumnPlanes,
    jewels: JewelPlanes,
    max_distance: float,
    labels: NDArray[np.int8],
    tops: NDArray[np.int16],
    kinds: NDArray[np.int8],
    counts: NDArray[np.int32],
) -> None:
    """Add what lies right below one or two jewels that float, and is odd, where a kind fits it by what is opaque of it.

    Args:
        column: of the picture.
        jewels: of the templates.
        max_distance: grey levels, as in `vision.well.kernels.parse_columns`.
        labels, tops, kinds, counts: from there; added to.
    """
    lines, height = column.shown.shape[1], jewels.jewel.shape[1]
    bare = np.zeros_like(jewels.bare[0])
    for c in range(counts.size):
        n = 0
        while n < counts[c]:
            length = _floating(labels[c], tops[c], int(counts[c]), n, height)
            place = int(tops[c, n]) + height
            room = (int(tops[c, n - 1]) if n > 0 else lines) - place
            if not 0 < length < LENGTH or room < height or _odd(labels[c, place : place + height]) < MOSTLY_ODD:
                n += 1
                continue
            kind, top, least = -1, place, max_distance
            for k in range(len(jewels.jewel)):
                own, through = jewels.jewel[k].sum(), jewels.bare[k].sum()  # a sample that counts is -1
                opaque = own / (own + through)
                for at in range(place - TOUCHING, min(place + TOUCHING, place + room - height) + 1):
                    mean = jewel_cost(
                        column.shown[c],
                        column.ground[c],
                        column.seen[c],
                        jewels.colours[k],
                        jewels.jewel[k],
                        bare,
                        at,
                        CAP,
                        FOREVER,
                    )
                    # whatever shows around it is as it should be
                    if mean * opaque < least:
                        kind, top, least = k, at, mean * opaque
            if kind < 0 or counts[c] == tops.shape[1]:
                n += 1
                continue
            for q in range(counts[c], n, -1):
                tops[c, q], kinds[c, q] = tops[c, q - 1], kinds[c, q - 1]
            tops[c, n], kinds[c, n] = top, kind
            counts[c] += 1
            labels[c, place : top + height] = kind


@njit
def _floating(labels: NDArray[np.int8], tops: NDArray[np.int16], count: int, n: int, height: int) -> int:
    """Return how many jewels touch above the n-th, it among them, if ground is right above them; else 0."""
    last = n
    while last + 1 < count and tops[last + 1] + height >= tops[last] - TOUCHING:
        last += 1
    above = int(tops[last])
    if above < LEAST_LINES:
        return 0
    for i in range(max(0, above - height // 2), above):
        if labels[i] != GROUND_LINE:
            return 0
    return last - n + 1


@njit
def _odd(labels: NDArray[np.int8]) -> float:
    count = 0
    for label in labels:
        count += label == ODD_LINE
    return count / labels.size

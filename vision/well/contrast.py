"""How much of its kind's shading a jewel shows: a flat cover of about its colour shows none, a veil only a part."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit, njit_inline
from vision.fit_kernels import FLAT, FOREIGN, STRAY
from vision.well.planes import WIDE, ColumnPlanes, JewelPlanes

LEAST_CONTRAST = 0.7
"""Share of its kind's shading that a jewel must show for its kind to be told. A blur of 1.2 pixels, JPEG of quality 40,
and a tone that is not yet fitted leave 0.76 of it or more."""
NOT_ASKED = np.inf
"""Stands for the share of a jewel of which too little is seen, or whose kind is flat: none is held against it."""
FEWEST = 20
"""Samples that are no other thing's from which a jewel can be asked for its shading."""
MOST_OWN, MOST_STRAY = np.int16(FOREIGN), np.int32(STRAY)
"""The same bounds as of other boards' cells, as whole levels."""


@njit_inline
def contrast(column: ColumnPlanes, c: int, jewels: JewelPlanes, k: int, top: int) -> float:
    """Return the slope of what a jewel shows over what its kind does, each about its own mean colour.

    Args:
        column: of the picture.
        c: the column.
        jewels: of the templates.
        k: its kind.
        top: first line; negative where it is cut off above.

    Returns:
        1 for a jewel as in the profile, 0 for any flat colour; NOT_ASKED where too little is seen or the kind is flat.
    """
    if not jewels.shaded[k]:
        return NOT_ASKED
    lines, height = column.shown.shape[1], jewels.jewel.shape[1]
    first, last = max(0, -top), min(height, lines - top)
    shown, own, counted = column.shown[c, top + first : top + last], jewels.colours[k], jewels.jewel[k]
    count, blue, green, red = np.int32(0), np.int32(0), np.int32(0), np.int32(0)
    for j in range(first, last):
        here, kind = shown[j - first], own[j]
        for s in range(WIDE):
            its_own = _its_own(here, kind, counted[j], s)
            count -= its_own
            blue += its_own & (here[0, s] - kind[0, s])
            green += its_own & (here[1, s] - kind[1, s])
            red += its_own & (here[2, s] - kind[2, s])
    if count < FEWEST:
        return NOT_ASKED
    together, alone = 0.0, 0.0
    for channel, off in ((0, blue), (1, green), (2, red)):
        whole, squares, products, offs = _sums(shown, own, counted, first, last, channel, round(off / count))
        together += products - whole / count * offs
        alone += squares - whole / count * whole
    if alone < 3 * count * float(FLAT) * float(FLAT):
        return NOT_ASKED
    return 1.0 + together / alone


@njit_inline
def _its_own(
    here: NDArray[np.int16], kind: NDArray[np.int16], counted: NDArray[np.int16], s: int
) -> np.signedinteger[Any]:
    """Return -1 where a sample of a line may be a jewel's, else 0; masks as in `vision.well.kernels`."""
    blue, green, red = abs(here[0, s] - kind[0, s]), abs(here[1, s] - kind[1, s]), abs(here[2, s] - kind[2, s])
    worst = blue if blue > green else green
    worst = worst if worst > red else red
    return np.int32(counted[s]) & -np.int32(worst < MOST_OWN)


@njit_inline
def _sums(
    shown: NDArray[np.int16],
    own: NDArray[np.int16],
    counted: NDArray[np.int16],
    first: int,
    last: int,
    channel: int,
    mean: int,
) -> tuple[int, int, int, int]:
    """Return, of a channel's own levels and how far off the mean those shown are, sums and products.

    Returns:
        own levels, their squares, their products with how far off those shown are, and the latter.
    """
    whole, squares, products, offs = np.int32(0), np.int32(0), np.int32(0), np.int32(0)
    for j in range(first, last):
        here, kind = shown[j - first], own[j]
        for s in range(WIDE):
            its_own = _its_own(here, kind, counted[j], s)
            level = its_own & np.int32(kind[channel, s])
            off = np.int32(here[channel, s]) - np.int32(kind[channel, s]) - np.int32(mean)
            off = off if off < MOST_STRAY else MOST_STRAY
            off = off if off > -MOST_STRAY else -MOST_STRAY
            off &= its_own
            whole += level
            squares += level * level
            products += level * off
            offs += off
    return int(whole), int(squares), int(products), int(offs)


@njit
def measure_contrasts(
    column: ColumnPlanes,
    jewels: JewelPlanes,
    tops: NDArray[np.int16],
    kinds: NDArray[np.int8],
    counts: NDArray[np.int32],
    contrasts: NDArray[np.float32],
) -> None:
    """Measure every jewel that was found.

    Args:
        column, jewels: of the picture and the templates.
        tops, kinds, counts: see `vision.well.kernels.parse_columns`.
        contrasts: (cols, most) written.
    """
    for c in range(len(column.shown)):
        for n in range(counts[c]):
            contrasts[c, n] = contrast(column, c, jewels, int(kinds[c, n]), int(tops[c, n]))

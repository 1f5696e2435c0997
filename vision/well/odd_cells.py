"""What lines that are neither ground nor jewel make of a cell: a ghost's outline, a faint fill, or something odd."""

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit
from vision.well.kernels import GROUND_LINE, ODD_LINE
from vision.well.planes import EDGE, ColumnPlanes, JewelPlanes
from vision.well.samples import ACROSS, NEVER_SEEN, SEEN_GROUND

CALM, OUTLINE, GRAZED, FAINT, ODD = 0, 1, 2, 3, 4
"""What a cell may be beside ground and jewels: nothing; a thin frame; ground into which something reaches (the edge of
a panel, a pointer's tip, what JPEG spills around a jewel); a see-through jewel; anything else."""
GRAZED_SHARE = 0.35
"""Share of a cell's lines that may be odd in a GRAZED one: a jewel at rest fills its cell."""
BARE_SHARE = 0.4
"""Share that must show ground there, where it was seen."""
BLUR = 2
"""Lines beside a jewel, or at the well's upper and lower edge, that may be odd."""
RIM = 0.25
"""A ghost's outline keeps within so much of the cell's upper and lower edge."""
WEAK = 2.0
"""Shares of `max_ground` up to which a line is only weakly odd: JPEG spills that of an outline into what it frames."""
MOST_WEAK = 0.25
"""Share of a cell's lines between its rims' that may be weakly odd in an outline."""
EVEN = 70
"""Grey levels that the colours along an outline may differ by."""
BEND = 0.85
"""Share of the samples at either side of a cell, between the rims, that an outline must colour."""
FAINTEST, STRONGEST = 0.06, 0.7
"""How much of a jewel's colour a faint fill may have."""
TRUE_FILL = 0.35
"""A faint fill may be off by so much of the difference that it makes, on average."""


LIKE_GROUND = 22
"""Grey levels of the worst channel by which a sample may be away from a colour of the ground to be like it."""
MOSTLY = 0.92
"""Share of samples that must be, where the ground itself was never seen."""
MOST_SEEN = 0.25
"""Share of samples with seen ground from which this is not asked: what covers seen ground is not ground."""


@njit
def sort_odd_cells(
    column: ColumnPlanes,
    certainty: NDArray[np.uint8],
    jewels: JewelPlanes,
    labels: NDArray[np.int8],
    grounds: NDArray[np.float32],
    max_ground: float,
    sorts: NDArray[np.int8],
    faint: NDArray[np.int8],
    guessed: NDArray[np.int8],
) -> None:
    """Sort all cells.

    Args:
        column: of the picture.
        certainty: (cols, lines, ACROSS), see `vision.well.samples.Strips`.
        jewels: of the templates.
        labels: (cols, lines) from `parse_columns`; blurred edges are overwritten with the jewel's kind.
        grounds: (cols, lines) from `ground_costs`.
        max_ground: grey levels.
        sorts: (cols, rows) written: CALM, OUTLINE, GRAZED, FAINT or ODD.
        faint: (cols, rows) written: the kind whose colour a FAINT cell has.
        guessed: (cols, rows) written: lines without a jewel whose ground was not seen.
    """
    cols, lines = labels.shape
    height = jewels.jewel.shape[1]
    for c in range(cols):
        _forgive_edges(labels[c])
        for r in range(lines // height):
            odd, inner, bare, spilt, unseen = 0, 0, 0, 0, 0
            for j in range(height):
                seen = _is_seen(certainty[c, r * height + j])
                unseen += labels[c, r * height + j] < 0 and not seen
                if labels[c, r * height + j] == GROUND_LINE:
                    bare += seen
                elif labels[c, r * height + j] == ODD_LINE:
                    odd += 1
                    between = RIM * height <= j < (1 - RIM) * height
                    weak = grounds[c, r * height + j] <= WEAK
                    inner += between and not weak
                    spilt += between and weak
            faint[c, r], guessed[c, r] = -1, unseen
            if odd == 0:
                sorts[c, r] = CALM
            elif (
                inner == 0
                and spilt <= MOST_WEAK * height
                and _is_outline(column.shown[c], column.ground[c], labels[c], r * height, height, max_ground)
            ):
                sorts[c, r] = OUTLINE
            elif odd <= GRAZED_SHARE * height and bare >= BARE_SHARE * height:
                sorts[c, r] = GRAZED
            else:
                faint[c, r] = _faint_kind(
                    column.shown[c], column.ground[c], certainty[c], jewels, labels[c], r * height, max_ground
                )
                sorts[c, r] = FAINT if faint[c, r] >= 0 else ODD


@njit
def _is_seen(certainty: NDArray[np.uint8]) -> bool:
    """Tell whether most of a line's ground was seen."""
    count = 0
    for s in range(EDGE, len(certainty) - EDGE):
        count += certainty[s] == SEEN_GROUND
    return 2 * count > len(certainty) - 2 * EDGE


@njit
def _forgive_edges(labels: NDArray[np.int8]) -> None:
    """Give a few odd lines beside a jewel to it: its blurred edge, or ground that was never seen without it.

    At either end of the well, where its walls shine into it, they are given to the ground beside them.
    """
    i = 0
    while i < len(labels):
        if labels[i] != ODD_LINE:
            i += 1
            continue
        end = i
        while end < len(labels) and labels[end] == ODD_LINE:
            end += 1
        above = labels[i - 1] if i > 0 else ODD_LINE
        below = labels[end] if end < len(labels) else ODD_LINE
        if end - i <= BLUR and (above >= 0 or below >= 0):
            labels[i:end] = above if above >= 0 else below
        elif end - i <= BLUR and (i == 0 or end == len(labels)):
            labels[i:end] = GROUND_LINE
        i = end


@njit
def _is_outline(
    shown: NDArray[np.int16],
    ground: NDArray[np.int16],
    labels: NDArray[np.int8],
    top: int,
    height: int,
    max_ground: float,
) -> bool:
    """Tell whether a cell's odd lines are the upper and lower side of a frame around plain ground."""
    low, high = int(RIM * height), height - int(RIM * height)
    for i in range(top, top + height):
        if labels[i] != ODD_LINE:
            continue
        for channel in range(3):
            least, most = 255, 0
            for s in range(EDGE + 1, ACROSS - EDGE - 1):
                value = int(shown[i, channel, s])
                least, most = min(least, value), max(most, value)
            if most - least > EVEN:
                return False
    for side in range(2):
        coloured = 0
        for i in range(top + low, top + high):
            worst = 0
            for s in range(EDGE):
                at = ACROSS - 1 - s if side else s
                for channel in range(3):
                    worst = max(worst, abs(int(shown[i, channel, at]) - int(ground[i, channel, at])))
            coloured += worst > max_ground
        if coloured < BEND * (high - low):
            return False
    return True


@njit
def _faint_kind(
    shown: NDArray[np.int16],
    ground: NDArray[np.int16],
    certainty: NDArray[np.uint8],
    jewels: JewelPlanes,
    labels: NDArray[np.int8],
    top: int,
    max_ground: float,
) -> int:
    """Return the kind that a cell's odd lines show mixed with the ground, evenly; -1 where none fits."""
    best, found = TRUE_FILL, -1
    for k in range(len(jewels.jewel)):
        across, along, made, count = 0.0, 0.0, 0.0, 0
        for j in range(jewels.jewel.shape[1]):
            if labels[top + j] != ODD_LINE:
                continue
            for s in range(EDGE, ACROSS - EDGE):
                if jewels.jewel[k, j, s] == 0 or certainty[top + j, s] == NEVER_SEEN:
                    continue
                for channel in range(3):
                    ink = float(jewels.colours[k, j, channel, s]) - float(ground[top + j, channel, s])
                    difference = float(shown[top + j, channel, s]) - float(ground[top + j, channel, s])
                    across += ink * difference
                    along += ink * ink
                    made += difference * difference
                count += 1
        if count == 0 or along < 1.0 or made < count * 0.25 * max_ground * max_ground:
            continue
        weight = across / along
        if weight < FAINTEST or weight > STRONGEST:
            continue
        left = max(0.0, made - weight * across) / made
        if left**0.5 < best:
            best, found = left**0.5, k
    return found


@njit
def see_hidden_ground(
    column: ColumnPlanes,
    certainty: NDArray[np.uint8],
    palette: NDArray[np.int16],
    labels: NDArray[np.int8],
    sorts: NDArray[np.int8],
) -> None:
    """Take odd lines for ground where the ground was never seen and they have its colours.

    Args:
        column, certainty: as in `sort_odd_cells`.
        palette: (n, 3) colours of the ground.
        labels: (cols, lines); odd lines that are ground are overwritten.
        sorts: (cols, rows); their cells are overwritten.
    """
    height = labels.shape[1] // sorts.shape[1]
    for c in range(sorts.shape[0]):
        for r in range(sorts.shape[1]):
            if sorts[c, r] != ODD:
                continue
            count, seen, like = 0, 0, 0
            for i in range(r * height, (r + 1) * height):
                if labels[c, i] == ODD_LINE:
                    count += ACROSS
                    for s in range(ACROSS):
                        seen += certainty[c, i, s] == SEEN_GROUND
                        like += _is_like_ground(column.shown[c, i], s, palette)
            if seen <= MOST_SEEN * count and like >= MOSTLY * count:
                sorts[c, r] = CALM
                for i in range(r * height, (r + 1) * height):
                    if labels[c, i] == ODD_LINE:
                        labels[c, i] = GROUND_LINE


@njit
def _is_like_ground(shown: NDArray[np.int16], s: int, palette: NDArray[np.int16]) -> bool:
    """Tell whether a sample of a line is near to a colour of the ground."""
    for n in range(len(palette)):
        worst = 0
        for channel in range(3):
            worst = max(worst, abs(int(shown[channel, s]) - int(palette[n, channel])))
        if worst <= LIKE_GROUND:
            return True
    return False

"""What a board at rest is worth to a player who wants the next pieces to clear.

A colour is *covered* by a column if one jewel of it, dropped there as the lowest, middle or top jewel of a piece, ends
in a run. A piece turns freely ("the bottom jewel goes to the top"), so it clears wherever any of its colours is
covered; a piece that holds a pair clears too where the pair's colour tops a column. So the chance that the next piece
clears nothing follows from the colours that are covered and those that top a column.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.columns.packed import COLOURS, COLS, HEIGHTS, PLANES, ROWS, Words, colour_at
from engine.jit import njit

Weights = NDArray[np.float64]

ONCE: Final = 0
"""For the share of colours that some column covers."""
TWICE: Final = 1
"""For the share of colours that two columns cover."""
THRICE: Final = 2
"""For the share of colours that three columns cover."""
PAIRS: Final = 3
"""For pairs of touching jewels of a colour, diagonal ones too, a cell of the board."""
STUCK: Final = 4
"""Against the chance that the next piece clears nothing."""
STUCK_WITHOUT_TOPS: Final = 5
"""The same, what tops a column left out."""
STUCK_TWICE: Final = 6
"""Against that chance where a cover counts only if there are two for the colour."""
STUCK_THRICE: Final = 7
"""Against that chance where a cover counts only if there are three, and what tops a column does not."""
SPREAD: Final = 8
"""Against the mean square of the heights, in boards' heights."""
HIGHEST: Final = 9
"""Against the fourth power of the highest column, in boards' heights."""
ROUGH: Final = 10
"""Against the steps between neighbouring columns, in rows, a cell of the board."""
FILLED: Final = 11
"""Against the share of cells that hold a jewel."""
STOCK: Final = 12
"""The share of cells that should hold a jewel."""
OVER_STOCK: Final = 13
"""Against the squared difference from it, where there are more."""
UNDER_STOCK: Final = 14
"""Against the squared difference from it, where there are fewer."""
WEIGHTS: Final = 15

PAD: Final = 2
"""Empty columns beside the board, so that no neighbour has to be asked whether it exists."""


def weights(**values: float) -> Weights:
    """Return float64 (WEIGHTS,) from the names above in small letters; what is not named is 0.

    Raises:
        ValueError: no such weight.
    """
    places = {name.lower(): place for name, place in globals().items() if name.isupper() and name not in _NO_WEIGHTS}
    filled = np.zeros(WEIGHTS)
    for name, value in values.items():
        if name not in places:
            raise ValueError(f"no weight {name!r}; there are {', '.join(places)}")
        filled[places[name]] = value
    return filled


_NO_WEIGHTS: Final = frozenset({"COLOURS", "COLS", "HEIGHTS", "PAD", "PLANES", "ROWS", "WEIGHTS"})


@njit
def worth(words: Words, physics: Words, weights: Weights, masks: Words) -> float:
    """Return what a position at rest is worth.

    Args:
        words: the position.
        physics: the rules.
        weights: float64 (WEIGHTS,).
        masks: int64 (cols + 2 * PAD,), scratch; the padding holds 0.
    """
    cols, rows, colours = physics[COLS], physics[ROWS], physics[COLOURS]
    heights = HEIGHTS * cols
    cells = rows * cols
    jewels = highest = rough = tops = 0
    spread = 0.0
    for col in range(cols):
        height = words[heights + col]
        jewels += height
        highest = max(highest, height)
        spread += (height / rows) ** 2
        if col > 0:
            rough += abs(height - words[heights + col - 1])
        if 0 < height <= rows - 2:
            tops |= 1 << colour_at(words, cols, col, height - 1)
    off_stock = jewels / cells - weights[STOCK]
    total = -weights[HIGHEST] * (highest / rows) ** 4 - weights[SPREAD] * spread / cols
    total -= weights[ROUGH] * rough / cells + weights[FILLED] * jewels / cells
    total -= weights[OVER_STOCK if off_stock > 0.0 else UNDER_STOCK] * off_stock * off_stock
    pairs = once = twice = thrice = 0
    for colour in range(colours):
        columns, touching = _covers(words, cols, rows, colour, masks)
        pairs += touching
        if columns >= 1:
            once |= 1 << colour
            total += weights[ONCE] / colours
        if columns >= 2:
            twice |= 1 << colour
            total += weights[TWICE] / colours
        if columns >= 3:
            thrice |= 1 << colour
            total += weights[THRICE] / colours
    total += weights[PAIRS] * pairs / cells
    total -= weights[STUCK] * stuck(colours, once, tops) + weights[STUCK_WITHOUT_TOPS] * stuck(colours, once, 0)
    total -= weights[STUCK_TWICE] * stuck(colours, twice, tops) + weights[STUCK_THRICE] * stuck(colours, thrice, 0)
    return float(total)


@njit
def stuck(colours: int, covered: int, tops: int) -> float:
    """Return the chance that a piece of `colours` colours clears nothing, as far as covers and tops tell.

    Args:
        colours: of the rules.
        covered: bit c: colour c is covered.
        tops: bit c: colour c tops a column.
    """
    bare = alone = 0
    for colour in range(colours):
        if (covered >> colour) & 1 == 0:
            bare += 1
            alone += (tops >> colour) & 1 == 0
    # three different bare colours in any order, or a pair of one that tops nothing and another, in three orders
    pieces = bare * (bare - 1) * (bare - 2) + 3 * alone * max(bare - 1, 0)
    return float(pieces / colours**3)


@njit
def _covers(words: Words, cols: int, rows: int, colour: int, masks: Words) -> tuple[int, int]:
    """Return how many columns cover a colour, and how many pairs of touching jewels it has."""
    heights = HEIGHTS * cols
    for col in range(cols):
        same = (1 << words[heights + col]) - 1
        for plane in range(PLANES):
            bits = words[plane * cols + col]
            same &= bits if (colour >> plane) & 1 else ~bits
        masks[PAD + col] = same
    columns = pairs = 0
    for col in range(cols):
        far_left, left, here, right, far_right = (
            masks[col],
            masks[col + 1],
            masks[col + 2],
            masks[col + 3],
            masks[col + 4],
        )
        for both in (here & here << 1, here & right, here & right << 1, here & right >> 1):
            while both != 0:
                both &= both - 1
                pairs += 1
        height = words[heights + col]
        if height > rows - 2:
            continue  # what is left of the piece would lie in the hidden rows
        ends = here << 1 & here << 2
        ends |= left & far_left | left & right | right & far_right
        near, far, other, beyond = left << 1, far_left << 2, right >> 1, far_right >> 2
        ends |= near & far | near & other | other & beyond
        near, far, other, beyond = left >> 1, far_left >> 2, right << 1, far_right << 2
        ends |= near & far | near & other | other & beyond
        columns += (ends >> height) & 7 != 0
    return columns, pairs

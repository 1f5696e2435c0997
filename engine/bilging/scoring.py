"""The rules' points as small tables that kernels can look up."""

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bilging.rules import Chains, Rules, combo_points, line_value
from engine.jit import njit

Points = NDArray[np.float64]

MAX_LINES: Final = 4
"""More lines than this at once are scored by formula, not by table (chains only)."""

_SIDE: Final = MAX_LINES + 1
_CHAIN_MODES: Final = (Chains.NOTHING, Chains.BLOCKS, Chains.SUM, Chains.COMBO)


class Tables(NamedTuple):
    """Points for kernels.

    Attributes:
        swap: float64 (48,): points of a swap that makes a vertical line of 0, 3, 4 or 5 for each piece
            (classes 0 to 3) and `h` horizontal lines of 3; at (left * 4 + right) * 3 + h.
        combo: float64 (125,): points of n3, n4, n5 lines of 3, 4, 5 that break together; at (n3 * 5 + n4) * 5 + n5.
        line: float64 (max(rows, cols) + 1,): value of one line by its length.
        chain_mode: 0 nothing, 1 a point a block, 2 plain sum, 3 as a swap.
    """

    swap: Points
    combo: Points
    line: Points
    chain_mode: int


@lru_cache(maxsize=64)
def tables(rules: Rules) -> Tables:
    """Return the tables of `rules`; arrays are shared between callers and must not be written to."""
    swap = np.zeros(48)
    for left, right, across in product(range(4), range(4), range(3)):
        lengths = [vertical + 2 for vertical in (left, right) if vertical] + [3] * across
        swap[(left * 4 + right) * 3 + across] = combo_points(rules, lengths)
    combo = np.zeros(_SIDE**3)
    for threes, fours, fives in product(range(_SIDE), repeat=3):
        combo[(threes * _SIDE + fours) * _SIDE + fives] = combo_points(rules, [3] * threes + [4] * fours + [5] * fives)
    longest = max(rules.rows, rules.cols)
    line = np.array([0.0, 0.0, 0.0] + [line_value(rules, length) for length in range(3, longest + 1)])
    return Tables(swap, combo, line, _CHAIN_MODES.index(rules.chains))


@njit
def combo_score(tables: Tables, lengths: NDArray[np.int64]) -> float:
    """Return the points of lines that break together as one swap makes them.

    Args:
        tables: of the rules.
        lengths: int64 (max(rows, cols) + 1,): number of lines of each length.
    """
    lines = 0
    total = 0.0
    long_line = False
    longest = 0
    for length in range(3, lengths.size):
        if lengths[length] > 0:
            lines += lengths[length]
            total += lengths[length] * tables.line[length]
            longest = length
    long_line = longest >= 5
    if lines <= MAX_LINES and longest <= 5:
        threes = lengths[3]
        fours = lengths[4] if lengths.size > 4 else 0
        fives = lengths[5] if lengths.size > 5 else 0
        return float(tables.combo[(threes * _SIDE + fours) * _SIDE + fives])
    factor = lines
    if lines >= 4 and long_line and factor < 5:
        factor = 5
    return float(factor * total)


@njit
def chain_score(tables: Tables, lengths: NDArray[np.int64], blocks: int) -> float:
    """Return the points of a chain step of these lines (as in `combo_score`) and this many pieces."""
    if tables.chain_mode == 0:
        return 0.0
    if tables.chain_mode == 1:
        return float(blocks)
    if tables.chain_mode == 3:
        return combo_score(tables, lengths)
    total = 0.0
    for length in range(3, lengths.size):
        total += lengths[length] * tables.line[length]
    return float(total)

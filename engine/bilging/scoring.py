"""The rules' points as small tables that kernels can look up."""

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bilging.kernels import LEFT_ACROSS, RIGHT_ACROSS, SWAP_CODES
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
        swap: float64 (64,): points of a swap by its code (`engine.bilging.kernels.SwapCodes`).
        combo: float64 (125,): points of n3, n4, n5 lines of 3, 4, 5 that break together; at (n3 * 5 + n4) * 5 + n5.
        line: float64 (max(rows, cols) + 1,): value of one line by its length.
        chain_mode: 0 nothing, 1 a point a block, 2 plain sum, 3 as a swap.
    """

    swap: Points
    combo: Points
    line: Points
    chain_mode: int


def code_lengths(code: int) -> list[int]:
    """Return the lengths of the lines that a swap code stands for, ascending."""
    verticals = [vertical + 2 for vertical in (code & 3, code >> 2 & 3) if vertical]
    return sorted(verticals + [3] * bool(code & LEFT_ACROSS) + [3] * bool(code & RIGHT_ACROSS))


@lru_cache(maxsize=64)
def tables(rules: Rules) -> Tables:
    """Return the tables of `rules`; arrays are shared between callers and must not be written to."""
    swap = np.array([combo_points(rules, code_lengths(code)) for code in range(SWAP_CODES)])
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
    longest = 0
    for length in range(3, lengths.size):
        if lengths[length] > 0:
            lines += lengths[length]
            total += lengths[length] * tables.line[length]
            longest = length
    if lines <= MAX_LINES and longest <= 5:
        threes = lengths[3]
        fours = lengths[4] if lengths.size > 4 else 0
        fives = lengths[5] if lengths.size > 5 else 0
        return float(tables.combo[(threes * _SIDE + fours) * _SIDE + fives])
    factor = lines
    if lines >= 4 and longest >= 5 and factor < 5:
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

"""Kernel: the targets of a board that are worth most for the swaps they are away."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bilging.afterstate import Physics
from engine.bilging.board import CRAB, Board
from engine.jit import njit
from policy.bilging.targets.row_swaps import (
    ANCHOR,
    DEMANDS,
    FIXED,
    LEFT,
    NEVER,
    OTHER,
    RIGHT,
    WING_BOTH,
    WING_LEFT,
    WING_RIGHT,
    RowSwaps,
)

UPWARDS: Final = np.array([0, 2, 1, 0, 2, 1, 2])
DOWNWARDS: Final = np.array([0, 0, 1, 2, 1, 2, 2])
"""Rows above and below the pair that a vertical line of each shape takes in; shape 0 is none."""
SHAPES: Final = UPWARDS.size
LENGTH_CODE: Final = np.array([0, 1, 1, 1, 2, 2, 3])
"""The length of a vertical line of each shape as `engine.bilging.kernels.SwapCodes` writes it: none, 3, 4 or 5."""
REACH: Final = 2
"""Rows above and below the pair that a target may ask something of."""
NO_DEMAND: Final = -1
"""Where nothing is asked of a row."""
ACROSS: Final = 4
"""Kinds of horizontal lines: none, to the left (bit 0), to the right (bit 1), both."""


class Targets(NamedTuple):
    """Targets of a board, best first.

    Attributes:
        worth: float64 (n,), points less the price of the swaps.
        points: float64 (n,), of the break alone.
        swaps: int64 (n,), swaps that it is away, the one that breaks included.
        cell: int64 (n,), flat cell of the left piece of that swap.
        left, right: int64 (n,), colours that it brings to the left and to the right.
        shape: int64 (n, 2), of the vertical lines of the left and of the right colour, 0 for none.
        across: int64 (n,), which horizontal lines of three there are: bit 0 to the left, bit 1 to the right.
    """

    worth: NDArray[np.float64]
    points: NDArray[np.float64]
    swaps: NDArray[np.int64]
    cell: NDArray[np.int64]
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    shape: NDArray[np.int64]
    across: NDArray[np.int64]


def targets(most: int) -> Targets:
    """Return room for so many targets."""
    swaps, cell, left, right, across = (np.zeros(most, np.int64) for _ in range(5))
    return Targets(np.zeros(most), np.zeros(most), swaps, cell, left, right, np.zeros((most, 2), np.int64), across)


@njit
def row_word(board: Board, start: int, cols: int, left: int, right: int) -> int:
    """Return a row as a word of `policy.bilging.targets.row_swaps` for a pair of colours; `start` is its first cell."""
    word = 0
    for col in range(cols):
        code = board[start + col]
        letter = OTHER
        if code == left:
            letter = LEFT
        elif code == right:
            letter = RIGHT
        elif not 0 <= code < CRAB:
            letter = FIXED
        word |= letter << 2 * col
    return word


@njit
def _insert(found: Targets, count: int, worth: float) -> int:
    """Make room for a target of this worth among `count`, the last one's if there is no more, and return its place."""
    place = min(count, found.worth.size - 1)
    while place > 0 and found.worth[place - 1] < worth:
        before = place - 1
        found.worth[place], found.points[place] = found.worth[before], found.points[before]
        found.swaps[place], found.cell[place] = found.swaps[before], found.cell[before]
        found.left[place], found.right[place] = found.left[before], found.right[before]
        found.shape[place, 0], found.shape[place, 1] = found.shape[before, 0], found.shape[before, 1]
        found.across[place] = found.across[before]
        place = before
    return place


@njit
def nearest_targets(board: Board, rule: Physics, table: RowSwaps, price: float, farthest: int, found: Targets) -> int:
    """Write the targets worth most, at most one for each pair of cells and of colours; return how many.

    Args:
        board: padded, no line on it; not changed.
        rule: physics of the rules.
        table: `row_swaps` of its columns.
        price: points that a swap costs.
        farthest: swaps that a target may be away at most.
        found: the result.

    What a target is away is exact where nothing breaks on the way (`policy.bilging.targets.orders`). Lines may turn
    out longer than asked for; a target that asks for it is then as near and worth more. Of equals the first found
    stays first: colours ascending, then cells.
    """
    rows, cols, stride, first = rule.rows, rule.cols, rule.stride, rule.first
    cost = np.zeros((rows + 2 * REACH, DEMANDS), np.int64)
    cost[:REACH] = NEVER
    cost[rows + REACH :] = NEVER
    words = np.zeros(rows, np.int64)
    seen = 0  # a bit for each colour on the board
    for cell in range(first, rule.last):
        if 0 <= board[cell] < CRAB:
            seen |= 1 << board[cell]
    count = 0
    for pair in range(rule.colours * rule.colours):
        left, right = pair // rule.colours, pair % rule.colours
        if left == right or not (seen >> left & 1 and seen >> right & 1):
            continue
        for row in range(rows):
            words[row] = row_word(board, first + row * stride, cols, left, right)
        for col in range(cols - 1):
            for row in range(rows):
                for demand in range(DEMANDS):
                    cost[row + REACH, demand] = table[col, demand, words[row]]
            for row in range(rows):
                if cost[row + REACH, ANCHOR] < NEVER:
                    cell = first + row * stride + col
                    count = _nearest_at(cost, row, cell, left, right, rule, price, farthest, count, found)
    return count


@njit
def _nearest_at(
    cost: NDArray[np.int64],
    row: int,
    cell: int,
    left: int,
    right: int,
    rule: Physics,
    price: float,
    farthest: int,
    count: int,
    found: Targets,
) -> int:
    """Put the best target of one pair of cells and of colours among the `count` found; return how many there are."""
    points_of = rule.tables.swap
    at = row + REACH
    floor = found.worth[count - 1] if count == found.worth.size else -np.inf
    worth, points, swaps, one, other, across = floor, 0.0, 0, 0, 0, 0
    for sides in range(ACROSS):
        base = cost[at, ANCHOR + sides] + 1
        if base > farthest:
            continue
        for first in range(SHAPES):
            if base + _wings(cost, at, first, 0) > farthest:
                continue
            for second in range(SHAPES):
                code = LENGTH_CODE[first] | LENGTH_CODE[second] << 2 | sides << 4
                most = points_of[code]
                if code == 0 or most - price * base <= worth:
                    continue
                away = base + _wings(cost, at, first, second)
                if away <= farthest and most - price * away > worth:
                    worth, points, swaps = most - price * away, most, away
                    one, other, across = first, second, sides
    if points == 0.0:
        return count
    place = _insert(found, count, worth)
    found.worth[place], found.points[place], found.swaps[place], found.cell[place] = worth, points, swaps, cell
    found.left[place], found.right[place], found.across[place] = left, right, across
    found.shape[place, 0], found.shape[place, 1] = one, other
    return min(count + 1, found.worth.size)


@njit
def _wings(cost: NDArray[np.int64], at: int, first: int, second: int) -> int:
    """Return what the rows above and below row `at` of `cost` are away from two vertical lines' shapes."""
    total = 0
    for off in range(-REACH, REACH + 1):
        demand = wing_demand(off, first, second)
        if demand != NO_DEMAND:
            total += int(cost[at + off, demand])
    return total


@njit
def wing_demand(off: int, first: int, second: int) -> int:
    """Return what two vertical lines' shapes ask of the row `off` below the pair (above: negative), or NO_DEMAND."""
    reach = UPWARDS if off < 0 else DOWNWARDS
    is_left, is_right = 0 < abs(off) <= reach[first], 0 < abs(off) <= reach[second]
    if is_left and is_right:
        return WING_BOTH
    if is_left:
        return WING_LEFT
    return WING_RIGHT if is_right else NO_DEMAND

"""Kernel: the swaps to a target in an order in which nothing breaks too early."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bilging.afterstate import Physics
from engine.bilging.board import CRAB, Board
from engine.bilging.kernels import swap_code
from engine.jit import njit
from policy.bilging.targets.nearest import NO_DEMAND, REACH, Targets, row_word, wing_demand
from policy.bilging.targets.row_swaps import ANCHOR, NEVER, RowSwaps

LONGEST: Final = 32
"""Swaps of the longest way that is looked for."""


class Order(NamedTuple):
    """Working memory of `find_order` and what it found.

    Attributes:
        cells: int64 (LONGEST,), flat cells of the swaps, the one that breaks last.
        tried: int64 (LONGEST,), by swaps made the next swap to try there.
        demands: int64 (2 * REACH + 1,), what is asked of each row, NO_DEMAND for nothing.
        swaps: int64 (2 * REACH + 1,), what each row is away.
        board: int8, as the board.
    """

    cells: NDArray[np.int64]
    tried: NDArray[np.int64]
    demands: NDArray[np.int64]
    swaps: NDArray[np.int64]
    board: Board


def order(board: Board) -> Order:
    """Return working memory for boards of this size."""
    rows = 2 * REACH + 1
    return Order(
        np.zeros(LONGEST, np.int64),
        np.zeros(LONGEST, np.int64),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
        np.zeros_like(board),
    )


@njit
def _ask(found: Targets, index: int, demands: NDArray[np.int64]) -> None:
    """Write what the target asks of the rows around its pair."""
    demands[REACH] = ANCHOR + found.across[index]
    for off in range(-REACH, REACH + 1):
        if off:
            demands[REACH + off] = wing_demand(off, found.shape[index, 0], found.shape[index, 1])


@njit
def find_order(
    board: Board, rule: Physics, table: RowSwaps, found: Targets, index: int, tries: int, made: Order
) -> int:
    """Find the swaps that make a target, none of which but the last breaks anything; return how many, 0 for none.

    Args:
        board: padded, no line on it; not changed.
        rule: physics of the rules.
        table: `row_swaps` of its columns.
        found: of the board.
        index: of the target among them.
        tries: swaps that are tried at most: a depth-first search, in which each swap brings its row one swap nearer.
        made: `cells` is the result.
    """
    stride, cols, after = rule.stride, rule.cols, made.board
    cell, left, right = found.cell[index], found.left[index], found.right[index]
    row, col = (cell - rule.first) // stride, (cell - rule.first) % stride
    away = found.swaps[index] - 1
    if away >= LONGEST:
        return 0
    after[:] = board
    _ask(found, index, made.demands)
    for place in range(2 * REACH + 1):
        made.swaps[place] = 0
        if made.demands[place] != NO_DEMAND:
            start = rule.first + (row + place - REACH) * stride
            made.swaps[place] = table[col, made.demands[place], row_word(after, start, cols, left, right)]
    depth, spent = 0, 0
    choices = (2 * REACH + 1) * (cols - 1)
    made.tried[0] = 0
    while True:
        if depth == away:
            made.cells[depth] = cell
            return int(depth + 1)
        while made.tried[depth] < choices and spent < tries:
            choice = made.tried[depth]
            made.tried[depth] += 1
            place, swap = choice // (cols - 1), choice % (cols - 1)
            if made.swaps[place] == 0:
                made.tried[depth] = (place + 1) * (cols - 1)
                continue
            start = rule.first + (row + place - REACH) * stride
            at = start + swap
            here, there = after[at], after[at + 1]
            if here == there or not (0 <= here < CRAB and 0 <= there < CRAB):
                continue
            spent += 1
            if swap_code(after, stride, at) != 0:
                continue
            after[at], after[at + 1] = there, here
            nearer = table[col, made.demands[place], row_word(after, start, cols, left, right)]
            if nearer >= made.swaps[place]:
                after[at], after[at + 1] = here, there
                continue
            made.swaps[place] = nearer
            made.cells[depth] = at
            depth += 1
            made.tried[depth] = 0
            break
        else:  # nothing is left to try here: take the last swap back
            if depth == 0 or spent >= tries:
                return 0
            depth -= 1
            at = made.cells[depth]
            after[at], after[at + 1] = after[at + 1], after[at]
            made.swaps[(at - rule.first) // stride - row + REACH] += 1


assert NEVER > LONGEST

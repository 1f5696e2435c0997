"""Kernels of the full-width search: the best sum of breaks over the next swaps, new pieces unknown.

A board in the search keeps its holes EMPTY: they match nothing and are not swapped, so what it counts
is certain. `level` counts the swaps still to make; arrays that begin with an axis of levels have a row
of working memory for each.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bilging.afterstate import (
    Physics,
    Scratch,
    fire,
    is_movable,
    is_special,
    physics,
    play_swap,
    scratch,
)
from engine.bilging.board import Board
from engine.bilging.kernels import swap_code, swap_codes
from engine.bilging.rules import Rules
from engine.jit import njit


class Horizon(NamedTuple):
    """What a search counts.

    Attributes:
        chains: 1 counts chains and crabs, 0 is blind to them (they happen all the same).
        locality: the next swap is at most so many rows from the last; a negative number sets no limit.
        haste: a point one swap later is worth 1 - haste: breaks ties in favour of points now.
        specials: 1 if the board holds puffer fish or jellyfish.
    """

    chains: int
    locality: int
    haste: float
    specials: int


class Workspace(NamedTuple):
    """Working memory of a search; first axis: swaps still to make.

    Attributes:
        boards: int8 (levels + 1, cells).
        codes: uint8 (levels + 2, cells).
        above, below: float64 (levels + 1, rows): best immediate points of swaps in rows up to, and from, each row.
        scratch: of `play_swap`.
    """

    boards: NDArray[np.int8]
    codes: NDArray[np.uint8]
    above: NDArray[np.float64]
    below: NDArray[np.float64]
    scratch: Scratch


def workspace(rules: Rules, levels: int) -> Workspace:
    """Return working memory for searches of up to `levels` swaps."""
    rule = physics(rules)
    cells = (rule.rows + 4) * rule.stride
    return Workspace(
        np.zeros((levels + 1, cells), dtype=np.int8),
        np.zeros((levels + 2, cells), dtype=np.uint8),
        np.zeros((levels + 1, rule.rows)),
        np.zeros((levels + 1, rule.rows)),
        scratch(rules),
    )


@njit
def best_now(
    board: Board, codes: NDArray[np.uint8], rule: Physics, first_row: int, last_row: int, specials: int
) -> float:
    """Return the most points that one swap in rows first_row..last_row makes at once.

    `codes` is overwritten for these rows.
    """
    best = 0.0
    start = (first_row + 2) * rule.stride
    end = min((last_row + 3) * rule.stride, rule.last)
    swap_codes(board, rule.stride, start, end, codes)
    for cell in range(np.uint64(start), np.uint64(end)):
        points = rule.tables.swap[codes[cell]]
        if points > best:
            best = points
    if specials:
        for cell in range(start, end):
            if is_special(board[cell]) or is_special(board[cell + 1]):
                best = max(best, special_points(board, rule, cell))
    return best


@njit
def special_points(board: Board, rule: Physics, cell: int) -> float:
    """Return the points that the swap at `cell` makes by firing a special; the board comes back as it was."""
    left = board[cell]
    right = board[cell + 1]
    if left == right or not (is_movable(left) and is_movable(right)):
        return 0.0
    mask = np.zeros(board.size, dtype=np.bool_)  # specials are rare: the hot path does not come here
    board[cell], board[cell + 1] = right, left
    hit = fire(board, rule, cell, mask)
    board[cell], board[cell + 1] = left, right
    return float(hit * rule.blast_points)


@njit
def row_bests(rule: Physics, space: Workspace, level: int) -> None:
    """Fill `above` and `below` of `level` from its `codes`."""
    rows = rule.rows
    codes, above, below = space.codes[level], space.above[level], space.below[level]
    for row in range(rows):
        best = 0.0
        for cell in range((row + 2) * rule.stride, (row + 2) * rule.stride + rule.cols - 1):
            best = max(best, rule.tables.swap[codes[cell]])
        above[row] = best
        below[row] = best
    for row in range(1, rows):
        above[row] = max(above[row], above[row - 1])
        below[rows - 1 - row] = max(below[rows - 1 - row], below[rows - row])


@njit
def best_sum(
    board: Board,
    rule: Physics,
    horizon: Horizon,
    water_px: int,
    level: int,
    last_cell: int,
    quiet: bool,
    space: Workspace,
) -> float:
    """Return the most points that `level` more swaps make together.

    Args:
        board: padded, no line on it; comes back as it was. Must not be `space.boards[level]` or below.
        rule, horizon: what is simulated and counted.
        water_px: level of the water.
        level: swaps to make, at least 1.
        last_cell: flat cell of the swap before, for the locality limit; negative if there is none.
        quiet: the swap before broke nothing and was made by this function (its `codes` stand one level up).
            Two swaps that share no cell and break nothing in either order give the same board, so only the
            ascending order is followed.
        space: working memory.
    """
    stride = rule.stride
    first_row, last_row = 0, rule.rows - 1
    if horizon.locality >= 0 and last_cell >= 0:
        last_made = last_cell // stride - 2
        first_row, last_row = (
            max(0, last_made - horizon.locality),
            min(last_row, last_made + horizon.locality),
        )
    if level == 1:
        return best_now(board, space.codes[1], rule, first_row, last_row, horizon.specials)
    codes, before = space.codes[level], space.codes[level + 1]
    swap_codes(board, stride, rule.first, rule.last, codes)
    near = level == 2 and horizon.locality < 0 and not horizon.specials
    if near:
        row_bests(rule, space, level)
    quiet_water = min(water_px + rule.water_rise_px, rule.water_max_px)
    later = 1.0 - horizon.haste
    best = 0.0
    for row in range(first_row, last_row + 1):
        for cell in range((row + 2) * stride, (row + 2) * stride + rule.cols - 1):
            left = board[cell]
            right = board[cell + 1]
            code = codes[cell]
            if left == right or not (is_movable(left) and is_movable(right)):
                continue
            if code == 0 and not (horizon.specials and (is_special(left) or is_special(right))):
                if quiet and cell < last_cell - 1 and before[cell] == 0 and horizon.locality < 0:
                    continue
                board[cell], board[cell + 1] = right, left
                if near:
                    value = later * best_near(board, rule, space, row)
                else:
                    value = later * best_sum(board, rule, horizon, quiet_water, level - 1, cell, True, space)
                board[cell], board[cell + 1] = left, right
            else:
                after = space.boards[level]
                after[:] = board
                own, chained, water = play_swap(after, rule, cell, code, water_px, space.scratch)
                value = own + horizon.chains * chained
                value += later * best_sum(after, rule, horizon, water, level - 1, cell, False, space)
            if value > best:
                best = value
    return best


@njit
def best_near(board: Board, rule: Physics, space: Workspace, row: int) -> float:
    """Return `best_now` of the whole board after a quiet swap in `row`, from the bests before it.

    Only swaps within two rows of it can have changed.
    """
    first_row, last_row = max(0, row - 2), min(rule.rows - 1, row + 2)
    best = best_now(board, space.codes[1], rule, first_row, last_row, 0)
    if first_row > 0:
        best = max(best, space.above[2][first_row - 1])
    if last_row < rule.rows - 1:
        best = max(best, space.below[2][last_row + 1])
    return best


@njit
def score_moves(
    board: Board,
    rule: Physics,
    horizon: Horizon,
    water_px: int,
    level: int,
    cells: NDArray[np.int64],
    values: NDArray[np.float64],
    space: Workspace,
) -> None:
    """Write to `values` the best sum that begins with each of `cells` and makes `level` swaps in all.

    Args:
        board: padded, no line on it; comes back as it was.
        rule, horizon, water_px: as in `best_sum`.
        level: swaps to make, at least 1, at most the workspace's.
        cells: int64 (n,), flat cell of the left piece of each legal swap to score.
        values: float64 (n,).
        space: working memory.
    """
    later = 1.0 - horizon.haste
    after = space.boards[level]
    for index in range(cells.size):
        cell = cells[index]
        after[:] = board
        code = swap_code(board, rule.stride, cell)
        own, chained, water = play_swap(after, rule, cell, code, water_px, space.scratch)
        value = own + horizon.chains * chained
        if level > 1:
            value += later * best_sum(after, rule, horizon, water, level - 1, cell, False, space)
        values[index] = value

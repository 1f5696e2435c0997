"""Kernels of the full-width search: the best sum of breaks over the next swaps, new pieces unknown.

A board in the search keeps its holes EMPTY: they match nothing and are not swapped, so what it counts
is certain. `level` counts the swaps still to make; arrays that begin with an axis of levels have a row
of working memory for each.
"""

from typing import Final, NamedTuple

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

NO_BREAK: Final = -1e6
"""Value of a sequence without a break where only a break counts."""


class Horizon(NamedTuple):
    """What a search counts.

    Attributes:
        chains: 1 counts chains and crabs, 0 is blind to them (they happen all the same).
        locality: the next swap is at most so many rows from the last; a negative number sets no limit.
        haste: a point one swap later is worth 1 - haste: breaks ties in favour of points now.
        specials: 1 if the board holds puffer fish or jellyfish.
        rate: 0 sums all breaks of the horizon. Above 0 a sequence ends with its first break and is worth
            its points - rate * swaps, as the average-reward criterion has it (rate: points a move in the long run).
    """

    chains: int
    locality: int
    haste: float
    specials: int
    rate: float


class Workspace(NamedTuple):
    """Working memory of a search; first axis: swaps still to make.

    Attributes:
        boards: int8 (levels + 1, cells).
        codes: uint8 (levels + 2, cells).
        above, below: float64 (levels + 1, rows): best immediate points of swaps in rows up to, and from, each row.
        cursor, end: int64 (levels + 1,): next cell to swap, and where to stop.
        quiet: int64 (levels + 1,): the cell swapped to come to this level where that broke nothing, else -1.
        water: int64 (levels + 1,): level of the water.
        best, gained: float64 (levels + 1,): best sum so far; points of the swap being followed.
        scratch: of `play_swap`.
    """

    boards: NDArray[np.int8]
    codes: NDArray[np.uint8]
    above: NDArray[np.float64]
    below: NDArray[np.float64]
    cursor: NDArray[np.int64]
    end: NDArray[np.int64]
    quiet: NDArray[np.int64]
    water: NDArray[np.int64]
    best: NDArray[np.float64]
    gained: NDArray[np.float64]
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
        np.zeros(levels + 1, dtype=np.int64),
        np.zeros(levels + 1, dtype=np.int64),
        np.zeros(levels + 1, dtype=np.int64),
        np.zeros(levels + 1, dtype=np.int64),
        np.zeros(levels + 1),
        np.zeros(levels + 1),
        scratch(rules),
    )


@njit
def best_now(
    board: Board, rule: Physics, horizon: Horizon, water_px: int, first_row: int, last_row: int, space: Workspace
) -> float:
    """Return the most points that one swap in rows first_row..last_row makes.

    The codes of level 1 are overwritten for these rows, and board 0 where chains count.
    """
    best = 0.0
    codes = space.codes[1]
    start = (first_row + 2) * rule.stride
    end = min((last_row + 3) * rule.stride, rule.last)
    swap_codes(board, rule.stride, start, end, codes)
    if horizon.chains:
        return _best_with_chains(board, rule, horizon, water_px, start, end, space)
    for cell in range(np.uint64(start), np.uint64(end)):
        points = rule.tables.swap[codes[cell]]
        if points > best:
            best = points
    if horizon.specials:
        for cell in range(start, end):
            if is_special(board[cell]) or is_special(board[cell + 1]):
                best = max(best, special_points(board, rule, cell))
    return best


@njit
def _best_with_chains(
    board: Board, rule: Physics, horizon: Horizon, water_px: int, start: int, end: int, space: Workspace
) -> float:
    best = 0.0
    after = space.boards[0]
    for cell in range(start, end):
        code = space.codes[1, cell]
        if code == 0:
            if not (horizon.specials and (is_special(board[cell]) or is_special(board[cell + 1]))):
                continue
            if not (is_movable(board[cell]) and is_movable(board[cell + 1])):
                continue
        after[:] = board
        own, chained, _ = play_swap(after, rule, cell, code, water_px, space.scratch)
        best = max(best, own + chained)
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
    board: Board, rule: Physics, horizon: Horizon, water_px: int, level: int, last_cell: int, space: Workspace
) -> float:
    """Return the most points that `level` more swaps make together.

    Args:
        board: padded, no line on it; copied, so any board of the workspace but that of `level` will do.
        rule, horizon: what is simulated and counted.
        water_px: level of the water.
        level: swaps to make, at least 1.
        last_cell: flat cell of the swap before, for the locality limit; negative if there is none.
        space: working memory.

    Depth first with a stack of its own: numba cannot load a function that calls itself from its cache.
    Two swaps in a row that share no cell and break nothing in either order give the same board, so of
    those only the ascending order is followed.
    """
    if level == 1:
        return _leaf_value(horizon, _leaf(board, rule, horizon, water_px, last_cell, space))
    boards, cursor, end, water = space.boards, space.cursor, space.end, space.water
    best, gained, quiet = space.best, space.gained, space.quiet
    later = 1.0 - horizon.haste
    near = horizon.locality < 0 and not horizon.specials and not horizon.chains
    at = level
    boards[at, :] = board
    water[at] = water_px
    quiet[at] = -1
    _enter(rule, horizon, at, last_cell, space)
    while True:
        cell = cursor[at]
        if cell == end[at]:
            if at == level:
                return float(best[at])
            value = gained[at + 1] + later * best[at]
            at += 1
            if value > best[at]:
                best[at] = value
            continue
        cursor[at] = cell + 1
        left = boards[at, cell]
        right = boards[at, cell + 1]
        if left == right or not (is_movable(left) and is_movable(right)):
            continue
        code = space.codes[at, cell]
        if code == 0 and not (is_special(left) or is_special(right)):
            before = quiet[at]
            if cell < before - 1 and horizon.locality < 0 and space.codes[at + 1, cell] == 0:
                continue
            if at == 2 and near:
                boards[at, cell], boards[at, cell + 1] = right, left
                points = best_near(boards[at], rule, horizon, space, cell // rule.stride - 2)
                value = later * _leaf_value(horizon, points) - horizon.rate
                boards[at, cell], boards[at, cell + 1] = left, right
                if value > best[at]:
                    best[at] = value
                continue
            boards[at - 1, :] = boards[at]
            boards[at - 1, cell], boards[at - 1, cell + 1] = right, left
            gained[at] = -horizon.rate
            water[at - 1] = min(water[at] + rule.water_rise_px, rule.water_max_px)
            quiet[at - 1] = cell
        else:
            boards[at - 1, :] = boards[at]
            own, chained, level_px = play_swap(boards[at - 1], rule, cell, code, water[at], space.scratch)
            gained[at] = own + horizon.chains * chained
            water[at - 1] = level_px
            quiet[at - 1] = -1
            if horizon.rate > 0.0:
                best[at] = max(best[at], gained[at] - horizon.rate)
                continue
        if at == 2:
            points = _leaf(boards[1], rule, horizon, water[1], cell, space)
            value = gained[at] + later * _leaf_value(horizon, points)
            if value > best[at]:
                best[at] = value
        else:
            at -= 1
            _enter(rule, horizon, at, cell, space)


@njit
def _enter(rule: Physics, horizon: Horizon, level: int, last_cell: int, space: Workspace) -> None:
    """Make ready to try the swaps of the board of `level`."""
    swap_codes(space.boards[level], rule.stride, rule.first, rule.last, space.codes[level])
    if level == 2:
        row_bests(rule, space, level)
    first_row, last_row = _rows_near(rule, horizon, last_cell)
    space.cursor[level] = (first_row + 2) * rule.stride
    space.end[level] = (last_row + 2) * rule.stride + rule.cols - 1
    space.best[level] = _leaf_value(horizon, 0.0)


@njit
def _leaf_value(horizon: Horizon, points: float) -> float:
    """Return what the last swap of a sequence is worth."""
    if horizon.rate == 0.0:
        return points
    return points - horizon.rate if points > 0.0 else NO_BREAK


@njit
def _leaf(board: Board, rule: Physics, horizon: Horizon, water_px: int, last_cell: int, space: Workspace) -> float:
    first_row, last_row = _rows_near(rule, horizon, last_cell)
    return best_now(board, rule, horizon, water_px, first_row, last_row, space)


@njit
def _rows_near(rule: Physics, horizon: Horizon, last_cell: int) -> tuple[int, int]:
    """Return the first and last row that the next swap may be in."""
    if horizon.locality < 0 or last_cell < 0:
        return 0, rule.rows - 1
    row = last_cell // rule.stride - 2
    return max(0, row - horizon.locality), min(rule.rows - 1, row + horizon.locality)


@njit
def best_near(board: Board, rule: Physics, horizon: Horizon, space: Workspace, row: int) -> float:
    """Return `best_now` of the whole board after a quiet swap in `row`, from the bests before it.

    Only swaps within two rows of it can have changed (what they break, not what chains follow).
    """
    first_row, last_row = max(0, row - 2), min(rule.rows - 1, row + 2)
    best = best_now(board, rule, horizon, 0, first_row, last_row, space)
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
        value = own + horizon.chains * chained - horizon.rate
        if horizon.rate > 0.0 and level == 1 and value == -horizon.rate:
            value = NO_BREAK
        elif level > 1 and (horizon.rate == 0.0 or value == -horizon.rate):
            value += later * best_sum(after, rule, horizon, water, level - 1, cell, space)
        values[index] = value

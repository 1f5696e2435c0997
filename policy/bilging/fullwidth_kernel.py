"""Kernels of the full-width search: the best sum of breaks over the next swaps, new pieces unknown.

A board in the search keeps its holes EMPTY: they match nothing and are not swapped, so what it counts
is certain. `level` counts the swaps still to make; arrays that begin with an axis of levels have a row
of working memory for each.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bilging.afterstate import Physics, Scratch, is_movable, is_special, play_swap, scratch
from engine.bilging.board import Board, padded_size
from engine.bilging.kernels import LANES, swap_code, swap_codes
from engine.bilging.rules import Rules
from engine.jit import njit

_WORD: Final = np.uint64(8)
_BYTE: Final = np.uint64(255)


class Horizon(NamedTuple):
    """What a search counts.

    Attributes:
        chains: 1 counts chains and crabs, 0 is blind to them (they happen all the same).
        one_break: 1 lets a sequence end with its first break.
        locality: the next swap is at most so many rows from the last; a negative number sets no limit.
        haste: a point one swap later is worth 1 - haste: breaks ties in favour of points now.
        specials: 1 if the board holds puffer fish or jellyfish.
    """

    chains: int
    one_break: int
    locality: int
    haste: float
    specials: int


class Workspace(NamedTuple):
    """Working memory of a search; first axis: swaps still to make.

    Attributes:
        boards: int8 (levels + 1, cells).
        codes: uint8 (levels + 2, cells); level 1 is not used.
        leaf_codes: uint8 (cells,), those of level 1; cells rounded up to whole words.
        leaf_words: uint64 view of `leaf_codes`, eight cells each.
        above, below: float64 (rows,): for the board of level 2, best immediate points of swaps in rows up to,
            and from, each row.
        cursor, end: int64 (levels + 1,): next cell to swap, and where to stop.
        quiet: int64 (levels + 1,): the cell swapped to come to this level where that broke nothing, else -1.
        water: int64 (levels + 1,): level of the water.
        best, gained: float64 (levels + 1,): best sum so far; points of the swap being followed.
        scratch: of `play_swap`.
    """

    boards: NDArray[np.int8]
    codes: NDArray[np.uint8]
    leaf_codes: NDArray[np.uint8]
    leaf_words: NDArray[np.uint64]
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
    cells = padded_size(rules.rows, rules.cols)
    leaf_codes = np.zeros(-(-cells // 8) * 8, dtype=np.uint8)
    return Workspace(
        np.zeros((levels + 1, cells), dtype=np.int8),
        np.zeros((levels + 2, cells), dtype=np.uint8),
        leaf_codes,
        leaf_codes.view(np.uint64),
        np.zeros(rules.rows),
        np.zeros(rules.rows),
        np.zeros(levels + 1, dtype=np.int64),
        np.zeros(levels + 1, dtype=np.int64),
        np.zeros(levels + 1, dtype=np.int64),
        np.zeros(levels + 1, dtype=np.int64),
        np.zeros(levels + 1),
        np.zeros(levels + 1),
        scratch(rules),
    )


@njit
def best_at_once(
    board: Board,
    table: NDArray[np.float64],
    stride: int,
    start: int,
    end: int,
    last: int,
    codes: NDArray[np.uint8],
    words: NDArray[np.uint64],
) -> float:
    """Return the most points that one swap of two colours makes at once.

    Args:
        board: padded.
        table: points by swap code.
        stride, start, end: flat cells of whole rows.
        last: one past the flat cells of the last row.
        codes, words: as `leaf_codes` and `leaf_words`; overwritten.

    Takes arrays one by one: taking them out of a named tuple counts references, dearer than the work here.
    """
    block = min(start, last - LANES)
    if block >= 2 * stride and end - start < LANES:
        swap_codes(board, stride, block, block + LANES, codes)  # more cells, and still less work
    else:
        swap_codes(board, stride, start, end, codes)
    best = 0.0
    if stride == 8:  # a row is a word, and most words are zero
        for index in range(np.uint64(start >> 3), np.uint64(end >> 3)):
            word = words[index]
            while word != 0:
                best = max(best, table[word & _BYTE])
                word = word >> _WORD
    else:
        for cell in range(np.uint64(start), np.uint64(end)):
            best = max(best, table[codes[cell]])
    return best


@njit
def best_swap(board: Board, rule: Physics, horizon: Horizon, water_px: int, last_cell: int, space: Workspace) -> float:
    """Return the most points that one swap makes, chains and specials as `horizon` has it; board 0 is overwritten."""
    first_row, last_row = _rows_near(rule, horizon, last_cell)
    start, end = (first_row + 2) * rule.stride, (last_row + 3) * rule.stride
    codes = space.leaf_codes
    best = best_at_once(board, rule.tables.swap, rule.stride, start, end, rule.last, codes, space.leaf_words)
    if not (horizon.chains or horizon.specials):
        return best
    after = space.boards[0]
    for cell in range(start, end):
        code = codes[cell]
        if code == 0:
            if not (is_special(board[cell]) or is_special(board[cell + 1])):
                continue
            if not (is_movable(board[cell]) and is_movable(board[cell + 1])):
                continue
        after[:] = board
        own, chained, _ = play_swap(after, rule, cell, code, water_px, space.scratch)
        best = max(best, own + horizon.chains * chained)
    return best


@njit
def best_two(
    board: Board, rule: Physics, horizon: Horizon, water_px: int, last_cell: int, quiet_cell: int, space: Workspace
) -> float:
    """Return the most points that up to two swaps make together.

    Args:
        board: padded; comes back as it was. Boards 0 and 1 are overwritten.
        rule, horizon, water_px, last_cell, space: as in `best_sum`.
        quiet_cell: as in `Workspace.quiet`; the codes before that swap stand at level 3.
    """
    stride, rows, cols, table = rule.stride, rule.rows, rule.cols, rule.tables.swap
    codes, before, after = space.codes[2], space.codes[3], space.boards[1]
    leaf_codes, leaf_words, above, below = space.leaf_codes, space.leaf_words, space.above, space.below
    anywhere = horizon.locality < 0
    near = anywhere and not (horizon.specials or horizon.chains)
    height = min(rows, max(5, LANES // stride))
    later = 1.0 - horizon.haste
    swap_codes(board, stride, rule.first, rule.last, codes)
    if near:
        _row_bests(codes, table, rows, cols, above, below)
    best = 0.0
    first_row, last_row = _rows_near(rule, horizon, last_cell)
    for row in range(first_row, last_row + 1):
        # After a quiet swap only swaps within two rows of it break anything else than before. A whole block
        # of rows is looked at again, as that costs the least.
        block_row = max(0, min(row - 2, rows - height))
        block = (block_row + 2) * stride
        block_end = block + height * stride
        elsewhere = 0.0
        if near and block_row > 0:
            elsewhere = above[block_row - 1]
        if near and block_row + height < rows:
            elsewhere = max(elsewhere, below[block_row + height])
        start = (row + 2) * stride
        for cell in range(start, start + cols - 1):
            left = board[cell]
            right = board[cell + 1]
            if left == right or not (is_movable(left) and is_movable(right)):
                continue
            code = codes[cell]
            if code == 0 and not (is_special(left) or is_special(right)):
                if cell < quiet_cell - 1 and anywhere and before[cell] == 0:
                    continue
                board[cell], board[cell + 1] = right, left
                if near:
                    value = best_at_once(board, table, stride, block, block_end, rule.last, leaf_codes, leaf_words)
                    value = max(value, elsewhere)
                else:
                    water = min(water_px + rule.water_rise_px, rule.water_max_px)
                    value = best_swap(board, rule, horizon, water, cell, space)
                board[cell], board[cell + 1] = left, right
                best = max(best, later * value)
                continue
            after[:] = board
            own, chained, water = play_swap(after, rule, cell, code, water_px, space.scratch)
            value = own + horizon.chains * chained
            if not (horizon.one_break and value > 0.0):
                value += later * best_swap(after, rule, horizon, water, cell, space)
            best = max(best, value)
    return best


@njit
def _row_bests(
    codes: NDArray[np.uint8],
    table: NDArray[np.float64],
    rows: int,
    cols: int,
    above: NDArray[np.float64],
    below: NDArray[np.float64],
) -> None:
    """Fill `above` and `below` as in `Workspace`."""
    for row in range(rows):
        best = 0.0
        start = (row + 2) * (cols + 2)
        for cell in range(start, start + cols - 1):
            best = max(best, table[codes[cell]])
        above[row] = best
        below[row] = best
    for row in range(1, rows):
        above[row] = max(above[row], above[row - 1])
        below[rows - 1 - row] = max(below[rows - 1 - row], below[rows - row])


@njit
def _rows_near(rule: Physics, horizon: Horizon, last_cell: int) -> tuple[int, int]:
    """Return the first and last row that the next swap may be in."""
    if horizon.locality < 0 or last_cell < 0:
        return 0, rule.rows - 1
    row = last_cell // rule.stride - 2
    return max(0, row - horizon.locality), min(rule.rows - 1, row + horizon.locality)


@njit
def best_sum(
    board: Board, rule: Physics, horizon: Horizon, water_px: int, level: int, last_cell: int, space: Workspace
) -> float:
    """Return the most points that up to `level` more swaps make together.

    Args:
        board: padded, no line on it; copied, so any board of the workspace but that of `level` will do.
        rule, horizon: what is simulated and counted.
        water_px: level of the water.
        level: swaps to make, at least 1.
        last_cell: flat cell of the swap before, for the locality limit; negative if there is none.
        space: working memory.

    Depth first with a stack of its own: numba cannot load a function that calls itself from its cache.
    Two swaps in a row that share no cell and break nothing in either order give the same board, so of
    those only the ascending order is followed. Swaps of two equal pieces are not looked at.
    """
    if level == 1:
        return best_swap(board, rule, horizon, water_px, last_cell, space)
    boards, codes, cursor, end, water = space.boards, space.codes, space.cursor, space.end, space.water
    best, gained, quiet = space.best, space.gained, space.quiet
    later = 1.0 - horizon.haste
    anywhere = horizon.locality < 0
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
            at += 1
            best[at] = max(best[at], gained[at] + later * best[at - 1])
            continue
        cursor[at] = cell + 1
        left = boards[at, cell]
        right = boards[at, cell + 1]
        if left == right or not (is_movable(left) and is_movable(right)):
            continue
        code = codes[at, cell]
        if code == 0 and not (is_special(left) or is_special(right)):
            if cell < quiet[at] - 1 and anywhere and codes[at + 1, cell] == 0:
                continue
            boards[at - 1, :] = boards[at]
            boards[at - 1, cell], boards[at - 1, cell + 1] = right, left
            gained[at] = 0.0
            water[at - 1] = min(water[at] + rule.water_rise_px, rule.water_max_px)
            quiet[at - 1] = cell
        else:
            boards[at - 1, :] = boards[at]
            own, chained, level_px = play_swap(boards[at - 1], rule, cell, code, water[at], space.scratch)
            gained[at] = own + horizon.chains * chained
            water[at - 1] = level_px
            quiet[at - 1] = -1
            if horizon.one_break and gained[at] > 0.0:
                best[at] = max(best[at], gained[at])
                continue
        at -= 1
        _enter(rule, horizon, at, cell, space)


@njit
def _enter(rule: Physics, horizon: Horizon, level: int, last_cell: int, space: Workspace) -> None:
    """Make ready to try the swaps of the board of `level`; level 2 is done at once."""
    first_row, last_row = _rows_near(rule, horizon, last_cell)
    space.end[level] = (last_row + 2) * rule.stride + rule.cols - 1
    if level == 2:
        space.cursor[2] = space.end[2]
        space.best[2] = best_two(space.boards[2], rule, horizon, space.water[2], last_cell, space.quiet[2], space)
        return
    swap_codes(space.boards[level], rule.stride, rule.first, rule.last, space.codes[level])
    space.cursor[level] = (first_row + 2) * rule.stride
    space.best[level] = 0.0


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
    """Write to `values` the best sum that begins with each of `cells` and makes up to `level` swaps in all.

    Args:
        board: padded, no line on it; not changed.
        rule, horizon, water_px: as in `best_sum`.
        level: swaps to make, at least 1, at most the workspace's.
        cells: int64 (n,), flat cell of the left piece of each legal swap to score.
        values: float64 (n,).
        space: working memory.
    """
    after = space.boards[level]
    for index in range(cells.size):
        cell = cells[index]
        after[:] = board
        code = swap_code(board, rule.stride, cell)
        own, chained, water = play_swap(after, rule, cell, code, water_px, space.scratch)
        value = own + horizon.chains * chained
        if level > 1 and not (horizon.one_break and value > 0.0):
            value += (1.0 - horizon.haste) * best_sum(after, rule, horizon, water, level - 1, cell, space)
        values[index] = value

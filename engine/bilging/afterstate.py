"""A whole move without its chance part, in one kernel: what planners simulate with.

`engine.bilging.game.cascade` does the same stage by stage for whoever wants to see the stages.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bilging.board import CRAB, JELLYFISH, PUFFER, Board, padded_size
from engine.bilging.cascade import mark_blast, mark_colour, mark_dry_crabs, mark_lines, rise
from engine.bilging.kernels import break_swap, has_code, has_line
from engine.bilging.rules import TILE_PX, Rules
from engine.bilging.scoring import Tables, chain_score, tables
from engine.jit import njit
from engine.lines import Mask


class Physics(NamedTuple):
    """What kernels need of the rules; see `Rules` for units."""

    rows: int
    cols: int
    stride: int
    first: int
    """Flat cell of (0, 0) on a padded board."""
    last: int
    """One past the flat cells of the last row, its edge included."""
    colours: int
    tables: Tables
    crab_points: float
    blast_points: float
    water_start_px: int
    water_min_px: int
    water_max_px: int
    water_rise_px: int
    water_drain_px: float


class Scratch(NamedTuple):
    """Working memory of one call at a time: bool mask of a padded board, int64 line lengths."""

    mask: Mask
    lengths: NDArray[np.int64]


@lru_cache(maxsize=64)
def physics(rules: Rules) -> Physics:
    """Return `rules` as kernels take them."""
    stride = rules.cols + 2
    first = 2 * stride
    return Physics(
        rules.rows,
        rules.cols,
        stride,
        first,
        first + rules.rows * stride,
        rules.colours,
        tables(rules),
        float(rules.crab_points),
        float(rules.blast_points),
        rules.water_start_px,
        rules.water_min_px,
        rules.water_max_px,
        rules.water_rise_px,
        float(rules.water_drain_px),
    )


def scratch(rules: Rules) -> Scratch:
    """Return fresh working memory for boards of `rules`."""
    cells = padded_size(rules.rows, rules.cols)
    return Scratch(np.zeros(cells, dtype=np.bool_), np.zeros(tables(rules).line.size, dtype=np.int64))


@njit
def is_movable(code: int) -> bool:
    """Tell whether a piece can be swapped: a colour, a puffer fish or a jellyfish."""
    return bool(0 <= code < CRAB or code in (PUFFER, JELLYFISH))


@njit
def is_special(code: int) -> bool:
    """Tell whether a swap with this piece fires it: a puffer fish or a jellyfish."""
    return bool(code in (PUFFER, JELLYFISH))


@njit
def fire(board: Board, physics: Physics, cell: int, mask: Mask) -> int:
    """Set `mask` on what a swap of specials at `cell`, already made, clears and return the number of pieces.

    0 where neither piece is a special or both are the same. `mask` comes in clear.
    """
    left = board[cell]
    right = board[cell + 1]
    if left == right or not (is_special(left) or is_special(right)):
        return 0
    if left == PUFFER or right == PUFFER:
        return mark_blast(physics.rows, physics.cols, cell if left == PUFFER else cell + 1, mask)
    if left == JELLYFISH:
        mask[cell] = True
        return 1 + mark_colour(board, right, mask)
    mask[cell + 1] = True
    return 1 + mark_colour(board, left, mask)


@njit
def play_swap(
    board: Board, physics: Physics, cell: int, code: int, water_px: int, scratch: Scratch
) -> tuple[float, float, int]:
    """Make the swap of `cell` with its right neighbour and all that follows but the refill.

    Args:
        board: padded, no line on it; changed in place, holes end as EMPTY at the bottom.
        physics: of the rules.
        cell: flat cell of the left piece; the swap must be legal.
        code: what the swap breaks (`engine.bilging.kernels.swap_codes`).
        water_px: level of the water before it.
        scratch: working memory.

    Returns:
        Points of the swap itself, points of chains and crabs after it, level of the water after it.
    """
    rows, cols = physics.rows, physics.cols
    board[cell], board[cell + 1] = board[cell + 1], board[cell]
    own = 0.0
    gone = code != 0
    if gone:
        own = physics.tables.swap[code]
        break_swap(board, physics.stride, physics.last, cell, code)
    elif is_special(board[cell]) or is_special(board[cell + 1]):
        scratch.mask[:] = False
        hit = fire(board, physics, cell, scratch.mask)
        own = hit * physics.blast_points
        gone = hit > 0
        rise(board, rows, cols, scratch.mask)
    later = 0.0
    points = own
    level = water_px
    while gone:
        level = max(min(level, physics.water_min_px), level - int(points * physics.water_drain_px))
        lines = has_line(board, physics.stride, physics.first, physics.last)
        dry_rows = max(0, rows - (level + TILE_PX - 1) // TILE_PX)
        crabs_dry = has_code(board, CRAB, physics.first, physics.first + dry_rows * physics.stride)
        if not (lines or crabs_dry):
            break
        mask, lengths = scratch.mask, scratch.lengths
        blocks = mark_lines(board, rows, cols, mask, lengths)
        points = chain_score(physics.tables, lengths, blocks)
        crabs = mark_dry_crabs(board, rows, cols, level, mask)
        points += physics.crab_points * crabs * crabs * level / physics.water_start_px
        later += points
        rise(board, rows, cols, mask)
    if own == 0.0 and later == 0.0:
        level = max(level, min(level + physics.water_rise_px, physics.water_max_px))
    return own, later, level

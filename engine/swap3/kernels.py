"""The kernels of a swap game with both directions: legal swaps, one stage of a cascade, new pieces, whole moves.

All work in place on a padded board (`engine.padded.pad`), of int8 or of a search's int64 words.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice, roll
from engine.jit import njit
from engine.lines import Mask, completes_line, mark_lines
from engine.padded import Cells, padded_size
from engine.swap3.board import EMPTY
from engine.swap3.rules import Rules

MOST_STAGES = 100
"""A cascade that goes on longer than this is ended; chance makes none so long."""


class Physics(NamedTuple):
    """What kernels need of the rules; see `Rules`."""

    rows: int
    cols: int
    stride: int
    first: int
    """Flat cell of (0, 0) on a padded board."""
    kinds: int
    gravity_down: bool
    swaps_across: bool
    swaps_down: bool
    quiet_swaps: bool
    piece_points: float
    chain_bonus: float


class Scratch(NamedTuple):
    """Working memory of one call at a time: bool mask of a padded board, int64 line lengths."""

    mask: Mask
    lengths: NDArray[np.int64]


@lru_cache(maxsize=64)
def physics(rules: Rules) -> Physics:
    """Return `rules` as kernels take them."""
    stride = rules.cols + 2
    return Physics(
        rules.rows,
        rules.cols,
        stride,
        2 * stride,
        rules.kinds,
        rules.gravity_down,
        rules.swaps_across,
        rules.swaps_down,
        rules.quiet_swaps,
        float(rules.piece_points),
        float(rules.chain_bonus),
    )


def scratch(rules: Rules) -> Scratch:
    """Return fresh working memory for boards of `rules`."""
    mask = np.zeros(padded_size(rules.rows, rules.cols), dtype=np.bool_)
    return Scratch(mask, np.zeros(max(rules.rows, rules.cols) + 1, dtype=np.int64))


@njit
def cells_of_move(physics: Physics, move: int) -> tuple[int, int]:
    """Return the flat cells that a move swaps, on a padded board."""
    cell = physics.first + (move // 2) // physics.cols * physics.stride + (move // 2) % physics.cols
    return cell, cell + (physics.stride if move % 2 else 1)


@njit
def lines_up(board: Cells, stride: int, one: int, other: int) -> bool:
    """Tell whether swapping two cells makes a line of three; the board is left as it was."""
    board[one], board[other] = board[other], board[one]
    found = completes_line(board, stride, one, board[one]) or completes_line(board, stride, other, board[other])
    board[one], board[other] = board[other], board[one]
    return found


@njit
def is_legal(board: Cells, physics: Physics, move: int) -> bool:
    """Tell whether a move, one that `cells_of_move` has cells for, is legal on a board that holds no line."""
    if not (physics.swaps_down if move % 2 else physics.swaps_across):
        return False
    one, other = cells_of_move(physics, move)
    here, there = board[one], board[other]
    if here == there or not (0 <= here < physics.kinds and 0 <= there < physics.kinds):
        return False
    return physics.quiet_swaps or lines_up(board, physics.stride, one, other)


@njit
def legal_swaps(board: Cells, physics: Physics, moves: NDArray[np.int64]) -> int:
    """Write the legal moves into `moves`, ascending; return how many."""
    count = 0
    for move in range(2 * physics.rows * physics.cols):
        if is_legal(board, physics, move):
            moves[count] = move
            count += 1
    return count


@njit
def points_of(physics: Physics, lengths: NDArray[np.int64], stage: int) -> float:
    """Return the points of lines, counted by their lengths, that go in stage `stage` of a move, from 0."""
    points = 0.0
    for length in range(3, lengths.size):
        points += lengths[length] * (length - 2) * physics.piece_points
    return float(points * (1.0 + stage * physics.chain_bonus))


@njit
def collapse(board: Cells, physics: Physics, mask: Mask) -> None:
    """Take out the cells of `mask`; the rest of each column falls, holes stay EMPTY where new pieces come in."""
    step = -physics.stride if physics.gravity_down else physics.stride
    for col in range(physics.cols):
        top = physics.first + col
        to = top + (physics.rows - 1) * physics.stride if physics.gravity_down else top
        cell = to
        for _ in range(physics.rows):
            if not mask[cell]:
                board[to] = board[cell]
                to += step
            cell += step
        while to != cell:
            board[to] = EMPTY
            to += step


@njit
def refill(board: Cells, physics: Physics, dice: Dice) -> None:
    """Fill every hole, top row first, left to right, with a kind drawn uniformly; what lines up then breaks too."""
    for row in range(physics.rows):
        start = physics.first + row * physics.stride
        for cell in range(start, start + physics.cols):
            if board[cell] == EMPTY:
                board[cell] = roll(dice, physics.kinds)


@njit
def break_lines(board: Cells, physics: Physics, stage: int, space: Scratch) -> float:
    """Take out every line of a board and let the rest fall; return the points, -1 where there is no line.

    `space.mask` holds what went.
    """
    if mark_lines(board, physics.rows, physics.cols, physics.kinds, space.mask, space.lengths) == 0:
        return -1.0
    collapse(board, physics, space.mask)
    return points_of(physics, space.lengths, stage)


@njit
def swap_known(board: Cells, physics: Physics, move: int, space: Scratch) -> float:
    """Make a legal move as far as chance has no part in it; return its points.

    The old pieces break and fall until nothing lines up; holes stay EMPTY.
    """
    one, other = cells_of_move(physics, move)
    board[one], board[other] = board[other], board[one]
    total = 0.0
    for stage in range(MOST_STAGES):
        points = break_lines(board, physics, stage, space)
        if points < 0.0:
            break
        total += points
    return total


@njit
def settle(board: Cells, physics: Physics, stage: int, space: Scratch, dice: Dice) -> float:
    """Fill the holes and break what lines up, again and again until nothing does; return the points.

    Args:
        board: padded, with holes; settled afterwards.
        physics: of the rules.
        stage: of the first lines that may break.
        space: working memory.
        dice: advanced.
    """
    total = 0.0
    for more in range(MOST_STAGES):
        refill(board, physics, dice)
        points = break_lines(board, physics, stage + more, space)
        if points < 0.0:
            break
        total += points
    return total

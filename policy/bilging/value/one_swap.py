"""The best swap by what it brings at once and the value of the board after it.

A quiet swap changes the cells of two colours in one row: the value of the board after it is told from a few entries.
So a look at all swaps costs about as much as a handful of whole values.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bilging import Rules
from engine.bilging.afterstate import Physics, Scratch, is_movable, is_special, play_swap, scratch
from engine.bilging.board import Board, padded_size
from engine.bilging.kernels import SwapCodes, swap_codes
from engine.jit import njit
from policy.bilging.value.features import CELLS, COLOURS, CROSSINGS, ROWS, Views, look, views
from policy.bilging.value.value import Value, Weights, value_of, viewed

NOTHING: Final = -1e30
"""Worth of what cannot be swapped."""


class Swaps(NamedTuple):
    """What every swap of a board is worth, and working memory.

    Attributes:
        worth: float32 (cells,): points plus value of the board after the swap of a cell with its right neighbour;
            NOTHING where there is no swap of two different pieces.
        points: float32 (cells,): of the swap itself and all chains.
        codes: uint8 (cells,): what it breaks.
        trial: int8 (cells,).
        views: of the board before the swap.
        crossed: float32 (COLOURS, ROWS - 1): weights of CROSSINGS that a colour has a part in.
        scratch: of `play_swap`.
    """

    worth: NDArray[np.float32]
    points: NDArray[np.float32]
    codes: SwapCodes
    trial: Board
    views: Views
    crossed: NDArray[np.float32]
    scratch: Scratch


def swaps(rules: Rules) -> Swaps:
    """Return working memory for boards of `rules`."""
    cells = padded_size(rules.rows, rules.cols)
    return Swaps(
        np.full(cells, NOTHING, np.float32),
        np.zeros(cells, np.float32),
        np.zeros(cells, np.uint8),
        np.zeros(cells, np.int8),
        views(),
        np.zeros((COLOURS, ROWS - 1), np.float32),
        scratch(rules),
    )


@njit
def weigh_swaps(board: Board, physics: Physics, value: Value, water_px: int, swaps: Swaps) -> None:
    """Fill `swaps` for a board.

    Args:
        board: padded, no line on it; not changed.
        physics, value: of the rules; the weights must be the same for a pair of colours in either order.
        water_px: level of the water.
        swaps: `worth`, `points` and `codes` are the result.
    """
    stride, codes, trial = physics.stride, swaps.codes, swaps.trial
    swap_codes(board, stride, physics.first, physics.last, codes)
    now = 0.0
    if value.known:
        look(board, physics, swaps.views)
        now = viewed(swaps.views, value.weights)
        _cross(swaps.views, value.weights, swaps.crossed)
    for row in range(physics.rows):
        first = physics.first + row * stride
        for col in range(physics.cols - 1):
            cell = first + col
            left, right = board[cell], board[cell + 1]
            swaps.points[cell] = 0.0
            if left == right or not (is_movable(left) and is_movable(right)):
                swaps.worth[cell] = NOTHING
                continue
            code = codes[cell]
            if code == 0 and not (is_special(left) or is_special(right)):
                swaps.worth[cell] = 0.0
                if value.known:
                    swaps.worth[cell] = now + _change(swaps.views, value.weights, swaps.crossed, row, col, left, right)
                continue
            trial[:] = board
            own, later, _ = play_swap(trial, physics, cell, code, water_px, swaps.scratch)
            swaps.points[cell] = own + later
            swaps.worth[cell] = own + later + value_of(trial, physics, value)


@njit
def _cross(views: Views, weights: Weights, crossed: NDArray[np.float32]) -> None:
    crossed[:] = 0
    crossings = views.crossings
    for one in range(COLOURS):
        for other in range(one):
            for row in range(ROWS - 1):
                weight = weights[CROSSINGS + crossings[one, row] + 2 * crossings[other, row]]
                crossed[one, row] += weight
                crossed[other, row] += weight


@njit
def _change(
    views: Views, weights: Weights, crossed: NDArray[np.float32], row: int, col: int, left: int, right: int
) -> float:
    """Return by how much the swap of two colours at (row, col) that breaks nothing changes the value."""
    masks, crossings, digits = views.masks, views.crossings, views.digits
    flip = 3 << col
    total = np.float32(0.0)
    for window in range(max(row - 2, 0), min(row, ROWS - 3) + 1):
        moved = flip << 6 * (row - window)
        for colour in (left, right):
            cells = masks[colour, window] | masks[colour, window + 1] << 6 | masks[colour, window + 2] << 12
            total += weights[CELLS + (cells ^ moved)] - weights[CELLS + cells]
    left_by = digits[masks[left, row] ^ flip] - digits[masks[left, row]]
    right_by = digits[masks[right, row] ^ flip] - digits[masks[right, row]]
    for window in range(max(row - 1, 0), min(row, ROWS - 2) + 1):
        height = 729 if window < row else 1
        ours = crossings[left, window]
        theirs = crossings[right, window]
        new_left = ours + height * left_by
        new_right = theirs + height * right_by
        total -= crossed[left, window] + crossed[right, window] - weights[CROSSINGS + ours + 2 * theirs]
        total += weights[CROSSINGS + new_left + 2 * new_right]
        for colour in range(COLOURS):
            if colour not in (left, right):
                other = 2 * crossings[colour, window]
                total += weights[CROSSINGS + new_left + other] + weights[CROSSINGS + new_right + other]
    return float(total)

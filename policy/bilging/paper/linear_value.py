"""Kernels of the paper's player: the linear value of a board, and what swaps are worth by it.

V(board) = theta . (five features, 1). A swap is worth its points plus gamma times the mean value of its successors;
where new pieces come in, successors are drawn. Two moves ahead the value of a successor is its best swap's.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bilging.afterstate import Physics, Scratch, is_movable, play_swap, scratch
from engine.bilging.board import EMPTY, Board, padded_size
from engine.bilging.cascade import refill
from engine.bilging.kernels import has_code, swap_code
from engine.bilging.rules import Rules
from engine.dice import Dice
from engine.jit import njit
from policy.bilging.paper.bingo_features import FEATURES, PIECES, Geometry, find, geometry, mark_colours


class Model(NamedTuple):
    """What the player knows and has learned.

    Attributes:
        shape: tables of the features.
        crab_rate, puffer_rate, jellyfish_rate: of the rules.
        theta: float64 (6,): weights of the five features, then the constant; points.
        gamma: discount of a move.
        samples: successors drawn of a swap that lets new pieces in (the paper's k).
    """

    shape: Geometry
    crab_rate: float
    puffer_rate: float
    jellyfish_rate: float
    theta: NDArray[np.float64]
    gamma: float
    samples: int


class Space(NamedTuple):
    """Working memory.

    Attributes:
        boards: int8 (2, 2, cells): by moves still to make, a board after a swap and one with new pieces.
        where: int64 (rows, 7), see `mark_colours`.
        features: float64 (5,): of the board last looked at.
        bingos: int64 (2, 8): its closest bingo (`Bingo`), and one on trial.
        scratch: of `play_swap`.
    """

    boards: NDArray[np.int8]
    where: NDArray[np.int64]
    features: NDArray[np.float64]
    bingos: NDArray[np.int64]
    scratch: Scratch


def model(rules: Rules, theta: NDArray[np.float64], gamma: float, samples: int) -> Model:
    """Return the model for `rules`; `theta` as in `Model`."""
    crab, puffer, jellyfish = map(float, (rules.crab_rate, rules.puffer_rate, rules.jellyfish_rate))
    return Model(geometry(rules.cols), crab, puffer, jellyfish, theta, gamma, samples)


def space(rules: Rules) -> Space:
    """Return working memory for boards of `rules`."""
    return Space(
        np.zeros((2, 2, padded_size(rules.rows, rules.cols)), dtype=np.int8),
        np.zeros((rules.rows, 7), dtype=np.int64),
        np.zeros(FEATURES),
        np.zeros((2, PIECES), dtype=np.int64),
        scratch(rules),
    )


@njit
def look_at(board: Board, rule: Physics, shape: Geometry, space: Space) -> None:
    """Write the features of a padded board to `space.features` and its closest bingo to `space.bingos[0]`."""
    mark_colours(board, rule, space.where)
    find(board, rule, shape, space.where, space.features, space.bingos[0], space.bingos[1])


@njit
def value_of(board: Board, rule: Physics, model: Model, space: Space) -> float:
    """Return the value of a padded board, points."""
    look_at(board, rule, model.shape, space)
    total = float(model.theta[FEATURES])
    for index in range(FEATURES):
        total += model.theta[index] * space.features[index]
    return total


@njit
def take_new_pieces(board: Board, settled: Board, water_px: int, rule: Physics, model: Model, rolls: Dice) -> None:
    """Copy `settled` to `board` and fill its holes."""
    board[:] = settled
    rates = model.crab_rate, model.puffer_rate, model.jellyfish_rate
    refill(board, rule.rows, rule.cols, rule.colours, rates[0], rates[1], rates[2], water_px, rolls)


@njit
def is_open(board: Board, rule: Physics) -> bool:
    """Tell whether a padded board has holes: they are at the bottom."""
    return has_code(board, EMPTY, rule.last - rule.stride, rule.last)


@njit
def swap_outcome(
    board: Board,
    water_px: int,
    rule: Physics,
    model: Model,
    cell: int,
    mean: NDArray[np.float64],
    rolls: Dice,
    space: Space,
) -> float:
    """Return the points of the swap at a flat cell and write the mean features of its successors.

    Args:
        board: padded, settled; not changed.
        water_px, rule, model, rolls, space: as the names say; `model.theta` is not used.
        cell: of the left piece; the swap must be legal.
        mean: float64 (5,), written.
    """
    after, fresh = space.boards[0, 0], space.boards[0, 1]
    after[:] = board
    own, later, water = play_swap(after, rule, cell, swap_code(after, rule.stride, cell), water_px, space.scratch)
    if not is_open(after, rule):
        look_at(after, rule, model.shape, space)
        mean[:] = space.features
        return own + later
    mean[:] = 0.0
    for _ in range(model.samples):
        take_new_pieces(fresh, after, water, rule, model, rolls)
        look_at(fresh, rule, model.shape, space)
        for index in range(FEATURES):
            mean[index] += space.features[index] / model.samples
    return own + later


@njit
def one_move(board: Board, water_px: int, rule: Physics, model: Model, cell: int, rolls: Dice, space: Space) -> float:
    """Return what the swap at a flat cell is worth one move ahead, points; arguments as in `swap_outcome`."""
    after, fresh = space.boards[0, 0], space.boards[0, 1]
    after[:] = board
    own, later, water = play_swap(after, rule, cell, swap_code(after, rule.stride, cell), water_px, space.scratch)
    if not is_open(after, rule):
        return own + later + model.gamma * value_of(after, rule, model, space)
    total = 0.0
    for _ in range(model.samples):
        take_new_pieces(fresh, after, water, rule, model, rolls)
        total += value_of(fresh, rule, model, space)
    return own + later + model.gamma * total / model.samples


@njit
def best_move(board: Board, water_px: int, rule: Physics, model: Model, rolls: Dice, space: Space) -> float:
    """Return what the best swap of two different pieces is worth; the value of the board if there is none."""
    best = -np.inf
    for row in range(rule.rows):
        start = rule.first + row * rule.stride
        for cell in range(start, start + rule.cols - 1):
            left, right = board[cell], board[cell + 1]
            if left != right and is_movable(left) and is_movable(right):
                best = max(best, one_move(board, water_px, rule, model, cell, rolls, space))
    if best == -np.inf:
        return value_of(board, rule, model, space)
    return best


@njit
def two_moves(board: Board, water_px: int, rule: Physics, model: Model, cell: int, rolls: Dice, space: Space) -> float:
    """Return what the swap at a flat cell is worth two moves ahead, points; arguments as in `swap_outcome`."""
    after, fresh = space.boards[1, 0], space.boards[1, 1]
    after[:] = board
    own, later, water = play_swap(after, rule, cell, swap_code(after, rule.stride, cell), water_px, space.scratch)
    if not is_open(after, rule):
        return own + later + model.gamma * best_move(after, water, rule, model, rolls, space)
    total = 0.0
    for _ in range(model.samples):
        take_new_pieces(fresh, after, water, rule, model, rolls)
        total += best_move(fresh, water, rule, model, rolls, space)
    return own + later + model.gamma * total / model.samples


@njit
def score_moves(
    board: Board,
    water_px: int,
    rule: Physics,
    model: Model,
    look: int,
    cells: NDArray[np.int64],
    values: NDArray[np.float64],
    rolls: Dice,
    space: Space,
) -> None:
    """Write to `values`, float64 (n,), what the swaps at `cells`, int64 (n,), are worth `look` (1, 2) moves ahead."""
    for index in range(cells.size):
        if look == 1:
            values[index] = one_move(board, water_px, rule, model, cells[index], rolls, space)
        else:
            values[index] = two_moves(board, water_px, rule, model, cells[index], rolls, space)

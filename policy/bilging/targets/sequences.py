"""Sequences of plans: what every target of a position leads to, what comes below a break unknown."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bilging.afterstate import Physics, Scratch, play_swap
from engine.bilging.board import Board
from engine.bilging.kernels import swap_code
from engine.jit import njit
from policy.bilging.targets.nearest import Targets, nearest_targets
from policy.bilging.targets.orders import LONGEST, Order, find_order
from policy.bilging.targets.row_swaps import RowSwaps

TRIES: Final = 200
"""Swaps that are tried for an order of a target's; hardly any that is found takes more."""


class Positions(NamedTuple):
    """Positions after sequences of plans.

    Attributes:
        boards: int8 (n, cells), padded; holes EMPTY.
        water: int64 (n,), level of the water, pixels.
        points: float64 (n,), since the root, chains and crabs counted.
        moves: int64 (n,), swaps since the root.
        first: int64 (n, LONGEST), flat cells of the swaps of the first plan, 0 after the last.
    """

    boards: NDArray[np.int8]
    water: NDArray[np.int64]
    points: NDArray[np.float64]
    moves: NDArray[np.int64]
    first: NDArray[np.int64]


def positions(count: int, cells: int) -> Positions:
    """Return room for so many positions of boards of so many cells."""
    return Positions(
        np.zeros((count, cells), np.int8),
        np.zeros(count, np.int64),
        np.zeros(count),
        np.zeros(count, np.int64),
        np.zeros((count, LONGEST), np.int64),
    )


def chosen(among: Positions, ranks: NDArray[np.int64]) -> Positions:
    """Return copies of some positions, in the order of `ranks`."""
    boards, water, points, moves, first = among
    return Positions(boards[ranks], water[ranks], points[ranks], moves[ranks], first[ranks])


@njit
def extend(
    board: Board,
    water_px: int,
    points: float,
    moves: int,
    first: NDArray[np.int64],
    left: int,
    price: float,
    farthest: int,
    rule: Physics,
    table: RowSwaps,
    found: Targets,
    made: Order,
    scratch: Scratch,
    into: Positions,
    count: int,
) -> int:
    """Write what each target of a position leads to behind `count` positions; return how many there are then.

    Args:
        board, water_px, points, moves, first: of the position, as in `Positions`.
        left: swaps that the game still had at the root.
        price: points that a swap costs.
        farthest: swaps that a target may be away at most.
        rule: physics of the rules.
        table: `row_swaps` of its columns.
        found, made, scratch: working memory.
        into: the result.
        count: positions in it.

    Targets to which no order without an early break was found are left out.
    """
    near = min(farthest, left - moves)
    for index in range(nearest_targets(board, rule, table, price, near, found)):
        swaps = find_order(board, rule, table, found, index, TRIES, made)
        if swaps == 0 or count == into.points.size:
            continue
        after = into.boards[count]
        after[:] = board
        level, gained = water_px, 0.0
        for number in range(swaps):
            cell = made.cells[number]
            own, later, level = play_swap(after, rule, cell, swap_code(after, rule.stride, cell), level, scratch)
            gained += own + later
        into.water[count], into.points[count], into.moves[count] = level, points + gained, moves + swaps
        into.first[count] = first
        if moves == 0:
            into.first[count] = 0
            into.first[count, :swaps] = made.cells[:swaps]
        count += 1
    return count

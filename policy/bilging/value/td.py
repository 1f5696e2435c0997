"""Learning the value by self-play: average-reward TD on the boards between a move and its refill.

The target of a board is what the best next swap is worth (points - rho + value of the board after it; Schwartz's
R-learning, ICML 1993; afterstates: Sutton and Barto, section 6.8), rho a running mean of the points. Each weight has
its own step size, |sum of its errors| / sum of their sizes (temporal coherence: Beal and Smith, IJCAI 1999; for
n-tuples Jaskowski, Mastering 2048, 2016).
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bilging.afterstate import Physics, play_swap
from engine.bilging.board import EMPTY, Board
from engine.bilging.cascade import refill
from engine.dice import Dice, roll
from engine.jit import njit
from policy.bilging.value.features import COLS, CROSSINGS, ENTRIES, MEETINGS, SUPPLY, Entries, entries_of, look
from policy.bilging.value.one_swap import Swaps, weigh_swaps
from policy.bilging.value.value import Value, Weights

GAME: Final = 100
"""Moves after which a new board is dealt: play from the very first boards is to be learned as well."""
MEMORY: Final = 1.0 / 50_000
"""Weight of the last move in the running mean of points."""


class Pupil(NamedTuple):
    """Everything that a training in progress consists of.

    Attributes:
        weights, errors, sizes: float32 (TABLE_SIZE,): the value; sums of the errors of each weight and of their sizes.
        board: int8 padded: the board before the next swap.
        entries: int64 (ENTRIES,): of the board after the last swap.
        dice: uint64 (1,).
        counts: int64 (3,): moves made in all, moves made from this first board, level of the water.
        rho: float64 (1,).
    """

    weights: Weights
    errors: Weights
    sizes: Weights
    board: Board
    entries: Entries
    dice: Dice
    counts: NDArray[np.int64]
    rho: NDArray[np.float64]


class Mirrors(NamedTuple):
    """Where mirror images stand.

    Attributes:
        bits: int64 (64,): six bits in reverse order.
        digits: int64 (729,): six digits of base 3 in reverse order.
        others: int64 (729,): digits 1 and 2 exchanged.
    """

    bits: NDArray[np.int64]
    digits: NDArray[np.int64]
    others: NDArray[np.int64]


@cache
def mirrors() -> Mirrors:
    """Return the images of rows."""
    bits = [int(f"{mask:06b}"[::-1], 2) for mask in range(1 << COLS)]
    rows = [[number // 3**place % 3 for place in range(COLS)] for number in range(3**COLS)]
    digits = [sum(digit * 3 ** (COLS - 1 - place) for place, digit in enumerate(row)) for row in rows]
    others = [sum((0, 2, 1)[digit] * 3**place for place, digit in enumerate(row)) for row in rows]
    return Mirrors(np.array(bits), np.array(digits), np.array(others))


@njit
def learn(
    moves: int, pupil: Pupil, physics: Physics, value: Value, rate: float, mirrors: Mirrors, swaps: Swaps
) -> None:
    """Play `moves` swaps on from the pupil's board and learn from each.

    Args:
        moves: how many.
        pupil: changed throughout.
        physics: of the rules, without specials.
        value: holds the pupil's weights.
        rate: factor of all step sizes.
        mirrors: from `mirrors`.
        swaps: working memory.
    """
    board, counts = pupil.board, pupil.counts
    for _ in range(moves):
        if counts[1] == 0:
            for row in range(physics.rows):
                start = physics.first + row * physics.stride
                board[start : start + physics.cols] = EMPTY
            counts[2] = physics.water_start_px
            _refill(board, physics, counts[2], pupil.dice)
        weigh_swaps(board, physics, value, counts[2], swaps)
        cell = _best_from(swaps.worth, physics.first + physics.stride * roll(pupil.dice, physics.rows), physics)
        worth = swaps.worth[cell]
        if counts[1] > 0:
            known = 0.0
            for index in range(ENTRIES):
                known += value.weights[pupil.entries[index]]
            _correct(pupil, np.float32(worth - pupil.rho[0] - known), np.float32(rate / ENTRIES), mirrors)
            pupil.rho[0] += MEMORY * (swaps.points[cell] - pupil.rho[0])
        _, _, counts[2] = play_swap(board, physics, cell, swaps.codes[cell], counts[2], swaps.scratch)
        look(board, physics, swaps.views)
        entries_of(swaps.views, pupil.entries)
        counts[0] += 1
        counts[1] = (counts[1] + 1) % GAME
        _refill(board, physics, counts[2], pupil.dice)


@njit
def _best_from(worth: NDArray[np.float32], start: int, physics: Physics) -> int:
    """Return the cell of most worth, the first from `start` on where several have it."""
    best = start
    for cell in range(start, physics.last):
        if worth[cell] > worth[best]:
            best = cell
    for cell in range(physics.first, start):
        if worth[cell] > worth[best]:
            best = cell
    return best


@njit
def _refill(board: Board, physics: Physics, water_px: int, dice: Dice) -> None:
    refill(board, physics.rows, physics.cols, physics.colours, 0.0, 0.0, 0.0, water_px, dice)


@njit
def _correct(pupil: Pupil, error: np.float32, rate: np.float32, mirrors: Mirrors) -> None:
    """Move the weights of the pupil's entries, and those of their images, by their part of the error."""
    weights, errors, sizes = pupil.weights, pupil.errors, pupil.sizes
    bits, digits, others = mirrors.bits, mirrors.digits, mirrors.others
    size = abs(error)
    for index in range(ENTRIES):
        entry = pupil.entries[index]
        step = rate
        if sizes[entry] > 0:
            step *= abs(errors[entry]) / sizes[entry]
        weight = weights[entry] + step * error
        sum_of_errors = errors[entry] + error
        sum_of_sizes = sizes[entry] + size
        twin = entry
        images = 1
        if entry < CROSSINGS:
            twin = bits[entry & 63] | bits[entry >> 6 & 63] << 6 | bits[entry >> 12] << 12
            images = 2
        elif entry < SUPPLY:
            upper, lower = (entry - CROSSINGS) % 729, (entry - CROSSINGS) // 729
            twin = CROSSINGS + others[upper] + 729 * others[lower]
            images = 4
        elif MEETINGS <= entry < MEETINGS + 4096:
            twin = MEETINGS + ((entry - MEETINGS) >> 6 | ((entry - MEETINGS) & 63) << 6)
            images = 2
        weights[entry], errors[entry], sizes[entry] = weight, sum_of_errors, sum_of_sizes
        if images == 1:
            continue
        weights[twin], errors[twin], sizes[twin] = weight, sum_of_errors, sum_of_sizes
        if images == 4:
            for image in (entry, twin):
                upper, lower = (image - CROSSINGS) % 729, (image - CROSSINGS) // 729
                twin2 = CROSSINGS + digits[upper] + 729 * digits[lower]
                weights[twin2], errors[twin2], sizes[twin2] = weight, sum_of_errors, sum_of_sizes
    return

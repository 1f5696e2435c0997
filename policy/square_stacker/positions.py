"""Positions as the general searches want them: the engine's words and, behind them, score and moves made.

``words`` is int64 (12,): [0..9] as in `engine.square_stacker.packed`, [10] score, [11] moves made. What is dealt
depends on the score, and the game may end after so many moves.
"""

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice, roll
from engine.jit import njit, njit_inline
from engine.square_stacker import CELLS, PIECES, Rules, State
from engine.square_stacker.kernels import (
    ALL_CELLS,
    NTH_BIT,
    POPCOUNT,
    deal,
    free_cells,
    hand_is_played,
    occupied,
    place,
    scoring_of,
)
from engine.square_stacker.packed import HAND, WORDS, pack
from policy.search.game import NO_MOVE, GameKernels, Moves, Words

SCORE: Final = WORDS
MOVES_MADE: Final = WORDS + 1
POSITION_WORDS: Final = WORDS + 2
MOST_MOVES: Final = PIECES * CELLS
"""Legal moves there can be."""


Physics = NDArray[np.int64]
"""What the kernels need to know of `Rules`, (7 + 3 * steps,): the engine's `Scoring` (5 words), 1 where hands are
dealt that can be played, moves after which the game is over (0: never), then for each step of the growth its score,
its colours, and its chance of two sizes in units of 2**-53, rounded up.

One array, because numba counts references of every array at each call that is not inlined. The unit is that of the
dice: the chances are exact."""

FEASIBLE: Final = 5
MOVE_LIMIT: Final = 6
GROWTH: Final = 7
STEP: Final = 3
CHANCE_UNIT: Final = 2.0**-53


def physics(rules: Rules) -> Physics:
    """Return what the kernels need to know of `rules`."""
    words = [*scoring_of(rules).tolist(), int(rules.feasible), rules.move_limit]
    for step in rules.growth:
        words += [step.score, step.colours, math.ceil(step.two_sizes / CHANCE_UNIT)]
    return np.array(words, np.int64)


def position_of(state: State) -> Words:
    """Return a state as words; a slot that could not be read counts as free, a piece with one as played."""
    words = np.empty(POSITION_WORDS, np.int64)
    words[:WORDS] = pack(state)
    words[SCORE] = state.score
    words[MOVES_MADE] = state.moves
    return words


@njit_inline
def play(words: Words, move: int, rules: Physics, dice: Dice) -> float:
    """Make a legal move, the next hand dealt where it was the last piece; see `policy.search.game.play`."""
    points = place(words, move // CELLS, move % CELLS, rules)
    words[SCORE] += points
    words[MOVES_MADE] += 1
    if hand_is_played(words):
        step = rules.size - STEP
        while step > GROWTH and rules[step] > words[SCORE]:
            step -= STEP
        deal(words, dice, rules[step + 1], rules[step + 2] * CHANCE_UNIT, rules[FEASIBLE] != 0)
    return float(points)


@njit_inline
def _ended(words: Words, rules: Physics) -> bool:
    return bool(rules[MOVE_LIMIT] != 0 and words[MOVES_MADE] >= rules[MOVE_LIMIT])


@njit
def legal_moves(words: Words, rules: Physics, moves: Moves) -> int:
    """Write the legal moves into `moves`, (27,), ascending; return how many."""
    if _ended(words, rules):
        return 0
    taken = occupied(words)
    count = 0
    for piece in range(PIECES):
        free = free_cells(taken, words[HAND + piece])
        for nth in range(POPCOUNT[free]):
            moves[count] = CELLS * piece + NTH_BIT[free * CELLS + nth]
            count += 1
    return count


@njit_inline
def random_move(words: Words, rules: Physics, dice: Dice) -> int:
    """Return a legal move, each with the same chance, or NO_MOVE; one roll."""
    if _ended(words, rules):
        return NO_MOVE
    taken = occupied(words)
    first = free_cells(taken, words[HAND])
    second = free_cells(taken, words[HAND + 1])
    third = free_cells(taken, words[HAND + 2])
    firsts, seconds = POPCOUNT[first], POPCOUNT[second]
    count = firsts + seconds + POPCOUNT[third]
    if count == 0:
        return NO_MOVE
    nth = roll(dice, count)
    # arithmetic, not branches: which piece it is cannot be guessed
    past_first, past_second = int(nth >= firsts), int(nth >= firsts + seconds)
    piece = past_first + past_second
    nth -= firsts * past_first + seconds * past_second
    free = (first | second << CELLS | third << 2 * CELLS) >> CELLS * piece & ALL_CELLS
    return int(CELLS * piece + NTH_BIT[free * CELLS + nth])


KERNELS: Final = GameKernels("square_stacker", play, legal_moves, random_move)
"""Square Stacker for the general searches."""

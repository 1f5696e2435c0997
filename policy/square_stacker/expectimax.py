"""The plays of a hand weighed by what the next hands bring: expectimax over sampled hands.

Every play in question meets the same sampled hands (common random numbers), so that luck cancels in the comparison.
"""

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice, next_word
from engine.jit import njit
from engine.square_stacker.kernels import Scoring, deal
from engine.square_stacker.packed import WORDS, Words
from policy.square_stacker.hand_search import ENDS, POINTS, Plays, Value, find_plays


@njit
def follow(
    plays: Plays,
    wanted: NDArray[np.bool_],
    hands: int,
    growth: tuple[int, float, bool],
    scoring: Scoring,
    value: Value,
    dice: Dice,
    inner: Plays,
    board: Words,
    own: Dice,
    outcomes: NDArray[np.float64],
) -> None:
    """Let each wanted play meet one sampled future of `hands` hands, the same for all.

    Args:
        plays: the plays.
        wanted: (k,) bool: which of them.
        hands: dealt one after the other, each played by `find_plays`.
        growth: colours, chance of two sizes, feasible: as `deal` takes them.
        scoring, value: as in `find_plays`.
        dice: advanced by one word.
        inner: room for one play.
        board, own: (10,) int64 and (1,) uint64 scratch.
        outcomes: (k,) float64: receives points + gamma * (points of the hands and the value after, discounted).
    """
    future = next_word(dice)
    for k in range(wanted.size):
        if not wanted[k]:
            continue
        total = float(plays.moves[k, POINTS])
        if plays.moves[k, ENDS] == 0:
            own[0] = future
            for word in range(WORDS):
                board[word] = plays.boards[k, word]
            factor = value.gamma
            for ahead in range(hands):
                deal(board, own, growth[0], growth[1], growth[2])
                if find_plays(board, scoring, value, inner) == 0:
                    break
                if ahead + 1 == hands or inner.moves[0, ENDS]:
                    total += factor * inner.worth[0]
                    break
                total += factor * inner.moves[0, POINTS]
                factor *= value.gamma
                for word in range(WORDS):
                    board[word] = inner.boards[0, word]
        outcomes[k] = total

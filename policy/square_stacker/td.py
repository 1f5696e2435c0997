"""Learning the value by self-play: TD(0) on the boards between hands, with coherent step sizes.

Target of a board is what the best play of the next hand is worth (points + gamma * value of the board after it), 0
after the last. Each weight has its own step size, |sum of its errors| / sum of their sizes (temporal coherence:
Beal and Smith, IJCAI 1999; for n-tuples Jaskowski, Mastering 2048, 2016).
"""

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice
from engine.jit import njit
from engine.square_stacker.kernels import Scoring, deal
from engine.square_stacker.packed import Words
from policy.square_stacker.features import ENTRIES, Entries, entries_of
from policy.square_stacker.hand_search import ENDS, POINTS, Plays, Value, find_plays
from policy.square_stacker.value import Weights, value_of


@njit
def learn(
    hands: int,
    words: Words,
    dice: Dice,
    growth: tuple[int, float, bool],
    scoring: Scoring,
    value: Value,
    errors: Weights,
    sizes: Weights,
    rate: float,
    plays: Plays,
    entries: Entries,
    scores: NDArray[np.float64],
) -> int:
    """Play `hands` hands from `words` on, a new game after each end, and learn from each.

    Args:
        hands: how many.
        words: the board between two hands, (10,); changed. All zeros is the start of a game.
        dice: advanced.
        growth: colours, chance of two sizes, feasible: as `deal` takes them.
        scoring: from `scoring_of`.
        value: its weights are changed.
        errors, sizes: float32 tables like the weights: sums of the errors and of their sizes; changed.
        rate: factor of all step sizes.
        plays: room for one play.
        entries: (ENTRIES,) int64 scratch.
        scores: receives the scores of the games that ended, from 1, as many as it has room for; [0] carries the
            score of the game in progress from call to call.

    Returns:
        Number of games that ended.
    """
    games = 0
    for _ in range(hands):
        fresh = not words.any()
        known = value_of(words, value.weights, value.classes, value.size)
        entries_of(words, value.classes, value.size, entries)
        deal(words, dice, growth[0], growth[1], growth[2])
        found = find_plays(words, scoring, value, plays)
        if not fresh:
            error = np.float32((plays.worth[0] if found else 0.0) - known)
            for k in range(ENTRIES):
                entry = entries[k]
                step = rate / ENTRIES
                if sizes[entry] > 0:
                    step *= abs(errors[entry]) / sizes[entry]
                value.weights[entry] += np.float32(step) * error
                errors[entry] += error
                sizes[entry] += abs(error)
        if found:
            scores[0] += plays.moves[0, POINTS]
        if found and not plays.moves[0, ENDS]:
            words[:] = plays.boards[0]
            continue
        games += 1
        if games < scores.size:
            scores[games] = scores[0]
        scores[0] = 0.0
        words[:] = 0
    return games

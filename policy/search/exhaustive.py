"""Every sequence of moves to a depth, chance sampled once a move: the exhaustive search of Oates and others.

Section 3.5.2 says "recursively simulates every possible move once out to a search depth". Which of several readings
is meant shows in the scores (docs/square_stacker.md): a level asks the level below which reply is best, makes that
one reply, chance drawn anew, and counts its own points and the reply's. What lies deeper chooses the reply but is
not counted.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice
from policy.search.game import GameKernels, Words, copy_words, legal_moves, play
from policy.search.specialise import njit_for

Exhaustive = Callable[
    [Words, Any, Dice, int, NDArray[np.int64], NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]],
    tuple[int, int],
]


def exhaustive(
    words: Words,
    rules: Any,
    dice: Dice,
    depth: int,
    moves: NDArray[np.int64],
    values: NDArray[np.float64],
    space: NDArray[np.int64],
    cursor: NDArray[np.int64],
) -> tuple[int, int]:
    """Score every legal move by its own points and those of the best reply to it.

    The best reply is found by the same search one level shallower; ties go to the lower move. The stack is explicit.

    Args:
        words: the position; not changed.
        rules, dice: the game's.
        depth: moves in a sequence, at least 1.
        moves: int64 (depth, m), m the most legal moves there can be; row 0 is filled with the legal moves.
        values: float64 (depth, m); row 0 is filled with their values.
        space: int64 (depth + 1, words.size), scratch.
        cursor: int64 (depth, 2), scratch.

    Returns:
        Number of legal moves, number of moves simulated.
    """
    copy_words(space[0], words)
    count = legal_moves(words, rules, moves[0])
    simulated = 0
    level = 0
    cursor[0, 0], cursor[0, 1] = 0, count
    while True:
        index, width = cursor[level, 0], cursor[level, 1]
        if index < width:
            after = space[level + 1]
            copy_words(after, space[level])
            values[level, index] = play(after, moves[level, index], rules, dice)
            simulated += 1
            replies = legal_moves(after, rules, moves[level + 1]) if level + 1 < depth else 0
            if replies:
                level += 1
                cursor[level, 0], cursor[level, 1] = 0, replies
            else:
                cursor[level, 0] += 1
            continue
        if level == 0:
            return count, simulated
        best = 0
        for reply in range(1, width):
            if values[level, reply] > values[level, best]:
                best = reply
        points = play(space[level], moves[level, best], rules, dice)
        simulated += 1
        level -= 1
        values[level, cursor[level, 0]] += points
        cursor[level, 0] += 1


def compile_exhaustive(game: GameKernels) -> Exhaustive:
    """Return `exhaustive` for a game."""
    return njit_for(game, exhaustive)

"""Flat Monte Carlo: each move is worth the mean of random games that begin with it."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice
from policy.search.game import NO_MOVE, GameKernels, Moves, Words, copy_words, legal_moves, play, random_move
from policy.search.specialise import njit_for

Values = NDArray[np.float64]
"""What each legal move is worth, in the order of the moves."""

Playout = Callable[[Words, Any, Dice, int], tuple[float, int]]
Rollouts = Callable[[Words, Any, Dice, int, int, Moves, Values, NDArray[np.int64]], tuple[int, int]]


def playout(words: Words, rules: Any, dice: Dice, depth: int) -> tuple[float, int]:
    """Make random moves; return their points and their number.

    Args:
        words: changed.
        rules, dice: the game's.
        depth: moves at most; TO_THE_END: until the game is over.
    """
    points = 0.0
    made = 0
    while made != depth:
        move = random_move(words, rules, dice)
        if move == NO_MOVE:
            break
        points += play(words, move, rules, dice)
        made += 1
    return points, made


def rollouts(
    words: Words,
    rules: Any,
    dice: Dice,
    games: int,
    depth: int,
    moves: Moves,
    values: Values,
    space: NDArray[np.int64],
) -> tuple[int, int]:
    """Score every legal move: made once, then `games` playouts from where it leads, the mean of all points.

    What chance brings with the move itself is drawn once and shared by its playouts.

    Args:
        words: the position; not changed.
        rules, dice: the game's.
        games: playouts a move, at least 1.
        depth: moves of a playout at most; TO_THE_END: until the game is over.
        moves: filled with the legal moves.
        values: float64, as long as `moves`; filled with their values.
        space: int64 (2, words.size), scratch.

    Returns:
        Number of legal moves, number of moves simulated.
    """
    after, game = space[0], space[1]
    count = legal_moves(words, rules, moves)
    simulated = count
    for index in range(count):
        copy_words(after, words)
        own = play(after, moves[index], rules, dice)
        points = 0.0
        for _ in range(games):
            copy_words(game, after)
            more, made = playout(game, rules, dice, depth)
            points += more
            simulated += made
        # one division at the end: equal sums of points give equal values
        values[index] = (own * games + points) / games
    return count, simulated


def compile_playout(game: GameKernels) -> Playout:
    """Return `playout` for a game."""
    return njit_for(game, playout)


def compile_rollouts(game: GameKernels) -> Rollouts:
    """Return `rollouts` for a game."""
    return njit_for(game, rollouts, playout=compile_playout(game))

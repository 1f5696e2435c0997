"""A game for the general searches: ten steps, each worth 0, 1 or 2; taking 2 costs two steps, luck adds a point."""

from typing import Any

from engine.dice import Dice, roll
from engine.jit import njit
from policy.search.game import NO_MOVE, GameKernels, Moves, Words

STEPS = 10


@njit
def play(words: Words, move: int, rules: Any, dice: Dice) -> float:
    words[0] -= 1 + (move == 2)
    points = move + (rules[0] != 0 and roll(dice, rules[0]) == 0)
    words[1] += points
    return float(points)


@njit
def legal_moves(words: Words, rules: Any, moves: Moves) -> int:
    count = min(words[0] + 1, 3) if words[0] > 0 else 0
    for move in range(count):
        moves[move] = move
    return int(count)


@njit
def random_move(words: Words, rules: Any, dice: Dice) -> int:
    count = min(words[0] + 1, 3) if words[0] > 0 else 0
    return int(roll(dice, count)) if count else NO_MOVE


KERNELS = GameKernels("toy", play, legal_moves, random_move)

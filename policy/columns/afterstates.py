"""Columns for the general searches: a position with its two known pieces, a move apart from the chance after it.

A position is int64 (n + 3,): the packed one of `engine.columns.packed`, then the falling piece, the next one and how
many pieces may still be placed. A piece that is not known yet is UNKNOWN_PIECE; chance draws it when it begins to fall.
"""

from typing import Final

import numpy as np

from engine.columns import LENGTH, Rules, State
from engine.columns.dealing import honest, jewel
from engine.columns.kernels import is_dead, place
from engine.columns.packed import COLS, HEIGHT, HEIGHTS
from engine.dice import Dice, roll
from engine.jit import njit
from policy.columns.positions import UNKNOWN_PIECE, Opening
from policy.search.game import NO_MOVE, GameKernels, Moves, Words

EXTRA_WORDS: Final = 3
"""Words of a position after the packed one."""
ENDLESS: Final = 1 << 40
"""Pieces that may still be placed where there is no limit."""


def position_of(rules: Rules, state: State, begin: Opening) -> Words:
    """Return `state` as a position."""
    left = rules.move_limit - state.moves if rules.move_limit else ENDLESS
    return np.concatenate((begin.words, np.array([begin.piece, begin.next, left], np.int64)))


@njit
def distinct_turns(piece: int) -> int:
    """Return how many rotations of a piece differ: 1 where all its jewels are alike."""
    return 1 if piece & 15 == piece >> 4 & 15 == piece >> 8 else LENGTH


@njit
def legal_moves(words: Words, rules: Words, moves: Moves) -> int:
    """Write the moves that have room into `moves`, ascending; return how many. Rotations that look alike count once."""
    cols, end = rules[COLS], words.size
    if words[end - 1] <= 0 or is_dead(words, rules):
        return 0
    turns = distinct_turns(words[end - 3])
    count = 0
    for col in range(cols):
        if words[HEIGHTS * cols + col] + LENGTH <= rules[HEIGHT]:
            for turn in range(turns):
                moves[count] = LENGTH * col + turn
                count += 1
    return count


@njit
def advance(words: Words, move: int, rules: Words) -> float:
    """Make a legal move up to where chance comes in; `words` is changed. Return its points."""
    end = words.size
    piece, col, turn = words[end - 3], move // LENGTH, move % LENGTH
    points = place(words, rules, col, jewel(piece, turn, 0), jewel(piece, turn, 1), jewel(piece, turn, 2))
    words[end - 3], words[end - 2] = words[end - 2], UNKNOWN_PIECE
    words[end - 1] -= 1
    return float(points)


@njit
def chance(words: Words, rules: Words, dice: Dice) -> None:
    """Draw the falling piece where it is not known."""
    if words[words.size - 3] == UNKNOWN_PIECE:
        words[words.size - 3] = honest(rules, dice)


@njit
def play(words: Words, move: int, rules: Words, dice: Dice) -> float:
    """Make a legal move and draw what falls then; return its points."""
    points = advance(words, move, rules)
    chance(words, rules, dice)
    return points


@njit
def random_move(words: Words, rules: Words, dice: Dice) -> int:
    """Return a legal move, each with the same chance, or NO_MOVE. Rotations that look alike count once."""
    cols, end = rules[COLS], words.size
    if words[end - 1] <= 0 or is_dead(words, rules):
        return NO_MOVE
    open_cols = 0
    for col in range(cols):
        if words[HEIGHTS * cols + col] + LENGTH <= rules[HEIGHT]:
            open_cols += 1
    if open_cols == 0:
        return NO_MOVE
    turns = distinct_turns(words[end - 3])
    chosen = roll(dice, open_cols * turns)
    for col in range(cols):
        if words[HEIGHTS * cols + col] + LENGTH <= rules[HEIGHT]:
            if chosen < turns:
                return int(LENGTH * col + chosen)
            chosen -= turns
    return NO_MOVE


KERNELS = GameKernels("columns", play, legal_moves, random_move)
"""Columns for `policy.search`."""

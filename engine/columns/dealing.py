"""What piece comes next: by the dice, or by a generator that watches the player.

A piece is one integer: top + 16 * middle + 256 * bottom, so that a MAGIC one fits.
"""

import numpy as np
from numpy.typing import NDArray

from engine.columns.board import MAGIC, Codes
from engine.columns.kernels import NO_ROOM, is_dead, place
from engine.columns.packed import COLOURS, COLS, CROOKED, HEIGHTS, MAGIC_CHANCE, REMOVED, TAIL, Words
from engine.columns.rules import LENGTH
from engine.dice import Dice, next_word, roll
from engine.jit import njit, njit_inline

MAGIC_PIECE = MAGIC * 0x111


def piece_of(codes: Codes) -> int:
    """Return int8 (3,) codes, top to bottom, as one integer."""
    top, middle, bottom = (int(code) for code in codes)
    return top | middle << 4 | bottom << 8


def codes_of(piece: int) -> Codes:
    """Return a piece as int8 (3,) codes, top to bottom."""
    return np.array([piece & 15, piece >> 4 & 15, piece >> 8 & 15], np.int8)


@njit_inline
def jewel(piece: int, rotations: int, place: int) -> int:
    """Return the code at `place` (0 top, 2 bottom) of a piece after `rotations` (0 to 2)."""
    at = place - rotations
    if at < 0:
        at += LENGTH
    return (piece >> (4 * at)) & 15


@njit
def honest(physics: Words, dice: Dice) -> int:
    """Draw a piece: magic by its chance, else three colours, each as likely as the others."""
    if (next_word(dice) >> np.uint64(32)) < np.uint64(physics[MAGIC_CHANCE]):
        return MAGIC_PIECE
    colours = physics[COLOURS]
    top, middle, bottom = roll(dice, colours), roll(dice, colours), roll(dice, colours)
    return top | middle << 4 | bottom << 8


@njit
def deal(words: Words, physics: Words, piece: int, dice: Dice, space: NDArray[np.int64]) -> int:
    """Return the piece after `piece`, which is about to fall onto the board of `words`.

    The crooked generator ("observes the AI and gives it the worst possible (yet seemingly random) columns", the
    article) draws `Rules.crooked` pieces and deals the one with which a player who looks two pieces ahead can do
    least: fewest jewels removed by `piece` and it, whatever the placements; then the highest column; the first drawn
    of equals.

    Args:
        words: the position before `piece` lands; not changed.
        physics: the rules.
        piece: the piece that falls next.
        dice: advanced.
        space: int64 (2, words.size), scratch.
    """
    drawn = honest(physics, dice)
    candidates = physics[CROOKED]
    if candidates == 0:
        return drawn
    worst, worst_worth = drawn, best_of_two(words, physics, piece, drawn, space)
    for _ in range(candidates - 1):
        drawn = honest(physics, dice)
        worth = best_of_two(words, physics, piece, drawn, space)
        if worth < worst_worth:
            worst, worst_worth = drawn, worth
    return worst


@njit
def best_of_two(words: Words, physics: Words, first: int, second: int, space: NDArray[np.int64]) -> int:
    """Return the best that any placements of two pieces in a row reach: 64 * jewels removed - highest column.

    A game that is lost counts -1000.
    """
    cols = physics[COLS]
    best = -1000
    for one in range(LENGTH * cols):
        after = space[0]
        for index in range(words.size):
            after[index] = words[index]
        if not _put(after, physics, first, one):
            continue
        removed = after[TAIL * cols + REMOVED]
        for two in range(LENGTH * cols):
            last = space[1]
            for index in range(words.size):
                last[index] = after[index]
            if not _put(last, physics, second, two):
                continue
            highest = 0
            for col in range(cols):
                highest = max(highest, last[HEIGHTS * cols + col])
            best = max(best, 64 * (removed + last[TAIL * cols + REMOVED]) - highest)
    return best


@njit
def _put(words: Words, physics: Words, piece: int, move: int) -> bool:
    """Make a move; tell whether the game goes on."""
    col, rotations = move // LENGTH, move % LENGTH
    top, middle, bottom = jewel(piece, rotations, 0), jewel(piece, rotations, 1), jewel(piece, rotations, 2)
    return place(words, physics, col, top, middle, bottom) != NO_ROOM and not is_dead(words, physics)

"""Exact play of a hand: all orders and places of its pieces, each board that results weighed by the learned value."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit
from engine.square_stacker.kernels import NTH_BIT, Scoring, free_cells, occupied, place
from engine.square_stacker.packed import HAND, PLAYED, WORDS, Words
from policy.square_stacker.features import Classes
from policy.square_stacker.value import Weights, value_of

LEVELS: Final = 4
"""Boards on the way through a hand: before it and after each piece."""
POINTS: Final = 3
"""Place of the points in a row of `Plays.moves`; before it stand the moves, -1 after the last."""
ENDS: Final = 4
"""Place of the mark in a row of `Plays.moves` that the play ends the game."""


class Value(NamedTuple):
    """The learned value as the kernels take it.

    Attributes:
        weights: flat float32 table.
        classes: of the patterns; see `features.pattern_classes`.
        size: classes a table has room for.
        gamma: what a point of the next hand is worth now.
    """

    weights: Weights
    classes: Classes
    size: int
    gamma: float


class Plays(NamedTuple):
    """The best plays of a hand, best first, and the scratch to find them.

    Attributes:
        worth: (k,) float64: points + gamma * value of the board after it; its points alone if it ends the game.
        boards: (k, 10) int64: packed states after them.
        moves: (k, 5) int64: up to three moves, -1 after the last, then the points and 1 where the game ends.
        way: (4, 10) int64: scratch.
    """

    worth: NDArray[np.float64]
    boards: NDArray[np.int64]
    moves: NDArray[np.int64]
    way: NDArray[np.int64]


def room_for(k: int) -> Plays:
    """Return room for the `k` best plays of a hand."""
    boards, moves, way = ((k, WORDS), (k, ENDS + 1), (LEVELS, WORDS))
    return Plays(np.zeros(k), np.zeros(boards, np.int64), np.zeros(moves, np.int64), np.zeros(way, np.int64))


@njit
def _keep(plays: Plays, kept: int, worth: float, board: Words, a: int, b: int, c: int, points: int, ends: int) -> int:
    """Enter a play among the `kept` best ones, in no order; return how many there are now.

    Of plays to one board the best stays; where there is no room the worst goes.
    """
    at = kept
    for old in range(kept):
        word = 0
        while word < WORDS and plays.boards[old, word] == board[word]:
            word += 1
        if word == WORDS:
            if worth <= plays.worth[old]:
                return kept
            at = old
            break
    if at == plays.worth.size:
        at = 0
        for old in range(1, kept):
            if plays.worth[old] < plays.worth[at]:
                at = old
    elif at == kept:
        kept += 1
    plays.worth[at] = worth
    for word in range(WORDS):
        plays.boards[at, word] = board[word]
    plays.moves[at, 0], plays.moves[at, 1], plays.moves[at, 2] = a, b, c
    plays.moves[at, POINTS], plays.moves[at, ENDS] = points, ends
    return kept


@njit
def _least(plays: Plays, kept: int) -> float:
    """Return what a play has to be worth more than to be kept."""
    if kept < plays.worth.size:
        return -np.inf
    least = plays.worth[0]
    for k in range(1, kept):
        least = min(least, plays.worth[k])
    return float(least)


@njit
def _sort(plays: Plays, kept: int) -> None:
    """Put the best play first."""
    for k in range(kept - 1):
        best = k
        for other in range(k + 1, kept):
            if plays.worth[other] > plays.worth[best]:
                best = other
        if best != k:
            plays.worth[k], plays.worth[best] = plays.worth[best], plays.worth[k]
            for word in range(WORDS):
                plays.boards[k, word], plays.boards[best, word] = plays.boards[best, word], plays.boards[k, word]
            for place in range(ENDS + 1):
                plays.moves[k, place], plays.moves[best, place] = plays.moves[best, place], plays.moves[k, place]


@njit
def find_plays(words: Words, scoring: Scoring, value: Value, plays: Plays) -> int:
    """Find the best plays of what is left of the hand.

    A play after which no piece fits ends the game. Two moves in a row that score nothing lead to the same board in
    either order, so only the one with the lower piece first is followed; of two equal pieces the first is played first.

    Args:
        words: a packed state, not changed.
        scoring: from `scoring_of`.
        value: what a board between two hands is worth.
        plays: receives the best ones, as many as it has room for.

    Returns:
        How many were found: none where no piece can be placed.
    """
    pieces = 0
    for k in range(3):
        if words[HAND + k] != PLAYED:
            pieces += 1
    kept = 0
    least = -np.inf
    # each level's loop over pieces and cells, held open while the levels below run
    piece0, piece1, piece2 = -1, -1, -1
    cells0, cells1, cells2 = 0, 0, 0
    points1, points2 = 0, 0
    move0, move1, move2 = -1, -1, -1
    stuck1, stuck2 = True, True
    way = plays.way
    for k in range(WORDS):
        way[0, k] = words[k]
    level = 0
    while level >= 0:
        if level == 0:
            piece, cells, points, before = piece0, cells0, 0, -1
        elif level == 1:
            piece, cells, points, before = piece1, cells1, points1, 0
        else:
            piece, cells, points, before = piece2, cells2, points2, points1
        here = way[level]
        if cells == 0:
            taken = occupied(here)
            piece += 1
            while piece < 3:
                code = here[HAND + piece]
                if code != PLAYED and not (
                    (piece > 0 and here[HAND] == code) or (piece > 1 and here[HAND + 1] == code)
                ):
                    cells = free_cells(taken, code)
                    if cells:
                        break
                piece += 1
            if piece == 3:
                if level > 0 and (stuck1 if level == 1 else stuck2) and points > least:
                    kept = _keep(plays, kept, float(points), here, move0, move1 if level > 1 else -1, -1, points, 1)
                    least = _least(plays, kept)
                level -= 1
                continue
        cell = int(NTH_BIT[cells * 9])
        cells &= cells - 1
        after = way[level + 1]
        for k in range(WORDS):
            after[k] = here[k]
        gained = place(after, piece, cell, scoring)
        total = points + gained
        if level == 0:
            piece0, cells0, move0 = piece, cells, 9 * piece + cell
            piece1, cells1, points1, stuck1 = -1, 0, total, True
        elif level == 1:
            piece1, cells1, stuck1 = piece, cells, False
            if gained == 0 and points == before and move0 // 9 > piece:
                continue
            move1 = 9 * piece + cell
            piece2, cells2, points2, stuck2 = -1, 0, total, True
        else:
            piece2, cells2, stuck2 = piece, cells, False
            if gained == 0 and points == before and move1 // 9 > piece:
                continue
            move2 = 9 * piece + cell
        if level + 1 < pieces:
            level += 1
            continue
        worth = total + value.gamma * value_of(after, value.weights, value.classes, value.size)
        if worth > least:
            kept = _keep(
                plays, kept, worth, after, move0, move1 if level > 0 else -1, move2 if level > 1 else -1, total, 0
            )
            least = _least(plays, kept)
    _sort(plays, kept)
    return kept

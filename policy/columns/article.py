"""The article's players: simple (this piece), smart (this piece and the next), and one that only rolls dice.

"loop over all x coordinates and all rotations; use those values and see what happens; if the score is better than any
previous one then use those values"; the smart one adds "two loops inside the already existing loop", and "the initial
x coordinate is random".
"""

import time

import numpy as np
from numpy.typing import NDArray

from engine.columns import LENGTH, Rules, State
from engine.columns.dealing import jewel
from engine.columns.kernels import NO_ROOM, is_dead, place
from engine.columns.packed import COLS, Words, physics
from engine.dice import dice, roll
from engine.jit import njit
from policy.columns.positions import LOST, UNKNOWN_PIECE, decision, opening
from policy.decision import Decision


@njit
def try_move(before: Words, after: Words, physics: Words, piece: int, move: int) -> int:
    """Make a move from `before` into `after`; return its points, NO_ROOM where it loses the game."""
    for index in range(before.size):
        after[index] = before[index]
    col, turns = move // LENGTH, move % LENGTH
    points = place(after, physics, col, jewel(piece, turns, 0), jewel(piece, turns, 1), jewel(piece, turns, 2))
    if points != NO_ROOM and is_dead(after, physics):
        return NO_ROOM
    return int(points)


@njit
def score_moves(
    words: Words,
    physics: Words,
    first: int,
    second: int,
    allowed: NDArray[np.bool_],
    values: NDArray[np.float64],
    replies: NDArray[np.int64],
    space: NDArray[np.int64],
) -> None:
    """Score every move by its points, and those of the best move of the second piece.

    Args:
        words: the position; not changed.
        physics: the rules.
        first: the falling piece.
        second: the next one; UNKNOWN_PIECE leaves it out.
        allowed: bool (3 * cols,), which moves are legal.
        values: float64 (3 * cols,), filled; LOST where the game ends with either piece, whatever is done.
        replies: int64 (3 * cols,), filled with the best move of the second piece, -1 where there is none.
        space: int64 (2, words.size), scratch.
    """
    for one in range(LENGTH * physics[COLS]):
        values[one], replies[one] = LOST, -1
        if not allowed[one]:
            continue
        points = try_move(words, space[0], physics, first, one)
        if points == NO_ROOM:
            continue
        if second == UNKNOWN_PIECE:
            values[one] = points
            continue
        for two in range(LENGTH * physics[COLS]):
            more = try_move(space[0], space[1], physics, second, two)
            if more != NO_ROOM and points + more > values[one]:
                values[one], replies[one] = points + more, two


class RandomPolicy:
    """Any legal move, each with the same chance."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`."""
        started = time.perf_counter()
        moves = opening(self._rules, state).moves
        move = moves[roll(dice(seed), len(moves))]
        others = [other for other in moves if other != move]
        return decision([move, *others], np.zeros(LENGTH * self._rules.cols), started)


class SimplePolicy:
    """The article's `simple_ai`: every column and rotation, the best score at once, the first of equals."""

    ahead = 1

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._physics = physics(rules)
        moves = LENGTH * rules.cols
        self._values, self._replies = np.zeros(moves), np.zeros(moves, np.int64)

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`. Always finishes: some 0.05 ms."""
        started = time.perf_counter()
        begin = opening(self._rules, state)
        second = begin.next if self.ahead > 1 else UNKNOWN_PIECE
        values, replies = self._values, self._replies
        space = np.zeros((2, begin.words.size), np.int64)
        score_moves(begin.words, self._physics, begin.piece, second, begin.allowed, values, replies, space)
        moves = self._order(begin.moves, seed)
        reply = int(replies[max(moves, key=values.__getitem__)])
        return decision(moves, values, started, () if reply < 0 else (reply,))

    def _order(self, moves: list[int], seed: int) -> list[int]:
        """Return the legal moves in the order in which they are looked at."""
        return moves


class SmartPolicy(SimplePolicy):
    """The same for two pieces, 18 x 18 placements; the loop over columns begins at a random one.

    Where the next piece is not known it plays as `simple` does.
    """

    ahead = 2

    def _order(self, moves: list[int], seed: int) -> list[int]:
        first = LENGTH * roll(dice(seed), self._rules.cols)
        return [move for move in moves if move >= first] + [move for move in moves if move < first]

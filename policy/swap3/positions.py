"""Swap3 for the general searches: a padded board as words, a move apart from the chance after it, the decision."""

import time
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice, roll
from engine.jit import njit
from engine.padded import pad
from engine.swap3 import Rules, State, legal_moves
from engine.swap3.kernels import Physics, Scratch, legal_swaps, physics, scratch, settle, swap_known
from policy.decision import Decision, NoMove, Ranked
from policy.search.game import NO_MOVE, GameKernels, Moves, Words

ALTERNATIVES: Final = 12
"""How many of the best moves a decision lists."""


class Table(NamedTuple):
    """What the kernels need: the rules, working memory, room for the moves of a position that is only counted."""

    physics: Physics
    space: Scratch
    moves: NDArray[np.int64]


def table(rules: Rules) -> Table:
    """Return fresh tables and working memory for `rules`; not to be shared between threads."""
    return Table(physics(rules), scratch(rules), np.zeros(move_count(rules), np.int64))


def move_count(rules: Rules) -> int:
    """Return the first number that no move has."""
    return 2 * rules.rows * rules.cols


def words_of(state: State) -> Words:
    """Return a state's board, padded, as words."""
    return pad(state.board).astype(np.int64)


def moves_of(rules: Rules, state: State) -> NDArray[np.int64]:
    """Return the legal moves, int64 (n,), ascending.

    Raises:
        NoMove: there is none.
    """
    moves = legal_moves(rules, state).astype(np.int64)
    if not moves.size:
        raise NoMove("swap3: no legal move")
    return moves


@njit
def moves_on(words: Words, rules: Table, moves: Moves) -> int:
    """Write the legal moves into `moves`, ascending; return how many."""
    return legal_swaps(words, rules.physics, moves)


@njit
def advance(words: Words, move: int, rules: Table) -> float:
    """Make a legal move up to where chance comes in; `words` is changed. Return its points."""
    return swap_known(words, rules.physics, move, rules.space)


@njit
def chance(words: Words, rules: Table, dice: Dice) -> None:
    """Let new pieces come in and break what they line up; its points are luck and count for nobody."""
    settle(words, rules.physics, 1, rules.space, dice)


@njit
def play(words: Words, move: int, rules: Table, dice: Dice) -> float:
    """Make a legal move, chance included; return its points."""
    points = swap_known(words, rules.physics, move, rules.space)
    return points + settle(words, rules.physics, 1, rules.space, dice)


@njit
def random_move(words: Words, rules: Table, dice: Dice) -> int:
    """Return a legal move, each with the same chance, or NO_MOVE."""
    count = legal_swaps(words, rules.physics, rules.moves)
    return int(rules.moves[roll(dice, count)]) if count else NO_MOVE


KERNELS = GameKernels("swap3", play, moves_on, random_move)
"""Swap3 for `policy.search`."""


def decision(
    moves: Sequence[int], values: Sequence[float], started: float, line: Sequence[int] = (), work: int = 0
) -> Decision:
    """Return the decision for the first of `moves`, which stand best first with their `values`.

    Args:
        moves: legal moves.
        values: what each is worth.
        started: `time.perf_counter()` when the decision began.
        line: moves expected after the first.
        work: see `Decision.work`.
    """
    ranked = tuple(
        Ranked(int(move), round(float(value), 3))
        for move, value in list(zip(moves, values, strict=True))[:ALTERNATIVES]
    )
    spent_ms = (time.perf_counter() - started) * 1e3
    return Decision(ranked[0].move, ranked[0].value, ranked, (ranked[0].move, *line), spent_ms, work)

"""What a search asks of a game: a position as machine words and three kernels on it.

A position is int64 (n,), everything the rules need in it (score and number of moves too, where the rules look at
them), so that copying the words copies the game. Moves are integers. Chance comes from `Dice` alone.

The searches are written against the three functions below, which are placeholders: `policy.search.specialise`
compiles a search once for each game with that game's kernels in their place.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice
from engine.jit import njit_inline

Words = NDArray[np.int64]
"""A position, (n,)."""
Moves = NDArray[np.int64]
"""Room for the legal moves of a position, (m,) with m the most there can be."""

NO_MOVE: Final = -1
"""What `random_move` answers when the game is over."""

TO_THE_END: Final = -1
"""Depth of a playout that stops only when the game is over."""


def play(words: Words, move: int, rules: Any, dice: Dice) -> float:
    """Make a legal move, chance included; `words` is changed. Return its points."""
    raise NotImplementedError


def legal_moves(words: Words, rules: Any, moves: Moves) -> int:
    """Write the legal moves into `moves`, ascending; return how many: 0 when the game is over."""
    raise NotImplementedError


def random_move(words: Words, rules: Any, dice: Dice) -> int:
    """Return a legal move, each with the same chance, or NO_MOVE."""
    raise NotImplementedError


@dataclass(frozen=True, slots=True)
class GameKernels:
    """The compiled kernels of one game; `rules` may be of any type numba can pass, the same in all three.

    Attributes:
        name: unlike any other game's; part of the compiled searches' names on disk.
        play: as the placeholder `play`.
        legal_moves: as the placeholder `legal_moves`.
        random_move: as the placeholder `random_move`.
    """

    name: str
    play: Callable[[Words, int, Any, Dice], float]
    legal_moves: Callable[[Words, Any, Moves], int]
    random_move: Callable[[Words, Any, Dice], int]


@njit_inline
def copy_words(target: Words, source: Words) -> None:
    """Copy a position; a loop, because a slice assignment checks for overlap and costs more than the words."""
    for index in range(source.size):
        target[index] = source[index]

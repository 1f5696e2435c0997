"""All plays of a hand once more, in plain Python on the naive rules of Square Stacker."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.square_stacker import EMPTY, Rules, State, naive
from engine.square_stacker.packed import COMBO, HAND, pack
from policy.square_stacker.hand_search import Value
from policy.square_stacker.value import value_of


@dataclass(frozen=True)
class Play:
    """One order and placing of the pieces, and the board it leads to."""

    moves: tuple[int, ...]
    state: State
    points: int
    ends: bool

    def worth(self, value: Value) -> float:
        if self.ends:
            return float(self.points)
        return self.points + value.gamma * value_of(pack(self.state), value.weights, value.classes, value.size)

    @property
    def leads_to(self) -> tuple[int, ...]:
        """The board, the combo and what is left of the hand, in any order."""
        words = pack(self.state)
        return (*words[:HAND].tolist(), *sorted(words[HAND:COMBO].tolist()), int(words[COMBO]))


def all_plays(rules: Rules, state: State) -> Iterator[Play]:
    """Every order, every place; none where no piece fits."""
    return (play for play in _plays(rules, state, (), 0) if play.moves)


def _plays(rules: Rules, state: State, moves: tuple[int, ...], points: int) -> Iterator[Play]:
    legal = naive.legal(state)
    if not legal:
        yield Play(moves, state, points, bool(np.any(state.hand != EMPTY)))
    for move in legal:
        after, gained = naive.play(rules, state, move)
        yield from _plays(rules, after, (*moves, move), points + gained)

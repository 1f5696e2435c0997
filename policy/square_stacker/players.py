"""What the paper's agents share, and the one that only rolls dice."""

import time
from collections.abc import Sequence
from typing import Final

import numpy as np

from engine.dice import dice, roll
from engine.square_stacker import Rules, State
from engine.square_stacker import legal_moves as engine_legal_moves
from policy.decision import Decision, NoMove, Ranked
from policy.search.game import Words
from policy.square_stacker.positions import MOST_MOVES, legal_moves, physics, position_of

ALTERNATIVES: Final = 12
"""How many of the best moves a decision lists."""

_UNREAD: Final = b"\xff"
"""An UNKNOWN slot as a byte."""
_WORD: Final = (1 << 64) - 1


class Agent:
    """A planner bound to one rules preset, with its scratch memory; not to be shared between threads."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._physics = physics(rules)
        self._moves = np.zeros(MOST_MOVES, np.int64)
        self._values = np.zeros(MOST_MOVES)
        self._dice = dice(0)

    def _rewind(self, seed: int) -> None:
        """Set the dice to `seed`."""
        self._dice[0] = seed & _WORD

    def _legal(self, state: State, words: Words) -> list[int]:
        """Return the legal moves, ascending.

        Raises:
            NoMove: there is none.
        """
        count = legal_moves(words, self._physics, self._moves)
        moves: list[int] = self._moves[:count].tolist()
        if _UNREAD in state.grid.tobytes():
            moves = engine_legal_moves(self._rules, state).tolist()
        if not moves:
            raise NoMove("square stacker: no legal move")
        return moves

    def _best(self, state: State, count: int, simulated: int, started: float) -> Decision:
        """Return the decision for the first `count` of the scored moves; ties go to the lower move."""
        moves, values = self._moves[:count].tolist(), self._values[:count].tolist()
        order = sorted(range(count), key=values.__getitem__, reverse=True)
        if _UNREAD in state.grid.tobytes():
            # the words hold no slots that could not be read: what they call free need not be
            allowed = set(engine_legal_moves(self._rules, state).tolist())
            order = [index for index in order if moves[index] in allowed]
        if not order:
            raise NoMove("square stacker: no legal move")
        ranked = tuple([Ranked(moves[index], values[index]) for index in order[:ALTERNATIVES]])
        best = ranked[0]
        return Decision(best.move, best.value, ranked, (best.move,), (time.perf_counter() - started) * 1e3, simulated)


def unranked(move: int, moves: Sequence[int], started: float) -> Decision:
    """Return the decision for `move` of a planner to which all moves are worth the same."""
    others = [other for other in moves if other != move]
    ranked = tuple(Ranked(each, 0.0) for each in (move, *others[: ALTERNATIVES - 1]))
    return Decision(move, 0.0, ranked, (move,), (time.perf_counter() - started) * 1e3)


class RandomPolicy(Agent):
    """Any legal move, each with the same chance (paper, section 3.2)."""

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`."""
        started = time.perf_counter()
        moves = self._legal(state, position_of(state))
        self._rewind(seed)
        return unranked(moves[roll(self._dice, len(moves))], moves, started)

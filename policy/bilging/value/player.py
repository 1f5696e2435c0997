"""The player that looks one swap ahead and trusts the learned value: how good the value is by itself."""

import time

import numpy as np

from engine.bilging import Rules, State
from engine.bilging.afterstate import physics
from policy.archive import WeightsError
from policy.bilging.lookahead import Lookahead
from policy.bilging.players import decision
from policy.bilging.value.one_swap import swaps, weigh_swaps
from policy.bilging.value.value import value_of
from policy.bilging.value.weights import load_value
from policy.decision import Decision


class LearnedPolicy:
    """The swap with the most points plus value of the board after it; points alone for a game's last move.

    Parameter: `weights`, a file that `train bilging` wrote, instead of those that are shipped. Where nothing was
    learned for the rules only points count.
    """

    def __init__(self, rules: Rules, *, weights: str = "") -> None:
        try:
            self._value = load_value(rules, weights, scale=1.0)
        except WeightsError as error:
            raise ValueError(f"weights: {error}") from error
        self._rules = rules
        self._rule = physics(rules)
        self._room = swaps(rules)
        self._search = Lookahead(rules)

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`. Always finishes: some 0.1 ms; the seed is not used."""
        started = time.perf_counter()
        board, cells = self._search.opening(state)
        weigh_swaps(board, self._rule, self._value, state.water_px, self._room)
        limit = self._rules.move_limit
        last = bool(limit and state.moves + 1 >= limit)
        values = (self._room.points if last else self._room.worth)[cells].astype(np.float64)
        still = 0.0 if last else value_of(board, self._rule, self._value)
        values[board[cells] == board[cells + 1]] = still  # legal, and does nothing
        order = np.argsort(-values, kind="stable")
        line = (self._search.move_of(cells[order[0]]),)
        return decision(self._search, cells[order], values[order], line, started)

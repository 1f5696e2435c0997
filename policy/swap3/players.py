"""The players that look at one swap: random, and greedy for what the known pieces bring."""

import time

import numpy as np

from engine.swap3 import Rules, State
from policy.decision import Decision
from policy.swap3.positions import advance, decision, moves_of, table, words_of


class RandomPolicy:
    """Any legal move, each with the same chance."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`."""
        started = time.perf_counter()
        moves = np.random.default_rng(seed).permutation(moves_of(self._rules, state))
        return decision(moves.tolist(), [0.0] * moves.size, started)


class GreedyPolicy:
    """The move with the most points from the pieces that are there; of equals one at random."""

    def __init__(self, rules: Rules) -> None:
        self._rules, self._table = rules, table(rules)

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`. Always finishes: well below a millisecond."""
        started = time.perf_counter()
        moves = np.random.default_rng(seed).permutation(moves_of(self._rules, state))
        words = words_of(state)
        values = np.array([advance(words.copy(), int(move), self._table) for move in moves])
        order = np.argsort(-values, kind="stable")
        return decision(moves[order].tolist(), values[order].tolist(), started)

"""The planners that look at most two swaps ahead: random, greedy, greedy that is never stuck."""

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine.bilging import Rules, State
from policy.bilging.lookahead import Lookahead
from policy.decision import Decision, Ranked

ALTERNATIVES = 12
"""How many of the best moves a decision lists."""


def decision(
    search: Lookahead,
    cells: NDArray[np.int64],
    values: NDArray[np.float64],
    line: tuple[int, ...],
    started: float,
    work: int = 0,
    now: Callable[[], float] = time.perf_counter,
) -> Decision:
    """Return the decision for the first of `cells`, which stand best first with their `values`; `now` ends the time."""
    ranked = tuple(
        Ranked(search.move_of(cell), round(float(value), 3))
        for cell, value in zip(cells[:ALTERNATIVES], values[:ALTERNATIVES], strict=True)
    )
    spent_ms = (now() - started) * 1e3
    return Decision(ranked[0].move, ranked[0].value, ranked, line, spent_ms, work)


class RandomPolicy:
    """Any legal move, each with the same chance."""

    def __init__(self, rules: Rules) -> None:
        self._search = Lookahead(rules)

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`."""
        started = time.perf_counter()
        _, cells = self._search.opening(state)
        cells = np.random.default_rng(seed).permutation(cells)
        return decision(self._search, cells, np.zeros(cells.size), (self._search.move_of(cells[0]),), started)


class GreedyPolicy:
    """The move with the most points at once; a random one if nothing breaks.

    Ties are broken at random by the seed.
    """

    ahead = 1

    def __init__(self, rules: Rules) -> None:
        self._search = Lookahead(rules)

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`. Always finishes: some 0.1 ms."""
        started = time.perf_counter()
        search = self._search
        board, cells = search.opening(state)
        cells = np.random.default_rng(seed).permutation(cells)
        endless = search.budget(started, float("inf"), None)
        depth = 1
        values = search.score(board, state.water_px, cells, depth, endless)
        limit = self._search.rules.move_limit
        if self.ahead == 2 and values.max() <= 0.0 and not (limit and state.moves + 1 >= limit):
            depth = 2
            values = search.score(board, state.water_px, cells, depth, endless)
        order = np.argsort(-values, kind="stable")
        line = search.line(board, state.water_px, int(cells[order[0]]), depth)
        return decision(search, cells[order], values[order], line, started)


class Greedy2Policy(GreedyPolicy):
    """As greedy, but never stuck: where nothing breaks, the swap after which the best swap is worth most."""

    ahead = 2

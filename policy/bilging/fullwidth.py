"""Full-width search: of all sequences of `depth` swaps, the one whose breaks sum to most."""

import time
from contextlib import suppress

import numpy as np

from engine.bilging import Rules, State
from policy.bilging.lookahead import Lookahead, OutOfBudget
from policy.bilging.players import decision
from policy.decision import Decision

MAX_DEPTH = 8


class FullWidthPolicy:
    """Deepens from one swap to `depth` until the time is spent.

    Each depth looks at the moves in the order the depth before left them in, and ties keep that order:
    points now before points later, then the lower move number. If the last depth is cut short, what it
    finished ranks before what it did not.

    Parameters: `depth` swaps; `chains=1` counts chains and crabs; `locality=2` lets the next swap be at most
    two rows from the last (negative: no limit); `rate` above 0 plans for one break instead of the sum, worth
    its points - rate * swaps.
    """

    def __init__(self, rules: Rules, *, depth: int = 3, chains: int = 0, locality: int = -1, rate: float = 0.0) -> None:
        if not 1 <= depth <= MAX_DEPTH:
            raise ValueError(f"depth must be 1 to {MAX_DEPTH}, got {depth}")
        if chains not in (0, 1):
            raise ValueError(f"chains must be 0 or 1, got {chains}")
        if not 0.0 <= rate < 1000.0:
            raise ValueError(f"rate must be 0 to 1000 points a move, got {rate}")
        self._depth = depth
        self._search = Lookahead(rules, bool(chains), locality, rate)

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`. `work` counts slices of search; the seed is not used."""
        started = time.perf_counter()
        search = self._search
        board, cells = search.opening(state)
        limit = search.rules.move_limit
        depth = min(self._depth, limit - state.moves) if limit else self._depth
        budget = search.budget(started, float("inf"), None)
        values = search.score(board, state.water_px, cells, 1, budget)
        order = np.argsort(-values, kind="stable")
        cells, values = cells[order], values[order]
        budget = search.budget(started, budget_ms, work)
        reached = 1
        for level in range(2, depth + 1):
            deeper = np.full(cells.size, np.nan)
            with suppress(OutOfBudget):
                search.score_into(deeper, board, state.water_px, cells, level, budget)
            finished = ~np.isnan(deeper)
            if not finished.any():
                break
            order = np.argsort(np.where(finished, -deeper, np.inf), kind="stable")
            cells, values = cells[order], np.where(finished, deeper, values)[order]
            reached = level
            if not finished.all():
                break
        line = search.line(board, state.water_px, int(cells[0]), min(reached, 4))
        return decision(search, cells, values, line, started, budget.done)

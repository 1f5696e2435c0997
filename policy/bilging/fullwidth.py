"""Full-width search over all sequences of `depth` swaps: for the best one break, or for the sum of all breaks."""

import time
from contextlib import suppress

import numpy as np

from engine.bilging import Rules, State
from engine.bilging.rules import MOST_SIDE
from policy.bilging.lookahead import KERNEL_LEVELS, Lookahead, OutOfBudget
from policy.bilging.players import decision
from policy.decision import Decision
from policy.spec import check_range

MAX_DEPTH = 8
GOALS = ("sum", "break")


class FullWidthPolicy:
    """Deepens from one swap to `depth` until the time is spent.

    Each depth looks at the moves in the order the depth before left them in, and ties keep that order:
    points now before points later, then the lower move number (with `goal=break` that alone). If the last
    depth is cut short, what it finished ranks before what it did not.

    Parameters: `depth` swaps; `chains=1` counts chains and crabs; `locality=2` lets the next swap be at most
    two rows from the last (-1: no limit); `goal=break` plans for one break, the one with the most
    points for each swap it takes (the rules page's rows), `goal=sum` for the sum of all breaks in the
    horizon (far stronger, and what the best public solver does).
    """

    def __init__(
        self, rules: Rules, *, depth: int = 3, chains: int = 0, locality: int = -1, goal: str = "break"
    ) -> None:
        if not 1 <= depth <= MAX_DEPTH:
            raise ValueError(f"depth must be 1 to {MAX_DEPTH}, got {depth}")
        if chains not in (0, 1):
            raise ValueError(f"chains must be 0 or 1, got {chains}")
        check_range("locality", locality, -1, MOST_SIDE)
        if goal not in GOALS:
            raise ValueError(f"goal must be {' or '.join(GOALS)}, got {goal!r}")
        self._depth = depth
        self._search = Lookahead(rules, bool(chains), locality, goal == "break")

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
        cells, values, levels = cells[order], values[order], np.ones(cells.size, dtype=np.int64)
        budget = search.budget(started, budget_ms, work)
        for level in range(2, depth + 1):
            deeper = np.full(cells.size, np.nan)
            with suppress(OutOfBudget):
                search.score_into(deeper, board, state.water_px, cells, level, budget)
            finished = ~np.isnan(deeper)
            if not finished.any():
                break
            if search.one_break:
                deeper /= level
                finished &= deeper > values
            values, levels = np.where(finished, deeper, values), np.where(finished, level, levels)
            unfinished = np.isnan(deeper)
            # lexsort keeps the order of ties, which the goal of one break leaves to the lower move number
            order = np.lexsort((cells, -values, unfinished) if search.one_break else (-values, unfinished))
            cells, values, levels = cells[order], values[order], levels[order]
            if unfinished.any():
                break
        line = search.line(board, state.water_px, int(cells[0]), min(int(levels[0]), KERNEL_LEVELS))
        return decision(search, cells, values, line, started, budget.done)

"""The search that the article leaves open: every piece that may follow the next one.

"The AI knows what the next column is, but it could additionally investigate every possible column that could follow
that one. It can't know for sure what column will follow, so it's not such a good idea to use the values that lead to
the maximum score in this case. Perhaps it could instead be used to avoid bad situations." So it takes the mean, or,
where the generator is crooked, the worst of a few.
"""

import time
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.columns import LENGTH, MAX_COLOURS, Rules, State
from engine.columns.packed import JEWELS, RUNNING, TAIL, physics
from engine.columns.rules import MAX_COLS
from engine.dice import dice
from policy.columns.draws import draws, shuffle
from policy.columns.futures_kernel import Goal, GoalByRun, follow, open_leaves, room_for
from policy.columns.positions import decision, opening
from policy.decision import Decision

RESERVE: Final = 1.3
"""Another third piece is looked at only if this many times one's mean time is left."""

CLOSING_MS: Final = 0.1
"""Set aside for what follows the search, a quarter of the budget at most."""

MOST_BEAM: Final = (LENGTH * MAX_COLS) ** 2
"""Two pieces cannot be placed in more ways."""
MOST_FUTURES: Final = 1000
"""More than there are pieces."""
MOST_FOE: Final = MAX_COLOURS**LENGTH
"""So many pieces a crooked generator may draw (`Rules.crooked`)."""


class FuturesPolicy:
    """Both known pieces in every way, the best positions followed into third pieces, in an order by the seed.

    Args:
        rules: the preset.
        goal: what counts, by the length of the run.
        beam: positions after the known pieces that are followed, 1 to MOST_BEAM.
        futures: third pieces that are looked at, at most, 0 to MOST_FUTURES.
        foe: of so many pieces the third is taken to be the worst, 1 to MOST_FOE; 1: it comes by chance.
    """

    def __init__(self, rules: Rules, goal: GoalByRun, beam: int, futures: int, foe: int = 1) -> None:
        self.rules, self.goal, self._futures, self._foe = rules, goal, futures, foe
        self._physics = physics(rules)
        self._leaves, self._scratch = room_for(rules.cols, beam)
        self._thirds, self._chances = draws(rules)
        self._order = np.zeros(self._thirds.size, np.int64)
        self._singles = np.zeros(LENGTH * rules.cols)
        self._bests = np.zeros((self._thirds.size, LENGTH * rules.cols))

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`. Its `work` is the number of third pieces looked at."""
        started = time.perf_counter()
        begin = opening(self.rules, state)
        leaves = self._leaves
        goal = self.goal.at(state.running)
        count = open_leaves(
            begin.words,
            self._physics,
            (begin.piece, begin.next),
            begin.allowed,
            goal,
            leaves,
            self._singles,
            self._scratch,
        )
        tail = TAIL * self.rules.cols
        run = (int(begin.words[tail + RUNNING]), self.rules.level(int(begin.words[tail + JEWELS])))
        firsts = np.unique(leaves.moves[:count, 0])
        values, followed = self._singles, 0
        if firsts.size > 1:
            deadline = started + max(budget_ms - CLOSING_MS, 0.75 * budget_ms) / 1e3
            means, followed = self._follow(count, goal, run, deadline, seed, work)
            if followed:
                # what was not followed ranks behind what was, as far behind as it was before
                lowest, edge = float(means[firsts].min()), float(leaves.total[count - 1])
                values = values + min(lowest - edge, 0.0)
                values[firsts] = means[firsts]
        move = max(begin.moves, key=values.__getitem__)
        line = [int(two) for one, two in leaves.moves[:count] if one == move and two >= 0][:1]
        return decision(begin.moves, values, started, line, followed)

    def _follow(
        self, count: int, goal: Goal, run: tuple[int, int], deadline: float, seed: int, work: int | None
    ) -> tuple[NDArray[np.float64], int]:
        """Return what each first move may expect of the third piece, and how many pieces were looked at."""
        order, bests = self._order, self._bests
        shuffle(order, dice(seed))
        wanted = min(self._futures if work is None else work, order.size)
        followed, each, began = 0, 0.0, time.perf_counter()
        now = began
        while followed < wanted and (work is not None or now + RESERVE * each < deadline):
            third = int(self._thirds[order[followed]])
            follow(self._leaves, count, self._physics, third, goal, run, bests[followed], self._scratch)
            followed += 1
            now = time.perf_counter()
            each = (now - began) / followed
        if not followed:
            return self._singles, 0
        return expected(bests[:followed], self._chances[order[:followed]], self._foe), followed


def expected(bests: NDArray[np.float64], chances: NDArray[np.float64], foe: int) -> NDArray[np.float64]:
    """Return the mean of each column of `bests` if the worst of `foe` rows drawn with `chances` comes.

    Args:
        bests: float64 (k, m), what each of m moves makes of k pieces.
        chances: float64 (k,), in proportion to how often each comes.
        foe: how many are drawn; 1 gives the plain mean.

    Returns:
        float64 (m,).
    """
    weights = chances / chances.sum()
    dealt = weights[:, None]
    if foe > 1:
        worst_first = np.argsort(bests, axis=0, kind="stable")
        # none of the draws is among the worst k with chance (1 - their share) ** foe
        spared = np.maximum(1.0 - np.cumsum(weights[worst_first], axis=0), 0.0) ** foe
        dealt = -np.diff(spared, axis=0, prepend=1.0)
        bests = np.take_along_axis(bests, worst_first, axis=0)
    mean: NDArray[np.float64] = (dealt * bests).sum(axis=0)  # no product of matrices: it sums in an order of its own
    return mean

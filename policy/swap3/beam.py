"""The strongest player: a small beam into sampled refills, all first moves into the same ones."""

import time
from collections import Counter
from typing import Final

import numpy as np

from engine.dice import dice
from engine.jit import njit
from engine.swap3 import Rules, State
from engine.swap3.kernels import legal_swaps
from policy.decision import MOST_STEPS, Decision, check_work
from policy.search.beam import NO_REPLY, compile_beam, room_for
from policy.search.game import Words
from policy.swap3.positions import KERNELS, Table, advance, chance, decision, move_count, moves_of, table, words_of

LOST: Final = -1000.0
"""Worth of a first move behind which no line goes on: the game ends there."""
RESERVE: Final = 1.5
"""Another future is begun only if this many times what the slowest took is left."""
CLOSING_MS: Final = 0.3
"""Set aside for what follows the search, a quarter of the budget at most."""
MOVE_WORTH: Final = 0.2
"""What a swap that is left on the known pieces is worth, in lines of three: boards without one end the game."""


@njit
def evaluate(words: Words, rules: Table, value: float) -> float:
    """Return what the swaps that are left on the known pieces are worth."""
    return float(value * legal_swaps(words, rules.physics, rules.moves))


beam: Final = compile_beam(KERNELS, advance, chance, evaluate)


class BeamPolicy:
    """Looks at every first move, then follows the best `roots` of them into sampled refills as long as time allows.

    Behind each first move the best `width` positions are kept, `depth` moves far; a first move is worth the mean,
    over the refills, of the best line behind it.

    Args:
        rules: the preset.
        roots: first moves that are followed.
        width: positions kept behind a first move.
        depth: moves after the first one.

    Raises:
        ValueError: a number out of range.
    """

    def __init__(self, rules: Rules, *, roots: int = 12, width: int = 3, depth: int = 2) -> None:
        for name, number, most in (("roots", roots, 200), ("width", width, 100), ("depth", depth, 10)):
            if not 1 <= number <= most:
                raise ValueError(f"{name} must be 1 to {most}, got {number}")
        self._rules, self._table = rules, table(rules)
        self._roots, self._depth = roots, depth
        self._value = MOVE_WORTH * rules.piece_points
        moves, size = move_count(rules), (rules.rows + 5) * (rules.cols + 2)
        self._first = room_for(moves, 1, size)
        self._levels = (room_for(moves, width, size), room_for(moves, width, size))
        self._moves, self._space = np.zeros(moves, np.int64), np.zeros((2, size), np.int64)
        self._outcomes, self._replies = np.zeros(moves), np.zeros(moves, np.int64)

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`. Its `work` is the number of refills followed."""
        started = time.perf_counter()
        check_work(work, MOST_STEPS)
        legal = moves_of(self._rules, state)
        allowed = np.zeros(move_count(self._rules), np.bool_)
        allowed[legal] = True
        beam.spread(words_of(state), self._first, allowed, self._table, self._value, self._moves)
        worth = self._first.worth[legal, 0]
        order = legal[np.argsort(-worth, kind="stable")]
        values = dict(zip(legal.tolist(), worth.tolist(), strict=True))
        picked = order[: self._roots]
        until = started + max(budget_ms - CLOSING_MS, 0.75 * budget_ms) * 1e-3
        total, replies, futures = self._follow(picked, until, seed, work)
        reply: tuple[int, ...] = ()
        if futures:
            best_first = np.argsort(-total, kind="stable")
            values.update(zip(picked.tolist(), (total / futures).tolist(), strict=True))
            order = np.concatenate((picked[best_first], order[self._roots :]))
            likely = Counter(int(row[best_first[0]]) for row in replies).most_common(1)[0][0]
            reply = () if likely == NO_REPLY else (likely,)
        ranked = np.minimum.accumulate([values[move] for move in order.tolist()])
        return decision(order.tolist(), ranked.tolist(), started, reply, futures)

    def _follow(
        self, picked: np.ndarray, until: float, seed: int, work: int | None
    ) -> tuple[np.ndarray, list[np.ndarray], int]:
        """Follow sampled refills behind the moves of `picked`.

        Returns:
            Sums of the outcomes, float64 (n,), the second moves of each refill, int64 (n,), and how many refills.
        """
        wanted = np.zeros(move_count(self._rules), np.bool_)
        wanted[picked] = True
        total, rolls, slowest = np.zeros(picked.size), dice(seed), 0.0
        replies: list[np.ndarray] = []
        while picked.size > 1 and len(replies) < (MOST_STEPS if work is None else work):
            began = time.perf_counter()
            if work is None and began + RESERVE * slowest > until:
                break
            beam.follow(
                self._first,
                wanted,
                self._depth,
                self._table,
                self._value,
                rolls,
                LOST,
                self._outcomes,
                self._replies,
                self._levels,
                self._moves,
                self._space,
            )
            total += self._outcomes[picked]
            replies.append(self._replies[picked])
            slowest = max(slowest, time.perf_counter() - began)
        return total, replies, len(replies)

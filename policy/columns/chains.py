"""The chain builder: beam search over the two known pieces and sampled later ones, under the value of chains."""

import time
from collections import Counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.columns import LENGTH, Rules, State
from engine.columns.packed import physics, words_of
from engine.dice import Dice, dice
from policy.columns.afterstates import EXTRA_WORDS, KERNELS, advance, chance, position_of
from policy.columns.chain_value import evaluate, plain_run, value_of
from policy.columns.chain_weights import WEIGHTS
from policy.columns.positions import UNKNOWN_PIECE, decision, opening
from policy.columns.steps import Steps
from policy.decision import Decision
from policy.search.beam import NO_REPLY, Level, compile_beam, room_for
from policy.search.racing import Race

beam: Final = compile_beam(KERNELS, advance, chance, evaluate)

LOST_RUNS: Final = 1000.0
"""Plain runs of three that a lost game costs."""
GROUP: Final = 3
"""First moves whose replies are looked at between two looks at the clock."""


class ChainPolicy:
    """Builds chains and fires them.

    The placements of both known pieces are all looked at; behind each of the best `roots` first moves the best `width`
    positions go into sampled futures of `depth` more pieces, all first moves into the same ones, as many futures as
    the time allows. A first move is worth the mean, over the futures, of the best line behind it. Where the next
    piece is not known it is sampled too.

    Args:
        rules: the preset.
        roots: first moves that are followed.
        width: positions kept behind a first move.
        depth: pieces of a future.

    Raises:
        ValueError: a number out of range.
    """

    def __init__(self, rules: Rules, *, roots: int = 6, width: int = 3, depth: int = 2) -> None:
        for name, number, most in (("roots", roots, 100), ("width", width, 1000), ("depth", depth, 20)):
            if not 1 <= number <= most:
                raise ValueError(f"{name} must be 1 to {most}, got {number}")
        self._rules, self._physics = rules, physics(rules)
        self._roots, self._depth = roots, depth
        self._expected_s: dict[str, float] = {}
        moves, size = LENGTH * rules.cols, words_of(rules.cols) + EXTRA_WORDS
        self._value = value_of(WEIGHTS, size)
        self._first, self._second = room_for(moves, 1, size), room_for(moves, width, size)
        self._levels = (room_for(moves, width, size), room_for(moves, width, size))
        self._moves, self._space = np.zeros(moves, np.int64), np.zeros((2, size), np.int64)
        self._outcomes, self._replies = np.zeros(moves), np.zeros(moves, np.int64)

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`.

        `work` counts groups of first moves whose replies were looked at, and futures.
        """
        started = time.perf_counter()
        begin = opening(self._rules, state)
        steps = Steps(started + budget_ms * 1e-3, work, self._expected_s)
        words = position_of(self._rules, state, begin)
        self._lost = -LOST_RUNS * plain_run(words, self._physics)
        beam.spread(words, self._first, begin.allowed, self._physics, self._value, self._moves)
        alive = [move for move in begin.moves if self._first.kept[move]]
        values = np.full(LENGTH * self._rules.cols, 2.0 * self._lost)
        values[alive] = self._first.worth[alive, 0]
        self._replies[:] = NO_REPLY
        order = sorted(alive, key=values.__getitem__, reverse=True)
        start, undecided = self._first, len(order) > 1
        if undecided and begin.next != UNKNOWN_PIECE:
            start = self._second
            looked_at = self._reply(order, values, steps)
            undecided = looked_at == len(order)  # else the time is spent
            order = sorted(order[:looked_at], key=values.__getitem__, reverse=True) + order[looked_at:]
        if undecided:
            followed = self._follow(start, order[: self._roots], values, dice(seed), steps)
            order = [*followed, *(move for move in order if move not in followed)]
        order += [move for move in begin.moves if move not in order]
        # moves that were looked at less far come after those looked at further, whatever they are worth
        values[order] = np.minimum.accumulate(values[order])
        reply = int(self._replies[order[0]])
        return decision(order, values, started, () if reply == NO_REPLY else (reply,), steps.done)

    def _reply(self, order: list[int], values: NDArray[np.float64], steps: Steps) -> int:
        """Look at every placement of the next piece behind the moves of `order`; return behind how many."""
        rolls = dice(0)  # both pieces are known: nothing is rolled
        for at in range(0, len(order), GROUP):
            group = order[at : at + GROUP]
            if not steps.enter("replies", len(group)):
                return at
            beam.widen(
                self._first,
                self._second,
                self._mask(group),
                self._physics,
                self._value,
                rolls,
                self._moves,
                self._space,
            )
            for move in group:
                values[move], self._replies[move] = beam.best_worth(self._second, move, self._lost)
            steps.leave("replies", len(group))
        return len(order)

    def _follow(
        self, start: Level, order: list[int], values: NDArray[np.float64], rolls: Dice, steps: Steps
    ) -> list[int]:
        """Follow sampled futures behind the moves of `order`; return those not dropped, best first.

        The `values` of all become the means over the futures that they met, the replies the most frequent ones.
        """
        depth = self._depth + (start is self._first)
        picked = np.array(order)
        race = Race(np.zeros(picked.size))
        replies: list[NDArray[np.int64]] = []
        while (followed := int(race.wanted.sum())) > 1 and steps.enter("future", followed):
            beam.follow(
                start,
                self._mask(picked[race.wanted]),
                depth,
                self._physics,
                self._value,
                rolls,
                self._lost,
                self._outcomes,
                self._replies,
                self._levels,
                self._moves,
                self._space,
            )
            steps.leave("future", followed)
            race.note(self._outcomes[picked])
            replies.append(self._replies[picked])
        if not replies:
            return []
        values[picked] = race.means
        for at, move in enumerate(order):
            self._replies[move] = Counter(int(each[at]) for each in replies).most_common(1)[0][0]
        return sorted(picked[race.wanted].tolist(), key=values.__getitem__, reverse=True)

    def _mask(self, moves: list[int] | NDArray[np.int64]) -> NDArray[np.bool_]:
        mask = np.zeros(LENGTH * self._rules.cols, np.bool_)
        mask[moves] = True
        return mask

"""Our player: exact play of the hand under the learned value, then sampled futures for as long as the budget lasts."""

import math
import time
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.dice import dice
from engine.square_stacker import CELLS, PIECES, Rules, State
from engine.square_stacker.kernels import growth_of, scoring_of
from engine.square_stacker.packed import WORDS, pack
from policy.decision import MOST_STEPS, Decision, NoMove, Ranked, check_work
from policy.search.racing import Race
from policy.spec import check_range
from policy.square_stacker.expectimax import follow
from policy.square_stacker.hand_search import find_plays, room_for
from policy.square_stacker.weights import value_for

TRUST: Final = 4.0
"""So many sampled futures weigh as much as the learned value itself."""
QUICK_MS: Final = 0.4
"""Below this budget no future could be followed, so only the best play is looked for, which is three times as fast."""
MOST_PLAYS: Final = math.factorial(PIECES) * CELLS**PIECES
"""Orders and places that a hand's pieces can have."""
MOST_HANDS: Final = 100
"""Hands of a future; the discounts that are shipped leave little of what comes later."""
RESERVE: Final = 1.3
"""Another future is begun only if this many times the longest one's time is left."""


class LearnedPolicy:
    """Exact play of the three-piece hand under a value learned by TD(0), and expectimax over sampled next hands.

    Args:
        rules: the preset; decides which weights are taken.
        plays: best plays of the hand that are followed into sampled futures.
        hands: hands of a future.
        weights: file that `train` wrote; "" takes the weights that come with the program.

    Raises:
        ValueError: a number out of range, or weights that cannot be read.
    """

    def __init__(self, rules: Rules, *, plays: int = 10, hands: int = 1, weights: str = "") -> None:
        check_range("plays", plays, 1, MOST_PLAYS)
        check_range("hands", hands, 1, MOST_HANDS)
        self.rules = rules
        self.value = value_for(rules.name, weights)
        self._scoring = scoring_of(rules)
        self._hands = hands
        self._top, self._single, self._inner = room_for(plays), room_for(1), room_for(1)
        self._board, self._own = np.zeros(WORDS, np.int64), dice(0)
        self._outcomes = np.zeros(plays)

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`.

        Its `work` is 0 where only the best play was looked for, else 1 + the number of futures followed.
        """
        started = time.perf_counter()
        check_work(work, 1 + MOST_STEPS)
        quick = budget_ms < QUICK_MS if work is None else work == 0
        top = self._single if quick else self._top
        count = find_plays(pack(state), self._scoring, self.value, top)
        limit = self.rules.move_limit
        if count == 0 or (limit and state.moves >= limit):
            raise NoMove
        values, followed = top.worth[:count], 0
        futures = None if work is None else work - 1
        if futures is None:
            spent = (time.perf_counter() - started) * 1e3
            # a future lets each play meet a hand, which takes about as long as finding the plays did
            undecided = not quick and spent * (1 + count * self._hands) < budget_ms
        else:
            undecided = futures > 0
        if undecided and np.any(top.moves[1:count, 0] != top.moves[0, 0]):
            values, followed = self._weigh(state, count, started, budget_ms, seed, futures)
        order = np.argsort(-values, kind="stable")
        ranked: dict[int, float] = {}
        for k in order:
            ranked.setdefault(int(top.moves[k, 0]), float(values[k]))
        line = tuple(int(move) for move in top.moves[order[0], :3] if move >= 0)
        alternatives = tuple(Ranked(move, round(value, 3)) for move, value in ranked.items() if value > -math.inf)
        spent_ms = (time.perf_counter() - started) * 1e3
        return Decision(line[0], alternatives[0].value, alternatives, line, spent_ms, 0 if quick else 1 + followed)

    def _weigh(
        self, state: State, count: int, started: float, budget_ms: float, seed: int, futures: int | None
    ) -> tuple[NDArray[np.float64], int]:
        """Return the plays' values after sampled futures, -inf for those dropped, and how many futures there were."""
        top, rolls = self._top, dice(seed)
        growth = growth_of(self.rules, state.score)
        race = Race(TRUST * top.worth[:count])
        outcomes, first = self._outcomes[:count], top.moves[:count, 0]
        deadline = started + budget_ms / 1e3
        longest_s = 0.0
        while race.futures < (MOST_STEPS if futures is None else futures):
            begun = time.perf_counter()
            follow(
                top,
                race.wanted,
                self._hands,
                growth,
                self._scoring,
                self.value,
                rolls,
                self._inner,
                self._board,
                self._own,
                outcomes,
            )
            race.note(outcomes)
            if np.all(first[race.wanted] == first[race.wanted][0]):
                break
            now = time.perf_counter()
            longest_s = max(longest_s, now - begun)
            if futures is None and now + RESERVE * longest_s > deadline:
                break
        values = (TRUST * top.worth[:count] + race.total) / (TRUST + race.futures)
        return np.where(race.wanted, values, -np.inf), race.futures

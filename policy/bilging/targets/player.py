"""A player that goes from target to target: a beam over sequences of plans."""

import time
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.bilging import Rules, State
from engine.bilging.afterstate import physics, scratch
from policy.bilging.lookahead import Lookahead
from policy.bilging.players import decision
from policy.bilging.targets.nearest import targets
from policy.bilging.targets.orders import LONGEST, order
from policy.bilging.targets.row_swaps import row_swaps
from policy.bilging.targets.sequences import Positions, chosen, extend, positions
from policy.decision import Decision
from policy.spec import check_range

_ENDGAME: Final = 15
"""So many swaps before the end of a game points alone count: what a swap is worth later does not matter."""
_FIRST_GUESS_S: Final = 0.5e-3
"""What extending a position is taken to cost before one was measured, seconds."""
_CLOSING_S: Final = 1e-3
"""What choosing among positions and putting the decision together is taken to take before it was measured, seconds."""
_CALMING: Final = 0.05
"""By this part both come back to what was measured last, where that is less."""
MOST_PRICE: Final = 1000
"""Points that a swap may cost; a good player earns some ten."""


class PlansPolicy:
    """Follows sequences of plans, each a way to a target without an early break, and makes the first swap of the best.

    A sequence is ranked by its points less `price` a swap, which should be what a swap earns on average; near the end
    of a game by its points. Chains count where a plan is played, but no target is chosen for them.

    Parameters: `plans` a sequence at most; `width` sequences kept after each plan; `choices` targets of each position;
    `farthest` swaps that a target may be away; `price` points a swap.

    Raises:
        ValueError: a parameter out of range, or a board too wide for target tables.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        plans: int = 4,
        width: int = 24,
        choices: int = 24,
        farthest: int = 8,
        price: float = 5.0,
    ) -> None:
        for name, value, most in (("plans", plans, 16), ("width", width, 512), ("choices", choices, 512)):
            if not 1 <= value <= most:
                raise ValueError(f"{name} must be 1 to {most}, got {value}")
        if not 1 <= farthest <= LONGEST:
            raise ValueError(f"farthest must be 1 to {LONGEST}, got {farthest}")
        check_range("price", price, 0, MOST_PRICE)
        self._rules, self._rule, self._table = rules, physics(rules), row_swaps(rules.cols)
        self._plans, self._width, self._farthest, self._price = plans, width, farthest, price
        self._moves, self._scratch, self._found = Lookahead(rules), scratch(rules), targets(choices)
        self._after: Positions | None = None
        self._cost_s, self._closing_s = _FIRST_GUESS_S, _CLOSING_S

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`. `work` counts positions; the seed is not used."""
        started = time.perf_counter()
        board, legal = self._moves.opening(state)
        left = self._rules.move_limit - state.moves if self._rules.move_limit else LONGEST * self._plans
        price = 0.0 if left <= _ENDGAME else self._price
        until = started + budget_ms * 1e-3 - self._closing_s
        beam = positions(1, board.size)
        beam.boards[0], beam.water[0] = board, state.water_px
        made, done = order(board), 0
        values = dict.fromkeys(legal.tolist(), -np.inf)
        line, best, closing_s = np.zeros(LONGEST, np.int64), -np.inf, 0.0
        for _ in range(self._plans):
            after, count = self._room(board.size), 0
            for position in zip(*beam, strict=True):
                began = time.perf_counter()
                if done and (done >= work if work is not None else began + self._cost_s > until):
                    break
                count = extend(
                    *position,
                    left,
                    price,
                    self._farthest,
                    self._rule,
                    self._table,
                    self._found,
                    made,
                    self._scratch,
                    after,
                    count,
                )
                done += 1
                self._cost_s = _learned(self._cost_s, time.perf_counter() - began)
            if count == 0:
                break
            began = time.perf_counter()
            worth = after.points[:count] - price * after.moves[:count]
            ranked = _distinct(after, np.argsort(-worth, kind="stable"), self._width)
            for cell, value in zip(after.first[ranked, 0].tolist(), worth[ranked].tolist(), strict=True):
                values[cell] = max(values[cell], value)
            if worth[ranked[0]] > best:
                best, line = float(worth[ranked[0]]), after.first[ranked[0]].copy()
            beam = chosen(after, ranked)
            closing_s = max(closing_s, time.perf_counter() - began)
        began = time.perf_counter()
        told = self._decision(legal, values, line, started, done)
        self._closing_s = _learned(self._closing_s, closing_s + time.perf_counter() - began)
        return told

    def _room(self, cells: int) -> Positions:
        """Return room for what all positions lead to, the same each time."""
        if self._after is None:
            self._after = positions(self._width * self._found.worth.size, cells)
        return self._after

    def _decision(
        self,
        legal: NDArray[np.int64],
        values: dict[int, float],
        line: NDArray[np.int64],
        started: float,
        done: int,
    ) -> Decision:
        worth = np.array([values[cell] for cell in legal.tolist()])
        known = worth[np.isfinite(worth)]
        told = np.where(np.isfinite(worth), worth, known.min() - 1.0 if known.size else 0.0)
        ranked = np.argsort(-told, kind="stable")
        if line[0]:
            ranked = np.concatenate((ranked[legal[ranked] == line[0]], ranked[legal[ranked] != line[0]]))
        cells = line[line > 0].tolist() or [int(legal[ranked[0]])]
        moves = tuple(self._moves.move_of(cell) for cell in cells)
        return decision(self._moves, legal[ranked], told[ranked], moves, started, done)


def _learned(known_s: float, spent_s: float) -> float:
    """Return what something is taken to cost: as much as last time, but twice what it was at most, and slowly less."""
    spent_s = min(spent_s, 2.0 * known_s)
    return max(spent_s, known_s + _CALMING * (spent_s - known_s))


def _distinct(after: Positions, ranks: NDArray[np.int64], most: int) -> NDArray[np.int64]:
    """Return the first `most` of `ranks` whose boards differ."""
    seen: set[bytes] = set()
    kept: list[int] = []
    for rank in ranks.tolist():
        board = after.boards[rank].tobytes()
        if board not in seen:
            seen.add(board)
            kept.append(rank)
            if len(kept) == most:
                break
    return np.array(kept, np.int64)

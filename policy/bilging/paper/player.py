"""The paper's player, one move ahead, and the two-move look-ahead that its discussion proposes."""

import time
from contextlib import suppress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bilging import Rules, State
from engine.bilging.afterstate import physics
from engine.bilging.board import pad
from engine.dice import dice
from policy.bilging.lookahead import Lookahead, OutOfBudget
from policy.bilging.paper.bingo_features import BLOCKED, IN_PLACE, Bingo
from policy.bilging.paper.fitted_iteration import SAMPLES
from policy.bilging.paper.linear_value import model, score_moves, space, value_of
from policy.bilging.paper.weights import theta_for
from policy.bilging.players import decision
from policy.decision import Decision

MOST_SAMPLES = 1000
_TWO_MOVES = 3
"""Level under which `Lookahead` keeps the cost of a slice: one first move of the two-move look-ahead."""


class Standing(NamedTuple):
    """What the player sees in a board.

    Attributes:
        bingo: the closest one; None where none is possible.
        features: float64 (5,).
        distance: columns that its pieces stand from their places, all together; 0 one move away.
        value: of the board, points.
        worth_of_waiting: what as many moves as the player looks ahead are worth if they leave the board as it is.
    """

    bingo: Bingo | None
    features: NDArray[np.float64]
    distance: float
    value: float
    worth_of_waiting: float


class MdpPolicy:
    """The swap with the most points plus value of what it leads to; equals by lot.

    `look=1` is the paper's player, `look=2` its two-move look-ahead: first moves are weighed in the order that one
    move ahead gives them until the time is spent, and what was not weighed ranks behind. As in the paper it does not
    know when the game ends.

    Parameters: `k` successors drawn of a swap that lets new pieces in; `gamma` 1 or 0.99; `look` 1 or 2; `weights` a
    file that `train bilging --policy mdp` wrote.
    """

    def __init__(self, rules: Rules, *, k: int = SAMPLES, gamma: float = 1.0, look: int = 1, weights: str = "") -> None:
        if not 1 <= k <= MOST_SAMPLES:
            raise ValueError(f"k must be 1 to {MOST_SAMPLES}, got {k}")
        if look not in (1, 2):
            raise ValueError(f"look must be 1 or 2, got {look}")
        self._search = Lookahead(rules)
        self._rule = physics(rules)
        self._model = model(rules, theta_for(rules.name, gamma, weights), gamma, k)
        self._space = space(rules)
        self._look = look

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`. `work` counts first moves weighed two moves ahead."""
        started = time.perf_counter()
        search, rolls = self._search, dice(seed)
        board, cells = search.opening(state)
        cells = np.random.default_rng(seed).permutation(cells)
        values = np.zeros(cells.size)
        fixed = state.water_px, self._rule, self._model
        score_moves(board, *fixed, 1, cells, values, rolls, self._space)
        order = np.argsort(-values, kind="stable")
        cells, values = cells[order], values[order]
        budget = search.budget(started, budget_ms, work)
        if self._look == 2:
            deeper = np.full(cells.size, -np.inf)
            with suppress(OutOfBudget):
                for index in range(cells.size):
                    budget.enter(_TWO_MOVES)
                    began = time.perf_counter()
                    part = slice(index, index + 1)
                    score_moves(board, *fixed, 2, cells[part], deeper[part], rolls, self._space)
                    budget.leave(_TWO_MOVES, time.perf_counter() - began)
            if budget.done:
                weighed = slice(0, budget.done)
                order = np.argsort(-deeper[weighed], kind="stable")
                cells, values = cells[weighed][order], deeper[weighed][order]
        return decision(search, cells, values, (search.move_of(cells[0]),), started, budget.done)

    def standing(self, state: State) -> Standing:
        """Return what the player sees in the board of `state`."""
        value = value_of(pad(state.board), self._rule, self._model, self._space)
        bingo = Bingo(*self._space.bingos[0].tolist())
        features = self._space.features.copy()
        distance = float(features.sum() - features[BLOCKED] - IN_PLACE)
        waiting = self._model.gamma**self._look * value
        return Standing(bingo if bingo.row >= 0 else None, features, distance, value, waiting)

"""Fitted value iteration (section 2.3): least squares on what the best swap of every training board is worth."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.bilging import Rules
from engine.bilging.afterstate import Physics, physics
from engine.dice import Dice, dice
from engine.jit import njit
from policy.bilging.paper.bingo_features import FEATURES
from policy.bilging.paper.linear_value import Model, Space, look_at, model, space, swap_outcome
from policy.bilging.paper.training_boards import SLICE, training_boards

BOARDS: Final = 1000
"""Of each of the two sorts, as in the paper."""
SAMPLES: Final = 10
"""Successors drawn of a swap that lets new pieces in; the paper does not say its k."""
ITERATIONS: Final = 100
"""At most; the paper does not say. The weights stand still after some twenty."""
STILL: Final = 1e-6
"""Change of every weight, the constant aside, below which the iteration is over."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """What fitted value iteration came to.

    Attributes:
        theta: float64 (6,): weights of the five features, then the constant.
        gamma: discount.
        iterations: done.
        growth: what the constant gained in the last iteration, points; with gamma 1 it grows for ever.
        residual: root mean square of what the fit leaves, points.
    """

    theta: NDArray[np.float64]
    gamma: float
    iterations: int
    growth: float
    residual: float


@njit
def _outcomes(
    boards: NDArray[np.int8],
    water_px: int,
    rule: Physics,
    model: Model,
    cells: NDArray[np.int64],
    features: NDArray[np.float64],
    points: NDArray[np.float64],
    successors: NDArray[np.float64],
    rolls: Dice,
    space: Space,
) -> None:
    """Write features (n, 6) of the boards, points (n, moves) and mean features (n, moves, 6) of all swaps."""
    features[:, FEATURES] = 1.0
    successors[:, :, FEATURES] = 1.0
    for index in range(boards.shape[0]):
        board = boards[index]
        look_at(board, rule, model.shape, space)
        features[index, :FEATURES] = space.features
        for move in range(cells.size):
            mean = successors[index, move, :FEATURES]
            points[index, move] = swap_outcome(board, water_px, rule, model, cells[move], mean, rolls, space)


class FittedIteration:
    """The training set of one preset with the points and sampled successors of all its swaps.

    The features do not depend on the weights, so successors are drawn once and every iteration is a linear fit.

    Attributes:
        features: float64 (n, 6): of the boards, and 1 for the constant; one-away boards first.
        points: float64 (n, moves): of every swap.
        successors: float64 (n, moves, 6): mean features of every swap's successors, and 1.
    """

    def __init__(
        self,
        rules: Rules,
        boards: int = BOARDS,
        samples: int = SAMPLES,
        seed: int = 1,
        on_progress: Callable[[int], None] = lambda _boards: None,
    ) -> None:
        """Make `boards` training boards of each sort, drawing `samples` successors.

        `on_progress` is called with half the number of boards, of both sorts, that are done so far.
        """
        sets = np.concatenate(training_boards(rules, boards, seed))
        rule = physics(rules)
        rows = rule.first + np.arange(rules.rows)[:, None] * rule.stride
        cells = (rows + np.arange(rules.cols - 1)).reshape(-1)
        self.features = np.zeros((len(sets), FEATURES + 1))
        self.points = np.zeros((len(sets), cells.size))
        self.successors = np.zeros((len(sets), cells.size, FEATURES + 1))
        tools = model(rules, np.zeros(FEATURES + 1), 1.0, samples)
        rolls, memory = dice(seed + 1), space(rules)
        for first in range(0, len(sets), SLICE):
            some = slice(first, first + SLICE)
            outcomes = self.features[some], self.points[some], self.successors[some]
            _outcomes(sets[some], rules.water_start_px, rule, tools, cells, *outcomes, rolls, memory)
            on_progress(min(first + SLICE, len(sets)) // 2)

    def run(self, gamma: float) -> Fit:
        """Iterate from weights of 0 until they stand still."""
        theta = np.zeros(FEATURES + 1)
        growth = residual = 0.0
        done, still = 0, False
        while not still and done < ITERATIONS:
            targets = (self.points + gamma * (self.successors @ theta)).max(axis=1)
            fitted = np.linalg.lstsq(self.features, targets, rcond=None)[0]
            growth = float(fitted[FEATURES] - theta[FEATURES])
            still = bool(np.abs(fitted - theta)[:FEATURES].max() < STILL)
            theta = fitted
            residual = float(np.sqrt(np.mean((self.features @ theta - targets) ** 2)))
            done += 1
        return Fit(theta, gamma, done, growth, residual)

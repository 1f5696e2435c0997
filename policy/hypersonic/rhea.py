"""The paper's rolling horizon evolutionary algorithm for Hypersonic (section 6.2)."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice
from engine.hypersonic.actions import ACTIONS
from engine.hypersonic.kernels import legal_mask
from engine.hypersonic.packed import WORDS, Words, copy_state, is_alive
from engine.hypersonic.rules import Rules
from engine.jit import njit
from policy.decision import Ranked
from policy.hypersonic.evaluation import evaluate
from policy.hypersonic.last_search import LastSearch
from policy.hypersonic.predicting import Found, PredictingPolicy
from policy.hypersonic.scripted import KERNELS, Scene
from policy.hypersonic.stage import LONGEST
from policy.hypersonic.survivability import is_survivable
from policy.hypersonic.timeline import NO_END
from policy.hypersonic.weights import PAPER
from policy.search.rolling_horizon import (
    EVALUATED,
    Evolution,
    compile_rolling_horizon,
)
from policy.search.rolling_horizon import (
    LONGEST as LONGEST_PLAN,
)
from policy.search.rolling_horizon import (
    population as room,
)

CROSSOVERS: Final = ("onepoint", "uniform")
REPLACEMENTS: Final = ("plus", "comma")
STAY: Final = 0
MOST_INDIVIDUALS: Final = 500
"""Parents, and children: so many of both, with plans of 64 actions, cost a turn of four players some 40 ms at least."""
MOST_PUNISHMENT: Final = 1e6
"""Boxes: far more than there are; beyond that a sum would lose the rest."""


@njit
def allows(words: Words, action: int, scene: Scene) -> bool:
    """Tell whether the player can take an action."""
    return bool(legal_mask(words, scene.player) >> action & 1)


@njit
def is_lost(words: Words, scene: Scene) -> bool:
    """Tell whether the player is dead."""
    return not is_alive(words, scene.player)


@njit
def is_safe(words: Words, scene: Scene) -> bool:
    """Tell whether the player can survive."""
    return is_survivable(words, scene.player, scene.ahead, NO_END)


@njit
def worth(words: Words, _points: float, scene: Scene) -> float:
    """Return the evaluation of the position (section 5); the points are in it already."""
    return evaluate(words, scene.player, scene.weights, scene.ahead)


search: Final = compile_rolling_horizon(KERNELS, allows, is_lost, is_safe, worth, copy_state)


class RheaPolicy(PredictingPolicy):
    """Plans bred against predicted opponents, with the paper's parameters.

    Args:
        rules: the preset.
        population: parents.
        offspring: children in each generation.
        length: genes of a chromosome.
        mutation: the chance of each gene of each child to be drawn anew.
        crossover: "onepoint" or "uniform".
        replacement: "plus", the best of parents and children live on; "comma", children and the best parent.
        punishment: in boxes, taken off a plan whose end cannot be survived: all of it where its beginning cannot, the
            less the later the first such moment. The paper names no number. At 0 nobody asks whether a plan can be
            survived: SC off, as section 6.3 says of the other algorithms than the beam.
        op: 1: opponents are predicted; 0: they stand still.

    Raises:
        ValueError: a parameter out of range.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        population: int = 50,
        offspring: int = 50,
        length: int = 17,
        mutation: float = 0.5,
        crossover: str = "onepoint",
        replacement: str = "plus",
        punishment: float = 100.0,
        op: int = 1,
    ) -> None:
        for name, value, least, most in (
            ("population", population, 1, MOST_INDIVIDUALS),
            ("offspring", offspring, 1, MOST_INDIVIDUALS),
            ("length", length, 1, LONGEST),
            ("mutation", mutation, 0, 1),
            ("punishment", punishment, 0, MOST_PUNISHMENT),
        ):
            if not least <= value <= most:
                raise ValueError(f"{name} must be {least} to {most}, got {value}")
        if crossover not in CROSSOVERS:
            raise ValueError(f"crossover must be {' or '.join(CROSSOVERS)}, got {crossover!r}")
        if replacement not in REPLACEMENTS:
            raise ValueError(f"replacement must be {' or '.join(REPLACEMENTS)}, got {replacement!r}")
        if replacement == "comma" and offspring < population - 1:
            raise ValueError(f"offspring must be {population - 1} or more with replacement comma, got {offspring}")
        super().__init__(rules, op, np.zeros(LONGEST), PAPER.as_array())
        self._evolution = Evolution(
            population, offspring, ACTIONS, mutation, crossover == "uniform", replacement == "comma", punishment
        )
        self._people = room(self._evolution, length, WORDS)

    def begin(self, words: Words, scene: Scene, omitted: NDArray[np.bool_], dice: Dice) -> None:
        """Begin with parents drawn at random; nothing is omitted."""
        del omitted
        search.found(words, self._evolution, scene, dice, self._people)

    def work_on(self, scene: Scene, dice: Dice) -> None:
        """Breed one generation."""
        search.evolve(1, self._evolution, scene, dice, self._people)

    def found(self, scene: Scene, dice: Dice) -> Found:
        """Return first moves by the best plan seen behind each, and the best plan of the last generation."""
        people = self._people
        line = people.plan[: search.best_plan(scene, dice, people)].tolist()
        seen = [Ranked(move, float(people.firsts[move])) for move in range(ACTIONS) if people.firsts[move] > -np.inf]
        if not line:  # the best plan has no gene that can be carried out: the best that was seen to do something
            best = max(seen, key=lambda each: each.value, default=Ranked(STAY, -PAPER.dead))
            seen, line = seen or [best], [best.move]
        ranked = sorted(seen, key=lambda each: (each.move != line[0], -each.value, each.move))
        return Found(tuple(ranked), tuple(line))

    def figures(self) -> LastSearch:
        """Return plans evaluated and the rounds in the longest."""
        counts = self._people.counts
        return LastSearch(int(counts[EVALUATED]), int(counts[LONGEST_PLAN]))

"""Rolling horizon evolution (Perez et al. 2013): plans as chromosomes, bred for as long as time allows.

A chromosome is a sequence of actions. Actions that the game does not allow where they come, and those after which it
is lost, are passed over, and the next action is tried in the same position; so every chromosome is a plan that stays
in the game, and a plan may be shorter than its chromosome. What a plan leads to is worth the game's own `worth`, less
a punishment where it ends in a position that is not safe: the later the first such position, the smaller.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice, chance, roll
from policy.search.game import GameKernels, Words, copy_words, play
from policy.search.specialise import njit_for

Genes = NDArray[np.int8]
"""Chromosomes, (n, length): an action each gene."""

EVALUATED: Final = 0
LONGEST: Final = 1
COUNTS: Final = 2
"""Places in `Population.counts`."""

LEAST_FITNESS_SHARE: Final = 1e-3
"""Added to each place on the roulette wheel, as a part of the spread of fitness: the worst may be drawn, too."""


def allows(words: Words, action: int, rules: Any) -> bool:
    """Return whether an action can be taken; any number that a gene may have."""
    raise NotImplementedError


def is_lost(words: Words, rules: Any) -> bool:
    """Return whether a position is lost, so that the action that led to it is passed over."""
    raise NotImplementedError


def is_safe(words: Words, rules: Any) -> bool:
    """Return whether there is a way on from a position; once there is none, there is none later."""
    raise NotImplementedError


def worth(words: Words, points: float, rules: Any) -> float:
    """Return the value of the position at the end of a plan that gained `points`."""
    raise NotImplementedError


class Evolution(NamedTuple):
    """The parameters.

    Attributes:
        parents: mu, individuals that live on from one generation to the next.
        children: lambda, individuals bred in each generation.
        actions: a gene is an action below this number.
        mutation: the chance of each gene of each child to be drawn anew.
        uniform: each gene from either parent with the same chance; otherwise one-point crossover.
        comma: children replace all parents but the best (mu, lambda), which takes at least mu - 1 children; otherwise
            the best of both live on (mu + lambda).
        punishment: taken off a plan whose first position is not safe already; at 0 no position is asked about.
    """

    parents: int
    children: int
    actions: int
    mutation: float
    uniform: bool
    comma: bool
    punishment: float


class Population(NamedTuple):
    """Room for a population and what is known of it; reused from search to search.

    Attributes:
        genes: int8 (parents + children, length), parents first, best first.
        fitness: float64 (parents + children,).
        order: int64 (parents + children,), scratch.
        spare: int8 (parents, length), scratch.
        spare_fitness: float64 (parents,), scratch.
        trail: int64 (length + 1, words), the positions of the plan looked at last.
        plan: int64 (length,), its actions.
        firsts: float64 (actions,), by first action the fitness of the best plan seen; -inf: none.
        counts: int64 (2,): plans evaluated, and actions in the longest plan.
    """

    genes: Genes
    fitness: NDArray[np.float64]
    order: NDArray[np.int64]
    spare: Genes
    spare_fitness: NDArray[np.float64]
    trail: NDArray[np.int64]
    plan: NDArray[np.int64]
    firsts: NDArray[np.float64]
    counts: NDArray[np.int64]


def population(evolution: Evolution, length: int, words: int) -> Population:
    """Return room for a population of chromosomes with `length` genes in a game with positions of so many words."""
    every = evolution.parents + evolution.children
    return Population(
        np.zeros((every, length), np.int8),
        np.zeros(every),
        np.zeros(every, np.int64),
        np.zeros((evolution.parents, length), np.int8),
        np.zeros(evolution.parents),
        np.zeros((length + 1, words), np.int64),
        np.zeros(length, np.int64),
        np.zeros(evolution.actions),
        np.zeros(COUNTS, np.int64),
    )


def follow(genes: Genes, rules: Any, dice: Dice, people: Population) -> tuple[int, float]:
    """Make a chromosome's plan from `people.trail[0]`; return its length and the points it gains.

    Args:
        genes: int8 (length,).
        rules, dice: the game's.
        people: `trail` and `plan` are filled up to the plan's length.
    """
    trail, length, points = people.trail, 0, 0.0
    for gene in genes:
        action = int(gene)
        if not allows(trail[length], action, rules):
            continue
        copy_words(trail[length + 1], trail[length])
        more = play(trail[length + 1], action, rules, dice)
        if is_lost(trail[length + 1], rules):
            continue
        people.plan[length] = action
        points += more
        length += 1
    return length, points


def judge(at: int, evolution: Evolution, rules: Any, dice: Dice, people: Population) -> None:
    """Set the fitness of an individual."""
    length, points = follow(people.genes[at], rules, dice, people)
    fitness = worth(people.trail[length], points, rules)
    if evolution.punishment > 0.0 and not is_safe(people.trail[length], rules):
        first = 0
        while first < length and is_safe(people.trail[first], rules):
            first += 1
        fitness -= evolution.punishment * (1.0 - first / (people.plan.size + 1))
    people.fitness[at] = fitness
    people.counts[EVALUATED] += 1
    people.counts[LONGEST] = max(people.counts[LONGEST], length)
    if length:
        people.firsts[people.plan[0]] = max(people.firsts[people.plan[0]], fitness)


def found(words: Words, evolution: Evolution, rules: Any, dice: Dice, people: Population) -> None:
    """Begin with parents drawn at random, at `words`.

    Args:
        words: the position; not changed.
        evolution: the parameters, those for which `people` was made.
        rules, dice: the game's.
        people: what was in it is forgotten.
    """
    copy_words(people.trail[0], words)
    people.counts[:] = 0
    people.firsts[:] = -np.inf
    for at in range(evolution.parents):
        for place in range(people.plan.size):
            people.genes[at, place] = roll(dice, evolution.actions)
        judge(at, evolution, rules, dice, people)
    succeed(evolution, evolution.parents, people)


def wheel(people: Population, parents: int, dice: Dice) -> int:
    """Return a parent by roulette: the chance is in proportion to how much fitter it is than the worst."""
    worst = people.fitness[parents - 1]  # parents stand best first
    least = LEAST_FITNESS_SHARE * (people.fitness[0] - worst) + 1e-12
    total = 0.0
    for at in range(parents):
        total += people.fitness[at] - worst + least
    ball = total * roll(dice, 1 << 30) / (1 << 30)
    for at in range(parents):
        ball -= people.fitness[at] - worst + least
        if ball < 0.0:
            return at
    return parents - 1


def breed(at: int, evolution: Evolution, dice: Dice, people: Population) -> None:
    """Write a child of two parents into place `at`: crossover, then mutation."""
    genes, length = people.genes, people.plan.size
    mother = wheel(people, evolution.parents, dice)
    father = wheel(people, evolution.parents, dice)
    cut = 1 + roll(dice, max(length - 1, 1))
    for place in range(length):
        from_mother = roll(dice, 2) == 0 if evolution.uniform else place < cut
        genes[at, place] = genes[mother if from_mother else father, place]
        if chance(dice, evolution.mutation):
            genes[at, place] = roll(dice, evolution.actions)


def succeed(evolution: Evolution, candidates: int, people: Population) -> None:
    """Make the fittest the next parents, best first; of equals the one that was there before.

    Args:
        evolution: decides with `comma` whether parents but the best stand aside.
        candidates: only the first so many individuals stand.
        people: changed.
    """
    order, fitness, standing = people.order, people.fitness, 0
    for at in range(candidates):
        if evolution.comma and 0 < at < evolution.parents < candidates:
            continue
        place = standing
        while place > 0 and fitness[order[place - 1]] < fitness[at]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = at
        standing += 1
    for place in range(evolution.parents):
        people.spare_fitness[place] = fitness[order[place]]
        people.spare[place] = people.genes[order[place]]
    for place in range(evolution.parents):
        fitness[place] = people.spare_fitness[place]
        people.genes[place] = people.spare[place]


def evolve(generations: int, evolution: Evolution, rules: Any, dice: Dice, people: Population) -> None:
    """Breed generations on from `found`.

    Args:
        generations: how many.
        evolution, rules, dice: as in `found`.
        people: changed; `people.genes[0]` is the best chromosome of the last generation.
    """
    every = evolution.parents + evolution.children
    for _ in range(generations):
        for at in range(evolution.parents, every):
            breed(at, evolution, dice, people)
            judge(at, evolution, rules, dice, people)
        succeed(evolution, every, people)


def best_plan(rules: Any, dice: Dice, people: Population) -> int:
    """Write the plan of the best chromosome into `people.plan` and return its length.

    It is 0 where no action of the chromosome keeps one in the game.
    """
    return follow(people.genes[0], rules, dice, people)[0]


class RollingHorizon(NamedTuple):
    """The search compiled for one game: `found`, `evolve` as often as wanted, then `best_plan`."""

    found: Callable[[Words, Evolution, Any, Dice, Population], None]
    evolve: Callable[[int, Evolution, Any, Dice, Population], None]
    best_plan: Callable[[Any, Dice, Population], int]


def compile_rolling_horizon(
    game: GameKernels,
    allows: Callable[[Words, int, Any], bool],
    is_lost: Callable[[Words, Any], bool],
    is_safe: Callable[[Words, Any], bool],
    worth: Callable[[Words, float, Any], float],
    copy_words: Callable[[Words, Words], None] = copy_words,
) -> RollingHorizon:
    """Return the search for a game; of `game` only `play` is used, which must leave nothing to chance.

    Args:
        game: its kernels.
        allows, is_lost, is_safe, worth: as the placeholders.
        copy_words: copies a position, `copy_words(target, source)`.
    """
    one_plan = njit_for(game, follow, allows=allows, is_lost=is_lost, copy_words=copy_words)
    one_fitness = njit_for(game, judge, follow=one_plan, is_safe=is_safe, worth=worth)
    replacement = njit_for(game, succeed)
    child = njit_for(game, breed, wheel=njit_for(game, wheel))
    return RollingHorizon(
        njit_for(game, found, judge=one_fitness, succeed=replacement, copy_words=copy_words),
        njit_for(game, evolve, judge=one_fitness, succeed=replacement, breed=child),
        njit_for(game, best_plan, follow=one_plan),
    )

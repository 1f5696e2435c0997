"""Rolling horizon evolution on a game small enough to count through."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.dice import dice
from engine.jit import njit
from policy.search.game import Words
from policy.search.rolling_horizon import (
    EVALUATED,
    LONGEST,
    Evolution,
    Population,
    RollingHorizon,
    compile_rolling_horizon,
    population,
)
from tests.policy import toy_game

SURE = np.array([0])
"""Rules without luck."""
LENGTH = 8
EVOLUTION = Evolution(parents=12, children=12, actions=4, mutation=0.3, uniform=False, comma=False, punishment=90.0)


@njit
def allows(words: Words, action: int, rules: Any) -> bool:
    return bool(action < 3 and words[0] > 0)


@njit
def is_lost(words: Words, rules: Any) -> bool:
    return bool(words[0] == 6 or words[0] < 0)


@njit
def is_safe(words: Words, rules: Any) -> bool:
    return bool(words[0] > 2)


@njit
def never_unsafe(words: Words, rules: Any) -> bool:
    return True


@njit
def worth(words: Words, points: float, rules: Any) -> float:
    return points


@pytest.fixture(scope="module")
def search() -> RollingHorizon:
    return compile_rolling_horizon(toy_game.KERNELS, allows, is_lost, never_unsafe, worth)


@pytest.fixture(scope="module")
def careful() -> RollingHorizon:
    """Positions with two steps or fewer left are not safe."""
    game = replace(toy_game.KERNELS, name="careful toy")  # a name of its own, or the other's machine code is found
    return compile_rolling_horizon(game, allows, is_lost, is_safe, worth)


def position(steps: int) -> Words:
    return np.array([steps, 0], np.int64)


def run(
    search: RollingHorizon, steps: int, generations: int, seed: int, evolution: Evolution = EVOLUTION, chunk: int = 1
) -> Population:
    people, rolls = population(evolution, LENGTH, 2), dice(seed)
    search.found(position(steps), evolution, SURE, rolls, people)
    for _ in range(generations // chunk):
        search.evolve(chunk, evolution, SURE, rolls, people)
    return people


def plan_of(genes: np.ndarray[Any, np.dtype[np.int8]], steps: int) -> tuple[list[int], list[int]]:
    """The plan of a chromosome as the rules of this file have it, and the steps left after each of its actions."""
    plan, left = [], [steps]
    for gene in genes.tolist():
        after = left[-1] - 1 - (gene == 2)
        if gene < 3 and left[-1] > 0 and after != 6 and after >= 0:
            plan.append(gene)
            left.append(after)
    return plan, left


@pytest.mark.parametrize("variant", [{}, {"uniform": True}, {"comma": True}, {"comma": True, "uniform": True}])
def test_it_finds_the_best_plan(search: RollingHorizon, variant: dict[str, Any]) -> None:
    """From 9 steps: 8, not 6, so 2 must follow; best is a point a step: 9."""
    evolution = EVOLUTION._replace(**variant)
    for seed in range(3):
        people = run(search, 9, 60, seed, evolution)
        assert people.fitness[0] == 9
        length = search.best_plan(SURE, dice(0), people)
        plan = people.plan[:length].tolist()
        assert (plan, sum(plan)) == (plan_of(people.genes[0], 9)[0], 9)
        assert people.firsts[plan[0]] == 9
        assert people.counts[EVALUATED] == 12 + 60 * 12
        assert people.counts[LONGEST] <= LENGTH


def test_actions_that_are_not_allowed_or_lose_are_passed_over(search: RollingHorizon) -> None:
    people = run(search, 9, 3, 5)
    for genes, fitness in zip(people.genes[:12], people.fitness[:12], strict=True):
        plan, left = plan_of(genes, 9)
        assert fitness == sum(plan)
        assert 6 not in left
    people.genes[0] = [3, 3, 1, 2, 0, 2, 2, 1]  # 2 would lead from 8 to 6
    assert search.best_plan(SURE, dice(0), people) == 5
    assert people.plan[:5].tolist() == [1, 0, 2, 2, 1]


def test_the_punishment_shrinks_with_the_first_unsafe_moment(careful: RollingHorizon) -> None:
    people = run(careful, 9, 0, 6)
    seen = set()
    for genes, fitness in zip(people.genes[:12], people.fitness[:12], strict=True):
        plan, left = plan_of(genes, 9)
        unsafe = [moment for moment, steps in enumerate(left) if steps <= 2]
        punished = 90.0 * (1 - unsafe[0] / (LENGTH + 1)) if unsafe else 0.0
        assert fitness == pytest.approx(sum(plan) - punished)
        seen.add(bool(unsafe))
    assert True in seen
    best = run(careful, 9, 80, 6)
    plan, left = plan_of(best.genes[0], 9)
    assert left[-1] == 3  # as far as it is safe, and no further
    assert best.fitness[0] == 6


def test_without_a_punishment_nobody_asks_whether_it_is_safe(careful: RollingHorizon, search: RollingHorizon) -> None:
    bold, free = run(careful, 9, 80, 6, EVOLUTION._replace(punishment=0.0)), run(search, 9, 80, 6)
    assert bold.fitness[0] == 9
    assert (bold.genes == free.genes).all()
    assert (bold.fitness == free.fitness).all()


def test_nothing_good_is_lost(search: RollingHorizon) -> None:
    """Both replacements keep the best; (mu + lambda) keeps every parent that is not beaten."""
    for comma in (False, True):
        evolution = EVOLUTION._replace(comma=comma)
        people, rolls = population(evolution, LENGTH, 2), dice(7)
        search.found(position(9), evolution, SURE, rolls, people)
        for _ in range(20):
            before = people.fitness[:12].copy()
            search.evolve(1, evolution, SURE, rolls, people)
            after = people.fitness[:12]
            assert (np.diff(after) <= 0).all()
            assert after[0] >= before[0]
            assert comma or (after >= before).all()


def test_pieces_of_a_search_breed_the_same_population(search: RollingHorizon) -> None:
    one, other = run(search, 9, 24, 8, chunk=24), run(search, 9, 24, 8, chunk=3)
    assert (one.genes == other.genes).all()
    assert (one.counts == other.counts).all()
    assert (one.genes != run(search, 9, 24, 9).genes).any()


def test_no_way_on_is_an_empty_plan(search: RollingHorizon) -> None:
    people = run(search, 0, 2, 10)
    assert search.best_plan(SURE, dice(0), people) == 0
    assert (people.firsts == -np.inf).all()

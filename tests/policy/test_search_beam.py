"""The general beam on a game small enough to count through."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from engine.dice import Dice, dice, roll
from engine.jit import njit
from policy.search.beam import NO_REPLY, Beam, Level, compile_beam, room_for
from policy.search.game import Words
from tests.policy import toy_game

SIZE = 3
"""Steps left and points, as the toy game has them, and luck's gift to the next move of 2."""
RULES = np.array([3])


@njit
def advance(words: Words, move: int, rules: Any) -> float:
    points = move + (words[2] if move == 2 else 0)
    words[0] -= 1 + (move == 2)
    words[1] += points
    words[2] = -1
    return float(points)


@njit
def chance(words: Words, rules: Any, dice: Dice) -> None:
    if words[2] < 0:
        words[2] = roll(dice, rules[0])


@njit
def evaluate(words: Words, rules: Any, value: float) -> float:
    return -np.inf if words[1] == 13 else value * words[0]


@pytest.fixture(scope="module")
def beam() -> Beam:
    return compile_beam(toy_game.KERNELS, advance, chance, evaluate)


def position(steps: int) -> Words:
    return np.array([steps, 0, 1], np.int64)


def first_level(beam: Beam, words: Words, allowed: tuple[bool, bool, bool] = (True, True, True)) -> Level:
    first = room_for(3, 1, SIZE)
    beam.spread(words, first, np.array(allowed), RULES, 0.5, np.zeros(3, np.int64))
    return first


def naive_best(words: Words, move: int, depth: int, seed: int) -> tuple[float, set[int]]:
    """The best worth of all lines that begin with `move`, and their second moves; luck the same for all."""
    rolls = dice(seed)
    gifts = [1] + [roll(rolls, 3) for _ in range(depth)]
    best, replies = -np.inf, set[int]()
    for line in product(range(3), repeat=depth):
        left, points = words[0], 0
        lost = False
        for index, step in enumerate((move, *line)):
            if step >= min(left + 1, 3) or left <= 0:
                lost = True
                break
            left -= 1 + (step == 2)
            points += step + (gifts[index] if step == 2 else 0)
            lost = lost or points == 13
        if not lost and points + 0.5 * left >= best:
            replies = {line[0]} | (replies if points + 0.5 * left == best else set())
            best = points + 0.5 * left
    return best, replies


def test_first_moves_stand_apart(beam: Beam) -> None:
    first = first_level(beam, position(10))
    assert first.kept.tolist() == [1, 1, 1]
    assert first.gained[:, 0].tolist() == [0.0, 1.0, 3.0]
    assert first.worth[:, 0].tolist() == [4.5, 5.5, 7.0]
    assert first.reply[:, 0].tolist() == [NO_REPLY] * 3
    assert first_level(beam, position(10), (True, False, True)).kept.tolist() == [1, 0, 1]
    assert first_level(beam, np.array([10, 12, 1])).kept.tolist() == [1, 0, 1]


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_beam_wide_enough_misses_nothing(beam: Beam, depth: int) -> None:
    for seed in range(20):
        words = position(9 + seed % 3)
        outcomes, replies = np.zeros(3), np.zeros(3, np.int64)
        levels = (room_for(3, 27, SIZE), room_for(3, 27, SIZE))
        space, moves = np.zeros((2, SIZE), np.int64), np.zeros(3, np.int64)
        start, everyone = first_level(beam, words), np.ones(3, np.bool_)
        looked = beam.follow(
            start, everyone, depth, RULES, 0.5, dice(seed), -99.0, outcomes, replies, levels, moves, space
        )
        assert looked >= 3 * depth
        for move in range(3):
            best, second = naive_best(words, move, depth, seed)
            assert outcomes[move] == best
            assert replies[move] in second


def test_only_the_best_are_kept_and_only_where_wanted(beam: Beam) -> None:
    words, wanted = position(10), np.array([True, False, True])
    target = room_for(3, 2, SIZE)
    target.kept[:] = 77
    space, moves = np.zeros((2, SIZE), np.int64), np.zeros(3, np.int64)
    rolls = dice(1)
    beam.widen(first_level(beam, words), target, wanted, RULES, 0.5, rolls, moves, space)
    gift = roll(dice(1), 3)
    assert target.kept.tolist() == [2, 77, 2]
    assert sorted(target.worth[0].tolist()) == sorted([0 + 1 + 4.0, max(0 + 2 + gift + 3.5, 0 + 0 + 4.0)])
    assert target.reply[0].max() <= 2
    assert rolls[0] != dice(1)[0]


def test_a_first_move_behind_which_all_is_lost(beam: Beam) -> None:
    start = first_level(beam, np.array([1, 0, 1]))
    outcomes, replies = np.zeros(3), np.zeros(3, np.int64)
    levels = (room_for(3, 2, SIZE), room_for(3, 2, SIZE))
    space, moves = np.zeros((2, SIZE), np.int64), np.zeros(3, np.int64)
    wanted = np.ones(3, np.bool_)
    beam.follow(start, wanted, 2, RULES, 0.5, dice(0), -99.0, outcomes, replies, levels, moves, space)
    assert outcomes.tolist() == [-99.0] * 3
    assert replies.tolist() == [NO_REPLY] * 3
    assert beam.best_worth(start, 1, -99.0) == (1.0, NO_REPLY)
    assert beam.best_worth(start, 2, -99.0) == (-99.0, NO_REPLY)

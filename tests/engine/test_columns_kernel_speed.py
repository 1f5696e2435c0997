"""A loose guard; the figures are `bench`'s to tell."""

import os
import time

import numpy as np
import pytest

import engine.columns as columns
from engine.columns import LENGTH, naive
from engine.columns.dealing import honest, jewel
from engine.columns.kernels import is_dead, place
from engine.columns.packed import COLS, Words, physics, words_of
from engine.dice import Dice, dice, roll
from engine.jit import njit

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


@njit
def random_games(games: int, rules: Words, dice: Dice, words: Words) -> tuple[int, int]:
    """Play games of random placements; return pieces and points."""
    pieces = points = 0
    for _ in range(games):
        words[:] = 0
        while not is_dead(words, rules):
            piece = honest(rules, dice)
            col, rotations = roll(dice, rules[COLS]), roll(dice, LENGTH)
            top, middle, bottom = jewel(piece, rotations, 0), jewel(piece, rotations, 1), jewel(piece, rotations, 2)
            points += place(words, rules, col, top, middle, bottom)
            pieces += 1
    return pieces, points


def naive_games(games: int, rules: columns.Rules, rolls: Dice) -> tuple[int, int]:
    """The same in plain Python, by the naive rules."""
    pieces = points = 0
    for _ in range(games):
        state = columns.start(rules, dice(0))
        while not naive.filled(rules, state.board):
            state = state._replace(piece=naive.drawn(rules, rolls))
            col, rotations = roll(rolls, rules.cols), roll(rolls, LENGTH)
            state, won, _, _ = naive.play(rules, state, LENGTH * col + rotations)
            points += won
            pieces += 1
    return pieces, points


@pytest.mark.parametrize("preset", columns.PRESETS)
def test_random_games_agree_with_the_naive_rules(preset: str) -> None:
    """The same dice, the same games."""
    rules = columns.PRESETS[preset]
    words = np.zeros(words_of(rules.cols), np.int64)
    assert random_games(10, physics(rules), dice(7), words) == naive_games(10, rules, dice(7))


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_random_games_are_as_long_as_elsewhere() -> None:
    """19 pieces of 5.8 points each, as an independent simulator of `jewel` has it, written in C."""
    rules = columns.PRESETS["jewel"]
    games = 50_000
    pieces, points = random_games(games, physics(rules), dice(8), np.zeros(words_of(rules.cols), np.int64))
    assert abs(pieces / games - 19) < 0.6
    assert abs(points / pieces - 5.8) < 0.25


@pytest.mark.timed
@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_kernels_leave_the_naive_rules_behind() -> None:
    rules = columns.PRESETS["jewel"]
    words = np.zeros(words_of(rules.cols), np.int64)
    random_games(100, physics(rules), dice(0), words)
    rates = []
    for _ in range(3):
        began = time.perf_counter()
        pieces, _ = random_games(5_000, physics(rules), dice(1), words)
        rates.append(pieces / (time.perf_counter() - began))
    began = time.perf_counter()
    pieces, _ = naive_games(20, rules, dice(1))
    slow = pieces / (time.perf_counter() - began)
    assert max(rates) >= 2e6
    assert max(rates) >= 500 * slow

"""A loose guard; the figures are `bench`'s to tell."""

import os
import time

import numpy as np
import pytest

import engine.square_stacker as stacker
from engine.dice import Dice, dice, roll
from engine.jit import njit
from engine.square_stacker import naive
from engine.square_stacker.kernels import (
    NTH_BIT,
    POPCOUNT,
    deal,
    free_cells,
    hand_is_played,
    occupied,
    place,
    scoring_of,
)
from engine.square_stacker.packed import HAND, WORDS, Words


@njit
def random_games(games: int, dice: Dice, scoring: np.ndarray, words: Words) -> tuple[int, int]:
    """Play games of random legal moves from one-size hands; return moves made and points."""
    moves = points = 0
    free = np.zeros(3, np.int64)
    for _ in range(games):
        words[:] = 0
        deal(words, dice, 6, 0.0, False)
        while True:
            taken = occupied(words)
            legal = 0
            for piece in range(3):
                free[piece] = free_cells(taken, words[HAND + piece])
                legal += POPCOUNT[free[piece]]
            if legal == 0:
                break
            pick = roll(dice, legal)
            piece = 0
            while pick >= POPCOUNT[free[piece]]:
                pick -= POPCOUNT[free[piece]]
                piece += 1
            points += place(words, piece, NTH_BIT[9 * free[piece] + pick], scoring)
            moves += 1
            if hand_is_played(words):
                deal(words, dice, 6, 0.0, False)
    return moves, points


def naive_games(games: int, rolls: Dice) -> tuple[int, int]:
    """The same in plain Python, by the naive rules."""
    rules = stacker.PRESETS["wpi"]
    moves = points = 0
    for _ in range(games):
        state = stacker.start(rules, rolls)
        while legal := naive.legal(state):
            state, won = naive.play(rules, state, legal[roll(rolls, len(legal))])
            points += won
            moves += 1
            if (state.hand == stacker.EMPTY).all():
                state = naive.dealt(rules, state, rolls)
    return moves, points


def test_random_games_agree_with_the_naive_rules_and_the_paper() -> None:
    """The same dice, the same games; and the paper's 19 points a game (Table 3), within 5 standard errors."""
    scoring, words = scoring_of(stacker.PRESETS["wpi"]), np.zeros(WORDS, np.int64)
    assert random_games(20, dice(7), scoring, words) == naive_games(20, dice(7))
    if os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0"):
        games = 20_000
        _, points = random_games(games, dice(8), scoring, words)
        assert abs(points / games - 19) < 5 * 20 / games**0.5


@pytest.mark.timed
@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"), reason="nothing is compiled")
def test_kernels_leave_the_naive_rules_behind() -> None:
    scoring, words = scoring_of(stacker.PRESETS["wpi"]), np.zeros(WORDS, np.int64)
    random_games(100, dice(0), scoring, words)
    rates = []
    for _ in range(3):
        began = time.perf_counter()
        moves, _ = random_games(10_000, dice(1), scoring, words)
        rates.append(moves / (time.perf_counter() - began))
    began = time.perf_counter()
    moves, _ = naive_games(20, dice(1))
    slow = moves / (time.perf_counter() - began)
    assert max(rates) >= 3e6
    assert max(rates) >= 500 * slow

"""A loose guard; the figures are `bench`'s to tell."""

import os
import time

import numpy as np
import pytest
from hypersonic_engines import NAIVE
from hypersonic_games import random_game

from engine.dice import Dice, dice
from engine.hypersonic import PRESETS, State
from engine.hypersonic.kernels import is_alive, play_random_rounds
from engine.hypersonic.naive import Table, copy_table, play_round, random_action
from engine.hypersonic.packed import WORDS, Words, copy_state, pack
from engine.jit import njit

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
HORIZON = 15
"""Rounds after which the position is set up again (paper, Table 1)."""


def middle(preset: str) -> State:
    """A position in the middle of a careful game, all players alive."""
    rules = PRESETS[preset]
    return next(state for state, _ in random_game(rules, 2, careful=True) if state.round == 20)


@njit
def bitwise_rounds(start: Words, words: Words, wanted: int, dice: Dice, actions: np.ndarray) -> int:
    """Play random rounds, begun anew every HORIZON rounds or when player 0 is dead; return how many."""
    played = 0
    while played < wanted:
        copy_state(words, start)
        played += play_random_rounds(words, HORIZON, dice, actions)
    return played


@njit
def naive_rounds(start: Table, table: Table, wanted: int, dice: Dice, actions: np.ndarray) -> int:
    """The same by the naive rules."""
    played = 0
    while played < wanted:
        copy_table(table, start)
        for _ in range(HORIZON):
            for player in range(table.players.shape[0]):
                if table.players[player, 5] == 0:
                    actions[player] = random_action(table, player, dice)
            play_round(table, actions)
            played += 1
            if table.players[0, 5] != 0:
                break
    return played


@pytest.mark.timed
@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize("preset", PRESETS)
def test_the_bitwise_engine_leaves_the_naive_one_behind(preset: str) -> None:
    """Both compiled, in turn, the best of three short runs each."""
    state = middle(preset)
    start, words, actions = pack(state), np.zeros(WORDS, np.int64), np.zeros(4, np.int64)
    assert is_alive(start, 0)
    table, scratch = NAIVE["naive"].table(state), NAIVE["naive"].table(state)
    bitwise_rounds(start, words, 1, dice(0), actions)
    naive_rounds(table, scratch, 1, dice(0), actions)
    fast, slow = 0.0, 0.0
    for _ in range(3):
        began = time.perf_counter()
        played = bitwise_rounds(start, words, 300_000, dice(1), actions)
        halfway = time.perf_counter()
        fast = max(fast, played / (halfway - began))
        played = naive_rounds(table, scratch, 10_000, dice(1), actions)
        slow = max(slow, played / (time.perf_counter() - halfway))
    assert fast >= 2e6
    assert fast >= 8 * slow

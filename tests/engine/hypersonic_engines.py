"""Hypersonic's engines by name, all played in one way: naive in plain Python, naive compiled, bitwise compiled."""

import importlib.util
from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple

import numpy as np
import pytest

import engine.hypersonic as hypersonic
from engine.hypersonic import BX, BY, DIED, MAX_PLAYERS, OWNER, TIMER, State, naive
from engine.hypersonic.kernels import play_round
from engine.hypersonic.packed import pack, unpack
from tests.engine.hypersonic_positions import STAY, Place, covered


class Played(NamedTuple):
    """What a round did: the state after it, cells (x, y) covered, (owner, x, y) of bombs, who died, points."""

    state: State
    blast: set[Place]
    exploded: set[tuple[int, int, int]]
    died: set[int]
    reward: float


Play = Callable[..., Played]
"""`play(state, action of player 0, action of player 1, ...)`; who is not named stays."""


def _plain_naive() -> ModuleType:
    """The naive rules once more, uncompiled."""
    spec = importlib.util.spec_from_file_location("engine.hypersonic.naive_plain", str(naive.__file__))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as uncompiled:
        uncompiled.setattr("engine.jit.njit", lambda function: function)
        spec.loader.exec_module(module)
    return module


PLAIN = _plain_naive()
NAIVE = {"naive plain": PLAIN, "naive": naive}
NAMES = (*NAIVE, "bitwise")


def actions_of(state: State, actions: tuple[int, ...]) -> np.ndarray:
    """One for each player, int64."""
    return np.array([*actions, *[STAY] * len(state.players)][: len(state.players)], np.int64)


def round_of(name: str, state: State, actions: tuple[int, ...]) -> State:
    """The state after a round, by one of the engines."""
    if name in NAIVE:
        table = NAIVE[name].table(state)
        NAIVE[name].play_round(table, actions_of(state, actions))
        after: State = NAIVE[name].state_of(table, state.seat)
        return after
    words, room = pack(state), np.zeros(MAX_PLAYERS, np.int64)
    room[: len(state.players)] = actions_of(state, actions)
    play_round(words, room)
    return unpack(words, state.seat)


def blasts_of(engine: ModuleType, state: State) -> tuple[np.ndarray, np.ndarray]:
    """What explodes in the coming round: covered, bool (4, 11, 13) by owner, and which bombs, bool (32,)."""
    table = engine.table(state)
    table.bombs[:, TIMER] -= 1
    exploding = np.zeros(len(table.bombs), np.bool_)
    reached = np.zeros((MAX_PLAYERS, *state.cells.shape), np.bool_)
    engine.explode(table, exploding, reached)
    return reached, exploding


def player_of(name: str) -> Play:
    """Play rounds by one of the engines."""

    def play(state: State, *actions: int) -> Played:
        if name == "bitwise":
            step = hypersonic.advance(hypersonic.PRESETS["two"], state, actions_of(state, actions).tolist())
            exploded = {(bomb[OWNER], bomb[BX], bomb[BY]) for bomb in step.exploded}
            return Played(step.state, covered(step.blast), exploded, set(step.died), step.reward)
        after = round_of(name, state, actions)
        reached, exploding = blasts_of(NAIVE[name], state)
        bombs = [bomb for bomb, goes in zip(state.bombs.tolist(), exploding, strict=False) if goes]
        fell = np.flatnonzero((state.players[:, DIED] == 0) & (after.players[:, DIED] != 0))
        return Played(
            after,
            covered(np.logical_or.reduce(reached)),
            {(bomb[OWNER], bomb[BX], bomb[BY]) for bomb in bombs},
            set(fell.tolist()),
            float(after.score - state.score),
        )

    return play

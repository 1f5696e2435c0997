"""Table 1: random actions in half a second from a midgame position, bitwise and naive engine side by side."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from bot.benchmarks.hypersonic_midgame import MIDGAME
from bot.benchmarks.markdown import table as markdown_table
from engine.dice import Dice, dice
from engine.hypersonic import MAX_PLAYERS, State, from_text
from engine.hypersonic.board import DIED
from engine.hypersonic.cells import Numbers
from engine.hypersonic.kernels import play_random_rounds
from engine.hypersonic.naive import Table, copy_table, play_round, random_action, table
from engine.hypersonic.packed import Words, copy_state, is_alive, pack, player_died, players_of, round_of
from engine.jit import njit
from engine.kernel_sources import ROOT

WINDOW_S: Final = 0.5
"""Length of a measurement, the paper's."""
RESTART_ROUNDS: Final = 15
"""A game begins anew after so many rounds, or when the first player is dead (paper, Table 1)."""
PAPER: Final = {2: (90e3, 1.45e6), 3: (79e3, 1.3e6), 4: (80e3, 1.28e6)}
"""Actions of the naive and of the bitwise engine in 500 ms by the paper, in C++, by players."""
CALL_S: Final = 0.005
"""Seconds between two looks at the clock, at least."""

Play = Callable[[int, Dice], tuple[int, int]]
"""(games, dice) to (rounds, actions of all who were alive)."""


@dataclass(frozen=True, slots=True)
class EngineSpeed:
    """Random play of one number of players, on one thread, in 500 ms.

    Attributes:
        players: in the game.
        bitwise, naive, plain: rounds, which are the actions of one random agent: of the compiled engines, and of the
            naive one as plain Python.
        bitwise_all, naive_all: actions of all agents that were alive.
        ratio: bitwise / naive.
        windows: measurements of each engine, in turns; the best counts.
    """

    players: int
    bitwise: float
    bitwise_all: float
    naive: float
    naive_all: float
    plain: float
    ratio: float
    windows: int


@njit
def _bitwise(start: Words, words: Words, games: int, dice: Dice, actions: Numbers) -> tuple[int, int]:
    """Play games of `RESTART_ROUNDS`; return rounds, and actions of all who were alive (all are in `start`)."""
    rounds = acted = 0
    for _ in range(games):
        copy_state(words, start)
        played = play_random_rounds(words, RESTART_ROUNDS, dice, actions)
        rounds += played
        for player in range(players_of(words)):
            acted += played if is_alive(words, player) else player_died(words, player) - round_of(start)
    return rounds, acted


@njit
def _naive(start: Table, table: Table, games: int, dice: Dice, actions: Numbers) -> tuple[int, int]:
    """As `_bitwise`, on the naive engine."""
    rounds = acted = 0
    for _ in range(games):
        copy_table(table, start)
        for _round in range(RESTART_ROUNDS):
            for player in range(table.players.shape[0]):
                if table.players[player, DIED] == 0:
                    actions[player] = random_action(table, player, dice)
                    acted += 1
            play_round(table, actions)
            rounds += 1
            if table.players[0, DIED] != 0:
                break
    return rounds, acted


def measure(windows: int = 3, on_window: Callable[[int], None] = lambda _done: None) -> list[EngineSpeed]:
    """Measure all numbers of players, the engines in turns.

    Args:
        windows: of `WINDOW_S` for each engine and number of players; plain Python gets one.
        on_window: called with the number of windows done.
    """
    speeds, done, plain = [], 0, _in_plain_python()
    for players, text in MIDGAME.items():
        engines = plays(from_text(text))
        for play in engines:
            play(1, dice(0))
        best = dict.fromkeys(engines, (0.0, 0.0))
        for window in range(windows):
            for play in best:
                best[play] = max(best[play], _window(play, window))
                done += 1
                on_window(done)
        (bitwise, bitwise_all), (naive, naive_all) = best.values()
        ratio = bitwise / naive
        speeds.append(EngineSpeed(players, bitwise, bitwise_all, naive, naive_all, plain[players], ratio, windows))
    return speeds


class Plays(NamedTuple):
    """Table 1's random games, by each of the engines."""

    bitwise: Play
    naive: Play


def plays(state: State) -> Plays:
    """Return the two ways to play random games from a position in which everybody is alive."""
    start, words, actions = pack(state), pack(state), np.zeros(MAX_PLAYERS, np.int64)
    laid, board = table(state), table(state)
    return Plays(
        lambda games, rolls: _bitwise(start, words, games, rolls, actions),
        lambda games, rolls: _naive(laid, board, games, rolls, actions),
    )


def _window(play: Play, seed: int) -> tuple[float, float]:
    """Return rounds and actions of all in `WINDOW_S`, measured over about as long; games a call grow with the speed."""
    rolls, games, rounds, acted = dice(seed), 1, 0, 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < WINDOW_S:
        call = play(games, rolls)
        rounds, acted = rounds + call[0], acted + call[1]
        if time.perf_counter() - began - spent < CALL_S:
            games *= 2
    return rounds * WINDOW_S / spent, acted * WINDOW_S / spent


def _in_plain_python() -> dict[int, float]:
    """Return the naive engine's rounds in `WINDOW_S` by players, run in a process of its own without the compiler."""
    program = (
        "import json, sys; from bot.benchmarks.hypersonic_speed import naive_rounds;"
        " sys.stdout.write(json.dumps(naive_rounds()))"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True, timeout=120
    )
    return {int(players): rounds for players, rounds in json.loads(done.stdout).items()}


def naive_rounds() -> dict[int, float]:
    """Return the naive engine's rounds in `WINDOW_S` by players."""
    return {players: _window(plays(from_text(text)).naive, 0)[0] for players, text in MIDGAME.items()}


def text(speeds: list[EngineSpeed]) -> str:
    """Return table 1 as Markdown."""
    lines = [
        (
            str(one.players),
            f"{one.naive / 1e3:,.0f}k",
            f"{PAPER[one.players][0] / 1e3:.0f}k",
            f"{one.bitwise / 1e6:.2f}m",
            f"{PAPER[one.players][1] / 1e6:.2f}m",
            f"{one.ratio:.1f}",
            f"{PAPER[one.players][1] / PAPER[one.players][0]:.1f}",
            f"{one.naive_all / 1e3:,.0f}k",
            f"{one.bitwise_all / 1e6:.2f}m",
            f"{one.plain:,.0f}",
        )
        for one in speeds
    ]
    header = (
        "players",
        "naive",
        "paper",
        "bitwise",
        "paper",
        "bitwise / naive",
        "paper",
        "naive, all agents",
        "bitwise, all agents",
        "naive rules in plain Python",
    )
    note = (
        f"Actions of one random agent (= rounds) in {WINDOW_S * 1e3:.0f} ms on one thread, all drawing among their"
        f" legal actions; from a midgame position, anew after {RESTART_ROUNDS} rounds or its death; best of"
        f" {speeds[0].windows} windows, the engines in turns. `all agents`: the actions of all that were alive."
        " The paper's engines are C++."
    )
    return f"{note}\n\n{markdown_table(header, lines)}"


def documents(speeds: list[EngineSpeed]) -> list[dict[str, Any]]:
    """Return the `--json` entries."""
    return [
        {"section": "table 1", **asdict(one), "paper": dict(zip(("naive", "bitwise"), PAPER[one.players], strict=True))}
        for one in speeds
    ]

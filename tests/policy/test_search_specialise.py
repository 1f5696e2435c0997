import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.dice import dice
from policy.search.exhaustive import compile_exhaustive
from policy.search.game import TO_THE_END
from policy.search.rollouts import compile_playout, compile_rollouts, playout
from policy.search.specialise import njit_for
from policy.search.uct import compile_uct_open, compile_uct_sampled, tree
from tests.policy import toy_game

NO_JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
SURE = np.array([0])
"""Rules without luck."""
LUCKY = np.array([3])


def position(steps: int = toy_game.STEPS) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array([steps, 0], np.int64)


def test_a_playout_stops_at_its_depth_and_at_the_end() -> None:
    run = compile_playout(toy_game.KERNELS)
    for seed in range(20):
        words = position()
        points, made = run(words, LUCKY, dice(seed), 4)
        assert made == 4
        assert points == words[1]
        points, made = run(words, LUCKY, dice(seed), TO_THE_END)
        assert words[0] <= 0
        assert 1 <= made <= 6


def test_rollouts_know_the_mean() -> None:
    """With one step left a move is worth itself and a third of a point of luck."""
    values, moves, words = np.zeros(3), np.zeros(3, np.int64), position(1)
    run = compile_rollouts(toy_game.KERNELS)
    count, simulated = run(words, SURE, dice(0), 5, TO_THE_END, moves, values, np.zeros((2, 2), np.int64))
    assert (count, simulated, words.tolist()) == (2, 2, [1, 0])
    assert values[:2].tolist() == [0.0, 1.0]
    words = position(3)
    count, simulated = run(words, SURE, dice(0), 20_000, 1, moves, values, np.zeros((2, 2), np.int64))
    assert (count, simulated) == (3, 3 + 60_000)
    # two steps left after the first two moves: 0, 1 or 2; one after the third: 0 or 1
    assert values.tolist() == pytest.approx([1.0, 2.0, 2.5], abs=0.03)


def test_exhaustive_counts_its_move_and_the_best_reply() -> None:
    run = compile_exhaustive(toy_game.KERNELS)
    for depth, expected in ((1, [0, 1, 2]), (2, [2, 3, 4]), (3, [2, 3, 4])):
        values, moves = np.zeros((depth, 3)), np.zeros((depth, 3), np.int64)
        space, cursor = np.zeros((depth + 1, 2), np.int64), np.zeros((depth, 2), np.int64)
        count, _ = run(position(), SURE, dice(0), depth, moves, values, space, cursor)
        assert moves[0, :count].tolist() == [0, 1, 2]
        assert values[0, :count].tolist() == expected
    assert run(position(0), SURE, dice(0), depth, moves, values, space, cursor) == (0, 0)


@pytest.mark.parametrize("compiler", [compile_uct_sampled, compile_uct_open])
def test_tree_search_finds_the_best_move(compiler: object) -> None:
    """Taking 1 or 2 is equally good for ten steps; never 0. Of the last step, 1."""
    assert callable(compiler)
    run, room, values = compiler(toy_game.KERNELS), tree(2000, 2, 3), np.zeros(3)
    for rules in (SURE, LUCKY):
        for seed in range(3):
            words = position(1)
            count, _ = run(words, rules, dice(seed), 200, 1.0, room, values)
            assert (count, int(values[:count].argmax()), words.tolist()) == (2, 1, [1, 0])
    count, simulated = run(position(), SURE, dice(1), 2000, 1.0, room, values)
    assert count == 3
    assert values.argmax() != 0
    assert simulated > 0
    assert run(position(0), SURE, dice(1), 5, 1.0, room, values)[0] == 0


def test_a_closure_is_refused() -> None:
    captured = 3

    def search() -> int:
        return captured

    with pytest.raises(ValueError, match="is a closure"):
        njit_for(toy_game.KERNELS, search)


@pytest.mark.skipif(NO_JIT, reason="nothing is compiled")
def test_searches_of_two_games_stand_apart() -> None:
    toy, other = compile_playout(toy_game.KERNELS), compile_playout(toy_game.KERNELS)
    assert toy.__qualname__ == other.__qualname__ == "playout[toy]"
    assert playout.__qualname__ == "playout"
    from policy.square_stacker.positions import KERNELS

    assert compile_playout(KERNELS).__qualname__ == "playout[square_stacker]"


SCRIPT = """
import numpy as np
from engine.dice import dice
from policy.search.rollouts import compile_rollouts
from tests.policy import toy_game

search = compile_rollouts(toy_game.KERNELS)
search(np.array([3, 0]), np.array([0]), dice(0), 2, -1, np.zeros(3, np.int64), np.zeros(3), np.zeros((2, 2), np.int64))
print(sum(search.stats.cache_hits.values()), sum(search.stats.cache_misses.values()))
"""


@pytest.mark.skipif(NO_JIT, reason="nothing is compiled")
def test_another_process_finds_the_machine_code_on_disk(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(root)}
    answers = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, check=True, capture_output=True, text=True, timeout=120
        ).stdout.split()
        for _ in range(2)
    ]
    assert answers == [["0", "1"], ["1", "0"]]

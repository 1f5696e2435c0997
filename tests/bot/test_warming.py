"""Compiling is paid before a game begins, for the planner that was asked for too, and told of where it takes long."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.warming import COMPILING

PROGRAM = """
import sys
from bot.games import GAMES
from bot.warming import warm_up
from policy.bilging.targets.sequences import extend

game = GAMES["bilging"]()
warm_up(game, sys.argv[1] if len(sys.argv) > 1 else None, game.live_rules(game.rules.PRESETS["ypp"]))
print(len(extend.signatures))
"""


@pytest.mark.parametrize(("policy", "compiled"), [((), "0"), (("plans",), "1")])
def test_the_planner_that_is_to_play_is_compiled_too(policy: tuple[str, ...], compiled: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *policy], capture_output=True, text=True, check=True, timeout=240
    )
    assert done.stdout.split()[-1] == compiled


COMPILES = """
import sys, time
from bot.warming import warming
from engine.dice import dice, next_word

with warming(float(sys.argv[1])):
    next_word(dice(1))
    time.sleep(2.0)
"""


def test_compiling_is_told_of_in_one_line_where_it_takes_long_and_loading_never(tmp_path: Path) -> None:
    def told(silent_s: float, kernels: str) -> str:
        words = [sys.executable, "-c", COMPILES, str(silent_s)]
        cache = {"NUMBA_CACHE_DIR": str(tmp_path / kernels)}
        return subprocess.run(
            words, env={**os.environ, **cache}, capture_output=True, text=True, check=True, timeout=120
        ).stderr

    assert [told(0.2, "cold"), told(0.2, "cold"), told(100.0, "other")] == [f"{COMPILING}\n", "", ""]

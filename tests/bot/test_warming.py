"""Compiling is paid before a game begins, for the planner that was asked for too."""

import subprocess
import sys

import pytest

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

"""Pays for compiling before a game starts, where a person can see it."""

from contextlib import AbstractContextManager
from typing import Any, Final

from bot.collecting import pass_over_what_is_loaded
from bot.console import status
from bot.games import Game
from engine.dice import dice

WARM_UP_MS: Final = 5.0
"""Budget of the decision that is made for warming up; enough that a planner goes all its ways."""
SILENT_S: Final = 10.0
"""Seconds of warming up after which it is told where no terminal shows it: compiled kernels are loaded sooner."""


def warming() -> AbstractContextManager[None]:
    """Tell meanwhile that kernels are compiled."""
    return status("warming up: compiling kernels (once a machine)", SILENT_S)


def warm_up(game: Game, policy: str | None = None, rules: Any = None) -> None:
    """Compile (or load from disk) every kernel of a game's live path, and those of the planner that is to play.

    Args:
        game: the game.
        policy: the planner with its parameters; None where none will be asked.
        rules: the preset it plays.

    Raises:
        policy.spec.PolicyError: an unknown name or parameter.
    """
    with warming():
        game.warm_up()
        if policy is not None:
            game.live_policy(policy, rules).decide(game.rules.start(rules, dice(0)), WARM_UP_MS, seed=0)
        pass_over_what_is_loaded()

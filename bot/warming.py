"""Pays for compiling before a game starts, where a person can see it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from numba.core.event import Event, Listener, install_listener

from bot.collecting import pass_over_what_is_loaded
from bot.console import console, say, status
from bot.games import Game
from engine.dice import dice

WARM_UP_MS: Final = 5.0
"""Budget of the decision that is made for warming up; enough that a planner goes all its ways."""
SILENT_S: Final = 10.0
"""Seconds of compiling after which it is told where no terminal shows it, so that the program does not seem to hang."""
COMPILING: Final = "warming up: compiling kernels (once a machine)"
"""What is told."""


@contextmanager
def warming(silent_s: float = SILENT_S) -> Iterator[None]:
    """Tell meanwhile that kernels are compiled: beside a spinner, or in one line where there is no terminal.

    Args:
        silent_s: seconds of compiling before the line. Loading from disk is never told of, however long it takes.
    """
    if console.is_terminal:
        with status(COMPILING):
            yield
        return
    teller = _Teller(silent_s)
    try:
        with install_listener("numba:compile", teller):
            yield
    finally:
        teller.end()


class _Teller(Listener):
    """Says once that kernels are compiled, some time after the first began to be."""

    def __init__(self, silent_s: float) -> None:
        self._timer = threading.Timer(silent_s, say, [COMPILING])
        self._timer.daemon = True
        self._started = False

    def on_start(self, event: Event) -> None:
        if not self._started:
            self._started = True
            self._timer.start()

    def on_end(self, event: Event) -> None:
        """Nothing: a kernel is compiled while another is."""

    def end(self) -> None:
        self._timer.cancel()


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

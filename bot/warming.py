"""Pays for compiling before a game starts, where a person can see it."""

from bot.console import console
from bot.games import Game


def warm_up(game: Game) -> None:
    """Compile (or load from disk) every kernel of a game's live path."""
    with console.status("warming up: compiling kernels (once a machine)"):
        game.warm_up()

"""The register of games: each is five small things, and a file here joins them.

A game is its rules (`engine`), how its screen is laid out (`vision`), how a move becomes a gesture
(`control`), its planners (`policy`) and its practice window (`practice`), under one name in every room. What a command
does not need it does not import: `--help` loads nothing of a game, `practice` only the window and the rules.
"""

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from bot.game_name import GameName
from bot.games.game import Game, Pace, Showing, Turns

if TYPE_CHECKING:
    from practice.options import PracticeOptions

__all__ = ["GAMES", "PRACTICE", "Game", "Pace", "Showing", "Turns"]


def _joined(name: str) -> Game:
    game: Game = import_module(f"bot.games.{name}").GAME
    return game


def _practise(name: str, options: "PracticeOptions") -> int:
    status: int = import_module(f"practice.{name}").run(options)
    return status


GAMES: Mapping[str, Callable[[], Game]] = {name.value: partial(_joined, name.value) for name in GameName}
"""Everything of a game but its practice window."""

PRACTICE: Mapping[str, "Callable[[PracticeOptions], int]"] = {
    name.value: partial(_practise, name.value) for name in GameName
}
"""The practice windows; they run in processes of their own, which must not load OpenCV beside Qt."""

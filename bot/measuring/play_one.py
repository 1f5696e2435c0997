"""How one of many games is played, wherever that is."""

from collections.abc import Callable
from typing import Protocol, TypeVar

T_co = TypeVar("T_co", covariant=True)

BeforeMove = Callable[[], None]
"""Called before each move of a game; what it raises ends the game."""


class PlayOne(Protocol[T_co]):
    """Plays the game that a number names."""

    def __call__(self, number: int, /, *, before_move: BeforeMove = ...) -> T_co:
        """Return what became of it."""
        ...


def go_on() -> None:
    """Let the game go on: nobody ends a game of this process but with the process."""

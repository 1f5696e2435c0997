"""Keys into the action of the coming turn: the last arrow counts, space adds a bomb. Pure."""

from typing import NamedTuple

from engine.dice import chance, dice
from engine.hypersonic import MOVES

STAY, LEFT, RIGHT, UP, DOWN = range(MOVES)
"""An action's move, as the engine numbers them (`engine.hypersonic.actions`)."""
BOMB = MOVES
"""Key and part of an action: a bomb is placed before the move."""


class Choice(NamedTuple):
    """The action chosen for the coming turn: a move (STAY to DOWN), and whether a bomb is placed first."""

    move: int = STAY
    bomb: bool = False

    @property
    def action(self) -> int:
        """The engine's number."""
        return self.move + BOMB * self.bomb


class Keys:
    """What has been pressed for the coming turn, and which arrows are still down.

    A press counts for the coming turn only. An arrow that is still down when a turn begins, with no arrow pressed
    since, counts again: holding it walks on. A bomb is one a press.

    Args:
        swallow: chance that a press is lost, as a bad keyboard would lose it.
        seed: decides which.
    """

    def __init__(self, swallow: float = 0.0, seed: int = 0) -> None:
        self._swallow, self._dice = swallow, dice(seed)
        self._move: int | None = None
        self._bomb = False
        self._down: list[int] = []
        self._last_up: int | None = None

    @property
    def choice(self) -> Choice:
        """What the coming turn does as things stand."""
        held = self._down[-1] if self._down else STAY
        return Choice(held if self._move is None else self._move, self._bomb)

    def press(self, key: int) -> None:
        """Take a key that goes down: LEFT to DOWN, or BOMB."""
        if self._swallow and chance(self._dice, self._swallow):
            return
        if key == BOMB:
            self._bomb = True
            return
        self._move = key
        self._down = [*(other for other in self._down if other != key), key]

    def release(self, key: int) -> None:
        """Take a key that goes up; what it chose stays chosen."""
        self._last_up = key if key in self._down else None
        self._down = [other for other in self._down if other != key]

    def resume(self, key: int) -> None:
        """Take back the last release: the key has been down all the time."""
        if key == self._last_up:
            self._down.append(key)

    def forget(self) -> None:
        """Choose nothing for the coming turn; arrows that are down count no more."""
        self._move, self._bomb = None, False
        self._down.clear()
        self._last_up = None

    def take(self) -> Choice:
        """Return the choice: the turn begins."""
        choice = self.choice
        self._move, self._bomb = None, False
        return choice

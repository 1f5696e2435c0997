"""What the rules module of every game offers, so that the register can hold different games.

A module is an instance of the protocol: `import engine.bilging; game: GameRules[Rules, State] = engine.bilging`.
"""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice

R = TypeVar("R")
S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)


class Step(Protocol[S_co]):
    """What `GameRules.apply` returns at least."""

    @property
    def state(self) -> S_co:
        """The state after the move."""
        ...

    @property
    def reward(self) -> float:
        """Points of the move."""
        ...


class GameRules(Protocol[R, S]):
    """The rules of one game as plain functions over its own rules `R` and state `S`; nothing is changed in place.

    Moves are integers below 2**15, numbered by the game.
    """

    @property
    def PRESETS(self) -> Mapping[str, R]:  # noqa: N802 (a module's constant)
        """The named rules; the first is the default. "name:field=value" names rules with changed numbers."""
        ...

    @property
    def KIND_NAMES(self) -> tuple[str, ...]:  # noqa: N802 (a module's constant)
        """Name of each cell code from 0; UNKNOWN is -1 in every game."""
        ...

    def start(self, rules: R, dice: Dice) -> S:
        """Return the first state of a game, drawn from `dice`."""
        ...

    def legal_moves(self, rules: R, state: S) -> NDArray[np.int16]:
        """Return the legal moves, ascending; none when the game is over."""
        ...

    def apply(self, rules: R, state: S, move: int, dice: Dice) -> Step[S]:
        """Make a legal move; chance comes from `dice` alone. Raises ValueError for a move that is not legal."""
        ...

    def is_over(self, rules: R, state: S) -> bool:
        """Tell whether the game has ended."""
        ...

    def validate(self, rules: R, state: S) -> Any:
        """Return an IntFlag of every reason why the state is impossible, 0 if there is none."""
        ...

    def to_text(self, state: S) -> str:
        """Write a state as text that a person can read and edit."""
        ...

    def from_text(self, text: str) -> S:
        """Read what `to_text` writes. Raises ValueError with one line that says what is wrong."""
        ...

    def changes_nothing(self, rules: R, state: S, move: int) -> bool:
        """Tell whether a legal move leaves the board as it is, so that an unchanged board is no lost input."""
        ...

    def contradictions(self, rules: R, state: S, move: int, observed: NDArray[np.int8]) -> NDArray[np.bool_]:
        """Return the cells of a settled board seen after `move` that the rules do not allow."""
        ...

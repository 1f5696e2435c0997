"""Games in progress: the engine's state, and nothing that is not the engine's to decide."""

from collections.abc import Sequence

from engine.dice import dice
from engine.hypersonic import DIED, Rules, State, Step, advance, has_ended, start


class Session:
    """One run of games under one set of rules; each game's map follows from the seed and the game's number.

    Args:
        rules: of every game.
        seed: of the first game; each further game has the next.
        seat: whose game it is; 0 where nobody at the keys plays.

    Attributes:
        game: number of the present game, from 1.
        state: the present state.
        before: the state before the last turn.
        step: what the last turn did, None before the first.
        actions: what each player did in it, None for the dead.
    """

    def __init__(self, rules: Rules, seed: int, seat: int) -> None:
        self.rules = rules
        self._seed, self._seat = seed, seat
        self.game = 0
        self.restart()

    def restart(self) -> None:
        """Begin a new game with the next seed."""
        self.game += 1
        self.state: State = start(self.rules, dice(self._seed + self.game - 1))._replace(seat=self._seat)
        self.before = self.state
        self.step: Step | None = None
        self.actions: tuple[int | None, ...] = (None,) * self.rules.players

    @property
    def over(self) -> bool:
        """Whether the present game has ended, for everybody."""
        return has_ended(self.rules, self.state)

    def is_alive(self, seat: int) -> bool:
        """Tell whether a player lives."""
        return not self.state.players[seat, DIED]

    def play(self, actions: Sequence[int]) -> None:
        """Play a turn of everybody."""
        self.actions = tuple(action if self.is_alive(seat) else None for seat, action in enumerate(actions))
        self.before = self.state
        self.step = advance(self.rules, self.state, actions)
        self.state = self.step.state

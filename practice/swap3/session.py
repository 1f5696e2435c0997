"""A game in progress: the engine's state and dice, and nothing that is not the engine's to decide."""

from engine.dice import dice
from engine.swap3 import PRESETS, Rules, State, Step, apply, is_over, legal_moves, move_of, start
from practice.options import PracticeError, choose


def find_rules(name: str, specials: float | None) -> Rules:
    """Return a preset; "" is the first.

    Raises:
        PracticeError: no such preset, or special pieces are asked for.
    """
    if specials:
        raise PracticeError("swap3 has no special pieces; leave --specials away")
    if ":" in name:
        try:
            return PRESETS[name]
        except KeyError as error:
            raise PracticeError(str(error.args[0])) from None
    return choose("rules", name, PRESETS)


class Session:
    """One player's run of games under one set of rules; the same seed and moves give the same games.

    Attributes:
        rules: of every game.
        state: the present state.
        game: number of the present game, from 1.
    """

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules = rules
        self._dice = dice(seed)
        self.game = 1
        self.state: State = start(rules, self._dice)

    @property
    def over(self) -> bool:
        """Whether the rules say that the present game has ended."""
        return is_over(self.rules, self.state)

    def swap(self, one: tuple[int, int], other: tuple[int, int]) -> tuple[State, int, Step | None] | None:
        """Swap two cells, (row, col) each.

        Returns:
            The state before, the move's number, and what it did, None for a swap that the game undoes; None where the
            cells are no neighbours, may not be swapped in this direction, or the game is over.
        """
        first, second = min(one, other), max(one, other)
        down, across = second[0] - first[0], second[1] - first[1]
        if (down, across) not in ((0, 1), (1, 0)) or self.over:
            return None
        if not (self.rules.swaps_down if down else self.rules.swaps_across):
            return None
        move, before = move_of(self.rules, *first, down=bool(down)), self.state
        if move not in legal_moves(self.rules, before):
            return before, move, None
        step = apply(self.rules, before, move, self._dice)
        self.state = step.state
        return before, move, step

    def restart(self) -> None:
        """Begin a new game with the same dice rolling on."""
        self.state = start(self.rules, self._dice)
        self.game += 1

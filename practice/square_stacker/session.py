"""Games in progress: the engine's state and dice, the best score, and nothing that is not the engine's to decide."""

from engine.dice import dice
from engine.square_stacker import CELLS, PRESETS, Rules, State, Step, apply, is_over, legal_moves, start
from practice.options import PracticeError, choose


def find_rules(name: str, specials: float | None) -> Rules:
    """Return a preset; "" is the first.

    Raises:
        PracticeError: no such preset, or special pieces are asked for.
    """
    if specials:
        raise PracticeError("Square Stacker has no special pieces; leave --specials away")
    return choose("rules", name, PRESETS)


class Session:
    """One player's run of games under one set of rules; the same seed and moves give the same games.

    Args:
        rules: of every game.
        seed: decides every hand.
        best: best score of games before this run.

    Attributes:
        state: the present state.
        game: number of the present game, from 1.
    """

    def __init__(self, rules: Rules, seed: int, best: int = 0) -> None:
        self.rules = rules
        self._dice = dice(seed)
        self._best_before = best
        self.game = 1
        self.state: State = start(rules, self._dice)

    @property
    def best(self) -> int:
        """Best score of any game, the present one included."""
        return self.best_with(self.state.score)

    def best_with(self, score: int) -> int:
        """Return the best score of any game if the present one stands at `score`."""
        return max(self._best_before, score)

    @property
    def over(self) -> bool:
        """Whether the rules say that the present game has ended."""
        return is_over(self.rules, self.state)

    def allows(self, piece: int, cell: int) -> bool:
        """Tell whether a piece may be placed in a cell."""
        return CELLS * piece + cell in legal_moves(self.rules, self.state)

    def place(self, piece: int, cell: int) -> tuple[State, int, Step] | None:
        """Place a piece; returns (state before, move, what it did), None if the rules do not allow it."""
        if not self.allows(piece, cell):
            return None
        before, move = self.state, CELLS * piece + cell
        step = apply(self.rules, before, move, self._dice)
        self.state = step.state
        return before, move, step

    def restart(self) -> None:
        """Begin a new game with the same dice rolling on."""
        self._best_before = self.best
        self.state = start(self.rules, self._dice)
        self.game += 1

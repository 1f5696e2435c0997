"""A player that draws among the legal actions."""

import time

from engine.dice import dice, roll
from engine.hypersonic import Rules, State, legal_moves
from policy.decision import Decision, NoMove, Ranked


class RandomPolicy:
    """Every legal action with the same chance; it soon dies of its own bombs."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose an action for `state.seat`; see `policy.decision.Policy.decide`.

        Raises:
            NoMove: the seat is dead, or the game is over.
        """
        del budget_ms, work
        started = time.perf_counter()
        moves = legal_moves(self._rules, state)
        if moves.size == 0:
            raise NoMove("hypersonic: the game is over")
        move = int(moves[roll(dice(seed), moves.size)])
        return Decision(move, 0.0, (Ranked(move, 0.0),), (move,), (time.perf_counter() - started) * 1e3, 1)

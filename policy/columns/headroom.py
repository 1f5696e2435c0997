"""Planning for a window in which a piece takes time: the uppermost rows are for passing, not for building.

By the rules a piece goes sideways above the board; on a screen it falls meanwhile, and a tower that reaches up to where
it comes in is a wall. So a planner is asked as if the board were lower by the length of a piece; only where jewels
already lie higher is it asked about the board as it is.
"""

from dataclasses import replace

from engine.columns import LENGTH, Rules, State, is_over, legal_moves
from policy.decision import Decision, Policy


class Headroom:
    """Leaves a piece's length free below the top, as long as that can be.

    Args:
        rules: the preset.
        whole: the planner for it.
        low: the same planner for `lowered(rules)`.
    """

    def __init__(self, rules: Rules, whole: Policy[State], low: Policy[State]) -> None:
        self._rules = rules
        self._low_rules = lowered(rules)
        self._whole = whole
        self._low = low

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`."""
        beneath = state._replace(board=state.board[LENGTH:], row=max(state.row - LENGTH, LENGTH - 1))
        if is_over(self._low_rules, beneath):
            return self._whole.decide(state, budget_ms, seed, work)
        decision = self._low.decide(beneath, budget_ms, seed, work)
        if decision.move in legal_moves(self._rules, state):
            return decision
        return self._whole.decide(state, budget_ms, seed, work)


def lowered(rules: Rules) -> Rules:
    """Return the rules with a piece's length less of rows, the same where the board is too low for that."""
    return replace(rules, rows=rules.rows - LENGTH) if rules.rows >= 3 * LENGTH else rules

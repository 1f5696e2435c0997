"""Steps under a note are not taken where another action is nearly as good: there the bot would lose itself."""

from collections.abc import Sequence
from typing import Final

from bot.playing.deciding import turned_to
from engine.hypersonic import DIED, MOVES, ROWS, STEP_X, STEP_Y, State, X, Y
from policy.decision import Decision

MOST_LOST: Final = 3.0
"""Boxes by which an action may be worth less: whoever cannot be seen waits, and may die of that."""


def kept_in_sight(decision: Decision, state: State, settled: Sequence[tuple[int, int]]) -> Decision:
    """Return a decision, or its best alternative that keeps the seat's player where it can be seen.

    `bot.playing.deciding.decide` refuses moves out of reach, whatever the others are worth, and none at all may be
    left. Here every action can be made and one must be, so it is a preference with a price.

    Args:
        decision: in `state`.
        state: what the decision is made in.
        settled: (row, col) of codes (33, 13) that could not be read, and that the rules have put in. Cells with a
            player in them are in sight: who stands there is all that could not be read.
    """
    bodies = {(int(body[Y]), int(body[X])) for body in state.players if body[DIED] == 0}
    hidden = {(row % ROWS, col) for row, col in settled} - bodies
    if not hidden or not _leads_into(decision.move, state, hidden):
        return decision
    for choice in decision.alternatives:
        if choice.value >= decision.value - MOST_LOST and not _leads_into(choice.move, state, hidden):
            return turned_to(decision, choice)
    return decision


def _leads_into(action: int, state: State, cells: set[tuple[int, int]]) -> bool:
    """Tell whether an action's step ends on one of some cells, (row, col)."""
    body, move = state.players[state.seat], action % MOVES
    return (int(body[Y]) + STEP_Y[move], int(body[X]) + STEP_X[move]) in cells

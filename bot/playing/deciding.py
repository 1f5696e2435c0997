"""From a sighting to a move that no unread cell can spoil; the loop, the replay and suggestions all decide here."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from bot.games import Game
from policy.decision import Decision, NoMove, Policy, Ranked
from vision.sighting import UNKNOWN, Sighting


class Undecided(Exception):  # noqa: N818 (what follows is to look again)
    """No move can be made on what is seen; the message is one line."""


def decide(
    game: Game,
    rules: Any,
    policy: Policy[Any],
    state: Any,
    sighting: Sighting,
    budget_ms: float,
    seed: int,
    work: int | None = None,
    out_of_reach: Callable[[int], bool] = lambda _move: False,
) -> Decision:
    """Return the policy's decision, or its best alternative whose result no UNKNOWN cell can change.

    Args:
        state: what `game.state_from_sighting` made of `sighting`.
        budget_ms, seed, work: as in `policy.decision.Policy.decide`.
        out_of_reach: whether the hand cannot make a move now.

    Raises:
        Undecided: no legal move, or an UNKNOWN cell matters to every ranked one within reach.
    """
    try:
        decision = policy.decide(state, budget_ms, seed, work)
    except NoMove:
        raise Undecided("no legal move on what can be read of the board") from None
    unread = bool(np.any(game.known(sighting.codes) == UNKNOWN))
    if not unread and not out_of_reach(decision.move):
        return decision
    for choice in decision.alternatives:
        if not (unread and game.matters(rules, state, choice.move)) and not out_of_reach(choice.move):
            if choice.move == decision.move:
                return decision
            return turned_to(decision, choice)
    raise Undecided("a cell that cannot be read, or is covered, decides what every good move does")


def turned_to(decision: Decision, choice: Ranked) -> Decision:
    """Return a decision for one of its alternatives; what is to follow that one was not planned."""
    return replace(decision, move=choice.move, value=choice.value, line=(choice.move,))

"""From a sighting to a move that no unread cell can spoil; the loop, the replay and suggestions all decide here."""

from collections.abc import Callable, Collection
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
    restless: Collection[tuple[int, int]] = (),
) -> Decision:
    """Return the policy's decision, or its best alternative whose result no UNKNOWN cell can change.

    Where every one lies beside a restless cell, and nothing else is unread, the best of them is made: such a piece is
    of no kind, and is not waited for.

    Args:
        state: what `game.state_from_sighting` made of `sighting`.
        budget_ms, seed, work: as in `policy.decision.Policy.decide`.
        out_of_reach: whether the hand cannot make a move now.
        restless: cells that are UNKNOWN because they show one kind after the other.

    Raises:
        Undecided: no legal move, or an UNKNOWN cell matters to every ranked one within reach.
    """
    try:
        decision = policy.decide(state, budget_ms, seed, work)
    except NoMove:
        raise Undecided(_no_move(game, sighting)) from None
    unread = int(np.count_nonzero(game.known(sighting.codes) == UNKNOWN))
    if not unread and not out_of_reach(decision.move):
        return decision
    within_reach = [choice for choice in decision.alternatives if not out_of_reach(choice.move)]
    for choice in within_reach:
        if not (unread and game.matters(rules, state, choice.move)):
            return turned_to(decision, choice)
    if within_reach and unread == len(restless):
        return turned_to(decision, within_reach[0])
    raise Undecided("a cell that cannot be read, or is covered, decides what every good move does")


def _no_move(game: Game, sighting: Sighting) -> str:
    """Return why there is no move; where all is read it is the rules that lack a kind, and not the eyes."""
    strangers = np.unique(sighting.codes[sighting.codes >= len(game.rules.KIND_NAMES)])
    if len(strangers) == 0 or bool(np.any(sighting.codes == UNKNOWN)):
        return "no legal move on what can be read of the board"
    codes = ", ".join(str(code) for code in strangers)
    return f"no legal move with the kinds that the rules know; of the profile's they do not know code {codes}"


def turned_to(decision: Decision, choice: Ranked) -> Decision:
    """Return a decision for one of its alternatives; what is to follow another than the first was not planned."""
    if choice.move == decision.move:
        return decision
    return replace(decision, move=choice.move, value=choice.value, line=(choice.move,))

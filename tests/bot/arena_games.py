"""Random games of an arena for the tests of who follows them."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from engine.hypersonic import IN_HAND, OWNER, Rules, State, legal_actions
from practice.hypersonic.careful import careful_actions
from vision.hypersonic import state_from_sighting
from vision.sighting import Codes, Sighting, Status


def same(one: State, other: State) -> bool:
    fields: Iterable[tuple[Any, Any]] = zip(one, other, strict=True)
    return all(np.array_equal(a, b) for a, b in fields)


def read_alone(rules: Rules, codes: Codes) -> State:
    return state_from_sighting(rules, Sighting(codes, np.ones(codes.shape, np.float32), Status.CLEAR, 0, {}))


def all_bombs(state: State) -> list[int]:
    """Of each player, in hand and on the board."""
    lying = np.bincount(state.bombs[:, OWNER], minlength=len(state.players)).tolist()
    return [body[IN_HAND] + lies for body, lies in zip(state.players.tolist(), lying, strict=True)]


def drawn(state: State, rolls: np.random.Generator) -> list[int]:
    """A legal action for everybody; bombs are rare enough for games to last."""
    actions = []
    for player in range(len(state.players)):
        choices = legal_actions(state, player)
        quiet = choices[choices < 5]
        pick = choices if rolls.random() < 0.3 else quiet
        actions.append(int(rolls.choice(pick)) if pick.size else 0)
    return actions


def careful(rules: Rules, state: State, rolls: np.random.Generator) -> list[int]:
    """For everybody an action that can be outlived."""
    return [int(rolls.choice(careful_actions(rules, state, player) or [0])) for player in range(rules.players)]

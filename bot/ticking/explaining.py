"""What happened between two settled pictures of an arena: everybody's actions, found by the rules.

The screen shows neither ranges nor bombs in hand; they follow from what was done. So each picture is explained from the
state before it, and the state after it is the engine's, not the picture's.
"""

import itertools
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic import (
    BX,
    BY,
    DIED,
    FUSE,
    IN_HAND,
    MOVES,
    NO_BOMB,
    NOBODY,
    OWNER,
    ROWS,
    STEP_X,
    STEP_Y,
    UNKNOWN,
    Rules,
    State,
    X,
    Y,
    advance,
    blasts,
    places,
)

Codes = NDArray[np.int8]

MOST_EXPLAINED: Final = 2
"""Rounds between two pictures that `explain` can tell the story of."""


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """One story that ends with what is seen.

    Attributes:
        state: after it.
        actions: of all players, a tuple a round.
    """

    state: State
    actions: tuple[tuple[int, ...], ...]


def explain(rules: Rules, state: State, codes: Codes, planned: int | None = None) -> Explanation | None:
    """Return what happened since `state` that ends with what is seen, in one round or in two; None if nothing fits.

    Args:
        rules: the preset.
        state: the last known one.
        codes: int8 (33, 13), settled; UNKNOWN fits everything.
        planned: the seat's action; preferred where the picture leaves open who placed a bomb. Of two rounds it is the
            first one's; the second is open, as keys may have come too late; after 0, which takes none, it is 0 too.
    """
    if (state.players[:, X] < 0).any():  # somebody was not found: nothing can follow from there
        return None
    once = _in_one_round(rules, state, codes, planned)
    return once if once is not None else _in_two_rounds(rules, state, codes, planned)


def fits(state: State, codes: Codes) -> bool:
    """Tell whether a screen may show a state."""
    return bool(((codes == UNKNOWN) | (codes == places(state))).all())


def _in_one_round(rules: Rules, state: State, codes: Codes, planned: int | None) -> Explanation | None:
    actions = []
    doomed, _ = blasts(state)
    placers = _placers(state, codes, doomed, planned)
    for player, body in enumerate(state.players):
        if body[DIED] != 0 or doomed[body[Y], body[X]]:
            actions.append(0)
            continue
        move = _move(body, _whereabouts(codes, player))
        if move is None:
            return None
        actions.append(move + (MOVES if player in placers else 0))
    after = advance(rules, _with_bombs_for(state, placers), actions).state
    return Explanation(after, (tuple(actions),)) if fits(after, codes) else None


def _in_two_rounds(rules: Rules, state: State, codes: Codes, planned: int | None) -> Explanation | None:
    """Try every first round that leaves everybody within a step of where they are seen; the seat's plan first."""
    doomed, _ = blasts(state)
    bombs = codes[ROWS : 2 * ROWS]
    choices: list[list[int]] = []
    for player, body in enumerate(state.players):
        x, y = int(body[X]), int(body[Y])
        if body[DIED] != 0 or doomed[y, x]:
            choices.append([0])
            continue
        placed = bombs[y, x] == NO_BOMB + FUSE - 1 and not _bombs_at(state, x, y)
        seen = _whereabouts(codes, player)
        ways = [move for move in range(MOVES) if seen is None or _near(x + STEP_X[move], y + STEP_Y[move], seen)]
        actions = [move + (MOVES if placed else 0) for move in ways]
        if player == state.seat and planned is not None:
            actions.sort(key=lambda action: (action != planned, action != 0))
        choices.append(actions)
    for first in itertools.product(*choices):
        placers = frozenset(player for player, action in enumerate(first) if action >= MOVES)
        between = advance(rules, _with_bombs_for(state, placers), first).state
        second = _in_one_round(rules, between, codes, 0 if planned == 0 else None)
        if second is not None:
            return Explanation(second.state, (tuple(first), *second.actions))
    return None


def _whereabouts(codes: Codes, player: int) -> tuple[int, int] | None:
    """Return where a player is seen, (x, y), or None."""
    bodies = codes[2 * ROWS :]
    found = np.argwhere((bodies > NOBODY) & ((bodies - NOBODY) >> player & 1 == 1))
    return (int(found[0][1]), int(found[0][0])) if len(found) == 1 else None


def _move(body: NDArray[np.int16], seen: tuple[int, int] | None) -> int | None:
    """Return the move that brings a player to where it is seen; None if none does."""
    if seen is None:
        return None
    for move in range(MOVES):
        if (body[X] + STEP_X[move], body[Y] + STEP_Y[move]) == seen:
            return move
    return None


def _near(x: int, y: int, seen: tuple[int, int]) -> bool:
    return abs(x - seen[0]) + abs(y - seen[1]) <= 1


def _bombs_at(state: State, x: int, y: int) -> int:
    return int(np.count_nonzero((state.bombs[:, BX] == x) & (state.bombs[:, BY] == y)))


def _placers(state: State, codes: Codes, doomed: NDArray[np.bool_], planned: int | None) -> frozenset[int]:
    """Return who placed the bombs that are new: who stood there.

    Of several the seat placed one if it meant to, and the others did if the seat did not; more the picture cannot tell.
    """
    new = codes[ROWS : 2 * ROWS] == NO_BOMB + FUSE
    there = [
        player
        for player, body in enumerate(state.players)
        if body[DIED] == 0 and not doomed[body[Y], body[X]] and new[body[Y], body[X]]
    ]
    if state.seat not in there or planned is None:
        return frozenset(there)
    mine = state.players[state.seat]
    others = [p for p in there if (state.players[p, [X, Y]] == mine[[X, Y]]).all() and p != state.seat]
    if not others:
        return frozenset(there)
    left_out = others if planned >= MOVES else [state.seat]
    return frozenset(there) - frozenset(left_out)


def _with_bombs_for(state: State, placers: frozenset[int]) -> State:
    """Return the state with a bomb in hand for everybody who was seen to place one."""
    short = [player for player in placers if state.players[player, IN_HAND] <= 0]
    if not short:
        return state
    players = state.players.copy()
    players[short, IN_HAND] = 1
    return state._replace(players=players)


def resume(seen: State, known: State | None) -> State:
    """Return a state read anew, with what the screen does not show from the last known one.

    The dead are not shown: they lie where they were last, and died when it was known, else in the round just played.

    Args:
        seen: from one picture alone, with nobody's history; seat and rounds as they should be.
        known: the last state that was certain; None for a game that begins.
    """
    if known is None:
        return seen
    players = seen.players.copy()
    for player, body in enumerate(known.players):
        bombs = int(body[IN_HAND]) + int(np.count_nonzero(known.bombs[:, OWNER] == player))
        lying = int(np.count_nonzero(seen.bombs[:, OWNER] == player))
        players[player, IN_HAND] = max(0, bombs - lying)
        players[player, IN_HAND + 1 : DIED] = body[IN_HAND + 1 : DIED]
        if players[player, DIED] != 0:
            players[player, [X, Y]] = body[[X, Y]] if body[X] >= 0 else players[player, [X, Y]]
            players[player, DIED] = body[DIED] or known.round + 1
    boxless = -1 if seen.boxes else known.boxless + 1
    return seen._replace(players=players, round=known.round + 1, quiet=0, boxless=boxless)

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
    COLS,
    DIED,
    FLOOR,
    FUSE,
    IN_HAND,
    ITEM_BOMB,
    ITEM_RANGE,
    MOVES,
    NO_BOMB,
    OWNER,
    RANGE,
    REACH,
    ROWS,
    STEP_X,
    STEP_Y,
    TIMER,
    UNKNOWN,
    Rules,
    State,
    X,
    Y,
    advance,
    blasts,
    places,
    stands,
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


def explain(
    rules: Rules, state: State, codes: Codes, planned: int | None = None, *, ranges_certain: bool = True
) -> Explanation | None:
    """Return what happened since `state` that ends with what is seen, in one round or in two; None if nothing fits.

    Args:
        rules: the preset.
        state: the last known one.
        codes: int8 (33, 13), settled; UNKNOWN fits everything.
        planned: the seat's action; preferred where the picture leaves open who placed a bomb. Of two rounds it is the
            first one's; the second is open, as keys may have come too late; after 0, which takes none, it is 0 too.
        ranges_certain: where items may have been taken unseen, as in a game that was joined late, a bomb may reach
            further than believed.
    """
    if (state.players[:, X] < 0).any():  # somebody was not found: nothing can follow from there
        return None
    story = _in_one_round(rules, state, codes, planned)
    if story is None:
        story = _in_two_rounds(rules, state, codes, planned)
    if story is None and not ranges_certain:
        story = _by_wider_blasts(rules, state, codes, planned)
    return story


def next_board(rules: Rules, state: State, codes: Codes, newly: NDArray[np.bool_]) -> Codes | None:
    """Return all that shows one round after a state, where what is seen of it leaves one board only; else None.

    Blasts are certain, and so is what the living did where they are seen: a cell that they left, in which they may have
    placed a bomb, must be seen too.

    Args:
        rules: the preset.
        state: before the round, all of it certain, the ranges too.
        codes: int8 (33, 13) standing still, with UNKNOWN cells.
        newly: bool (33, 13), those that were read the round before. A blast in one of them may be all that hides it
            in a motion that has just begun, unless somebody has arrived elsewhere.
    """
    doomed, _ = blasts(state)
    moved = False
    for player, body in enumerate(state.players):
        x, y = int(body[X]), int(body[Y])
        if body[DIED] != 0 or doomed[y, x]:
            continue
        free, seen = not ((state.bombs[:, BX] == x) & (state.bombs[:, BY] == y)).any(), _whereabouts(codes, player)
        if seen is None or (free and codes[ROWS + y, x] == UNKNOWN):
            return None
        moved |= seen != (x, y)
    if not moved and (newly.reshape(-1, ROWS, COLS) & doomed).any():
        return None
    story = _in_one_round(rules, state, codes, None)
    return None if story is None else places(story.state)


def whose_is_open(before: State, after: State) -> bool:
    """Tell whether since a state a bomb was placed by one of several whose bombs reach differently far."""
    for bomb in after.bombs:
        placed = after.round - before.round - (FUSE - int(bomb[TIMER]))  # in the first round since, the second, ...
        apart = np.abs(before.players[:, X] - bomb[BX]) + np.abs(before.players[:, Y] - bomb[BY])
        able = (before.players[:, DIED] == 0) & (apart < placed)
        if len(set(before.players[able, RANGE].tolist())) > 1:
            return True
    return False


def _by_wider_blasts(rules: Rules, state: State, codes: Codes, planned: int | None) -> Explanation | None:
    """Return what happened in one round if somebody's bombs reach further than believed; None if that fits neither.

    Nothing shows a range, but what a blast breaks and whom it kills does. The first player by number for whom a greater
    one explains the picture is believed to have the least that does, and keeps it.
    """
    _, exploding = blasts(state)
    for owner in sorted({bomb[OWNER] for bomb in exploding}):
        own = [bomb for bomb in exploding if bomb[OWNER] == owner]
        oldest, least = min(bomb[TIMER] for bomb in own), min(bomb[REACH] for bomb in own)
        for reach in range(least + 1, COLS + 1):
            story = _in_one_round(rules, _with_reach(state, owner, oldest, reach), codes, planned)
            if story is not None:
                return story
    return None


def _with_reach(state: State, owner: int, timer: int, reach: int) -> State:
    """Return the state with at least that reach for a player, and for its bombs placed no earlier than that timer's."""
    players, bombs = state.players.copy(), state.bombs.copy()
    players[owner, RANGE] = max(players[owner, RANGE], reach)
    wider = (bombs[:, OWNER] == owner) & (bombs[:, TIMER] >= timer)
    bombs[wider, REACH] = np.maximum(bombs[wider, REACH], reach)
    return state._replace(players=players, bombs=bombs)


def fits(state: State, codes: Codes) -> bool:
    """Tell whether a screen may show a state."""
    return bool(((codes == UNKNOWN) | (codes == places(state))).all())


def _in_one_round(rules: Rules, state: State, codes: Codes, planned: int | None) -> Explanation | None:
    actions = []
    doomed, _ = blasts(state)
    placers = _placers(state, codes[ROWS : 2 * ROWS] == NO_BOMB + FUSE, doomed, planned)
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
    new = codes[ROWS : 2 * ROWS] == NO_BOMB + FUSE - 1
    new[state.bombs[:, BY], state.bombs[:, BX]] = False
    placers = _placers(state, new, doomed, planned)
    if _no_moves_explain(rules, state, codes, placers):
        return None
    choices: list[list[int]] = []
    for player, body in enumerate(state.players):
        x, y = int(body[X]), int(body[Y])
        if body[DIED] != 0 or doomed[y, x]:
            choices.append([0])
            continue
        seen = _whereabouts(codes, player)
        ways = [move for move in range(MOVES) if seen is None or _near(x + STEP_X[move], y + STEP_Y[move], seen)]
        actions = [move + (MOVES if player in placers else 0) for move in ways]
        if player == state.seat and planned is not None:
            actions.sort(key=lambda action: _unlikely(action, planned, body, seen))
        choices.append(actions)
    for first in itertools.product(*choices):
        between = advance(rules, _with_bombs_for(state, placers), first).state
        second = _in_one_round(rules, between, codes, 0 if planned == 0 else None)
        if second is not None:
            return Explanation(second.state, (tuple(first), *second.actions))
    return None


def _unlikely(first: int, planned: int, body: NDArray[np.int16], seen: tuple[int, int] | None) -> int:
    """Return 0 for the likeliest first of two actions of the seat, for which one was pressed, more for others.

    It was made, and none in the second round; it came too late, or got lost; a second one that nobody pressed is
    believed only where nothing else fits.
    """
    x, y = body[X] + STEP_X[first % MOVES], body[Y] + STEP_Y[first % MOVES]
    second = None if seen is None else next((m for m in range(MOVES) if (x + STEP_X[m], y + STEP_Y[m]) == seen), None)
    idle = first % MOVES == 0
    if first == planned:
        return 0 if second == 0 or seen is None else 2
    if idle:
        return 1 if second in (0, planned % MOVES) or seen is None else 3
    return 4


def _no_moves_explain(rules: Rules, state: State, codes: Codes, placers: frozenset[int]) -> bool:
    """Tell whether what two rounds leave wherever everybody goes is not what is seen: boxes, bombs, and who lives.

    Trying all their moves takes longer than a round where four stand still and one cell is misread.
    """
    first = [MOVES if player in placers else 0 for player in range(len(state.players))]
    between = advance(rules, _with_bombs_for(state, placers), first).state
    burning, exploding = blasts(between)
    if exploding and _items_at_hand(state):
        return False  # an item taken stops no blast
    after = places(advance(rules, between, [0] * len(first)).state)
    ground, seen_ground = after[:ROWS], codes[:ROWS]
    item = (ground == ITEM_RANGE) | (ground == ITEM_BOMB)
    right = (seen_ground == ground) | (item & (seen_ground == FLOOR))
    bombs, seen_bombs = after[ROWS : 2 * ROWS], codes[ROWS : 2 * ROWS]
    right_bombs = (seen_bombs == bombs) | ((bombs == NO_BOMB) & (seen_bombs == NO_BOMB + FUSE))
    for layer, shown, fitting in ((ground, seen_ground, right), (bombs, seen_bombs, right_bombs)):
        if not (fitting | (layer == UNKNOWN) | (shown == UNKNOWN)).all():
            return True
    if burning.any():
        return False
    living = np.flatnonzero(between.players[:, DIED] == 0)
    return any(_whereabouts(codes, int(player)) is None for player in living)


def _items_at_hand(state: State) -> bool:
    """Tell whether somebody who lives stands beside an item."""
    item = (state.cells == ITEM_RANGE) | (state.cells == ITEM_BOMB)
    bodies = state.players[state.players[:, DIED] == 0]
    rows, cols = np.nonzero(item)
    apart = np.abs(cols - bodies[:, X, None]) + np.abs(rows - bodies[:, Y, None])
    return bool((apart <= 1).any())


def _whereabouts(codes: Codes, player: int) -> tuple[int, int] | None:
    """Return where a player is seen, (x, y), or None."""
    found = np.argwhere(stands(codes[2 * ROWS :], player))
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


def _placers(state: State, new: NDArray[np.bool_], doomed: NDArray[np.bool_], planned: int | None) -> frozenset[int]:
    """Return who placed the bombs that are new, bool (11, 13): who stood there.

    Of several those did who had one in hand, if anybody had. Of these the seat did if it meant to, and the others did
    if the seat did not; more the picture cannot tell.
    """
    there: dict[tuple[int, int], list[int]] = {}
    for player, body in enumerate(state.players):
        if body[DIED] == 0 and not doomed[body[Y], body[X]] and new[body[Y], body[X]]:
            there.setdefault((int(body[X]), int(body[Y])), []).append(player)
    placers: set[int] = set()
    for standing in there.values():
        able = [player for player in standing if state.players[player, IN_HAND] > 0] or standing
        if planned is not None and state.seat in able and len(able) > 1:
            able = [player for player in able if (player == state.seat) == (planned >= MOVES)]
        placers.update(able)
    return frozenset(placers)


def _with_bombs_for(state: State, placers: frozenset[int]) -> State:
    """Return the state with a bomb in hand for everybody who was seen to place one."""
    short = [player for player in placers if state.players[player, IN_HAND] <= 0]
    if not short:
        return state
    players = state.players.copy()
    players[short, IN_HAND] = 1
    return state._replace(players=players)

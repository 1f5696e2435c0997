"""A game taken up from one picture: what no screen shows comes from the last known state, if it is the same game."""

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic import (
    BOX,
    BOX_BOMB,
    BOX_RANGE,
    BOXES,
    BX,
    BY,
    DIED,
    FUSE,
    IN_HAND,
    ITEM_BOMB,
    ITEM_RANGE,
    MOVES,
    OWNER,
    RANGE,
    REACH,
    STARTS,
    TIMER,
    UNKNOWN,
    Rules,
    State,
    X,
    Y,
    blasts,
)


def begins(rules: Rules, state: State) -> bool:
    """Tell whether a state is the first of a game: nothing has been done yet, as far as it can be read."""
    bodies = enumerate(state.players)
    at_start = all(body[DIED] == 0 and (body[X], body[Y]) == STARTS[number] for number, body in bodies)
    items = (state.cells == ITEM_RANGE) | (state.cells == ITEM_BOMB)
    nothing_done = at_start and len(state.bombs) == 0 and not bool(items.any())
    return nothing_done and boxes_as_placed(rules, state, state.cells == UNKNOWN)


def boxes_as_placed(rules: Rules, state: State, perhaps: NDArray[np.bool_] | None = None) -> bool:
    """Tell whether no box need be gone: there are as many as a map has at least, each with its mirror images.

    Args:
        rules: say how many.
        state: of which.
        perhaps: (11, 13) cells that may hold one, too.
    """
    boxes = _boxes(state)
    at_most = boxes if perhaps is None else boxes | perhaps
    mirrored = (boxes <= at_most[:, ::-1]).all() and (boxes <= at_most[::-1]).all()
    return bool(mirrored) and int(at_most.sum()) >= rules.boxes


def is_another_game(rules: Rules, seen: State, known: State) -> bool:
    """Tell whether a board that nothing explains is of another game than the last known one: its end was not seen.

    Within a game no box comes, nobody lives again, and all are not in their corners again with every box in its place.

    Args:
        rules: that are played.
        seen: from one picture alone.
        known: the last state that was certain.
    """
    more_boxes = _boxes(seen) & ~_boxes(known)
    shared = min(len(seen.players), len(known.players))
    lives_again = (seen.players[:shared, DIED] == 0) & (known.players[:shared, DIED] != 0)
    return begins(rules, seen) or bool(more_boxes.any()) or bool(lives_again.any())


def _boxes(state: State) -> NDArray[np.bool_]:
    """Return the cells with a box, bool (11, 13)."""
    return (state.cells >= BOX) & (state.cells <= BOX_BOMB)


def rounds_by_fuses(seen: State, known: State) -> int:
    """Return how many rounds went by between two states, by the bombs that lie in both; 0 where none does."""
    here = {(bomb[BX], bomb[BY]): int(bomb[TIMER]) for bomb in seen.bombs}
    burnt = [int(bomb[TIMER]) - here.get((bomb[BX], bomb[BY]), FUSE) for bomb in known.bombs]
    return min((rounds for rounds in burnt if rounds > 0), default=0)


def fewest_rounds(seen: State, known: State) -> int:
    """Return how many rounds went by between two states at least, by the bombs that were placed since; 1 without any.

    What lies in a cell that could not be read before may be older.
    """
    before = {(bomb[BX], bomb[BY]): int(bomb[TIMER]) for bomb in known.bombs}
    since = (int(bomb[TIMER]) for bomb in seen.bombs if _placed_since(bomb, before, known))
    return max((FUSE + 1 - timer for timer in since), default=1)


def _placed_since(bomb: NDArray[np.int16], before: dict[tuple[int, int], int], known: State) -> bool:
    """Tell whether a bomb that is seen can be none of those with the timers `before`."""
    x, y = bomb[BX], bomb[BY]
    return bool(known.cells[y, x] != UNKNOWN) and before.get((x, y), 0) < bomb[TIMER]


def keeps_ranges(seen: State, known: State) -> bool:
    """Tell whether rounds of a game that nobody saw can have changed no range: all bombs reach as far as is known.

    Every range item, or box with one, is where it was: nobody has taken any. And whoever placed the bombs that lie,
    they reach equally far.

    Args:
        seen: by `resume`, with no UNKNOWN cell.
        known: the last state that was certain.
    """
    there, here = (np.isin(state.cells, (BOX_RANGE, ITEM_RANGE)) for state in (known, seen))
    living = known.players[:, DIED] == 0
    ranges = {*known.players[living, RANGE].tolist(), *known.bombs[:, REACH].tolist()}
    return bool((here | ~there).all()) and (len(seen.bombs) == 0 or len(ranges) == 1)


def resume(seen: State, known: State | None, rounds: int = 1, planned: int | None = None) -> State:
    """Return a state read anew, with what the screen does not show from the last known one.

    The dead are not shown: they lie where they were last, and died when it was known, else in the round just played.
    A bomb that lay there before is whose it was; one that did not has the range of whom it is taken for. Who stands
    where an item lay has taken it. Boxes that have gone count for each of the others: who broke them was not seen.

    Args:
        seen: from one picture alone, with nobody's history; seat and rounds as they should be.
        known: the last state that was certain; None for a game that begins (`is_another_game`).
        rounds: that were played in between.
        planned: all that the seat did in them, from where it was known to stand; None: that is not known.
    """
    if known is None:
        return seen
    players = seen.players.copy()
    bombs = _remembered(seen, known, planned)
    burnt, _ = blasts(known)
    for player, body in enumerate(known.players):
        x, y = seen.players[player, [X, Y]]
        alive = players[player, DIED] == 0
        item = known.cells[y, x] if alive and x >= 0 and not burnt[y, x] else UNKNOWN
        owned = int(body[IN_HAND]) + int(np.count_nonzero(known.bombs[:, OWNER] == player)) + int(item == ITEM_BOMB)
        lying = int(np.count_nonzero(bombs[:, OWNER] == player))
        players[player, IN_HAND] = max(0, owned - lying)
        players[player, IN_HAND + 1 : DIED] = body[IN_HAND + 1 : DIED]
        players[player, RANGE] += int(item == ITEM_RANGE)
        if player != seen.seat:
            players[player, BOXES] += max(0, known.boxes - seen.boxes)
        if not alive:
            players[player, [X, Y]] = body[[X, Y]] if body[X] >= 0 else players[player, [X, Y]]
            players[player, DIED] = body[DIED] or known.round + 1
    boxless = -1 if seen.boxes else known.boxless + rounds if known.boxless >= 0 else 0
    return seen._replace(players=players, bombs=bombs, round=known.round + rounds, quiet=0, boxless=boxless)


def _remembered(seen: State, known: State, planned: int | None) -> NDArray[np.int16]:
    """Return the bombs that are seen, int16 (n, 5), with owners and ranges as far as they are known.

    A cell shows one bomb; those that were placed there in the same round lie there still.
    """
    bombs: list[NDArray[np.int16]] = []
    for bomb in seen.bombs:
        before = (known.bombs[:, [BX, BY]] == bomb[[BX, BY]]).all(axis=1) & (known.bombs[:, TIMER] >= bomb[TIMER])
        lying = known.bombs[before].copy() if before.any() else bomb[None].copy()
        lying[:, TIMER] = bomb[TIMER]
        if not before.any():
            lying[:, OWNER] = _placed_by(bomb, seen, known, planned)
            lying[:, REACH] = known.players[lying[0, OWNER], RANGE]
        bombs.append(lying)
    return np.concatenate(bombs) if bombs else seen.bombs


def _placed_by(bomb: NDArray[np.int16], seen: State, known: State, planned: int | None) -> int:
    """Return who placed a bomb unseen: the seat only one that it meant to, the nearest of the others any other one."""
    seat, nearest = seen.seat, int(bomb[OWNER])
    if planned is None:
        return nearest
    if planned >= MOVES and (bomb[[BX, BY]] == known.players[seat, [X, Y]]).all():
        return seat
    apart = np.abs(seen.players[:, [X, Y]] - bomb[[BX, BY]]).sum(axis=1) + 100 * (seen.players[:, DIED] != 0)
    return nearest if nearest != seat else int(np.argmin(np.where(np.arange(len(apart)) == seat, 1000, apart)))

"""What stands in cells that could not be read, where only one thing can: by the rules, from the turn before.

Several players on one cell, or on a bomb, may look like nothing that calibration has seen. But who is missing elsewhere
must stand there, and a bomb's rounds go down by one.
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from types import MappingProxyType
from typing import Final

import numpy as np

from engine.hypersonic import (
    BOX,
    BOX_BOMB,
    COLS,
    FLOOR,
    FUSE,
    ITEM_BOMB,
    ITEM_RANGE,
    MAX_PLAYERS,
    NO_BOMB,
    NOBODY,
    UNKNOWN,
    stands,
)
from vision.arena.layers import steps
from vision.sighting import Codes

MOST_CELLS: Final = 3
"""With more cells that cannot be read nothing is said."""

Triple = tuple[int, int, int]
"""Codes of a cell: ground, bomb, players."""
Looks = Collection[Triple]


def repair(
    before: Codes,
    now: Codes,
    floor: Mapping[int, bool],
    doomed: frozenset[int] | None = None,
    *,
    resting: Mapping[int, Triple] = MappingProxyType({}),
    looks: Looks = (),
) -> Codes:
    """Return `now` with what must stand in its UNKNOWN cells; what the rules leave open stays UNKNOWN.

    Args:
        before: (33, 13) as settled one turn before.
        now: (33, 13) at rest, with UNKNOWN cells.
        floor: by cell (row by row), whether one that could not be read shows floor (True) or a bomb (False) behind
            whatever stands there; cells of which that is not known are left out.
        doomed: players who may have died in this turn; None where that is not known, and whoever has a bomb in its row
            or column may have when one went off.
        resting: by cell, the player alone on floor of whom what is in view of it shows that it stands there at rest,
            and that nothing else of `looks` does. Who else goes there may not have arrived yet.
        looks: what can be read in a cell.
    """
    was, seen = before.reshape(3, -1), now.reshape(3, -1)
    cells = np.flatnonzero((seen == UNKNOWN).any(axis=0)).tolist()
    if not 0 < len(cells) <= MOST_CELLS or (was == UNKNOWN).any():
        return now
    at, here = _positions(was[2]), _positions(seen[2])
    if any(player not in at or steps(at[player], cell) > 1 for player, cell in here.items()):
        return now
    burning = (was[1] > NO_BOMB) & (seen[1] > NO_BOMB)
    if (seen[1][burning] != was[1][burning] - 1).any():
        return now  # more than one turn has passed, or none
    blast = bool((was[1] == NO_BOMB + 1).any())
    missing = [player for player in at if player not in here]
    risky = {p for p in missing if blast and _in_line(was, at[p])} if doomed is None else doomed
    unread = [c for c in cells if seen[2, c] == UNKNOWN]  # of the others it is known who stands there
    ways = [[c for c in unread if _may_enter(was, at[p], c)] + ([-1] if p in risky else []) for p in missing]
    worlds: list[tuple[Triple, ...]] = []
    for places in product(*ways):
        people = [
            NOBODY + sum(1 << p for p, place in zip(missing, places, strict=True) if place == c)
            if c in unread
            else int(seen[2, c])
            for c in cells
        ]
        choices = [
            [
                triple
                for triple in _possible(was, at, cell, who, blast)
                if _agrees(triple, seen[:, cell])
                and _as_seen(triple, floor.get(cell))
                and (cell not in resting or triple not in looks or _with_others(triple, resting[cell]))
            ]
            for cell, who in zip(cells, people, strict=True)
        ]
        worlds += product(*choices)
    if not worlds:
        return now
    found = seen.copy()
    for number, cell in enumerate(cells):
        for layer in range(3):
            codes = {world[number][layer] for world in worlds}
            if len(codes) == 1:
                found[layer, cell] = codes.pop()
    return found.reshape(now.shape)


def may_have_left(
    before: Codes, seen: Codes, mended: Codes, looks: Looks, resting: Mapping[int, Triple] = MappingProxyType({})
) -> bool:
    """Tell whether a player that was put in where it stood before may be on its way from there.

    Had it stayed it would have been read: how that looks is known, and it was read there before. While it slides off
    the cell that it goes to shows bare floor for almost half of its way. Where something lies over a part of it, the
    rest of it tells.

    Args:
        before: (33, 13) as seen when the turn before stood still, with UNKNOWN cells.
        seen: (33, 13) with UNKNOWN cells.
        mended: what `repair` made of it.
        looks: what can be read in a cell.
        resting: as `repair` takes it.
    """
    was, now, after = (codes.reshape(3, -1) for codes in (before, seen, mended))
    left_out = (now[2] == UNKNOWN) & (was != UNKNOWN).all(axis=0)
    at = _positions(after[2])
    stayed = [cell for player, cell in _positions(was[2]).items() if left_out[cell] and at.get(player) == cell]
    put_in = {cell: tuple(after[:, cell].tolist()) for cell in stayed}
    return any(triple in looks and resting.get(cell) != triple for cell, triple in put_in.items())


def _positions(people: Codes) -> dict[int, int]:
    """Return the cell of each player who is seen."""
    found = {}
    for player in range(MAX_PLAYERS):
        cells = np.flatnonzero(stands(people, player))
        if len(cells) == 1:
            found[player] = int(cells[0])
    return found


def _in_line(was: Codes, cell: int) -> bool:
    """Tell whether some bomb lies in a cell's row or column, so that whoever stood there may have died."""
    bombs = (was[1] > NO_BOMB).reshape(-1, COLS)
    return bool(bombs[cell // COLS].any() or bombs[:, cell % COLS].any())


def _may_enter(was: Codes, start: int, cell: int) -> bool:
    """Tell whether a player can be in a cell one turn later: bombs and boxes cannot be entered."""
    closed = was[1, cell] > NO_BOMB or BOX <= was[0, cell] <= BOX_BOMB
    return start == cell or (steps(start, cell) == 1 and not closed)


def _possible(was: Codes, at: Mapping[int, int], cell: int, people: int, blast: bool) -> Iterator[Triple]:
    """Yield what may stand in a cell one turn later with these players on it."""
    ground, bomb = int(was[0, cell]), int(was[1, cell])
    grounds = {FLOOR} if people > NOBODY else {ground}
    if blast and BOX <= ground <= BOX_BOMB and people == NOBODY:
        grounds.add(FLOOR if ground == BOX else ground + 2)
    if blast and ITEM_RANGE <= ground <= ITEM_BOMB:
        grounds.add(FLOOR)
    bombs = {bomb - 1} if bomb > NO_BOMB else {NO_BOMB}
    if bomb > NO_BOMB and blast:
        bombs.add(NO_BOMB)
    if bomb == NO_BOMB and cell in at.values():
        bombs.add(NO_BOMB + FUSE)
    yield from product(grounds, bombs, (people,))


def _agrees(triple: Triple, seen: Codes) -> bool:
    return all(code in (UNKNOWN, mine) for code, mine in zip(seen.tolist(), triple, strict=True))


def _as_seen(triple: Triple, floor: bool | None) -> bool:
    return floor is None or (triple[1] == NO_BOMB) == floor


def _with_others(triple: Triple, alone: Triple) -> bool:
    """Tell whether a cell shows one player alone, or that one and others, with nothing else changed."""
    return triple[:2] == alone[:2] and (triple[2] - NOBODY) & (alone[2] - NOBODY) == alone[2] - NOBODY

"""Beam search over a game in which nothing is left to chance, with duplicates removed and a limit for each group.

Level by level, every kept position is opened, its moves are judged, and only the best of them are played: first those
with no better duplicate, then no more than `most_a_group` of a group (the local beams of Kowalczyk and others 2022:
groups are the places where the player stands), then `width` in all. What the other players do is the game's own affair.
A position that was opened says what all its moves share, so judging one is cheap, and moves that are not kept are never
played.

The search stops anywhere: `widen` opens so many positions and returns, and the caller looks at the clock. Written
against the two placeholders below; `compile_grouped_beam` puts a game's kernels in their place.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from policy.search.game import GameKernels, Words, copy_words
from policy.search.heap import fill, pop
from policy.search.specialise import njit_for

KEY: Final = 0
GROUP: Final = 1
"""Columns of what `look` writes into `sights`."""
WORTH: Final = 0
GAIN: Final = 1
"""Columns of what `look` writes into `values`."""


def look(
    words: Words, level: int, gained: float, game: Any, sights: NDArray[np.int64], values: NDArray[np.float64]
) -> int:
    """Judge every move of a position; return a bit for each that was judged, 0 where all is lost.

    Args:
        words: the position after `level` moves, not changed.
        level: moves made since the root.
        gained: what the line has gained so far, in the game's own sense.
        game: the game's own; may be written to.
        sights: int64 (most moves, 2), filled for the moves judged: a KEY that equal positions share, and the GROUP.
        values: float64 (most moves, 2), filled likewise: the WORTH of the position after the move, and what the line
            will have gained.
    """
    raise NotImplementedError


def make(words: Words, move: int, level: int, game: Any) -> None:
    """Make a move; `words` is changed."""
    raise NotImplementedError


LEVEL: Final = 0
"""Levels that are done: every position after so many moves is known."""
NEXT: Final = 1
"""Position of the level that is opened next."""
CANDIDATES: Final = 2
KEPT: Final = 3
"""Positions of the level."""
OPENED: Final = 4
"""Positions opened since the root."""
JUDGED: Final = 5
"""Moves judged since the root."""
STAMP: Final = 6
"""Tells the entries of this level's table of keys from older ones."""
FIRST_MOVES: Final = 7
"""A bit for each move that may be made from the root."""
SIDE: Final = 8
"""Which of the two halves of `words` holds the level."""
COUNTERS: Final = 9


class Room(NamedTuple):
    """Everything a search writes to; reused from search to search.

    Attributes:
        words: int64 (2, width, n), the positions of this level and the next.
        gained, worth: float64 (2, width).
        first: int64 (2, width), the root's move that led to each.
        parents: int32 (levels, width), whose child each kept position is, and `moves`, int8, by which move.
        candidate_worth, candidate_gained: float64 (width * most moves,).
        candidates: int64 (width * most moves, 3): parent, move, group.
        heap: int64 (width * most moves,).
        table: int64 (a power of two, 2): stamp of the level with the candidate's number, and key.
        in_group: int64 (groups,).
        sights: int64 (most moves, 2), values: float64 (most moves, 2), as `look` fills them.
        counters: int64 (COUNTERS,).
    """

    words: NDArray[np.int64]
    gained: NDArray[np.float64]
    worth: NDArray[np.float64]
    first: NDArray[np.int64]
    parents: NDArray[np.int32]
    moves: NDArray[np.int8]
    candidate_worth: NDArray[np.float64]
    candidate_gained: NDArray[np.float64]
    candidates: NDArray[np.int64]
    heap: NDArray[np.int64]
    table: NDArray[np.int64]
    in_group: NDArray[np.int64]
    sights: NDArray[np.int64]
    values: NDArray[np.float64]
    counters: NDArray[np.int64]


PARENT: Final = 0
MOVE: Final = 1
OF_GROUP: Final = 2
"""Columns of `Room.candidates`."""


def room_for(width: int, levels: int, size: int, most_moves: int, groups: int) -> Room:
    """Return room for a search.

    Args:
        width: most positions of a level.
        levels: most levels.
        size: words of a position.
        most_moves: moves are numbered below this, at most 62.
        groups: groups are numbered below this.
    """
    most = width * most_moves
    slots = 1 << (2 * most - 1).bit_length()
    return Room(
        np.zeros((2, width, size), np.int64),
        np.zeros((2, width)),
        np.zeros((2, width)),
        np.zeros((2, width), np.int64),
        np.zeros((levels, width), np.int32),
        np.zeros((levels, width), np.int8),
        np.zeros(most),
        np.zeros(most),
        np.zeros((most, 3), np.int64),
        np.zeros(most, np.int64),
        np.zeros((slots, 2), np.int64),
        np.zeros(groups, np.int64),
        np.zeros((most_moves, 2), np.int64),
        np.zeros((most_moves, 2)),
        np.zeros(COUNTERS, np.int64),
    )


def begin(words: Words, room: Room, first_moves: int) -> None:
    """Make a position the root; only the first moves whose bit is set will be tried."""
    copy_words(room.words[0, 0], words)
    room.gained[0, 0] = room.worth[0, 0] = 0.0
    counters = room.counters
    stamp = counters[STAMP] + 1
    counters[:] = 0
    counters[KEPT], counters[STAMP], counters[FIRST_MOVES] = 1, stamp, first_moves


def close_level(room: Room, game: Any, width: int, most_a_group: int) -> None:
    """Play the best of the candidates: they are the next level."""
    counters, heap, worth = room.counters, room.heap, room.candidate_worth
    size = counters[CANDIDATES]
    fill(heap, worth, size)
    room.in_group[:] = 0
    side, level, kept = counters[SIDE], counters[LEVEL], 0
    while size > 0 and kept < width:
        best = pop(heap, worth, size)
        size -= 1
        group = room.candidates[best, OF_GROUP]
        if room.in_group[group] >= most_a_group:
            continue
        room.in_group[group] += 1
        parent, move = room.candidates[best, PARENT], room.candidates[best, MOVE]
        copy_words(room.words[1 - side, kept], room.words[side, parent])
        make(room.words[1 - side, kept], move, level, game)
        room.gained[1 - side, kept], room.worth[1 - side, kept] = room.candidate_gained[best], worth[best]
        room.first[1 - side, kept] = move if level == 0 else room.first[side, parent]
        room.parents[level, kept], room.moves[level, kept] = parent, move
        kept += 1
    if kept:
        counters[SIDE], counters[LEVEL], counters[KEPT] = 1 - side, level + 1, kept
    counters[NEXT] = counters[CANDIDATES] = 0
    counters[STAMP] += 1


def widen(room: Room, game: Any, opens: int, levels: int, width: int, most_a_group: int, unique: bool) -> bool:
    """Open positions, no more than so many and none of a level deeper than `levels`; return whether there are more to
    open.

    Args:
        room: as `begin` or the last call left it.
        game: the game's own.
        opens: positions to open at most; the end of a level ends the call too.
        levels: depth of the search, no more than there is room for.
        width: positions kept of a level.
        most_a_group: positions kept of a group.
        unique: whether duplicates are removed.
    """
    # everything is unpacked here and nothing is handed to a function a move: passing arrays costs more than the rest
    counters, sights, values = room.counters, room.sights, room.values
    candidate_worth, candidate_gained, candidates = room.candidate_worth, room.candidate_gained, room.candidates
    table, positions, gained = room.table, room.words, room.gained
    side, level, stamp, count = counters[SIDE], counters[LEVEL], counters[STAMP], counters[CANDIDATES]
    if level >= levels:
        return False
    slots = table.shape[0] - 1
    judged = 0
    last = min(counters[NEXT] + opens, counters[KEPT])
    for parent in range(counters[NEXT], last):
        mask = look(positions[side, parent], level, gained[side, parent], game, sights, values)
        if level == 0:
            mask &= counters[FIRST_MOVES]
        move = -1
        while mask:
            move += 1
            wanted = mask & 1
            mask >>= 1
            if not wanted:
                continue
            judged += 1
            worth, at = values[move, WORTH], count
            if worth == -np.inf:
                continue
            if unique:
                key = sights[move, KEY]
                slot = (key ^ key >> 29) & slots
                while table[slot, 0] >> 32 == stamp and table[slot, 1] != key:
                    slot = (slot + 1) & slots
                if table[slot, 0] >> 32 == stamp:
                    at = table[slot, 0] & 0xFFFFFFFF
                    if worth <= candidate_worth[at]:
                        continue
                else:
                    table[slot, 0], table[slot, 1] = stamp << 32 | at, key
            if at == count:
                count += 1
            candidate_worth[at], candidate_gained[at] = worth, values[move, GAIN]
            candidates[at, PARENT], candidates[at, MOVE], candidates[at, OF_GROUP] = parent, move, sights[move, GROUP]
    counters[JUDGED] += judged
    counters[OPENED] += last - counters[NEXT]
    counters[NEXT], counters[CANDIDATES] = last, count
    if last == counters[KEPT]:
        close_level(room, game, width, most_a_group)
        return bool(counters[LEVEL] > level and counters[LEVEL] < levels)
    return True


def best_line(room: Room) -> tuple[float, list[int]]:
    """Return the worth of the best position of the last level that was done, and the moves to it; (0, []) at the
    root."""
    level, side = int(room.counters[LEVEL]), int(room.counters[SIDE])
    if level == 0:
        return 0.0, []
    moves, at = [], 0
    for depth in range(level - 1, -1, -1):
        moves.append(int(room.moves[depth, at]))
        at = int(room.parents[depth, at])
    return float(room.worth[side, 0]), moves[::-1]


def worth_by_first_move(room: Room) -> dict[int, float]:
    """Return the worth of the best position of the last level behind each first move that still has one, best first."""
    side, kept = int(room.counters[SIDE]), int(room.counters[KEPT])
    values: dict[int, float] = {}
    if room.counters[LEVEL]:
        for move, worth in zip(room.first[side, :kept].tolist(), room.worth[side, :kept].tolist(), strict=True):
            values.setdefault(move, worth)
    return values


@dataclass(frozen=True, slots=True)
class GroupedBeam:
    """The search compiled for one game: `begin` and `widen` as above."""

    begin: Callable[[Words, Room, int], None]
    widen: Callable[[Room, Any, int, int, int, int, bool], bool]


def compile_grouped_beam(
    game: GameKernels,
    look: Callable[[Words, int, float, Any, NDArray[np.int64], NDArray[np.float64]], int],
    make: Callable[[Words, int, int, Any], None],
) -> GroupedBeam:
    """Return the search for a game; only the name of `game` is used."""
    closing = njit_for(game, close_level, make=make)
    return GroupedBeam(njit_for(game, begin), njit_for(game, widen, look=look, close_level=closing))

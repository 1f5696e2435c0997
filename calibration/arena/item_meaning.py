"""Which item is which: one lets a player have more bombs on the board, the other lets them break boxes farther away.

Each of the two readings is held against what was seen; a reading under which something was impossible is wrong.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.arena.burning import Life
from calibration.arena.hand_votes import Taken, hand_votes
from calibration.arena.knowledge import FIRST_BOX, FIRST_ITEM
from calibration.arena.readings import NOWHERE, Readings
from calibration.arena.turns import Turns
from engine.hypersonic import COLS, FLOOR, MAX_PLAYERS, NO_BOMB, PRESETS, ROWS
from vision.arena.layers import IS_WALL

LEAST_EVIDENCE: Final = 2
"""So many impossible things at least decide ..."""
CLEARER: Final = 4
"""... and so many times what speaks against the other reading."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """How often each item was shown by what was seen to be another than the one named.

    Attributes:
        not_bomb: by item: players had more bombs on the board than they could if it were the one that adds bombs.
        not_range: by item: boxes broke that no bomb could reach if it were the one that adds range, or boxes and items
            stayed that one must have hit.
    """

    not_bomb: dict[int, int]
    not_range: dict[int, int]


def bomb_item(turns: Turns, readings: Readings, lives: list[Life], items: list[int]) -> int | None:
    """Return which of two items adds a bomb, None where that does not follow from what was seen.

    Args:
        turns: the series.
        readings: of it, with items read by the codes of their sorts.
        lives: of the bombs.
        items: the two sorts, from 0.
    """
    if len(items) != 2:
        return None
    found = weigh(readings, lives, items)
    for item, (yes, no) in hand_votes(turns, readings, lives, _taken(readings, items)).items():
        found.not_range[item] += yes
        found.not_bomb[item] += no
    first, second = items
    against_first = found.not_bomb[first] + found.not_range[second]
    against_second = found.not_bomb[second] + found.not_range[first]
    if against_first >= LEAST_EVIDENCE and against_first >= CLEARER * against_second:
        return second
    if against_second >= LEAST_EVIDENCE and against_second >= CLEARER * against_first:
        return first
    return None


def weigh(readings: Readings, lives: list[Life], items: list[int]) -> Evidence:
    """Count what speaks against each reading of the items; see `Evidence`."""
    picked = _picked(readings, items)
    evidence = Evidence(dict.fromkeys(items, 0), dict.fromkeys(items, 0))
    owned = [life for life in lives if len(life.stood) == 1]
    rules = PRESETS["two"]
    for turn in np.flatnonzero(readings.whole).tolist():
        for player in range(MAX_PLAYERS):
            lying = sum(life.stood[0] == player and life.begin <= turn < life.end for life in owned)
            for number, item in enumerate(items):
                if lying > rules.bombs + picked[turn, player, number]:
                    evidence.not_bomb[item] += 1
        broken = _broken(readings, turn)
        gone = [life for life in lives if life.end == turn and readings.game[life.begin] == readings.game[turn]]
        if not gone or any(len(life.stood) != 1 for life in gone):
            continue
        for number, item in enumerate(items):
            reach = [rules.reach + int(picked[life.begin - 1, life.stood[0], number]) for life in gone]
            for cell in broken:
                if not any(_in_line(life.cell, cell, r) for life, r in zip(gone, reach, strict=True)):
                    evidence.not_range[item] += 1
            for life, r in zip(gone, reach, strict=True):
                evidence.not_range[item] += _spared(readings, turn, life.cell, r)
    return evidence


def _picked(readings: Readings, items: list[int]) -> np.ndarray[tuple[int, int, int], np.dtype[np.int64]]:
    """Return how many of each item each player has taken in this game, (turns, players, items)."""
    found = np.zeros((len(readings), MAX_PLAYERS, len(items)), np.int64)
    taken = _taken(readings, items)
    for turn in range(1, len(readings)):
        if readings.follows(turn):
            found[turn] = found[turn - 1]
            for _, player, item in (one for one in taken if one[0] == turn):
                found[turn, player, items.index(item)] += 1
    return found


def _taken(readings: Readings, items: list[int]) -> list[Taken]:
    """Return when items were taken, by whom, and which."""
    found = []
    for turn in range(1, len(readings)):
        for player in range(MAX_PLAYERS):
            cell = int(readings.at[turn, player])
            if cell == NOWHERE or not readings.follows(turn):
                continue
            item = int(readings.ground[turn - 1, cell]) - FIRST_ITEM
            if item in items:
                found.append((turn, player, item))
    return found


def _broken(readings: Readings, turn: int) -> list[int]:
    """Return the cells whose boxes have broken in a turn."""
    if not readings.follows(turn):
        return []
    before, now = readings.ground[turn - 1], readings.ground[turn]
    was = (before >= FIRST_BOX) & (before < FIRST_ITEM)
    still = (now >= FIRST_BOX) & (now < FIRST_ITEM)
    return np.flatnonzero(was & ~still & ~IS_WALL).tolist()


def _spared(readings: Readings, turn: int, bomb: int, reach: int) -> int:
    """Return how many boxes and items stand after a turn that a bomb of this reach must have hit in it."""
    before, now, lying = readings.ground[turn - 1], readings.ground[turn], readings.bombs[turn - 1]
    y, x = divmod(bomb, COLS)
    count = 0
    for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        for step in range(1, reach):
            row, col = y + step * dy, x + step * dx
            if not (0 <= row < ROWS and 0 <= col < COLS):
                break
            cell = row * COLS + col
            if before[cell] == FLOOR and lying[cell] == NO_BOMB:
                continue
            count += bool(before[cell] >= FIRST_BOX and now[cell] == before[cell])
            break
    return count


def _in_line(bomb: int, box: int, reach: int) -> bool:
    down, across = box // COLS - bomb // COLS, box % COLS - bomb % COLS
    return (down == 0 or across == 0) and abs(down) + abs(across) < reach

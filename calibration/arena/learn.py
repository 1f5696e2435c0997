"""Learns everything that stands in an arena from a series of turns, each round of learning explaining more of it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.arena.breaking import Contents, find_contents
from calibration.arena.burning import Life, agreed, find_lives, label
from calibration.arena.knowledge import FIRST_BOX, FIRST_ITEM, ON_BOMB, Knowledge, Place, learn_ground, make_reader
from calibration.arena.on_bombs import learn_on_bombs
from calibration.arena.readings import Readings, read_turns
from calibration.arena.sharing import find_shared
from calibration.arena.start_boards import CORNERS, FLOOR_LIKE, StartBoards
from calibration.arena.turns import Turns
from engine.hypersonic import FLOOR, NO_BOMB, NOBODY
from vision.arena.layers import CELLS, IS_WALL
from vision.profile import Profile
from vision.profile_sections import ReaderSection

ROUNDS_OF_LEARNING: Final = 5
LEARNING: Final = ReaderSection(min_margin=0.3, max_distance=3.5, max_core=3.5)
"""When a cell counts as explained while learning."""


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """What a series has taught.

    Attributes:
        known: how everything looks; boxes and items by the codes of their sorts.
        readings: the series as read with that.
        contents: what is in the sorts of boxes.
        lives: of all bombs.
    """

    known: Knowledge
    readings: Readings
    contents: Contents
    lives: list[Life]


def learn(turns: Turns, starts: StartBoards, base: Profile) -> Learned:
    """Learn from a series.

    Args:
        turns: the series.
        starts: the boards in it with which games begin.
        base: a profile that knows the arena and nothing in it.
    """
    known = _beginning(turns, starts)
    before: Mapping[int, int] = {}
    for _ in range(ROUNDS_OF_LEARNING):
        readings = read_turns(turns, make_reader(base, known, LEARNING), starts.turns, starts.players)
        learned = _learn_more(turns, starts, readings)
        known = learned.known
        if known.counts == before:
            break
        before = known.counts
    readings = read_turns(turns, make_reader(base, known, LEARNING), starts.turns, starts.players)
    return replace(learned, readings=readings, lives=find_lives(readings))


def _at_start(starts: StartBoards) -> dict[int, list[Place]]:
    """Return where boxes and players were seen at the beginning of games, by code."""
    found: dict[int, list[Place]] = {}
    for k, turn in enumerate(starts.turns):
        for cell in range(CELLS):
            if starts.kinds[k, cell] >= 0:
                found.setdefault(FIRST_BOX + int(starts.kinds[k, cell]), []).append((turn, cell))
        for player in range(starts.players):
            found.setdefault(NOBODY + (1 << player), []).append((turn, CORNERS[player]))
    return found


def _beginning(turns: Turns, starts: StartBoards) -> Knowledge:
    """Return what the beginnings of games alone tell."""
    bare: dict[int, list[int]] = {}
    for k, turn in enumerate(starts.turns):
        for cell in np.flatnonzero(starts.kinds[k] == FLOOR_LIKE).tolist():
            bare.setdefault(cell, []).append(turn)
    known = learn_ground(turns, bare)
    return _with_kinds(turns, known, _at_start(starts))


def _with_kinds(turns: Turns, known: Knowledge, places: Mapping[int, list[Place]]) -> Knowledge:
    """Return what is known with kinds learned from where they were seen; boxes alone do not come to other cells."""
    kinds = {
        code: known.cut(turns, _spread(seen), comes=not FIRST_BOX <= code < FIRST_ITEM)
        for code, seen in places.items()
        if seen
    }
    return replace(known, kinds=kinds, counts={code: len(seen) for code, seen in places.items() if seen})


def _spread(places: list[Place]) -> list[Place]:
    """Return at most forty of some places, evenly."""
    return [places[int(k)] for k in np.unique(np.linspace(0, len(places) - 1, 40).round().astype(int))]


def _learn_more(turns: Turns, starts: StartBoards, readings: Readings) -> Learned:
    """Return what a series teaches that was read with what was known before."""
    bare: dict[int, list[int]] = {}
    for cell in range(CELLS):
        if IS_WALL[cell]:
            continue
        empty = (readings.ground[:, cell] == FLOOR) & (readings.bombs[:, cell] == NO_BOMB)
        when = np.flatnonzero(empty & (readings.people[:, cell] == NOBODY)).tolist()
        if when:
            bare[cell] = when
    known = learn_ground(turns, bare)
    places = _at_start(starts)
    contents = find_contents(turns, readings, starts.boxes)
    for sort, seen in contents.items.items():
        places[FIRST_ITEM + sort] = seen
    lives = find_lives(readings)
    labels = label(readings, lives)
    for (left, code), seen in labels.items():
        if code == NOBODY:
            places[NO_BOMB + left] = agreed(turns, seen)
    for player in range(starts.players):
        alone = NOBODY + (1 << player)
        seen = [
            (int(turn), int(cell))
            for turn, cell in np.argwhere((readings.people == alone) & (readings.bombs == NO_BOMB))
        ]
        places[alone] = agreed(turns, _spread([*places[alone], *seen]))
    for code, seen in find_shared(readings, starts.players).items():
        places[code] = agreed(turns, seen)
    known = _with_kinds(turns, known, places)
    on_bomb, rounds, counts = learn_on_bombs(turns, known, labels)
    known = replace(
        known,
        on_bomb=on_bomb,
        rounds=rounds,
        counts={**known.counts, **{ON_BOMB + code: count for code, count in counts.items()}},
    )
    return Learned(known, readings, contents, lives)

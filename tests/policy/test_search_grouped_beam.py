"""Held: the grouped beam to a plain one on a game of numbers, and duplicates, groups and stops to their promises."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.jit import njit
from policy.search.game import GameKernels, Words, legal_moves, play, random_move
from policy.search.grouped_beam import (
    GAIN,
    GROUP,
    JUDGED,
    KEPT,
    KEY,
    LEVEL,
    OPENED,
    SIDE,
    WORTH,
    Room,
    best_line,
    compile_grouped_beam,
    room_for,
    worth_by_first_move,
)

MOVES = 3
GROUPS = 4
MODULUS = 10_007


@njit
def step(number: int, move: int) -> int:
    """Return the next number: a walk that mixes well."""
    return (number * 31 + move * 977 + 17) % MODULUS


@njit
def look(
    words: Words, level: int, gained: float, game: Any, sights: NDArray[np.int64], values: NDArray[np.float64]
) -> int:
    """Numbers are worth their remainder by `game`, added up along the line."""
    mask = 0
    for move in range(MOVES):
        number = step(words[0], move)
        if number % 11 == 0:
            continue
        sights[move, KEY], sights[move, GROUP] = number, number % GROUPS
        values[move, GAIN] = gained + number % game
        values[move, WORTH] = values[move, GAIN] + level
        mask |= 1 << move
    return mask


@njit
def make(words: Words, move: int, level: int, game: Any) -> None:
    """Go on to the next number."""
    words[0] = step(words[0], move)


BEAM = compile_grouped_beam(GameKernels("numbers", play, legal_moves, random_move), look, make)


def plain(
    start: int, game: int, levels: int, width: int, most: int, unique: bool
) -> list[tuple[float, int, list[int]]]:
    """Return the last level as (gained, number, line), best first: the beam in plain Python."""
    level: list[tuple[float, int, list[int]]] = [(0.0, start, [])]
    for _ in range(levels):
        candidates: list[tuple[float, int, list[int]]] = []
        for gained, number, line in level:
            for move in range(MOVES):
                after = step(number, move)
                if after % 11 == 0:
                    continue
                entry = (gained + after % game, after, [*line, move])
                twins = [at for at, other in enumerate(candidates) if unique and other[1] == after]
                if not twins:
                    candidates.append(entry)
                elif entry[0] > candidates[twins[0]][0]:
                    candidates[twins[0]] = entry
        order = sorted(range(len(candidates)), key=lambda at: (-candidates[at][0], at))
        kept: list[tuple[float, int, list[int]]] = []
        for at in order:
            same = sum(other[1] % GROUPS == candidates[at][1] % GROUPS for other in kept)
            if same < most and len(kept) < width:
                kept.append(candidates[at])
        if not kept:
            return level
        level = kept
    return level


def searched(start: int, game: int, levels: int, width: int, most: int, unique: bool, opens: int) -> Room:
    room = room_for(width, levels, 1, MOVES, GROUPS)
    BEAM.begin(np.array([start]), room, (1 << MOVES) - 1)
    while BEAM.widen(room, game, opens, levels, width, most, unique):
        pass
    return room


@pytest.mark.parametrize("unique", [True, False])
@pytest.mark.parametrize(("width", "most"), [(6, 6), (6, 2), (40, 12)])
@pytest.mark.parametrize("opens", [1, 7, 1000])
def test_it_keeps_what_a_plain_beam_keeps(width: int, most: int, unique: bool, opens: int) -> None:
    for start in range(1, 40, 7):
        expected = plain(start, 13, 8, width, most, unique)
        room = searched(start, 13, 8, width, most, unique, opens)
        side, kept = int(room.counters[SIDE]), int(room.counters[KEPT])
        assert [(gained, number) for gained, number, _ in expected] == list(
            zip(room.gained[side, :kept].tolist(), room.words[side, :kept, 0].tolist(), strict=True)
        )
        worth, line = best_line(room)
        assert line == expected[0][2]
        assert worth == expected[0][0] + room.counters[LEVEL] - 1
        assert worth_by_first_move(room).keys() == {line[0] for _, _, line in expected}


def test_only_the_first_moves_allowed_are_tried() -> None:
    room = room_for(20, 5, 1, MOVES, GROUPS)
    BEAM.begin(np.array([5]), room, 0b010)
    while BEAM.widen(room, 13, 100, 5, 20, 20, True):
        pass
    assert list(worth_by_first_move(room)) == [1]


def test_a_search_that_was_stopped_answers_with_the_last_whole_level() -> None:
    room = room_for(30, 8, 1, MOVES, GROUPS)
    BEAM.begin(np.array([5]), room, 0b111)
    assert best_line(room) == (0.0, [])
    for _ in range(4):
        BEAM.widen(room, 13, 2, 8, 30, 30, True)
    assert room.counters[OPENED] <= 8
    assert len(best_line(room)[1]) == room.counters[LEVEL] >= 1


@njit
def look_until(
    words: Words, level: int, gained: float, game: Any, sights: NDArray[np.int64], values: NDArray[np.float64]
) -> int:
    """The same numbers, but from level `game` on all is lost."""
    return 0 if level >= game else look(words, level, gained, 13, sights, values)


ENDING = compile_grouped_beam(GameKernels("ending numbers", play, legal_moves, random_move), look_until, make)


@pytest.mark.parametrize("levels", [0, 1, 3])
def test_where_all_is_lost_the_last_level_before_it_is_the_answer(levels: int) -> None:
    room = room_for(5, 6, 1, MOVES, GROUPS)
    ENDING.begin(np.array([5]), room, 0b111)
    while ENDING.widen(room, levels, 2, 6, 5, 5, True):
        pass
    assert len(best_line(room)[1]) == room.counters[LEVEL] == levels
    assert bool(worth_by_first_move(room)) == (levels > 0)


def test_no_first_move_that_may_be_made_ends_at_once() -> None:
    room = room_for(5, 4, 1, MOVES, GROUPS)
    BEAM.begin(np.array([5]), room, 0)
    assert not BEAM.widen(room, 13, 100, 4, 5, 5, True)
    assert best_line(room) == (0.0, [])
    assert room.counters[JUDGED] == 0

"""Single-player Monte Carlo tree search on a game small enough to count through."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from engine.dice import dice
from engine.jit import njit
from policy.search.game import Words
from policy.search.single_player import (
    DEEPEST,
    NODES,
    ROWS,
    SIMULATIONS,
    SinglePlayer,
    SingleTree,
    compile_single_player,
    root_moves,
    single_tree,
)
from policy.search.tree_links import FIRST, VISITS, WIDTH
from tests.policy import toy_game

SURE = np.array([0])
"""Rules without luck."""
NONE_OMITTED = np.zeros(3, np.bool_)


@njit
def final_value(words: Words, points: float, rules: Any) -> float:
    return -1.0 if words[0] == 3 else points / 10.0


@pytest.fixture(scope="module")
def search() -> SinglePlayer:
    return compile_single_player(toy_game.KERNELS, final_value)


def position(steps: int) -> Words:
    return np.array([steps, 0], np.int64)


def outcome(steps: int, line: tuple[int, ...]) -> float | None:
    """What a line of moves comes to; None where a move is not allowed or comes after the end."""
    points = 0
    for move in line:
        if steps <= 0 or move >= min(steps + 1, 3):
            return None
        steps -= 1 + (move == 2)
        points += move
    return -1.0 if steps == 3 else points / 10.0


def values_of(steps: int, horizon: int) -> dict[int, float]:
    """The best outcome behind each first move, by trying every line."""
    found: dict[int, float] = {}
    for length in range(1, horizon + 1):
        for line in product(range(3), repeat=length):
            value = outcome(steps, line)
            left = steps - sum(1 + (move == 2) for move in line)
            if value is not None and (length == horizon or left <= 0):
                found[line[0]] = max(found.get(line[0], -np.inf), value)
    return found


def run(
    search: SinglePlayer,
    steps: int,
    horizon: int,
    simulations: int,
    seed: int,
    room: SingleTree,
    chunk: int,
    c: float = 1.0,
) -> SingleTree:
    rolls = dice(seed)
    search.plant(position(steps), SURE, rolls, NONE_OMITTED, room)
    for _ in range(simulations // chunk):
        search.grow(SURE, rolls, chunk, c, horizon, room)
    return room


@pytest.mark.parametrize(("steps", "horizon"), [(2, 1), (5, 3), (9, 4), (4, 10)])
def test_a_long_search_knows_the_best_outcome_behind_every_move(search: SinglePlayer, steps: int, horizon: int) -> None:
    room = run(search, steps, horizon, 3000, 1, single_tree(4000, 2, 3, 12_000), 100, 10.0)
    assert {each.move: each.best for each in root_moves(room)} == pytest.approx(values_of(steps, horizon))
    assert room.counts[SIMULATIONS] == room.links[0, VISITS] == 3000
    assert room.counts[DEEPEST] <= horizon
    line = np.zeros(horizon, np.int64)
    length = search.best_line(room, line)
    assert line[0] == root_moves(room)[0].move
    value = outcome(steps, tuple(line[:length].tolist()))
    assert value == pytest.approx(max(values_of(steps, horizon).values()))


def test_the_mean_lies_below_the_maximum_and_visits_add_up(search: SinglePlayer) -> None:
    tree = run(search, 9, 4, 500, 2, single_tree(600, 2, 3, 2000), 50)
    first, width = tree.links[0, FIRST], tree.links[0, WIDTH]
    assert tree.links[first : first + width, VISITS].sum() == 500
    found = root_moves(tree)
    assert all(each.mean < each.best for each in found)
    assert [each.best for each in found] == sorted((each.best for each in found), reverse=True)


def test_pieces_of_a_search_make_the_same_tree(search: SinglePlayer) -> None:
    rooms = [run(search, 9, 6, 600, 3, single_tree(700, 2, 3, 2500), chunk) for chunk in (600, 20)]
    used = rooms[0].counts[NODES]
    assert (rooms[0].links[:used] == rooms[1].links[:used]).all()
    assert (rooms[0].totals[:used] == rooms[1].totals[:used]).all()
    other = run(search, 9, 6, 600, 4, single_tree(700, 2, 3, 2500), 600)
    assert (rooms[0].links[:50] != other.links[:50]).any()


def test_an_omitted_move_is_never_tried(search: SinglePlayer) -> None:
    rolls, room = dice(5), single_tree(300, 2, 3, 1000)
    assert search.plant(position(9), SURE, rolls, np.array([False, False, True]), room) == 2
    search.grow(SURE, rolls, 200, 1.0, 4, room)
    assert {each.move for each in root_moves(room)} == {0, 1}
    assert search.plant(position(0), SURE, rolls, NONE_OMITTED, room) == 0
    assert root_moves(room) == []


@pytest.mark.parametrize(("rows", "nodes"), [(2, 10_000), (10, 10_000), (1000, 4), (1000, 40)])
def test_a_full_tree_still_counts(search: SinglePlayer, rows: int, nodes: int) -> None:
    room = run(search, 9, 5, 2000, 6, single_tree(rows, 2, 3, nodes), 100, 10.0)
    assert room.counts[NODES] <= nodes
    assert room.counts[ROWS] <= rows
    assert room.links[0, VISITS] == 2000
    assert {each.move: each.best for each in root_moves(room)} == pytest.approx(values_of(9, 5))

"""Target tables, orders without early breaks, and the player of plans, held against searches of everything."""

from collections import deque
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine.bilging as bilging
from engine.bilging.afterstate import physics, play_swap, scratch
from engine.bilging.board import Board, pad
from engine.bilging.kernels import swap_code
from engine.dice import dice
from policy.bilging import make_policy
from policy.bilging.targets import PlansPolicy
from policy.bilging.targets.nearest import nearest_targets, targets
from policy.bilging.targets.orders import find_order, order
from policy.bilging.targets.row_swaps import ANCHOR, DEMANDS, FIXED, LEFT, NEVER, RIGHT, row_swaps
from policy.spec import PolicyError
from tests.pace import slowness

YPP, STRICT = bilging.PRESETS["ypp"], bilging.PRESETS["strict"]
SMALL = bilging.Rules("small", rows=5, cols=4, colours=5, wet_rows=1, dry_rows=1, water_start_px=90)
"""A board on which all sequences of a few swaps can be tried."""
QUIET = 3
"""Swaps before the one that breaks, at most, in such a search."""
ALL = 400
"""Room for all pairs of cells and colours of the small board."""


def meets(row: tuple[int, ...], col: int, demand: int) -> bool:
    """What a demand says, word by word."""
    if demand < ANCHOR:
        left, right = row[col] == LEFT, row[col + 1] == RIGHT
        return (left, right, left and right)[demand]
    meets_all = row[col] == RIGHT and row[col + 1] == LEFT
    if demand - ANCHOR in (1, 3):
        meets_all &= col >= 2 and row[col - 1] == row[col - 2] == LEFT
    if demand - ANCHOR in (2, 3):
        meets_all &= col + 3 < len(row) and row[col + 2] == row[col + 3] == RIGHT
    return meets_all


def swaps_to(row: tuple[int, ...], col: int, demand: int) -> int:
    """Breadth-first over all orders of a row."""
    waiting, seen = deque([(row, 0)]), {row}
    while waiting:
        here, swaps = waiting.popleft()
        if meets(here, col, demand):
            return swaps
        for at in range(len(here) - 1):
            if FIXED not in here[at : at + 2]:
                there = (*here[:at], here[at + 1], here[at], *here[at + 2 :])
                if there not in seen:
                    seen.add(there)
                    waiting.append((there, swaps + 1))
    return NEVER


@given(st.integers(2, 6), st.data())
@settings(max_examples=60)
def test_row_tables_count_swaps_as_a_search_does(cols: int, data: st.DataObject) -> None:
    row = tuple(
        data.draw(st.lists(st.sampled_from([0, 0, LEFT, LEFT, RIGHT, RIGHT, FIXED]), min_size=cols, max_size=cols))
    )
    col, demand = data.draw(st.integers(0, cols - 2)), data.draw(st.integers(0, DEMANDS - 1))
    word = sum(letter << 2 * at for at, letter in enumerate(row))
    assert row_swaps(cols)[col, demand, word] == swaps_to(row, col, demand)


def small_board(seed: int) -> Board:
    """A board without lines, a crab or an unread cell on some."""
    state = bilging.start(SMALL, dice(seed))
    rolls = np.random.default_rng(seed)
    for code in (bilging.CRAB, bilging.UNKNOWN)[: seed % 3]:
        state.board[rolls.integers(SMALL.rows), rolls.integers(SMALL.cols)] = code
    return pad(state.board)


def best_by_trying(board: Board, price: float) -> float:
    """The most points less the price of the swaps that any one break is worth which QUIET quiet swaps prepare."""
    rule = physics(SMALL)
    cells = [rule.first + row * rule.stride + col for row in range(SMALL.rows) for col in range(SMALL.cols - 1)]
    best, level, seen = -np.inf, [board], {board.tobytes()}
    for swaps in range(1, QUIET + 2):
        deeper = []
        for each in level:
            for cell in cells:
                code = swap_code(each, rule.stride, cell)
                if code:
                    best = max(best, rule.tables.swap[code] - price * swaps)
                elif {int(each[cell]), int(each[cell + 1])} <= set(range(SMALL.colours)):
                    after = each.copy()
                    after[cell], after[cell + 1] = each[cell + 1], each[cell]
                    if after.tobytes() not in seen:
                        seen.add(after.tobytes())
                        deeper.append(after)
        level = deeper
    return best


def test_the_nearest_target_is_the_best_that_any_swaps_lead_to() -> None:
    """Tables do not see what breaks on the way, so they may promise more, but not where an order is found."""
    rule, found, table = physics(SMALL), targets(ALL), row_swaps(SMALL.cols)
    exact = 0
    for seed in range(12):
        board = small_board(seed)
        for price in (1.0, 4.0):
            best = best_by_trying(board, price)
            count = nearest_targets(board, rule, table, price, QUIET + 1, found)
            assert list(found.worth[:count]) == sorted(found.worth[:count], reverse=True)
            made = order(board)
            ways = [find_order(board, rule, table, found, index, 10_000, made) for index in range(count)]
            worth = [float(found.worth[index]) for index in range(count) if ways[index]]
            assert max(worth, default=-np.inf) == best
            exact += count > 0 and ways[0] > 0
    assert exact > 12


def test_less_room_keeps_the_best_targets() -> None:
    rule, table = physics(YPP), row_swaps(YPP.cols)
    every, few = targets(5000), targets(7)
    board = pad(bilging.start(YPP, dice(3)).board)
    count = nearest_targets(board, rule, table, 3.0, 6, every)
    assert 100 < count < 5000
    assert nearest_targets(board, rule, table, 3.0, 6, few) == 7
    for one, other in zip(few, every, strict=True):
        assert np.array_equal(one, other[:7])


def test_no_swap_of_an_order_breaks_anything_but_the_last() -> None:
    rule, table, found = physics(STRICT), row_swaps(STRICT.cols), targets(200)
    rows = scratch(STRICT)
    without, straight = 0, 0
    for seed in range(8):
        board = pad(bilging.start(STRICT, dice(seed)).board)
        made = order(board)
        for index in range(nearest_targets(board, rule, table, 1.0, 9, found)):
            swaps = find_order(board, rule, table, found, index, 300, made)
            if swaps == 0:
                without += 1
                continue
            assert swaps == found.swaps[index]
            after, water = board.copy(), STRICT.water_start_px
            for number, cell in enumerate(made.cells[:swaps]):
                code = swap_code(after, rule.stride, cell)
                assert (code != 0) == (number == swaps - 1)
                own, _, water = play_swap(after, rule, cell, code, water, rows)
            assert own >= found.points[index]
            straight += bool(np.all(np.diff(made.cells[: swaps - 1] // rule.stride) >= 0))
    assert without > 0, "every target has an order here: nothing shows that one without is told"
    assert straight < 8 * 200 - without, "row after row always serves: nothing shows that other orders are looked for"


def test_a_plan_ends_in_its_break_and_before_the_game_does() -> None:
    rules = replace(STRICT, move_limit=50)
    policy = make_policy("plans", rules)
    for moves_left in (1, 2, 4, 50):
        for seed in range(4):
            state = bilging.start(rules, dice(seed))._replace(moves=50 - moves_left)
            line = policy.decide(state, 20.0, seed).line
            assert len(line) <= moves_left
            for number, move in enumerate(line):
                played = bilging.cascade(rules, state, move)
                assert bool(played.stages) == (number == len(line) - 1)
                state = state._replace(board=played.board, water_px=played.water_px)


@pytest.mark.timed
@pytest.mark.parametrize("budget_ms", [5.0, 30.0])
def test_the_budget_is_kept(budget_ms: float) -> None:
    policy = make_policy("plans:plans=8,width=100", YPP)
    for seed in range(3):
        policy.decide(bilging.start(YPP, dice(seed)), budget_ms, 0)
    budget = budget_ms * slowness()
    spent = [policy.decide(bilging.start(YPP, dice(seed)), budget, seed).spent_ms for seed in range(40)]
    assert np.percentile(spent, 90) <= 1.1 * budget


@pytest.mark.parametrize(
    ("given_parameters", "said"),
    [
        ("plans=0", "plans must be 1 to 16"),
        ("width=0", "width must be"),
        ("choices=1000", "choices must be"),
        ("farthest=0", "farthest must be"),
        ("price=-1", "price must be"),
    ],
)
def test_parameters_out_of_range_are_refused(given_parameters: str, said: str) -> None:
    with pytest.raises(PolicyError, match=said):
        make_policy(f"plans:{given_parameters}", YPP)


def test_boards_too_wide_for_tables_are_refused() -> None:
    with pytest.raises(ValueError, match="2 to 8 columns"):
        PlansPolicy(replace(YPP, name="wide", cols=9))

"""Crabs, puffer fish, jellyfish: the beam uses them where that earns most, held against a search of everything."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

import engine.bilging as bilging
from engine.dice import dice
from policy.bilging.beam import BeamPolicy
from tests.policy.naive_search import after, moves_from, own_points

SMALL = bilging.Rules("small", rows=6, cols=4, colours=5, wet_rows=2, dry_rows=1, water_start_px=90)
"""A board on which everything can be tried."""
CRABS = replace(SMALL, crab_rate=0.3)
FISH = replace(SMALL, puffer_rate=0.06, jellyfish_rate=0.06)
LONG = 1e6
"""A budget that cuts nothing short, ms."""
ENOUGH = 3
"""Boards, at least, on which the special must decide: else nothing was tested."""


def worth(rules: bilging.Rules, state: bilging.State, swaps: int) -> dict[int, float]:
    """The most points of plans of so many swaps, by their first move; new pieces match nothing."""
    found = {}
    for move in moves_from(rules, state, 0, -1):
        played, then = after(rules, state, move)
        rest = max(worth(rules, then, swaps - 1).values(), default=-1e9) if swaps > 1 else 0.0
        found[int(move)] = own_points(played, True) + rest
    return found


def best(values: dict[int, float]) -> set[int]:
    return {move for move, value in values.items() if value > max(values.values()) - 1e-6}


def fires(rules: bilging.Rules, state: bilging.State, moves: set[int]) -> bool:
    return all(bilging.cascade(rules, state, move).kind in ("puffer fish", "jellyfish") for move in moves)


def raises_a_crab(rules: bilging.Rules, state: bilging.State, moves: set[int]) -> bool:
    """The best moves are others than they would be if crabs earned nothing."""
    return not moves & best(worth(replace(rules, crab_points=0.0), state, rules.move_limit))


def is_kept(rules: bilging.Rules, state: bilging.State, moves: set[int]) -> bool:
    """The most points at once come from firing a special, and yet a plan that begins otherwise earns more."""
    at_once = best(worth(rules, state, 1))
    return fires(rules, state, at_once) and not moves & at_once


@pytest.mark.parametrize(
    ("rules", "swaps", "decides"),
    [
        pytest.param(CRABS, 1, raises_a_crab, id="a crab is raised out of the water"),
        pytest.param(CRABS, 2, raises_a_crab, id="a crab is raised by two breaks, or two at once"),
        pytest.param(FISH, 2, is_kept, id="no special is fired at a loss"),
    ],
)
def test_specials_are_used_where_that_earns_most(
    rules: bilging.Rules, swaps: int, decides: Callable[[bilging.Rules, bilging.State, set[int]], bool]
) -> None:
    rules = replace(rules, move_limit=swaps)
    policy = BeamPolicy(rules, depth=swaps, width=2000, chains=1, locality=9)
    decided = 0
    for state in map(partial(bilging.start, rules), map(dice, range(40))):
        values = worth(rules, state, swaps)
        moves = best(values)
        decision = policy.decide(state, LONG, 0)
        assert decision.move in moves
        assert decision.value == pytest.approx(max(values.values()), abs=0.01)
        decided += decides(rules, state, moves)
    assert decided >= ENOUGH


def test_crabs_do_not_stay_in_the_water() -> None:
    """Crabs rise with what breaks above them: nearly all that come in a game leave, though no plan is made for it."""
    rules = replace(bilging.PRESETS["ypp"].with_specials(crab=0.05), move_limit=60)
    policy = BeamPolicy(rules, width=40)
    came = stayed = 0
    for seed in range(3):
        rolls = dice(seed)
        state = bilging.start(rules, rolls)
        came += int((state.board == bilging.CRAB).sum())
        for _ in range(rules.move_limit):
            decision = policy.decide(state, LONG, 0)
            settled = bilging.cascade(rules, state, decision.move).board
            state = bilging.apply(rules, state, decision.move, rolls).state
            came += int((state.board == bilging.CRAB).sum() - (settled == bilging.CRAB).sum())
        stayed += int((state.board == bilging.CRAB).sum())
    assert came > 20
    assert stayed < came / 5

"""Swap3's players: legal, repeatable, in time, and each better than the one before."""

import numpy as np
import pytest

import engine.swap3 as swap3
from engine.dice import dice
from policy.decision import NoMove
from policy.spec import PolicyError
from policy.swap3 import POLICIES, make_policy, matters

GWELED = swap3.PRESETS["gweled"]
ROW, COL = np.indices((GWELED.rows, GWELED.cols))
STUCK = swap3.State(((2 * ROW + COL) % GWELED.kinds).astype(np.int8), 0, 0.0)
WITHOUT_DEALS = swap3.PRESETS["gweled:deals_anew=no"]


def points(policy: str, games: int, moves: int = 15) -> float:
    """Mean points a move over the same games for every policy."""
    total = 0.0
    for seed in range(games):
        player, rolls = make_policy(policy, GWELED), dice(seed)
        state = swap3.start(GWELED, rolls)
        for number in range(moves):
            step = swap3.apply(GWELED, state, player.decide(state, 1000.0, number, work=4).move, rolls)
            total, state = total + step.reward, step.state
    return total / (games * moves)


@pytest.mark.parametrize("rules", swap3.PRESETS.values(), ids=list(swap3.PRESETS))
@pytest.mark.parametrize("policy", POLICIES)
def test_moves_are_legal_and_alternatives_stand_best_first(policy: str, rules: swap3.Rules) -> None:
    player, rolls = make_policy(policy, rules), dice(3)
    state = swap3.start(rules, rolls)
    for number in range(6):
        decision = player.decide(state, 5.0, number)
        legal = swap3.legal_moves(rules, state)
        assert decision.move in legal
        assert decision.line[0] == decision.move == decision.alternatives[0].move
        assert all(ranked.move in legal for ranked in decision.alternatives)
        values = [ranked.value for ranked in decision.alternatives]
        assert values == sorted(values, reverse=True)
        state = swap3.apply(rules, state, decision.move, rolls).state


@pytest.mark.parametrize("policy", POLICIES)
def test_the_same_work_gives_the_same_decision(policy: str) -> None:
    state = swap3.start(GWELED, dice(5))
    first = make_policy(policy, GWELED).decide(state, 8.0, seed=9)
    again = make_policy(policy, GWELED).decide(state, 1000.0, seed=9, work=first.work)
    assert (again.move, again.value, again.alternatives, again.line) == (
        first.move,
        first.value,
        first.alternatives,
        first.line,
    )


def test_looking_further_brings_more() -> None:
    chance, greedy, beam = (points(policy, games=6) for policy in ("random", "greedy", "strongest"))
    assert chance < greedy < beam


@pytest.mark.parametrize("policy", POLICIES)
def test_no_move_is_said_so(policy: str) -> None:
    assert swap3.legal_moves(WITHOUT_DEALS, STUCK).size == 0
    with pytest.raises(NoMove):
        make_policy(policy, WITHOUT_DEALS).decide(STUCK, 5.0, seed=1)


@pytest.mark.parametrize("spec", ["best", "beam:roots=0", "beam:width=101", "beam:depth=x", "greedy:depth=2"])
def test_a_policy_that_is_none_is_refused_in_one_line(spec: str) -> None:
    with pytest.raises(PolicyError) as caught:
        make_policy(spec, GWELED)
    assert "\n" not in str(caught.value)


def test_a_cell_that_cannot_be_read_matters_where_it_could_join_the_line() -> None:
    """Held against every kind the cell might hold: where it does not matter, the same lines vanish at once."""
    checked = told = 0
    for seed in range(12):
        state = swap3.start(GWELED, dice(seed))
        for row, col in ((3, 3), (0, 6), (7, 1)):
            board = state.board.copy()
            board[row, col] = swap3.UNKNOWN
            unread = state._replace(board=board)
            for move in swap3.legal_moves(GWELED, unread).tolist():
                gone = []
                for kind in range(GWELED.kinds):
                    filled = board.copy()
                    filled[row, col] = kind
                    whole = state._replace(board=filled)
                    if swap3.validate(GWELED, whole) == 0:
                        gone.append(swap3.apply(GWELED, whole, move, dice(1)).stages[0].cleared)
                same = all(np.array_equal(gone[0], other) for other in gone)
                checked += 1
                told += matters(GWELED, unread, move)
                assert same or matters(GWELED, unread, move)
    assert 0 < told < checked

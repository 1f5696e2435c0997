"""Planning for a live window: the uppermost rows stay free as long as that can be."""

import numpy as np
import pytest

from engine.columns import EMPTY, PRESETS, apply, is_over, legal_moves, start
from engine.dice import dice
from policy.columns import make_live_policy, make_policy
from policy.columns.headroom import Headroom, lowered

RULES = PRESETS["jewel"]


def test_stacks_stay_below_the_rows_that_pieces_pass_through() -> None:
    policy = make_live_policy("chains", RULES)
    rolls = dice(4)
    state = start(RULES, rolls)
    for number in range(60):
        decision = policy.decide(state, 1e9, number, work=6)
        assert decision.move in legal_moves(RULES, state)
        state = apply(RULES, state, decision.move, rolls).state
        assert (state.board[: RULES.hidden + 3] == EMPTY).all()


def test_the_same_work_gives_the_same_decision() -> None:
    policy = make_live_policy("strongest", RULES)
    state = start(RULES, dice(7))
    once = policy.decide(state, 5.0, 3)
    again = policy.decide(state, 1e9, 3, once.work)
    assert (once.move, once.value, once.line) == (again.move, again.value, again.line)


@pytest.mark.parametrize("height", [12, 14])
def test_a_board_that_is_already_higher_is_played_as_it_is(height: int) -> None:
    state = start(RULES, dice(1))
    board = state.board.copy()
    board[-height:, 0] = np.arange(height) % 2
    higher = state._replace(board=board)
    assert not is_over(RULES, higher)
    move = make_live_policy("smart", RULES).decide(higher, 1e9, 1).move
    assert move == make_policy("smart", RULES).decide(higher, 1e9, 1).move


def test_a_low_board_is_not_made_lower() -> None:
    low = PRESETS["jewel:rows=8"]
    assert lowered(low) is low
    assert not isinstance(make_live_policy("smart", low), Headroom)

"""Every kernel of swap3 held against its naive twin, on boards that no game reaches too."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine.swap3 as swap3
from engine.dice import dice
from engine.lines import mark_lines
from engine.padded import inside, pad, unpad
from engine.swap3 import naive
from engine.swap3.kernels import break_lines, collapse, legal_swaps, physics, points_of, refill, scratch

PRESETS = list(swap3.PRESETS.values())
rules_of = st.sampled_from(PRESETS)


@st.composite
def dense_boards(draw: st.DrawFn) -> tuple[swap3.Rules, np.ndarray]:
    """Any board of few kinds, holes and unread cells among them, so that long and crossing lines are common."""
    rules = draw(rules_of)
    few = draw(st.lists(st.integers(-1, swap3.EMPTY), min_size=2, max_size=4))
    cells = rules.rows * rules.cols
    codes = draw(st.lists(st.sampled_from(few), min_size=cells, max_size=cells))
    return rules, np.array(codes, dtype=np.int8).reshape(rules.rows, rules.cols)


@st.composite
def reached(draw: st.DrawFn) -> tuple[swap3.Rules, swap3.State]:
    """A state that play could reach."""
    rules = draw(rules_of)
    rolls = dice(draw(st.integers(0, 2**32)))
    state = swap3.start(rules, rolls)
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=4)):
        legal = swap3.legal_moves(rules, state)
        if legal.size:
            state = swap3.apply(rules, state, int(legal[choice % legal.size]), rolls).state
    return rules, state


@given(dense_boards())
def test_lines_points_and_fall(given_board: tuple[swap3.Rules, np.ndarray]) -> None:
    rules, board = given_board
    rule, space, padded = physics(rules), scratch(rules), pad(board)
    found = naive.lines(rules, board.tolist())
    gone = {cell for line in found for cell in line}
    assert mark_lines(padded, rules.rows, rules.cols, rules.kinds, space.mask, space.lengths) == len(gone)
    assert {tuple(cell) for cell in np.argwhere(inside(space.mask, rules.rows, rules.cols)).tolist()} == gone
    assert points_of(rule, space.lengths, 2) == pytest.approx(
        sum((len(line) - 2) * rules.piece_points for line in found) * (1 + 2 * rules.chain_bonus)
    )
    collapse(padded, rule, space.mask)
    assert unpad(padded, rules.rows, rules.cols).tolist() == naive.collapsed(rules, board.tolist(), gone)
    again = pad(board)
    assert (break_lines(again, rule, 0, space) >= 0) == bool(found)
    assert np.array_equal(again, padded if found else pad(board))


@given(dense_boards(), st.integers(0, 2**32))
def test_refill(given_board: tuple[swap3.Rules, np.ndarray], seed: int) -> None:
    rules, board = given_board
    padded, rolls, naive_rolls = pad(board), dice(seed), dice(seed)
    refill(padded, physics(rules), rolls)
    assert unpad(padded, rules.rows, rules.cols).tolist() == naive.refilled(rules, board.tolist(), naive_rolls)
    assert rolls == naive_rolls


@given(reached())
def test_legal_moves(case: tuple[swap3.Rules, swap3.State]) -> None:
    rules, state = case
    moves = np.zeros(2 * rules.rows * rules.cols, np.int64)
    count = legal_swaps(pad(state.board), physics(rules), moves)
    assert moves[:count].tolist() == naive.legal(rules, state.board.tolist())
    assert swap3.legal_moves(rules, state).tolist() == moves[:count].tolist()


@settings(max_examples=50)
@given(reached(), st.integers(0, 10_000), st.integers(0, 2**32))
def test_a_whole_move(case: tuple[swap3.Rules, swap3.State], choice: int, seed: int) -> None:
    rules, state = case
    legal = swap3.legal_moves(rules, state)
    if not legal.size:
        assert swap3.is_over(rules, state) or rules.deals_anew
        return
    move = int(legal[choice % legal.size])
    step = swap3.apply(rules, state, move, dice(seed))
    board, points = naive.played(rules, state.board.tolist(), move, dice(seed))
    assert step.state.board.tolist() == board
    assert [stage.points for stage in step.stages] == points
    assert step.reward == sum(points)

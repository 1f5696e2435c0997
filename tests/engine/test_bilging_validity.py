from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine.bilging as bilging
from engine.bilging import CRAB, EMPTY, JELLYFISH, PUFFER, UNKNOWN, Flaws
from engine.dice import dice
from tests.engine.bilging_boards import SPECIALS, settled_states

STRICT = bilging.PRESETS["strict"]


@pytest.fixture
def fine() -> bilging.State:
    return bilging.start(STRICT, dice(3))


def changed(state: bilging.State, row: int, col: int, *codes: int) -> bilging.State:
    board = state.board.copy()
    board[row, col : col + len(codes)] = codes
    return state._replace(board=board)


def test_a_fine_state_has_no_flaw(fine: bilging.State) -> None:
    assert bilging.validate(STRICT, fine) == Flaws(0)


@pytest.mark.parametrize("code", [UNKNOWN, PUFFER, JELLYFISH])
def test_unknown_cells_and_specials_are_no_flaw(fine: bilging.State, code: int) -> None:
    assert bilging.validate(STRICT, changed(fine, 4, 2, code)) == Flaws(0)


@pytest.mark.parametrize("code", [-2, 11, 127, -128])
def test_code(fine: bilging.State, code: int) -> None:
    assert bilging.validate(STRICT, changed(fine, 4, 2, code)) == Flaws.CODE


def test_a_colour_the_rules_do_not_have() -> None:
    five = bilging.Rules("five", colours=5)
    state = bilging.start(five, dice(0))
    assert bilging.validate(five, changed(state, 0, 0, 5)) == Flaws.CODE


def test_hole(fine: bilging.State) -> None:
    assert bilging.validate(STRICT, changed(fine, 11, 5, EMPTY)) == Flaws.HOLE


def test_line_across(fine: bilging.State) -> None:
    assert Flaws.LINE in bilging.validate(STRICT, changed(fine, 5, 1, 3, 3, 3))


def test_line_down(fine: bilging.State) -> None:
    board = fine.board.copy()
    board[8:11, 4] = 6
    assert Flaws.LINE in bilging.validate(STRICT, fine._replace(board=board))


def test_dry_crab(fine: bilging.State) -> None:
    assert bilging.validate(STRICT, changed(fine, 8, 0, CRAB)) == Flaws.DRY_CRAB
    assert bilging.validate(STRICT, changed(fine, 9, 0, CRAB)) == Flaws(0)
    assert bilging.validate(STRICT, changed(fine, 8, 0, CRAB)._replace(water_px=136)) == Flaws(0)


@pytest.mark.parametrize("water", [134, 406, -1])
def test_water(fine: bilging.State, water: int) -> None:
    assert bilging.validate(STRICT, fine._replace(water_px=water)) == Flaws.WATER


@pytest.mark.parametrize("change", [{"moves": -1}, {"score": -1.0}, {"score": float("nan")}, {"score": float("inf")}])
def test_count(fine: bilging.State, change: dict[str, Any]) -> None:
    assert bilging.validate(STRICT, fine._replace(**change)) == Flaws.COUNT


def test_shape(fine: bilging.State) -> None:
    assert bilging.validate(STRICT, fine._replace(board=fine.board[:11])) == Flaws.SHAPE
    assert bilging.validate(STRICT, fine._replace(board=fine.board.astype(np.int32))) == Flaws.SHAPE


def test_every_reason_is_named_at_once(fine: bilging.State) -> None:
    broken = changed(changed(fine, 0, 0, CRAB), 11, 0, EMPTY, 11, 2, 2, 2)._replace(water_px=0, moves=-3)
    every = Flaws.CODE | Flaws.HOLE | Flaws.LINE | Flaws.DRY_CRAB | Flaws.WATER | Flaws.COUNT
    assert bilging.validate(STRICT, broken) == every


def breaking(state: bilging.State, rules: bilging.Rules = STRICT) -> int:
    """A move of `state` after which new pieces come."""
    moves = [int(move) for move in bilging.legal_moves(rules, state)]
    return next(move for move in moves if bilging.cascade(rules, state, move).stages)


@given(settled_states(), st.integers(0, 10_000), st.integers(0, 2**32))
def test_play_contradicts_nothing(state: bilging.State, choice: int, seed: int) -> None:
    legal = bilging.legal_moves(SPECIALS, state)
    move = int(legal[choice % len(legal)])
    after = bilging.apply(SPECIALS, state, move, dice(seed)).state.board
    assert not bilging.contradictions(SPECIALS, state, move, after).any()


@given(settled_states(), st.integers(0, 10_000), st.integers(0, 71), st.integers(0, 9))
def test_one_wrong_old_piece_is_found(state: bilging.State, choice: int, cell: int, code: int) -> None:
    legal = bilging.legal_moves(SPECIALS, state)
    move = int(legal[choice % len(legal)])
    old = bilging.cascade(SPECIALS, state, move).board
    seen = bilging.apply(SPECIALS, state, move, dice(1)).state.board
    row, col = divmod(cell, 6)
    seen[row, col] = code
    wrong = bilging.contradictions(SPECIALS, state, move, seen)
    if old[row, col] != EMPTY:
        assert wrong[row, col] == (old[row, col] != code)


@given(settled_states(), st.integers(0, 10_000), st.lists(st.integers(0, 71), max_size=3))
def test_unread_cells_before_the_move_contradict_nothing_that_can_have_been(
    state: bilging.State, choice: int, cells: list[int]
) -> None:
    blurred = state.board.copy()
    blurred.reshape(-1)[cells] = UNKNOWN
    seen = state._replace(board=blurred)
    legal = bilging.legal_moves(SPECIALS, seen)
    move = int(legal[choice % len(legal)])
    after = bilging.apply(SPECIALS, state, move, dice(1)).state.board
    assert not bilging.contradictions(SPECIALS, seen, move, after).any()


def test_new_pieces_may_be_anything_but_a_line_or_what_the_rules_never_bring(fine: bilging.State) -> None:
    move = breaking(fine)
    fresh = np.argwhere(bilging.cascade(STRICT, fine, move).board == EMPTY)
    after = bilging.apply(STRICT, fine, move, dice(0)).state.board
    row, col = fresh[0]
    seen = {code: changed(fine._replace(board=after), row, col, code).board for code in range(10)}
    allowed = [code for code, board in seen.items() if not bilging.contradictions(STRICT, fine, move, board).any()]
    assert 3 <= len(allowed) <= 7
    assert max(allowed) < 7
    with_specials = STRICT.with_specials()
    assert not bilging.contradictions(with_specials, fine, move, seen[PUFFER]).any()


def test_the_swap_alone_is_no_end_of_a_blast_among_cells_that_are_refilled(fine: bilging.State) -> None:
    """A puffer in the bottom row, before it bursts: all that it takes may be anything afterwards."""
    rules = STRICT.with_specials()
    state, move = changed(fine, 11, 2, PUFFER), 11 * 5 + 2
    swapped = state.board.copy()
    swapped[11, [2, 3]] = swapped[11, [3, 2]]
    cleared = bilging.cascade(rules, state, move).stages[0].cleared
    wrong = bilging.contradictions(rules, state, move, swapped)
    assert cleared.sum() >= 6
    assert wrong[cleared].all()
    after = bilging.apply(rules, state, move, dice(0)).state.board
    assert not bilging.contradictions(rules, state, move, after).any()


@given(settled_states(), st.integers(0, 10_000))
def test_an_old_piece_alone_contradicts_nothing_though_it_looks_as_after_the_swap(
    state: bilging.State, choice: int
) -> None:
    """One of its kind has risen to where it was; of the cells that are refilled nothing is seen."""
    legal = bilging.legal_moves(SPECIALS, state)
    move = int(legal[choice % len(legal)])
    old = bilging.cascade(SPECIALS, state, move).board
    for row, col in np.argwhere(old != EMPTY):
        alone = np.full_like(old, UNKNOWN)
        alone[row, col] = old[row, col]
        assert not bilging.contradictions(SPECIALS, state, move, alone).any()


def test_nothing_moved_after_a_swap_is_seen(fine: bilging.State) -> None:
    """A click that the game lost: exactly the swapped pair contradicts."""
    quiet = next(
        int(move)
        for move in bilging.legal_moves(STRICT, fine)
        if not bilging.cascade(STRICT, fine, int(move)).stages
        and fine.board.reshape(-1)[(move // 5) * 6 + move % 5] != fine.board.reshape(-1)[(move // 5) * 6 + move % 5 + 1]
    )
    wrong = bilging.contradictions(STRICT, fine, quiet, fine.board)
    row, col = divmod(quiet, 5)
    assert np.argwhere(wrong).tolist() == [[row, col], [row, col + 1]]


def test_contradictions_refuses_another_shape(fine: bilging.State) -> None:
    with pytest.raises(ValueError, match=r"expected observed \(12, 6\)"):
        bilging.contradictions(STRICT, fine, 0, fine.board[:3])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1 must read"),
        ("water x moves 0 score 0\nAB", "line 1 holds a word that is no number"),
        ("water 1 moves 0 score 0", "no rows"),
        ("water 1 moves 0 score nan\nAB", "line 1: score must be 0 to 2147483647"),
        ("water 1 moves 0 score inf\nAB", "line 1: score must be 0 to 2147483647"),
        ("water 1 moves 0 score 0\nABC\nAB", "line 3 has 2 cells, the first row has 3"),
        ("water 1 moves 0 score 0\nABZ", "line 2 holds 'Z'"),
    ],
)
def test_bad_text(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        bilging.from_text(text)


@given(settled_states(unknown=True))
def test_text_round_trip(state: bilging.State) -> None:
    again = bilging.from_text(bilging.to_text(state))
    assert (again.board == state.board).all()
    assert again.board.dtype == np.int8
    assert again[1:] == state[1:]


def test_only_a_swap_of_equal_pieces_changes_nothing() -> None:
    rules = bilging.PRESETS["ypp"]
    state = bilging.start(rules, dice(3))
    for move in map(int, bilging.legal_moves(rules, state)):
        step = bilging.apply(rules, state, move, dice(4))
        same = bool((step.state.board == state.board).all())
        assert bilging.changes_nothing(rules, state, move) == (same and not step.stages)

"""Every kernel held against its naive twin."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine.bilging as bilging
from engine.bilging import naive
from engine.bilging.afterstate import physics, play_swap, scratch
from engine.bilging.board import inside, pad, unpad
from engine.bilging.cascade import mark_blast, mark_colour, mark_dry_crabs, mark_lines, refill, rise
from engine.bilging.kernels import break_swap, has_code, has_line, swap_code, swap_codes
from engine.bilging.rules import combo_points
from engine.bilging.scoring import chain_score, code_lengths, combo_score, tables
from engine.dice import dice
from tests.engine.bilging_boards import SPECIALS, dense_boards, settled_states

PRESETS = list(bilging.PRESETS.values())


def cells_of(mask: np.ndarray, rows: int, cols: int) -> set[tuple[int, int]]:
    shown = inside(mask, rows, cols)
    assert shown.sum() == mask.sum(), "the mask reaches into the edge"
    return {(int(row), int(col)) for row, col in np.argwhere(shown)}


def counts_of(lengths: list[int], longest: int) -> np.ndarray:
    return np.bincount(lengths, minlength=longest + 1).astype(np.int64)


@given(dense_boards())
def test_mark_lines(board: np.ndarray) -> None:
    mask = np.ones(136, dtype=np.bool_)
    lengths = np.ones(13, dtype=np.int64)
    marked = mark_lines(pad(board), 12, 6, mask, lengths)
    lines = naive.lines(board.tolist())
    assert cells_of(mask, 12, 6) == {cell for line in lines for cell in line}
    assert marked == mask.sum()
    assert lengths.tolist() == counts_of([len(line) for line in lines], 12).tolist()
    assert has_line(pad(board), 8, 16, 112) == bool(lines)


@given(settled_states(unknown=True))
def test_swap_codes(state: bilging.State) -> None:
    board, rows = pad(state.board), state.board.tolist()
    codes = np.full(136, 255, dtype=np.uint8)
    swap_codes(board, 8, 16, 112, codes)
    for row in range(12):
        for col in range(5):
            cell = (row + 2) * 8 + col
            assert code_lengths(int(codes[cell])) == naive.swap_lengths(rows, row, col)
            assert swap_code(board, 8, cell) == codes[cell]
    edge = board == -2
    assert not codes[16:112][edge[16:112]].any()
    assert (codes[:16] == 255).all()
    assert (codes[112:] == 255).all()


@given(settled_states())
def test_swap_codes_never_pair_across_the_edge(state: bilging.State) -> None:
    codes = np.zeros(136, dtype=np.uint8)
    swap_codes(pad(state.board), 8, 16, 112, codes)
    assert not codes.reshape(17, 8)[:, 5:].any()


@given(settled_states(unknown=True))
def test_break_swap(state: bilging.State) -> None:
    codes = np.zeros(136, dtype=np.uint8)
    swap_codes(pad(state.board), 8, 16, 112, codes)
    for cell in np.flatnonzero(codes):
        board = pad(state.board)
        board[cell], board[cell + 1] = board[cell + 1], board[cell]
        expected = board.copy()
        break_swap(board, 8, 112, int(cell), int(codes[cell]))
        mask = np.zeros(136, dtype=np.bool_)
        mark_lines(expected, 12, 6, mask, np.zeros(13, dtype=np.int64))
        rise(expected, 12, 6, mask)
        assert (board == expected).all()


@given(dense_boards(), st.integers(0, 10), st.integers(16, 60), st.integers(60, 112))
def test_has_code(board: np.ndarray, code: int, first: int, last: int) -> None:
    padded = pad(board)
    assert has_code(padded, code, first, last) == (code in padded[first:last])


@given(dense_boards(), st.lists(st.booleans(), min_size=72, max_size=72))
def test_rise(board: np.ndarray, gone: list[bool]) -> None:
    holes = np.array(gone).reshape(12, 6)
    mask = np.zeros((17, 8), dtype=np.bool_)
    mask[2:14, :6] = holes
    padded = pad(board)
    rise(padded, 12, 6, mask.reshape(-1))
    expected = naive.risen(board.tolist(), {(int(row), int(col)) for row, col in np.argwhere(holes)})
    assert unpad(padded, 12, 6).tolist() == expected
    assert (padded.reshape(17, 8)[:, 6:] == -2).all()


@given(dense_boards(), st.integers(100, 420))
def test_mark_dry_crabs(board: np.ndarray, water: int) -> None:
    mask = np.zeros(136, dtype=np.bool_)
    found = mark_dry_crabs(pad(board), 12, 6, water, mask)
    assert cells_of(mask, 12, 6) == naive.dry_crabs(board.tolist(), water)
    assert found == mask.sum()


@given(dense_boards(), st.integers(0, 11), st.integers(0, 5), st.integers(0, 6))
def test_blast_and_colour(board: np.ndarray, row: int, col: int, colour: int) -> None:
    mask = np.zeros(136, dtype=np.bool_)
    hit = mark_blast(12, 6, (row + 2) * 8 + col, mask)
    expected = {(r, c) for r in range(12) for c in range(6) if abs(r - row) <= 1 and abs(c - col) <= 1}
    assert cells_of(mask, 12, 6) == expected
    assert hit == len(expected)
    mask[:] = False
    assert mark_colour(pad(board), colour, mask) == (board == colour).sum()
    assert (unpad(mask.view(np.int8), 12, 6) == (board == colour)).all()


@given(dense_boards(high=9).map(lambda board: np.where(board < 4, board, 10).astype(np.int8)), st.integers(0, 2**32))
def test_refill(board: np.ndarray, seed: int) -> None:
    """Holes anywhere, not only at the bottom."""
    rules = SPECIALS
    padded, rolls, twin_rolls = pad(board), dice(seed), dice(seed)
    refill(padded, 12, 6, 7, rules.crab_rate, rules.puffer_rate, rules.jellyfish_rate, 200, rolls)
    assert unpad(padded, 12, 6).tolist() == naive.refilled(rules, board.tolist(), 200, twin_rolls)
    assert rolls[0] == twin_rolls[0]


@pytest.mark.parametrize("rules", PRESETS, ids=lambda rules: rules.name)
@given(lengths=st.lists(st.integers(3, 12), max_size=7), blocks=st.integers(3, 30))
def test_points(rules: bilging.Rules, lengths: list[int], blocks: int) -> None:
    counts = counts_of(lengths, 12)
    assert combo_score(tables(rules), counts) == combo_points(rules, lengths)
    lines = [[(0, 0)] * length for length in lengths]
    if rules.chains is bilging.Chains.BLOCKS:
        assert chain_score(tables(rules), counts, blocks) == blocks
    else:
        assert chain_score(tables(rules), counts, blocks) == naive.chain_points(rules, lines)


@pytest.mark.parametrize("name", [*bilging.PRESETS])
@given(data=st.data())
def test_moves_of_a_state(name: str, data: st.DataObject) -> None:
    """Cascade, water and points of one legal move in three; the refill of one."""
    rules = bilging.PRESETS[name].with_specials(0.05, 0.04, 0.04)
    state = data.draw(settled_states(rules, unknown=True))
    rows = state.board.tolist()
    moves = bilging.legal_moves(rules, state)
    assert moves.tolist() == naive.legal(rules, rows)
    for move in moves.tolist()[data.draw(st.integers(0, 2)) :: 3]:
        played = bilging.cascade(rules, state, move)
        expected = list(naive.stages(rules, rows, state.water_px, move))
        assert [(stage.board.tolist(), stage.points) for stage in played.stages] == [
            (board, points) for board, _, points in expected
        ]
        if expected and any(points for *_, points in expected):
            assert played.water_px == expected[-1][1]
        else:
            assert played.water_px == min(state.water_px + rules.water_rise_px, rules.water_max_px)
        board = pad(state.board)
        cell = (move // 5 + 2) * 8 + move % 5
        own, later, water = play_swap(
            board, physics(rules), cell, swap_code(board, 8, cell), state.water_px, scratch(rules)
        )
        assert unpad(board, 12, 6).tolist() == played.board.tolist()
        assert water == played.water_px
        assert own + later == pytest.approx(sum(stage.points for stage in played.stages))
        assert own == 0 or played.stages
    move = data.draw(st.sampled_from(moves.tolist()))
    rolls, twin_rolls = dice(5), dice(5)
    step = bilging.apply(rules, state, move, rolls)
    played = bilging.cascade(rules, state, move)
    filled = naive.refilled(rules, played.board.tolist(), played.water_px, twin_rolls)
    assert step.state.board.tolist() == filled
    assert rolls[0] == twin_rolls[0]
    assert step.reward == sum(stage.points for stage in played.stages)

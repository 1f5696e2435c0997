"""Every kernel held against its naive twin, on boards that play could not reach too."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine.columns as columns
from engine.columns import EMPTY, LENGTH, MAGIC, UNKNOWN, State, naive
from engine.columns.dealing import best_of_two, codes_of, deal, honest, jewel, piece_of
from engine.columns.kernels import NO_ROOM, has_run, is_dead, mark_colour, mark_runs, place, remove_marked
from engine.columns.packed import (
    CHAIN,
    HEIGHTS,
    JEWELS,
    REMOVED,
    RUNNING,
    SCORE,
    TAIL,
    colour_at,
    pack,
    physics,
    unpack_board,
    unpack_marks,
    words_of,
)
from engine.columns.scoring import bits_of, level_of
from engine.dice import dice
from tests.engine.columns_boards import any_boards, any_pieces, any_rules, any_states, reached, same, settled_boards


def packed(board: np.ndarray) -> np.ndarray:
    piece = np.zeros(LENGTH, np.int8)
    return pack(State(board, piece, piece, 0, LENGTH - 1))


def cells(marks: np.ndarray) -> set[tuple[int, int]]:
    return {(int(row), int(col)) for row, col in np.argwhere(marks)}


@given(st.data())
def test_pack_and_unpack(data: st.DataObject) -> None:
    rules = data.draw(any_rules())
    state = data.draw(any_states(rules))
    words = pack(state)
    assert words.shape == (words_of(rules.cols),)
    assert (unpack_board(words, rules) == state.board).all()
    tail = TAIL * rules.cols
    assert words[[tail + JEWELS, tail + RUNNING, tail + SCORE]].tolist() == [state.jewels, state.running, state.score]
    for col in range(rules.cols):
        high = naive.height(state.board, col)
        assert words[HEIGHTS * rules.cols + col] == high
        for above in range(high):
            assert colour_at(words, rules.cols, col, above) == state.board[rules.height - 1 - above, col]


def test_what_cannot_be_read_ends_its_column() -> None:
    rules = columns.PRESETS["jewel"]
    board = columns.empty_board(rules)
    board[-4:, 2] = (1, 2, UNKNOWN, 3)
    words = packed(board)
    assert words[HEIGHTS * rules.cols + 2] == 1
    assert unpack_board(words, rules)[:, 2].tolist() == [EMPTY] * 16 + [3]


@given(st.data())
def test_marks_are_the_runs(data: st.DataObject) -> None:
    """On any board, standing runs and all."""
    rules = data.draw(any_rules())
    board = data.draw(any_boards(rules))
    words = packed(board)
    expected = {cell for run in naive.runs(rules, board) for cell in run}
    assert mark_runs(words, physics(rules), 0, rules.cols - 1) == bool(expected)
    if expected:
        assert cells(unpack_marks(words, rules)) == expected
    assert (unpack_board(words, rules) == board).all()


@given(st.data())
def test_whether_a_column_has_a_run(data: st.DataObject) -> None:
    """On any board, as tall as they come."""
    rules = data.draw(any_rules())
    board = data.draw(any_boards(rules))
    touched = {col for run in naive.runs(rules, board) for _, col in run}
    for col in range(rules.cols):
        assert has_run(packed(board), rules.cols, rules.diagonals, col) == (col in touched)


@given(st.data())
def test_runs_are_looked_for_only_where_they_can_be(data: st.DataObject) -> None:
    """On a settled board in which some neighbouring columns have been changed."""
    rules = data.draw(any_rules())
    board = data.draw(settled_boards(rules))
    other = data.draw(any_boards(rules))
    low = data.draw(st.integers(0, rules.cols - 1))
    high = data.draw(st.integers(low, rules.cols - 1))
    board[:, low : high + 1] = other[:, low : high + 1]
    words = packed(board)
    expected = {cell for run in naive.runs(rules, board) for cell in run}
    assert mark_runs(words, physics(rules), low, high) == bool(expected)
    if expected:
        assert cells(unpack_marks(words, rules)) == expected


@given(st.data())
def test_mark_a_colour_and_remove_it(data: st.DataObject) -> None:
    rules = data.draw(any_rules())
    board = data.draw(any_boards(rules))
    colour = data.draw(st.integers(0, rules.colours - 1))
    words = packed(board)
    mark_colour(words, physics(rules), colour)
    gone = cells(board == colour)
    assert cells(unpack_marks(words, rules)) == gone
    if gone:
        span = remove_marked(words, physics(rules))
        assert (span >> 8, span & 255) == (min(col for _, col in gone), max(col for _, col in gone))
        assert (unpack_board(words, rules) == naive.fallen(board, gone)).all()
        assert words[TAIL * rules.cols + REMOVED] == len(gone)


@given(st.data())
def test_remove_any_marks(data: st.DataObject) -> None:
    rules = data.draw(any_rules())
    board = data.draw(any_boards(rules))
    rolls = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    marks = (rolls.random(board.shape) < 0.4) & (board != EMPTY)
    words = packed(board)
    for row, col in cells(marks):
        words[len(words) - rules.cols + col] |= 1 << (rules.height - 1 - row)
    remove_marked(words, physics(rules))
    assert (unpack_board(words, rules) == naive.fallen(board, cells(marks))).all()


def check_place(rules: columns.Rules, state: State) -> None:
    """Every placement, its position, points and numbers; where there is no room, nothing is changed."""
    room = naive.with_room(rules, state)
    for move in range(LENGTH * rules.cols):
        col, rotations = divmod(move, LENGTH)
        words = pack(state)
        before = words.copy()
        points = place(words, physics(rules), col, *naive.turned(state.piece, rotations))
        if move not in room:
            assert points == NO_ROOM
            assert (words == before).all()
            continue
        expected, expected_points, chain, removed = naive.play(rules, state, move)
        assert points == expected_points
        assert (unpack_board(words, rules) == expected.board).all()
        assert (words[: TAIL * rules.cols + CHAIN] == pack(expected)[: TAIL * rules.cols + CHAIN]).all()
        assert words[TAIL * rules.cols + CHAIN] == chain
        assert words[TAIL * rules.cols + REMOVED] == removed
        assert is_dead(words, physics(rules)) == naive.filled(rules, expected.board)


@pytest.mark.parametrize("scoring", columns.Scoring)
@given(data=st.data())
@settings(max_examples=40)
def test_place(scoring: columns.Scoring, data: st.DataObject) -> None:
    rules = replace(data.draw(any_rules()), scoring=scoring)
    check_place(rules, data.draw(any_states(rules)))


@given(st.data())
@settings(max_examples=40)
def test_place_on_boards_that_play_reaches(data: st.DataObject) -> None:
    rules = data.draw(any_rules())
    check_place(rules, data.draw(reached(rules))[0])


@pytest.mark.parametrize("col", [-1, 6, 2**40])
def test_there_is_no_room_beside_the_board(col: int) -> None:
    rules = columns.PRESETS["jewel"]
    words = packed(columns.empty_board(rules))
    before = words.copy()
    assert place(words, physics(rules), col, 0, 1, 2) == NO_ROOM
    assert (words == before).all()


@given(st.data())
def test_legal_moves_and_the_end(data: st.DataObject) -> None:
    """The piece anywhere on its way down, between towers too."""
    rules = data.draw(any_rules())
    state = data.draw(any_states(rules))
    assert columns.legal_moves(rules, state).tolist() == naive.legal(rules, state)
    assert columns.is_over(rules, state) == (naive.legal(rules, state) == [])
    assert is_dead(pack(state), physics(rules)) == naive.filled(rules, state.board)


@given(st.data(), st.integers(0, 2**32))
def test_apply(data: st.DataObject, seed: int) -> None:
    rules = data.draw(any_rules())
    state, move = data.draw(reached(rules))
    rolls, twin_rolls = dice(seed), dice(seed)
    step = columns.apply(rules, state, move, rolls)
    expected, points, chain, removed = naive.play(rules, state, move)
    dealt = naive.dealt(rules, expected, twin_rolls)
    assert same(step.state, expected._replace(next=dealt))
    assert (step.reward, step.chain, step.removed) == (points, chain, removed)
    assert step.kind == ("" if not chain else "clear" if chain == 1 else f"chain of {chain}")
    assert rolls[0] == twin_rolls[0]
    before_chance = columns.drop_piece(rules, state, move)
    assert same(before_chance.state, expected._replace(next=np.full(LENGTH, UNKNOWN, np.int8)))
    assert before_chance[1:] == step[1:]


@given(st.data())
def test_stages_lead_to_the_board_of_apply(data: st.DataObject) -> None:
    """Each stage is a chain step, except that a magic piece that lands on the floor goes in a stage of its own."""
    rules = data.draw(any_rules())
    state, move = data.draw(reached(rules))
    step = columns.drop_piece(rules, state, move)
    stages = columns.stages(rules, state, move)
    col, rotations = divmod(move, LENGTH)
    high = naive.height(state.board, col)
    landed = state.board.copy()
    landed[rules.height - high - LENGTH : rules.height - high, col] = naive.turned(state.piece, rotations)
    magic = state.piece[0] == MAGIC
    assert len(stages) == step.chain + (magic and high == 0)
    board, removed = landed, 0
    for number, stage in enumerate(stages):
        assert (stage.before == board).all()
        gone = cells(stage.removed)
        assert gone
        if magic and number == 0:
            colour = state.board[rules.height - high, col] if high else MAGIC
            assert gone == cells((board == MAGIC) | (board == colour))
        else:
            assert gone == {cell for run in naive.runs(rules, board) for cell in run}
        removed += len(gone) - LENGTH * (magic and number == 0)
        board = naive.fallen(board, gone)
        assert (stage.after == board).all()
    assert (board == step.state.board).all()
    assert removed == step.removed


@given(
    st.integers(0, 3), st.integers(0, 500), st.integers(0, 1000), st.one_of(st.integers(0, 400), st.integers(0, 10**6))
)
def test_levels(first_level: int, jewels: int, more: int, removed: int) -> None:
    rules = columns.Rules("any", level_start=first_level, level_jewels=jewels, level_more=more)
    expected = naive.level(rules, removed)
    assert rules.level(removed) == level_of(physics(rules), removed) == expected


@given(st.integers(0, 2**62))
def test_bits(word: int) -> None:
    assert bits_of(word) == word.bit_count()


@given(st.data())
def test_pieces_as_numbers(data: st.DataObject) -> None:
    piece = data.draw(any_pieces(data.draw(any_rules())))
    number = piece_of(piece)
    assert codes_of(number).tolist() == piece.tolist()
    assert codes_of(number).dtype == np.int8
    for rotations in range(LENGTH):
        expected = naive.turned(piece, rotations)
        assert columns.rotated(piece, rotations).tolist() == expected
        assert [jewel(number, rotations, at) for at in range(LENGTH)] == expected


@given(any_rules(), st.integers(0, 2**32))
def test_drawing(rules: columns.Rules, seed: int) -> None:
    """The same rolls in the same order."""
    rolls, twin_rolls = dice(seed), dice(seed)
    for _ in range(5):
        assert codes_of(honest(physics(rules), rolls)).tolist() == naive.drawn(rules, twin_rolls).tolist()
    assert rolls[0] == twin_rolls[0]


@given(st.data(), st.integers(2, 3), st.integers(0, 2**32))
@settings(max_examples=25)
def test_the_crooked_generator(data: st.DataObject, candidates: int, seed: int) -> None:
    rules = replace(data.draw(any_rules(small=True)), crooked=candidates)
    state = data.draw(any_states(rules))
    words, space = pack(state), np.empty((2, words_of(rules.cols)), np.int64)
    before = words.copy()
    worth = best_of_two(words, physics(rules), piece_of(state.piece), piece_of(state.next), space)
    assert worth == naive.best_of_two(rules, state, state.next)
    rolls, twin_rolls = dice(seed), dice(seed)
    piece = deal(words, physics(rules), piece_of(state.piece), rolls, space)
    assert codes_of(piece).tolist() == naive.dealt(rules, state, twin_rolls).tolist()
    assert rolls[0] == twin_rolls[0]
    assert (words == before).all()

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine.columns as columns
from engine.columns import EMPTY, MAGIC, PRESETS, UNKNOWN, Flaws, Rules, State, visible
from engine.dice import dice
from tests.engine.columns_boards import any_rules, any_states, reached, same

JEWEL = PRESETS["jewel"]
ALL = list(PRESETS.values())


@pytest.fixture
def fine() -> State:
    """A board of 6x14 with five jewels in column 0, one in column 1 and two in column 3."""
    columns_ = ("ABABA", "B", "", "CD", "", "")
    rows = ["".join(jewels[row] if row < len(jewels) else "." for jewels in columns_) for row in range(16, -1, -1)]
    return columns.from_text("\n".join(("col 3 row 2 score 60 jewels 6 running 1 moves 5", "ABC DEF", *rows)))


def with_cell(state: State, row: int, col: int, code: int) -> State:
    board = state.board.copy()
    board[row, col] = code
    return state._replace(board=board)


def piece(*codes: int) -> np.ndarray:
    return np.array(codes, np.int8)


# -- validate --------------------------------------------------------------------------------------


@given(st.data())
def test_reached_states_have_no_flaw(data: st.DataObject) -> None:
    rules = data.draw(any_rules())
    state, move = data.draw(reached(rules))
    assert columns.validate(rules, state) == Flaws(0)
    assert columns.validate(rules, columns.apply(rules, state, move, dice(0)).state) == Flaws(0)


@given(st.data())
def test_unread_cells_are_no_flaw(data: st.DataObject) -> None:
    """A board that is fine is so with any of its cells unread."""
    rules = data.draw(any_rules())
    state, _ = data.draw(reached(rules))
    rolls = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    board, falling, following = (
        np.where(rolls.random(codes.shape) < 0.3, np.int8(UNKNOWN), codes) for codes in state[:3]
    )
    assert columns.validate(rules, state._replace(board=board, piece=falling, next=following)) == Flaws(0)


def test_a_screen_that_cannot_be_read_at_all_has_none(fine: State) -> None:
    unread = fine._replace(board=np.full_like(fine.board, UNKNOWN), piece=piece(-1, -1, -1), next=piece(-1, -1, -1))
    assert columns.validate(JEWEL, unread) == Flaws(0)


def test_a_game_that_was_lost_is_possible(fine: State) -> None:
    lost = fine.board.copy()
    lost[:, 3] = [0, 1] * 8 + [0]
    assert columns.validate(JEWEL, fine._replace(board=lost)) == Flaws(0)


def test_shape(fine: State) -> None:
    assert columns.validate(JEWEL, fine) == Flaws(0)
    for odd in (
        fine._replace(board=fine.board[3:]),
        fine._replace(board=fine.board[:, :5]),
        fine._replace(board=fine.board.astype(np.int64)),
        fine._replace(piece=piece(0, 1)),
        fine._replace(next=np.array([0, 1, 2])),
    ):
        assert columns.validate(JEWEL, odd) == Flaws.SHAPE
    assert columns.validate(PRESETS["sega"], fine) == Flaws.SHAPE
    assert columns.validate(JEWEL, fine._replace(board=fine.board[3:], moves=-1)) == Flaws.SHAPE | Flaws.COUNT


@pytest.mark.parametrize("code", [-2, 6, 7, MAGIC, 10, 127, -128])
def test_code(fine: State, code: int) -> None:
    assert columns.validate(JEWEL, with_cell(fine, 16, 2, code)) == Flaws.CODE


def test_floating(fine: State) -> None:
    assert columns.validate(JEWEL, with_cell(fine, 15, 2, 0)) == Flaws.FLOATING
    assert columns.validate(JEWEL, with_cell(fine, 16, 0, EMPTY)) == Flaws.FLOATING
    hidden = with_cell(with_cell(fine, 15, 2, 0), 16, 2, UNKNOWN)
    assert columns.validate(JEWEL, hidden) == Flaws(0)
    assert columns.validate(JEWEL, with_cell(with_cell(fine, 14, 2, 0), 15, 2, UNKNOWN)) == Flaws.FLOATING
    assert columns.validate(JEWEL, with_cell(fine, 14, 2, UNKNOWN)) == Flaws(0), "it may be empty"


def test_run(fine: State) -> None:
    """Level, diagonal and upright ones; one with an unread cell in it may be none."""
    board = fine.board.copy()
    board[16, :4] = (0, 0, 0, 2)
    assert columns.validate(JEWEL, fine._replace(board=board)) == Flaws.RUN
    diagonal = fine.board.copy()
    diagonal[16, 0], diagonal[15, 1], diagonal[14:17, 2] = 0, 0, (0, 3, 4)
    assert columns.validate(JEWEL, fine._replace(board=diagonal)) == Flaws.RUN
    straight = PRESETS["jewel:diagonals=no"]
    assert columns.validate(straight, fine._replace(board=diagonal)) == Flaws(0)
    upright = fine.board.copy()
    upright[14:17, 5] = 4
    assert columns.validate(straight, fine._replace(board=upright)) == Flaws.RUN
    upright[15, 5] = UNKNOWN
    assert columns.validate(straight, fine._replace(board=upright)) == Flaws(0)


@pytest.mark.parametrize("codes", [(0, 1, EMPTY), (0, 6, 1), (MAGIC, 0, MAGIC), (-2, 0, 0), (MAGIC, UNKNOWN, 1)])
def test_piece(fine: State, codes: tuple[int, int, int]) -> None:
    assert columns.validate(JEWEL, fine._replace(piece=piece(*codes))) == Flaws.PIECE
    assert columns.validate(JEWEL, fine._replace(next=piece(*codes))) == Flaws.PIECE


@pytest.mark.parametrize("codes", [(0, 0, 0), (MAGIC, MAGIC, MAGIC), (UNKNOWN, 0, 5), (MAGIC, UNKNOWN, MAGIC)])
def test_pieces_that_can_be(fine: State, codes: tuple[int, int, int]) -> None:
    assert columns.validate(JEWEL, fine._replace(piece=piece(*codes), next=piece(*codes))) == Flaws(0)


@pytest.mark.parametrize(
    ("place", "flaw"),
    [
        ({"col": -1}, Flaws.PLACE),
        ({"col": 6}, Flaws.PLACE),
        ({"row": -1}, Flaws.PLACE),
        ({"row": 17}, Flaws.PLACE),
        ({"col": 0, "row": 12}, Flaws.PLACE),
        ({"col": 0, "row": 11}, Flaws(0)),
        ({"col": 2, "row": 16}, Flaws(0)),
        ({"col": 2, "row": 0}, Flaws(0)),
    ],
)
def test_place(fine: State, place: dict[str, Any], flaw: Flaws) -> None:
    assert columns.validate(JEWEL, fine._replace(**place)) == flaw


@pytest.mark.parametrize("change", [{"moves": -1}, {"score": -1}, {"jewels": -1}, {"running": -1}, {"running": 6}])
def test_count(fine: State, change: dict[str, Any]) -> None:
    assert columns.validate(JEWEL, fine._replace(**change)) == Flaws.COUNT


def test_every_reason_is_named_at_once(fine: State) -> None:
    broken = with_cell(with_cell(fine, 16, 2, 7), 3, 5, 0)._replace(piece=piece(0, 1, EMPTY), col=9, moves=0)
    assert columns.validate(JEWEL, broken) == (Flaws.CODE | Flaws.FLOATING | Flaws.PIECE | Flaws.PLACE | Flaws.COUNT)
    standing = fine.board.copy()
    standing[14:17, 5] = 4
    assert columns.validate(JEWEL, fine._replace(board=standing, moves=0)) == Flaws.RUN | Flaws.COUNT


# -- contradictions and changes_nothing ------------------------------------------------------------


@given(st.data(), st.integers(0, 2**32))
def test_play_contradicts_nothing(data: st.DataObject, seed: int) -> None:
    rules = data.draw(any_rules())
    state, move = data.draw(reached(rules))
    seen = visible(rules, columns.apply(rules, state, move, dice(seed)).state.board)
    assert not columns.contradictions(rules, state, move, seen).any()


@given(st.data())
def test_every_other_code_contradicts(data: st.DataObject) -> None:
    rules = data.draw(any_rules())
    state, move = data.draw(reached(rules))
    expected = visible(rules, columns.drop_piece(rules, state, move).state.board)
    rolls = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    seen = np.where(rolls.random(expected.shape) < 0.3, rolls.integers(-1, 10, expected.shape), expected)
    wrong = (seen != expected) & (seen != UNKNOWN)
    assert (columns.contradictions(rules, state, move, seen.astype(np.int8)) == wrong).all()


@given(st.data(), st.integers(0, 4))
def test_what_unread_cells_can_have_been_contradicts_nothing(data: st.DataObject, unread: int) -> None:
    """Cells of the board and of the piece, jewels and free ones."""
    rules = data.draw(any_rules())
    state, move = data.draw(reached(rules))
    rolls = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    board, falling = state.board.copy(), state.piece.copy()
    for _ in range(unread):
        if rolls.random() < 0.7:
            board[rolls.integers(rules.height), rolls.integers(rules.cols)] = UNKNOWN
        elif MAGIC not in state.piece:
            falling[rolls.integers(3)] = UNKNOWN
    blurred = state._replace(board=board, piece=falling)
    if move in columns.legal_moves(rules, blurred):
        seen = visible(rules, columns.drop_piece(rules, state, move).state.board)
        assert not columns.contradictions(rules, blurred, move, seen).any()


def test_an_unread_cell_hides_no_more_than_it_can(fine: State) -> None:
    """Whatever lies in the floor of column 5, columns 0 to 2 are as before; of three unread cells nothing is said."""
    blurred = with_cell(fine, 16, 5, UNKNOWN)
    seen = visible(JEWEL, columns.drop_piece(JEWEL, fine, 12).state.board).copy()
    seen[13, 0] = 5
    assert np.argwhere(columns.contradictions(JEWEL, blurred, 12, seen)).tolist() == [[13, 0]]
    for col in (2, 5):
        blurred = with_cell(with_cell(blurred, 15, col, UNKNOWN), 16, col, UNKNOWN)
    assert not columns.contradictions(JEWEL, blurred, 12, seen).any()


def test_contradictions_refuse_other_sizes_and_illegal_moves(fine: State) -> None:
    with pytest.raises(ValueError, match=r"columns: expected codes of shape \(14, 6\), got \(17, 6\)"):
        columns.contradictions(JEWEL, fine, 0, fine.board)
    with pytest.raises(ValueError, match="move 18 is not legal"):
        columns.contradictions(JEWEL, fine, 18, visible(JEWEL, fine.board))


@given(st.data())
def test_changes_nothing(data: st.DataObject) -> None:
    rules = data.draw(any_rules())
    state, move = data.draw(reached(rules))
    after = columns.drop_piece(rules, state, move).state
    assert columns.changes_nothing(rules, state, move) == bool((after.board == state.board).all())


def test_three_of_a_colour_change_nothing(fine: State) -> None:
    assert columns.changes_nothing(JEWEL, fine._replace(piece=piece(4, 4, 4)), 15)
    assert not columns.changes_nothing(JEWEL, fine, 15)


# -- text and boards -------------------------------------------------------------------------------


@given(st.data())
def test_text_round_trip(data: st.DataObject) -> None:
    rules = data.draw(any_rules())
    state = data.draw(any_states(rules))
    rolls = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    state = state._replace(board=np.where(rolls.random(state.board.shape) < 0.1, np.int8(UNKNOWN), state.board))
    text = columns.to_text(state)
    again = columns.from_text(text)
    assert same(again, state)
    assert [codes.dtype for codes in again[:3]] == [np.int8] * 3
    assert columns.to_text(again) == text


HEAD = "col 1 row 2 score 3 jewels 4 running 0 moves 5"


def test_text_as_it_is_written() -> None:
    state = columns.from_text(f"\n{HEAD}\nABH ***\n...\n.?.\nGA.\n")
    assert state.board.tolist() == [[9, 9, 9], [9, -1, 9], [6, 0, 9]]
    assert (state.piece.tolist(), state.next.tolist()) == ([0, 1, 7], [8, 8, 8])
    assert state[3:] == (1, 2, 3, 4, 0, 5)
    assert columns.to_text(state) == f"{HEAD}\nABH ***\n...\n.?.\nGA.\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected"),
        (HEAD, "expected"),
        (f"{HEAD}\nABC ABC", "expected"),
        (f"{HEAD} 7\nABC ABC\n...", "expected"),
        ("row 1 col 2 score 3 jewels 4 running 0 moves 5\nABC ABC\n...", "expected"),
        (HEAD.replace("3", "x") + "\nABC ABC\n...", "line 1 holds a word that is no number"),
        (f"{HEAD}\nABC\n...", "line 2 needs two words of 3 letters"),
        (f"{HEAD}\nABC ABCD\n...", "line 2 needs two words of 3 letters"),
        (f"{HEAD}\nABC ABI\n...", "line 2 needs letters of ABCDEFGH"),
        (f"{HEAD}\nABC ABC\n...\n.a.", "line 4 needs letters of ABCDEFGH"),
        (f"{HEAD}\nABC ABC\n...\n....", "line 4 needs 3 letters as line 3 has"),
        (f"{HEAD}\nABC ABC\n...\n\n...", "line 4 needs 3 letters as line 3 has"),
    ],
)
def test_bad_text_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^columns text: .*{message}") as caught:
        columns.from_text(text)
    assert "\n" not in str(caught.value)


@given(st.data())
def test_the_visible_part(data: st.DataObject) -> None:
    rules: Rules = data.draw(any_rules())
    state = data.draw(any_states(rules))
    shown = visible(rules, state.board)
    assert shown.shape == (rules.rows, rules.cols)
    again = columns.with_hidden(rules, shown)
    assert (again[: rules.hidden] == EMPTY).all()
    assert (again[rules.hidden :] == state.board[rules.hidden :]).all()

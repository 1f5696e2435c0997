from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine.square_stacker as stacker
from engine.dice import dice
from engine.square_stacker import CELLS, EMPTY, PRESETS, UNKNOWN, Flaws, State
from tests.engine.square_stacker_boards import any_states, reached

WPI = PRESETS["wpi"]
COOLMATH = PRESETS["coolmath"]
ALL = list(PRESETS.values())


@pytest.fixture
def fine() -> State:
    rows = "AB. .C. -  | A..", "-   .DE -  | .B.", "F.. -   -  | -"
    return stacker.from_text("\n".join(("combo 1 score 8 moves 9", *rows)).replace("-", "..."))


def changed(state: State, row: int, col: int, *codes: int) -> State:
    grid = state.grid.copy()
    grid[row, col, : len(codes)] = codes
    return state._replace(grid=grid)


def with_hand(state: State, *pieces: list[int]) -> State:
    return state._replace(hand=np.array(pieces, np.int8))


# -- validate --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.name)
def test_a_fine_state_has_no_flaw(rules: stacker.Rules, fine: State) -> None:
    assert stacker.validate(rules, fine) == Flaws(0)


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.name)
@given(data=st.data())
def test_reached_states_have_none(rules: stacker.Rules, data: st.DataObject) -> None:
    state, move = data.draw(reached(rules))
    assert stacker.validate(rules, state) == Flaws(0)
    assert stacker.validate(rules, stacker.apply(rules, state, move, dice(0)).state) == Flaws(0)


@given(any_states(), st.lists(st.booleans(), min_size=36, max_size=36))
def test_unread_slots_are_no_flaw(state: State, unread: list[bool]) -> None:
    """What is wrong with a board less read is wrong with the whole board too."""
    shown = stacker.places(state)
    blurred = np.where(np.array(unread).reshape(12, 3), np.int8(UNKNOWN), shown)
    flaws = stacker.validate(COOLMATH, stacker.from_places(blurred, state.combo, state.score, state.moves))
    assert flaws in stacker.validate(COOLMATH, state)


def test_a_screen_that_cannot_be_read_at_all_has_none() -> None:
    assert stacker.validate(WPI, stacker.from_places(np.full((12, 3), UNKNOWN, np.int8))) == Flaws(0)


@pytest.mark.parametrize("code", [-2, 7, 127, -128])
def test_code(fine: State, code: int) -> None:
    assert stacker.validate(WPI, changed(fine, 0, 2, code)) == Flaws.CODE
    assert stacker.validate(WPI, with_hand(fine, [code, 6, 6], [6, 1, 6], [6, 6, 6])) == Flaws.CODE


def test_a_colour_the_rules_do_not_have(fine: State) -> None:
    five = stacker.Rules("five", growth=(stacker.Growth(0, 5, 0.0),))
    assert stacker.validate(five, fine) == Flaws.CODE
    assert stacker.validate(five, changed(fine, 2, 0, EMPTY)) == Flaws(0)


@pytest.mark.parametrize("cells", [((1, 1), (2, 2)), ((0, 1), (0, 2)), ((1, 0), (2, 0))])
def test_line(fine: State, cells: tuple[tuple[int, int], ...]) -> None:
    """A in the inner slot of (0, 0); the others in other slots."""
    grid = fine.grid.copy()
    for slot, cell in enumerate(cells, 1):
        grid[cell][slot] = 0
    assert stacker.validate(WPI, fine._replace(grid=grid)) == Flaws.LINE


def test_full_cell(fine: State) -> None:
    assert stacker.validate(WPI, changed(fine, 2, 2, 3, 3, 3)) == Flaws.FULL_CELL


def test_piece(fine: State) -> None:
    two = with_hand(fine, [0, 1, 6], [6, 1, 6], [6, 6, 6])
    three = with_hand(fine, [0, 1, 2], [6, 1, 6], [6, 6, 6])
    assert stacker.validate(WPI, two) == stacker.validate(COOLMATH, three) == Flaws.PIECE
    assert stacker.validate(COOLMATH, two) == Flaws(0)


def test_no_hand(fine: State) -> None:
    assert stacker.validate(WPI, with_hand(fine, *[[EMPTY] * 3] * 3)) == Flaws.NO_HAND


@pytest.mark.parametrize("change", [{"moves": -1}, {"score": -1}, {"combo": -1}, {"combo": 10}])
def test_count(fine: State, change: dict[str, Any]) -> None:
    assert stacker.validate(WPI, fine._replace(**change)) == Flaws.COUNT


def test_shape(fine: State) -> None:
    assert stacker.validate(WPI, fine._replace(grid=fine.grid[:2])) == Flaws.SHAPE
    assert stacker.validate(WPI, fine._replace(hand=fine.hand.astype(np.int64))) == Flaws.SHAPE
    assert stacker.validate(WPI, fine._replace(grid=fine.grid[:2], moves=-1)) == Flaws.SHAPE | Flaws.COUNT


def test_every_reason_is_named_at_once(fine: State) -> None:
    grid = fine.grid.copy()
    grid[2] = 0
    grid[0, 0, 0] = 9
    broken = with_hand(fine._replace(grid=grid, moves=0), [0, 1, 2], [6, 6, 6], [6, 6, 6])
    every = Flaws.CODE | Flaws.LINE | Flaws.FULL_CELL | Flaws.PIECE | Flaws.COUNT
    assert stacker.validate(WPI, broken) == every


# -- contradictions --------------------------------------------------------------------------------


def odd(rules: stacker.Rules, state: State, move: int, seen: np.ndarray) -> list[list[int]]:
    """The contradicting slots as [place, size]."""
    found: list[list[int]] = np.argwhere(stacker.contradictions(rules, state, move, seen)).tolist()
    return found


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.name)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_play_contradicts_nothing(rules: stacker.Rules, data: st.DataObject, seed: int) -> None:
    state, move = data.draw(reached(rules))
    after = stacker.apply(rules, state, move, dice(seed)).state
    assert odd(rules, state, move, stacker.places(after)) == []


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.name)
@given(
    data=st.data(), seed=st.integers(0, 2**32), before=st.lists(st.integers(0, 35)), after=st.lists(st.integers(0, 35))
)
def test_unread_slots_contradict_nothing_that_can_have_been(
    rules: stacker.Rules, data: st.DataObject, seed: int, before: list[int], after: list[int]
) -> None:
    """Slots unread before the move, whole places of the hand among them, and slots unread after it."""
    state, move = data.draw(reached(rules))
    blurred = stacker.places(state)
    blurred.reshape(-1)[before] = UNKNOWN
    seen_before = stacker.from_places(blurred, state.combo, state.score, state.moves)
    seen = stacker.places(stacker.apply(rules, state, move, dice(seed)).state)
    seen.reshape(-1)[after] = UNKNOWN
    if move in stacker.legal_moves(rules, seen_before):
        assert odd(rules, seen_before, move, seen) == []


def test_a_wrong_ring_a_lost_ring_and_a_ring_from_nowhere(fine: State) -> None:
    after = stacker.places(stacker.apply(WPI, fine, 8, dice(0)).state)
    for place, size, code in (
        (0, 0, 4),
        (0, 1, EMPTY),
        (2, 2, 3),
        (8, 0, EMPTY),
        (10, 1, 0),
        (10, 1, EMPTY),
        (11, 0, 1),
    ):
        seen = after.copy()
        seen[place, size] = code
        assert odd(WPI, fine, 8, seen) == [[place, size]]


def test_an_input_that_was_lost(fine: State) -> None:
    """The board as before the move: the placed ring is missing and the piece still there."""
    assert odd(WPI, fine, 8, stacker.places(fine)) == [[8, 0], [9, 0]]


def test_a_line_that_did_not_clear(fine: State) -> None:
    before = changed(changed(fine, 0, 1, 0), 0, 2, EMPTY, 1)
    seen = stacker.places(before)
    seen[2, 0], seen[9, 0] = 0, EMPTY
    assert odd(WPI, before, 2, seen) == [[0, 0], [1, 0], [2, 0]]


def test_a_new_hand_may_be_any_pieces_that_the_rules_deal(fine: State) -> None:
    last = with_hand(fine, [0, 6, 6], [6, 6, 6], [6, 6, 6])
    seen = stacker.places(stacker.apply(WPI, last, 8, dice(0)).state)
    for hand, wrong in (
        ([[6, 6, 5], [1, 6, 6], [6, 2, 6]], []),
        ([[6, 6, 5], [6, 6, 6], [6, 2, 6]], [[10, 0], [10, 1], [10, 2]]),  # a place left empty
        ([[6, 6, 5], [1, 6, 2], [6, 2, 6]], [[10, 0], [10, 1], [10, 2]]),  # two sizes in one piece
        ([[6, 6, 5], [1, -1, 2], [6, 2, 6]], [[10, 0], [10, 2]]),
        ([[6, 6, 5], [6, -1, 6], [6, 2, 6]], []),
    ):
        seen[CELLS:] = hand
        assert odd(WPI, last, 8, seen) == wrong
    seen[CELLS:] = [[6, 4, 5], [1, 6, 2], [6, 2, 6]]
    assert odd(COOLMATH, last, 8, seen) == []
    five = stacker.Rules("five", growth=(stacker.Growth(0, 5, 1.0),))
    assert odd(five, last, 8, seen) == [[9, 2]], "no sixth colour comes; the one that stands stays"


def test_rings_that_an_unread_slot_may_have_taken_with_it(fine: State) -> None:
    """(0, 1)'s inner slot unread: A may have been there, and then A at (0, 2) clears the row."""
    before = changed(fine, 0, 1, UNKNOWN)
    line = stacker.places(before)
    line[9] = EMPTY
    line[0, 0] = line[1, 0] = line[2, 0] = EMPTY
    assert odd(WPI, before, 2, line) == []
    line[2, 0] = 0
    line[0, 0] = 3
    assert odd(WPI, before, 2, line) == [[0, 0]], "gone is possible, another colour is not"


def test_a_hand_whose_other_places_are_unread_may_be_old_or_new(fine: State) -> None:
    last = with_hand(fine, [0, 6, 6], [-1, -1, -1], [6, 6, 6])
    seen = stacker.places(stacker.place_piece(WPI, last, 8).state)
    for hand in ([[6, 6, 6], [1, 6, 6], [6, 6, 6]], [[1, 6, 6], [1, 6, 6], [6, 6, 2]]):
        seen[CELLS:] = hand
        assert odd(WPI, last, 8, seen) == []
    seen[CELLS:] = [[1, 2, 6], [1, 6, 6], [6, 6, 2]]
    assert odd(WPI, last, 8, seen) == [[9, 0], [9, 1]], "neither an empty place nor a piece of one tile"


def test_contradictions_refuses_another_shape_and_an_illegal_move(fine: State) -> None:
    with pytest.raises(ValueError, match=r"expected observed \(12, 3\), got \(3, 3, 3\)"):
        stacker.contradictions(WPI, fine, 8, fine.grid)
    with pytest.raises(ValueError, match="move 0 is not legal"):
        stacker.contradictions(WPI, fine, 0, stacker.places(fine))


@given(any_states())
def test_every_move_changes_the_screen(state: State) -> None:
    """Its piece leaves the hand, or a new hand fills the places that were empty."""
    for move in stacker.legal_moves(COOLMATH, state).tolist():
        after = stacker.apply(COOLMATH, state, move, dice(1)).state
        assert not stacker.changes_nothing(COOLMATH, state, move)
        assert (stacker.places(after) != stacker.places(state)).any()


# -- texts and places ------------------------------------------------------------------------------


@given(any_states(unknown=True))
def test_text_round_trip(state: State) -> None:
    again = stacker.from_text(stacker.to_text(state))
    assert (stacker.places(again) == stacker.places(state)).all()
    assert again.grid.dtype == again.hand.dtype == np.int8
    assert again[2:] == state[2:]


def test_text(fine: State) -> None:
    assert stacker.to_text(fine) == (
        "combo 1 score 8 moves 9\nAB. .C. ... | A..\n... .DE ... | .B.\nF.. ... ... | ...\n"
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", 'expected "combo N score N moves N" and three rows'),
        ("combo 0 score 0\n... ... ... ...\n" * 2, "expected"),
        ("combo 0 score 0 moves 0\n... ... ... ...", "three rows"),
        ("combo x score 0 moves 0" + "\n... ... ... ..." * 3, "line 1 holds a word that is no number"),
        ("combo 0 score 0 moves 0" + "\n... ... ... | ..." * 2 + "\n... ... | ...", "line 4 needs four words"),
        ("combo 0 score 0 moves 0" + "\n... .. ... ..." * 3, "line 2 needs four words of three"),
        ("combo 0 score 0 moves 0" + "\n... ..G ... ..." * 3, r"line 2 needs four words of three of ABCDEF\.\?"),
    ],
)
def test_bad_text(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says) as caught:
        stacker.from_text(text)
    assert "\n" not in str(caught.value)


@given(any_states(unknown=True))
def test_places_round_trip(state: State) -> None:
    codes = stacker.places(state)
    assert codes.shape == (12, 3)
    assert codes.dtype == np.int8
    again = stacker.from_places(codes, *state[2:])
    assert (again.grid == state.grid).all()
    assert (again.hand == state.hand).all()
    assert again[2:] == state[2:]
    again.grid[:] = again.hand[:] = 0
    assert (codes == stacker.places(state)).all(), "a copy"


def test_from_places_refuses_another_shape() -> None:
    with pytest.raises(ValueError, match=r"expected codes of shape \(12, 3\), got \(9, 3\)"):
        stacker.from_places(np.zeros((9, 3), np.int8))

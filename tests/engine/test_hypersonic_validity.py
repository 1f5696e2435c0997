"""Impossible states by name, screens that the rules do not allow, and positions as text."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import engine.hypersonic as hypersonic
from engine.hypersonic import (
    BOX,
    BOX_BOMB,
    BOX_RANGE,
    COLS,
    DIED,
    FLOOR,
    IN_HAND,
    ITEM_BOMB,
    ITEM_RANGE,
    KIND_NAMES,
    NO_BOMB,
    NOBODY,
    PRESETS,
    RANGE,
    ROWS,
    UNKNOWN,
    WALL,
    Flaws,
    State,
    X,
    Y,
    places,
)
from engine.hypersonic.validity import possible
from tests.engine.hypersonic_games import random_game
from tests.engine.hypersonic_positions import (
    BOMB,
    DOWN,
    FAR,
    LEFT,
    RIGHT,
    STAY,
    Place,
    any_actions,
    any_rules,
    any_states,
    position,
    same,
)

TWO = PRESETS["two"]
FINE = position(
    (0, 0), (6, 4), bombs=[(0, 0, 4, 2, 3), (1, 6, 4, 2, 3), (0, 0, 2, 8, 3)], box=[(4, 0)], range_item=[(8, 0)]
)


def with_cell(state: State, place: Place, code: int) -> State:
    cells = state.cells.copy()
    cells[place[1], place[0]] = code
    return state._replace(cells=cells)


def with_player(state: State, player: int, column: int, value: int) -> State:
    players = state.players.copy()
    players[player, column] = value
    return state._replace(players=players)


# -- validate --------------------------------------------------------------------------------------


@given(any_rules(), st.integers(0, 2**32), st.booleans())
@settings(max_examples=12, phases=[Phase.generate])
def test_reached_states_have_no_flaw(rules: hypersonic.Rules, seed: int, careful: bool) -> None:
    for state, _ in random_game(rules, seed, careful):
        assert hypersonic.validate(rules, state) == Flaws(0)


def test_wrong_size() -> None:
    assert hypersonic.validate(TWO, FINE) == Flaws(0)
    for odd in (
        FINE._replace(cells=FINE.cells[1:]),
        FINE._replace(cells=FINE.cells[:, :12]),
        FINE._replace(players=FINE.players[:1]),
        FINE._replace(players=FINE.players[:, :5]),
        FINE._replace(bombs=FINE.bombs[:, :4]),
        FINE._replace(seat=2),
        FINE._replace(seat=-1),
    ):
        assert hypersonic.validate(TWO, odd) == Flaws.WRONG_SIZE
    assert hypersonic.validate(PRESETS["three"], FINE) == Flaws.WRONG_SIZE


@pytest.mark.parametrize("code", [7, 31, 127, -2, -128])
def test_unknown_kind(code: int) -> None:
    assert hypersonic.validate(TWO, with_cell(FINE, (10, 10), code)) == Flaws.UNKNOWN_KIND


def test_misplaced_wall() -> None:
    assert hypersonic.validate(TWO, with_cell(FINE, (2, 0), WALL)) == Flaws.MISPLACED_WALL
    for code in (FLOOR, BOX, ITEM_BOMB):
        assert hypersonic.validate(TWO, with_cell(FINE, (3, 3), code)) == Flaws.MISPLACED_WALL


@pytest.mark.parametrize("code", [BOX, BOX_RANGE, BOX_BOMB, ITEM_RANGE, ITEM_BOMB])
@pytest.mark.parametrize("place", [(0, 0), (0, 2)])
def test_inside_something(place: Place, code: int) -> None:
    """A player or a bomb; what is dead may lie anywhere."""
    assert hypersonic.validate(TWO, with_cell(FINE, place, code)) == Flaws.INSIDE_SOMETHING
    dead = with_player(with_player(FINE, 0, DIED, 1), 0, X, 4)._replace(round=1)
    assert hypersonic.validate(TWO, dead) == Flaws(0)


@pytest.mark.parametrize(("column", "value"), [(X, 13), (X, 1000), (Y, 11), (Y, -3)])
def test_outside_the_arena(column: int, value: int) -> None:
    assert hypersonic.validate(TWO, with_player(FINE, 1, column, value)) == Flaws.INSIDE_SOMETHING
    bombs = FINE.bombs.copy()
    bombs[0, 1 + column] = value
    assert hypersonic.validate(TWO, FINE._replace(bombs=bombs)) == Flaws.INSIDE_SOMETHING


def test_a_player_in_a_wall() -> None:
    odd = with_player(with_player(FINE, 0, X, 5), 0, Y, 5)
    assert hypersonic.validate(TWO, odd) == Flaws.INSIDE_SOMETHING


@pytest.mark.parametrize("timers", [(0, 2, 8), (2, 2, 9), (8, 2, 2), (3, 2, 8), (-1, 2, 8)])
def test_timers(timers: tuple[int, int, int]) -> None:
    """1 to 8, the oldest first."""
    bombs = FINE.bombs.copy()
    bombs[:, 3] = timers
    assert hypersonic.validate(TWO, FINE._replace(bombs=bombs)) == Flaws.TIMER


@pytest.mark.parametrize("owners", [(2, 1, 0), (-1, 1, 0), (1, 1, 0), (0, 0, 1)])
def test_owners(owners: tuple[int, int, int]) -> None:
    """Of the game; nobody places two bombs in one round."""
    bombs = FINE.bombs.copy()
    bombs[:, 0] = owners
    assert hypersonic.validate(TWO, FINE._replace(bombs=bombs)) == Flaws.OWNER


def test_ranges() -> None:
    assert hypersonic.validate(TWO, with_player(FINE, 1, RANGE, 0)) == Flaws.RANGE
    bombs = FINE.bombs.copy()
    bombs[2, 4] = 0
    assert hypersonic.validate(TWO, FINE._replace(bombs=bombs)) == Flaws.RANGE


@pytest.mark.parametrize("change", [{"round": -1}, {"quiet": -1}, {"boxless": -2}])
def test_negative(change: dict[str, Any]) -> None:
    assert hypersonic.validate(TWO, FINE._replace(**change)) == Flaws.NEGATIVE
    assert hypersonic.validate(TWO, with_player(FINE, 0, IN_HAND, -1)) == Flaws.NEGATIVE
    assert hypersonic.validate(TWO, with_player(FINE, 1, 4, -1)) == Flaws.NEGATIVE


def test_asymmetric() -> None:
    """A box whose image is a box of other content; the image may be gone."""
    for image in ((8, 0), (4, 10), (8, 10)):
        assert hypersonic.validate(TWO, with_cell(FINE, image, BOX_RANGE)) == Flaws.ASYMMETRIC
        assert hypersonic.validate(TWO, with_cell(FINE, image, BOX)) == Flaws(0)


def test_every_reason_is_named_at_once() -> None:
    odd = with_cell(with_cell(FINE, (8, 10), BOX_BOMB), (0, 0), ITEM_BOMB)
    odd = with_player(odd, 1, RANGE, 0)._replace(bombs=FINE.bombs[::-1])
    expected = Flaws.INSIDE_SOMETHING | Flaws.TIMER | Flaws.RANGE | Flaws.ASYMMETRIC
    assert hypersonic.validate(TWO, odd) == expected


@given(any_rules(), st.integers(0, 2**32), st.data())
@settings(max_examples=10, phases=[Phase.generate])
def test_unread_cells_are_no_flaw(rules: hypersonic.Rules, seed: int, data: st.DataObject) -> None:
    states = [state for state, _ in random_game(rules, seed, careful=True)]
    state = states[data.draw(st.integers(0, len(states) - 1))]
    rolls = np.random.default_rng(seed)
    blurred = np.where(rolls.random((ROWS, COLS)) < 0.3, np.int8(UNKNOWN), state.cells)
    players = state.players.copy()
    players[0, :5] = -1
    assert hypersonic.validate(rules, state._replace(cells=blurred)) == Flaws(0)
    assert hypersonic.validate(rules, state._replace(cells=blurred, players=players)) == Flaws(0)


# -- the screen ------------------------------------------------------------------------------------


def test_the_codes_of_the_screen() -> None:
    """Three layers: ground; bombs, the least timer where several lie; the living by a bit each."""
    state = position((0, 0), (0, 0), (6, 4, 1, 3, 0, 2), FAR, bombs=[(0, 6, 4, 3, 3), (1, 6, 4, 8, 3)], played=4)
    codes = places(state)
    assert (codes.shape, codes.dtype) == ((33, 13), np.dtype(np.int8))
    assert (codes[:11] == state.cells).all()
    bombs, bodies = codes[11:22], codes[22:]
    assert np.argwhere(bombs != NO_BOMB).tolist() == [[4, 6]]
    assert bombs[4, 6] == NO_BOMB + 3
    assert {(int(y), int(x)): int(bodies[y, x]) for y, x in np.argwhere(bodies != NOBODY)} == {
        (0, 0): NOBODY + 0b0011,
        (10, 12): NOBODY + 0b1000,
    }
    assert (NO_BOMB, NOBODY, len(KIND_NAMES), len(set(KIND_NAMES))) == (7, 16, 32, 32)
    assert KIND_NAMES[NO_BOMB + 8] == "bomb 8"
    assert KIND_NAMES[NOBODY + 0b1001] == "player 0+3"


def outcomes(state: State, move: int) -> list[np.ndarray]:
    """The screen after every combination of the others' legal actions."""
    choices = [hypersonic.legal_actions(state, player).tolist() or [STAY] for player in range(len(state.players))]
    choices[state.seat] = [move]
    return [places(hypersonic.advance(TWO, state, actions).state) for actions in product(*choices)]


@given(any_states(), any_actions())
@settings(max_examples=60)
def test_a_code_is_possible_where_some_actions_of_the_others_lead_to_it(state: State, actions: list[int]) -> None:
    """No more and no less, cell by cell."""
    state = state._replace(players=state.players[:3], seat=state.seat % min(3, len(state.players)))
    state = state._replace(bombs=state.bombs[state.bombs[:, 0] < len(state.players)])
    legal = hypersonic.legal_actions(state, state.seat)
    if legal.size == 0:
        return
    move = int(legal[actions[0] % legal.size])
    screens = outcomes(state, move)
    expected = np.zeros((len(KIND_NAMES), 33, COLS), np.bool_)
    for screen in screens:
        expected[screen, *np.indices(screen.shape)] = True
    assert (possible(state, move) == expected).all()
    assert hypersonic.changes_nothing(TWO, state, move) == any((screen == places(state)).all() for screen in screens)


@given(any_rules(), st.integers(0, 2**32))
@settings(max_examples=4, phases=[Phase.generate])
def test_games_contradict_nothing(rules: hypersonic.Rules, seed: int) -> None:
    """From every seat that lives."""
    for state, actions in random_game(rules, seed, careful=True):
        screen = places(hypersonic.advance(rules, state, actions).state)
        for seat in np.flatnonzero(state.players[:, DIED] == 0).tolist():
            assert not hypersonic.contradictions(rules, state._replace(seat=seat), actions[seat], screen).any()


def odd_cells(state: State, move: int, screen: np.ndarray) -> list[list[int]]:
    found = hypersonic.contradictions(TWO, state, move, screen)
    assert (found.shape, found.dtype) == ((33, 13), np.dtype(np.bool_))
    return np.argwhere(found).tolist()


def test_what_contradicts() -> None:
    state = position((0, 0), (6, 4), bombs=[(1, 4, 8, 3, 3)], box=[(2, 0)], range_item=[(7, 4)])
    screen = places(hypersonic.advance(TWO, state, [DOWN, STAY]).state)
    assert odd_cells(state, DOWN, screen) == []
    assert odd_cells(state, RIGHT, screen) == [[22, 1], [23, 0]], "the own move is certain"
    assert odd_cells(state, DOWN + BOMB, screen) == [[11, 0]], "so is the own bomb"
    for move in (LEFT, RIGHT, BOMB, BOMB + DOWN):
        other = places(hypersonic.advance(TWO, state, [DOWN, move]).state)
        assert odd_cells(state, DOWN, other) == [], "the other one may do anything legal"
    for place, code in (
        ((0, 2), FLOOR),
        ((0, 12), WALL),
        ((4, 8), FLOOR),
        ((4, 7), ITEM_BOMB),
        ((19, 4), NO_BOMB),
        ((19, 4), NO_BOMB + 3),
        ((11, 5), NO_BOMB + 8),
        ((15, 6), NO_BOMB + 7),
        ((22, 0), NOBODY + 1),
        ((23, 0), NOBODY + 3),
        ((27, 6), NOBODY),
        ((32, 12), NOBODY + 2),
        ((0, 5), 31),
        ((15, 8), 0),
        ((30, 3), 7),
        ((30, 4), 99),
        ((30, 4), -5),
    ):
        wrong = screen.copy()
        wrong[place] = code
        expected = [] if (place, code) in (((4, 8), FLOOR), ((27, 6), NOBODY)) else [list(place)]
        assert odd_cells(state, DOWN, wrong) == expected, (place, code)
        wrong[place] = UNKNOWN
        assert odd_cells(state, DOWN, wrong) == []


def test_the_dead_are_not_on_the_screen() -> None:
    state = position((0, 0), (6, 4), bombs=[(0, 6, 5, 1, 3)])
    screen = places(hypersonic.advance(TWO, state, [STAY, STAY]).state)
    assert odd_cells(state, STAY, screen) == []
    screen[22 + 4, 6] = NOBODY + 2
    assert odd_cells(state, STAY, screen) == [[26, 6]]


@pytest.mark.parametrize(
    ("state", "move", "nothing"),
    [
        (position((0, 0), FAR), STAY, True),
        (position((0, 0), FAR), DOWN, False),
        (position((0, 0), FAR), BOMB, False),
        (position((0, 0), FAR, bombs=[(1, 4, 4, 5, 3)]), STAY, False),
    ],
)
def test_changes_nothing(state: State, move: int, nothing: bool) -> None:
    assert hypersonic.changes_nothing(TWO, state, move) == nothing


# -- text ------------------------------------------------------------------------------------------


@given(any_states(), st.integers(0, 2**32), st.sampled_from([0.0, 0.2, 1.0]))
def test_text_round_trip(state: State, seed: int, unread: float) -> None:
    rolls = np.random.default_rng(seed)
    state = state._replace(cells=np.where(rolls.random((ROWS, COLS)) < unread, np.int8(UNKNOWN), state.cells))
    text = hypersonic.to_text(state)
    again = hypersonic.from_text(text)
    assert same(again, state)
    assert hypersonic.to_text(again) == text


TEXT = """\
hypersonic seat 1 round 12 quiet 0 boxless -1
.....0...r...
.X.X.X.X.X.X.
.1.........b.
.X.X.X.X.X.X.
?2...........
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
player 0 0 2 3 4 0
player 6 4 0 5 7 11
bomb 1 6 4 5 5
"""


def test_text_as_it_is_written() -> None:
    state = hypersonic.from_text(TEXT)
    assert hypersonic.to_text(state) == TEXT
    assert state[3:] == (1, 12, 0, -1)
    assert state.players.tolist() == [[0, 0, 2, 3, 4, 0], [6, 4, 0, 5, 7, 11]]
    assert state.bombs.tolist() == [[1, 6, 4, 5, 5]]
    assert state.cells[0].tolist() == [0, 0, 0, 0, 0, BOX, 0, 0, 0, ITEM_RANGE, 0, 0, 0]
    assert state.cells[2, [1, 11]].tolist() == [BOX_RANGE, ITEM_BOMB]
    assert state.cells[4, :2].tolist() == [UNKNOWN, BOX_BOMB]
    assert (state.cells[1] == [FLOOR, WALL] * 6 + [FLOOR]).all()
    assert (state.score, state.moves, state.boxes) == (7, 12, 3)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hypersonic seat", "seat", "the first line must be"),
        ("round 12", "round x", "the first line holds something that is no number"),
        ("round 12", "round -5", "round must be 0 to 2000"),
        ("quiet 0", "quiet 2001", "quiet must be 0 to 2000"),
        ("boxless -1", "boxless -2", "boxless must be -1 to 2000"),
        ("seat 1", "seat 2", "seat 2, must be 0 to 1"),
        ("seat 1", "seat -1", "seat -1, must be 0 to 1"),
        (".1.........b.", ".1.........b", "row 2 is"),
        (".1.........b.", ".1.........q.", "row 2 is"),
        (".X.X.X.X.X.X.\n", "", "row 1 is|cannot read|row"),
        ("player 6 4 0 5 7 11\n", "", "1 players, must be 2 to 4"),
        ("bomb 1", "player 1 1 1 1 1 1\nplayer 1 1 1 1 1 1\nplayer 1 1 1 1 1 1\nbomb 1", "5 players, must be 2 to 4"),
        ("bomb 1 6 4 5 5", "bomb 1 6 4 5", "cannot read"),
        ("bomb 1 6 4 5 5", "bomb 1 6 4 five 5", "no number"),
        ("bomb 1 6 4 5 5", "bomb 2 6 4 5 5", "needs an owner"),
        ("bomb 1 6 4 5 5", "bomb 1 6 4 0 5", "needs an owner"),
        ("bomb 1 6 4 5 5", "bomb 1 6 4 9 5", "needs an owner"),
        ("bomb 1 6 4 5 5", "bomb 1 13 4 5 5", "outside the arena"),
        ("player 0 0 2", "player 0 11 2", "outside the arena"),
        ("player 0 0 2", "player 0 0 99999", "too large"),
        ("player 0 0 2", "human 0 0 2", "cannot read"),
    ],
)
def test_bad_text_is_refused_in_one_line(old: str, new: str, message: str) -> None:
    text: Any = TEXT.replace(old, new)
    assert text != TEXT
    with pytest.raises(ValueError, match=f"^hypersonic: .*({message})") as caught:
        hypersonic.from_text(text)
    assert "\n" not in str(caught.value)

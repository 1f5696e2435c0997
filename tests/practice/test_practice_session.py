"""The game behind the window: the pair under the pointer, the engine's answers, the same seed the same games."""

import numpy as np
import pytest

from engine.bilging import CRAB, PRESETS, apply, legal_moves, start
from engine.dice import dice
from practice.bilging.session import Session, find_rules, pair_at
from practice.options import PracticeError


def test_the_pair_is_chosen_as_on_the_real_screen() -> None:
    """Board x from 45 c + 23 to 45 c + 67 chooses (c, c + 1) at 45 px tiles; the edges belong to the outer pairs."""
    for x in range(6 * 45):
        expected = next((c for c in range(5) if 45 * c + 23 <= x <= 45 * c + 67), 0 if x < 23 else 4)
        assert pair_at(x / 45, 0.0) == (0, expected)


@pytest.mark.parametrize(("y", "row"), [(0, 0), (44, 0), (45, 1), (539, 11)])
def test_the_row_is_the_one_under_the_pointer(y: int, row: int) -> None:
    assert pair_at(1.0, y / 45) == (row, 0)


@pytest.mark.parametrize(("x", "y"), [(-0.01, 3), (6, 3), (3, -0.01), (3, 12)])
def test_off_the_board_there_is_no_pair(x: float, y: float) -> None:
    assert pair_at(x, y) is None


def test_a_session_is_the_engine_with_its_dice() -> None:
    rules = PRESETS["ypp"]
    rolls = dice(9)
    state = start(rules, rolls)
    session = Session(rules, 9)
    picks = np.random.default_rng(1)
    for _ in range(30):
        move = int(picks.choice(legal_moves(rules, state)))
        state = apply(rules, state, move, rolls).state
        session.swap(*divmod(move, 5))
        assert np.array_equal(session.state.board, state.board)
        assert session.state[1:] == state[1:]
        assert session.last_move == move


def test_a_crab_cannot_be_swapped() -> None:
    session = Session(find_rules("ypp", 0.9), 3)
    row, col = next((r, c) for r, c in np.argwhere(session.state.board == CRAB).tolist() if c < 5)
    before = session.state
    assert session.swap(row, col) is None
    assert session.state is before
    assert session.last_move is None


def test_a_stall_is_a_move_of_nothing_that_raises_the_water() -> None:
    session = Session(PRESETS["ypp"], 1)
    before = session.state
    session.stall()
    assert session.state.moves == before.moves + 1
    assert session.state.water_px > before.water_px
    assert session.state.score == before.score
    assert np.array_equal(session.state.board, before.board)


def test_a_new_game_rolls_the_dice_on() -> None:
    one, other = Session(PRESETS["ypp"], 1), Session(PRESETS["ypp"], 1)
    first = one.state.board
    one.restart()
    other.restart()
    assert not np.array_equal(one.state.board, first)
    assert np.array_equal(one.state.board, other.state.board)


@pytest.mark.parametrize(
    ("name", "specials", "words"),
    [
        ("chess", None, "no rules named 'chess'; choose from ypp,"),
        ("ypp", 1.0, "rates of the specials"),
        (
            "ypp:rows=16",
            None,
            "have 16 rows and 6 columns; Bilging's window shows 12 rows of 6, leave rows= and cols= away",
        ),
        ("ypp:cols=7", 0.1, "have 12 rows and 7 columns"),
    ],
)
def test_rules_that_do_not_exist_are_refused(name: str, specials: float | None, words: str) -> None:
    with pytest.raises(PracticeError, match=words):
        find_rules(name, specials)

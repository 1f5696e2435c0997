"""The state that a plan for a falling piece is made on: what is seen, and what follows from the moves made."""

import numpy as np
import pytest

from bot.falling.situation import state_of
from engine.columns import EMPTY, PRESETS, UNKNOWN, entering, start
from engine.dice import dice
from vision.well.tracker import FallingPiece, Phase, WellView

RULES = PRESETS["jewel"]
JEWELS = (1, 2, 3)
PIECE = FallingPiece(2, 4.5, JEWELS, 1)


def view_of(high: int = 0) -> WellView:
    """A well with so many jewels in the piece's column."""
    board = np.full((RULES.rows, RULES.cols), EMPTY, np.int8)
    board[RULES.rows - high :, PIECE.col] = 5
    return WellView(Phase.FALLING, board, PIECE, None, None)


@pytest.mark.parametrize(("ahead", "row"), [(0.0, 4), (0.4, 4), (0.6, 5), (3.0, 7), (99.0, RULES.rows - 3)])
def test_a_piece_is_planned_for_as_low_as_it_falls_until_it_is_steered_but_above_what_lies(
    ahead: float, row: int
) -> None:
    state = state_of(RULES, view_of(high=2), PIECE, JEWELS, ahead, None)
    assert (state.col, state.row) == (PIECE.col, RULES.hidden + row)


def test_a_piece_over_a_column_up_to_the_top_is_planned_for_where_pieces_come_in() -> None:
    state = state_of(RULES, view_of(high=RULES.rows), PIECE, JEWELS, 3.0, None)
    assert state.row == entering(RULES)[1]


def test_what_the_screen_does_not_show_is_taken_from_the_state_that_was_expected() -> None:
    known = start(RULES, dice(1))._replace(score=70, jewels=6, running=2, moves=9)
    seen, state = (state_of(RULES, view_of(high=2), PIECE, JEWELS, 0.0, source) for source in (None, known))
    assert (state.score, state.jewels, state.running, state.moves) == (70, 6, 2, 9)
    assert (seen.score, seen.jewels, seen.running, seen.moves) == (0, 0, 0, 0)
    assert (state.col, state.row) == (seen.col, seen.row)
    assert all(np.array_equal(mine, its) for mine, its in zip(state[:3], seen[:3], strict=True))


def test_a_preview_that_shows_no_jewel_is_none_that_anybody_knows() -> None:
    shown = WellView(Phase.FALLING, view_of().board, PIECE, None, np.array([EMPTY, 4, UNKNOWN], np.int8))
    assert state_of(RULES, shown, PIECE, JEWELS, 0.0, None).next.tolist() == [UNKNOWN, 4, UNKNOWN]

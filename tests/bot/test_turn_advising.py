"""What the adviser of turns does on boards that it cannot advise on, and takes for a move, with no window behind it."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bot.advising.advice import OnceTold
from bot.playing.lookout import PACE_S
from bot.playing.outcome import UNDER_WAY_PATIENCE
from bot.playing.repair import Repaired
from bot.playing.run_log import RunLog
from capture.frame import Region
from engine.dice import dice
from engine.square_stacker import CELLS, EMPTY, from_text, places
from engine.swap3 import apply, cells_of
from tests.bot.handed_parts import SETTINGS
from tests.bot.test_reach import RINGS
from tests.bot.turn_adviser_table import RINGED, STUCK, UNREAD, Table, dropped, playable, without
from vision.sighting import UNKNOWN, Sighting

EMPTIED = from_text("combo 0 score 0 moves 0\n... ... ... | B..\n... ... ... | .C.\n... ... ... | A..\n")

PATIENCE_S = SETTINGS.patience_s

Told = Callable[[str], list[dict[str, Any]]]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(monkeypatch)


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> Table:
    """An adviser of Square Stacker that has just drawn its advice, on a board with one ring in the middle."""
    table = Table(monkeypatch, RINGS, "egs:depth=1")
    table.look(places(RINGED), 3)
    assert table.adviser.result.suggestions == 1
    return table


def test_what_is_waited_for_is_noted_once(monkeypatch: pytest.MonkeyPatch, run_log: RunLog, told: Told) -> None:
    table = Table(monkeypatch, log=run_log)
    table.look(UNREAD, 6)
    reason = "no legal move on what can be read of the board"
    assert [event["reason"] for event in told("waiting")] == [reason]
    table.look(playable(), 3)
    assert table.adviser.result.suggestions == 1
    table.adviser._withdraw()
    table.look(UNREAD, 4)
    assert len(told("waiting")) == 2


def test_what_is_waited_for_long_is_said_once(table: Table) -> None:
    """Nothing was drawn where a cell was covered, and nothing told why."""
    said: list[str] = []
    table.adviser._delay = OnceTold(said.append, 0.5)
    for _ in range(2):
        table.look(UNREAD, 3)
        assert not said[1:], "it may pass by itself"
        table.look(UNREAD, 8)
        table.look(playable(), 3)
        table.adviser._withdraw()
    assert said == ["no advice for now: no legal move on what can be read of the board"] * 2


def test_looks_are_paced_while_a_kind_may_be_learned(table: Table) -> None:
    table.adviser.learner.look = lambda *_: None  # type: ignore[method-assign]
    table.adviser.learner.waiting = True
    table.look(UNREAD, 3)
    started, looks = time.monotonic(), 10
    table.look(UNREAD, looks)
    assert time.monotonic() - started >= looks * PACE_S


def test_a_stuck_board_that_is_dealt_anew_is_waited_for(table: Table) -> None:
    """It shows until then; the run called itself done."""
    table.look(STUCK, 6)
    assert table.adviser.result.suggestions == 0
    table.look(playable(), 4)
    assert table.adviser.result.suggestions == 1


def test_a_first_board_in_mid_cascade_is_waited_for(table: Table) -> None:
    """After an absence the pieces that the rules would clear at once were advised on."""
    table.look_ms = 400
    falling = playable()
    falling[5, :3] = 1
    table.look(falling, 3)
    assert table.adviser.result.suggestions == 0
    table.look(playable(), 3)
    assert table.adviser.result.suggestions == 1


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_move_that_hangs_amid_it_is_told_by_its_end(table: Table, goes_on: bool) -> None:
    """A window that hung showed a line that was to go, and the move counted as one that nobody explains."""
    table.look_ms = 100
    board, rules = playable(), table.adviser.live.rules
    table.look(board, 4)
    assert table.adviser.advice is not None
    state, move = table.adviser.advice.state, table.adviser.advice.decision.move
    one, other = cells_of(rules, move)
    lined = board.copy()
    lined[one], lined[other] = board[other], board[one]
    table.look(lined, int(9 * PATIENCE_S * UNDER_WAY_PATIENCE))
    assert table.adviser.result.unexplained == 0
    end = apply(rules, state, move, dice(1)).state.board
    table.look(*(end, 3) if goes_on else (lined, int(2 * PATIENCE_S * UNDER_WAY_PATIENCE)))
    assert (table.adviser.result.agreed, table.adviser.result.unexplained) == (int(goes_on), int(not goes_on))


@pytest.mark.parametrize("goes_back", [True, False])
def test_a_swap_that_is_about_to_go_back_is_no_move(table: Table, goes_back: bool) -> None:
    """Where the window hung just then it counted as a move that nobody explains."""
    table.look_ms = 100
    board = playable()
    table.look(board, 4)
    swapped = board.copy()
    swapped[6, 2], swapped[6, 3] = board[6, 3], board[6, 2]
    table.look(swapped, int(9 * PATIENCE_S * UNDER_WAY_PATIENCE))
    assert table.adviser.result.unexplained == 0
    table.look(board if goes_back else swapped, int(2 * PATIENCE_S * UNDER_WAY_PATIENCE))
    assert table.adviser.result.unexplained == int(not goes_back)


def test_a_line_that_stays_is_of_other_rules(table: Table) -> None:
    table.look_ms = 400
    standing = playable()
    standing[5, :3] = 1
    table.look(standing, 10)
    assert table.adviser.result.suggestions == 1


def test_advice_is_drawn_again_where_a_piece_was_put_back(table: Table) -> None:
    """It stayed away, and the next time the piece was lifted a move was counted that nobody had made."""
    table.look(playable(), 4)
    assert len(table.overlay.shown) == 1
    lifted = playable()
    lifted[7, 7] = (lifted[7, 7] + 1) % 5
    table.look(lifted)
    hidden = table.overlay.hidden
    table.look(playable(), 2)
    assert len(table.overlay.shown) == 2
    assert table.overlay.hidden == hidden
    table.look(lifted)
    assert table.adviser.result.unexplained == 0
    table.look(playable())
    assert table.adviser.result.suggestions == 1
    assert len(table.overlay.shown) == 3


def test_a_game_that_is_over_ends_the_advice(table: Table) -> None:
    live = table.adviser.live
    table.adviser.live = replace(live, rules_name=f"{live.rules_name}:deals_anew=no")
    table.codes = STUCK
    asked = iter(range(20))
    table.adviser.run(lambda: next(asked) > 8)
    ending = table.adviser.result.ending
    assert (ending.reason, ending.finished) == ("the game is over", True)


def test_what_the_eyes_cannot_see_nobody_is_told_to_press(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay of the recording leaves such moves out too."""
    rules = table.adviser.live.rules
    first: tuple[int, int] | None = None
    for _ in range(2):
        hidden = () if first is None else (first,)
        monkeypatch.setattr(table.adviser, "_repaired", lambda sighting, cells=hidden: Repaired(sighting, cells))
        table.look(playable(), 3)
        advice = table.adviser.advice
        pressed = [] if advice is None else cells_of(rules, advice.decision.move)
        assert first not in pressed
        first = first or pressed[0]
        table.adviser._withdraw()
    assert first is not None


def test_the_drawing_goes_with_a_window_that_is_moved(table: Table) -> None:
    table.look(playable(), 3)
    first = table.overlay.shown[-1]
    drawn = len(table.overlay.shown)
    table.look(playable(), 2)
    assert len(table.overlay.shown) == drawn
    table.window.region = Region(300, 200, 80, 80)
    table.look(playable(), 2)
    assert len(table.overlay.shown) == drawn + 1
    moved = table.overlay.shown[-1]
    assert [place + by for place, by in zip(first["text_at"], (300, 200), strict=True)] == moved["text_at"]
    assert table.adviser.result.suggestions == 1


def test_the_advice_ends_where_its_window_stays_closed(table: Table) -> None:
    live = table.adviser.live
    table.adviser.live = replace(live, settings=replace(live.settings, closed_s=0.5))
    table.look(playable(), 3)
    table.window.region = None
    started = time.monotonic()
    table.adviser.run(lambda: time.monotonic() - started > 20)
    assert table.adviser.result.ending.reason == "window 'Board' is closed; open it again; gave up after 0 s"


@pytest.mark.parametrize("over", [(), (2,), (1, 2), (0, 1, 3, 4)], ids=["beside", "a cell", "an edge", "a corner"])
def test_a_piece_that_is_held_still_is_no_move(rings: Table, over: tuple[int, ...]) -> None:
    """Beside the board it was a move that nobody explains; over cells, which it hides, one into any of them."""
    held = without(places(RINGED), 0)
    held[list(over)] = UNKNOWN
    rings.look(held, 60)
    assert (rings.adviser.result.answered, rings.adviser.result.unexplained) == (0, 0)
    move = 8
    rings.look(dropped(move), 3)
    assert (rings.adviser.result.answered, rings.adviser.result.unexplained) == (1, 0)
    assert rings.adviser.result.suggestions == 2


def test_advice_is_drawn_again_where_a_held_piece_is_put_back(rings: Table) -> None:
    rings.look(without(places(RINGED), 2), 60)
    drawn = len(rings.overlay.shown)
    rings.look(places(RINGED), 3)
    assert len(rings.overlay.shown) == drawn + 1
    assert rings.adviser.result.suggestions == 1


def blank(monkeypatch: pytest.MonkeyPatch, table: Table, done: Callable[[], bool]) -> None:
    """Look on while the window shows no board."""
    nothing = Sighting.of_no_board(table.codes.shape, 0)
    with monkeypatch.context() as patch:
        patch.setattr(table.adviser.reader, "read", lambda _frame: nothing)
        until = time.monotonic() + 10.0
        while not done():
            assert time.monotonic() < until, "did not happen"
            table.look(table.codes)


def test_pictures_without_a_board_between_two_with_it_take_no_advice_back(
    monkeypatch: pytest.MonkeyPatch, rings: Table
) -> None:
    """Much of the board fell at once, or a browser painted its ground there: what the person did was not counted."""
    assert rings.adviser.advice is not None
    move = rings.adviser.advice.decision.move
    rings.look(dropped(move))
    looks = rings.looks
    blank(monkeypatch, rings, lambda: rings.looks >= looks + 2)
    rings.look(dropped(move), 3)
    assert (rings.adviser.result.answered, rings.adviser.result.unexplained) == (1, 0)


@pytest.mark.parametrize("moved", [False, True])
def test_a_board_that_stays_away_takes_its_advice_along(
    monkeypatch: pytest.MonkeyPatch, rings: Table, moved: bool
) -> None:
    if moved:
        rings.look(dropped(8))
    blank(monkeypatch, rings, lambda: rings.adviser.advice is None)
    rings.look(places(RINGED), 3)
    assert rings.adviser.result.suggestions == 2


def test_a_new_game_is_no_move_that_nobody_explains(rings: Table) -> None:
    rings.look(places(EMPTIED), 60)
    assert (rings.adviser.result.answered, rings.adviser.result.unexplained) == (0, 0)
    assert rings.adviser.result.suggestions == 2


def test_an_empty_hand_is_no_end_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last piece is carried as the board comes into sight."""
    table = Table(monkeypatch, RINGS, "egs:depth=1")
    table.look_ms = 400
    table.look(without(places(RINGED), 0, 1, 2), 3)
    table.look(places(RINGED), 3)
    assert table.adviser.result.suggestions == 1


def test_two_moves_that_clear_the_board_begin_no_game(rings: Table) -> None:
    """Every game begins with a full hand."""
    rings.look(without(without(places(EMPTIED), 0), 1), 60)
    assert (rings.adviser.result.answered, rings.adviser.result.unexplained) == (0, 1)


def test_two_pieces_that_went_are_not_held(rings: Table) -> None:
    """Two moves at once, of which the second ended somewhere that cannot be seen."""
    rings.look(without(dropped(8), 1), 60)
    assert rings.adviser.result.unexplained == 1


def test_a_piece_that_went_where_something_else_changed_is_not_held(rings: Table) -> None:
    odd = without(places(RINGED), 0)
    odd[4, 0] = 3
    rings.look(odd, 60)
    assert rings.adviser.result.unexplained == 1


def test_nothing_is_advised_where_a_slot_is_restless(monkeypatch: pytest.MonkeyPatch, rings: Table) -> None:
    """A run does not press there, nor does the replay of the advice, which then was another."""
    assert rings.adviser.advice is not None
    piece, cell = divmod(rings.adviser.advice.decision.move, CELLS)
    slot = int(np.flatnonzero(RINGED.hand[piece] == EMPTY)[0])
    table = Table(monkeypatch, RINGS, "egs:depth=1")
    table.look_ms = 100
    for colour in range(15):
        codes = places(RINGED)
        codes[cell, slot] = colour % 3
        table.look(codes)
    advice = table.adviser.advice
    assert advice is not None
    assert advice.sighting.codes[cell, slot] == UNKNOWN
    assert advice.decision.move % CELLS != cell

"""Which breaks in the flight of a piece excuse how it lands, and which of them are too many."""

import contextlib
import time
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.exit_status import ExitStatus
from bot.falling.breaks import BREAK_ROWS, HUNG_ROWS, SLOWEST_ROW_S, STANDS_S, UNSTEERED_IN_A_ROW, Breaks
from bot.falling.identity import Jewels
from bot.falling.pace import FIRST_ROW_S, WindowPace
from bot.falling.plan import Plan
from bot.games import GAMES
from bot.live import _limits
from bot.playing.lookout import Look
from bot.playing.run import EndRun
from bot.playing.stalls import LONGEST_LOOK_S
from engine.columns import EMPTY, LENGTH, MAGIC, UNKNOWN, drop_piece, visible
from tests.bot.desktop_stand_ins import Screen
from tests.bot.falling_pieces import FRAME, JEWELS, LOOK, PIECE, RULES, VIEW, look_of, loop_with, plan_of
from tests.bot.handed_parts import WELL, run_of
from vision.well.tracker import FallingPiece, WellView

FOLLOWING = (4, 5, 2)


def view_of(plan: Plan, *landed: tuple[int, NDArray[np.int8]]) -> WellView:
    """What shows once these pieces have landed on the board that was planned on, each after its column."""
    state = plan.state
    for col, piece in landed:
        state = drop_piece(RULES, state._replace(piece=piece), LENGTH * col).state
    return replace(VIEW, board=visible(RULES, state.board))


def look_at_s(seconds: float) -> Look:
    return replace(LOOK, frame=replace(FRAME, time_ns=round(seconds * 1e9)))


def test_a_piece_that_landed_out_of_reach_is_no_move_and_takes_none_of_those_to_be_made() -> None:
    assert _limits(run_of(GAMES["columns"](), WELL)).moves is None, "the envelope counts presses of such a piece too"
    loop = loop_with()
    loop._plan = plan_of(loop, 2)
    loop._out_of_sight()
    board = VIEW.board.copy()
    board[-1, 5] = 1
    loop._judge(loop._plan, replace(VIEW, board=board), LOOK)
    assert (loop.tally.moves, dict(loop.tally.outcomes)) == (0, {})
    assert loop._plan is None


@pytest.mark.parametrize(
    ("gap_s", "dropped_s", "excused"),
    [
        pytest.param(0.5 * LONGEST_LOOK_S, None, False, id="a slow look"),
        pytest.param(4 * LONGEST_LOOK_S, None, True, id="a stall"),
        pytest.param(4 * LONGEST_LOOK_S, 1.01, True, id="a stall in the drop's press"),
        pytest.param(4 * LONGEST_LOOK_S, 0.99, False, id="a stall after the drop"),
    ],
)
def test_a_piece_that_landed_while_the_machine_stood_still_is_not_misplaced(
    gap_s: float, dropped_s: float | None, excused: bool
) -> None:
    """It fell all its way between two looks; three such pieces ended the run as a fault."""
    loop = loop_with()
    loop._plan = plan_of(loop, 2)
    loop._plan.dropped_s = dropped_s
    for seen_s in (1.0, 1.0 + gap_s):
        loop._breaks.looked(seen_s, loop._plan)
    board = VIEW.board.copy()
    board[-LENGTH:, 5] = loop._plan.state.piece
    loop._judge(loop._plan, replace(VIEW, board=board), LOOK)
    assert (loop.tally.moves, dict(loop.tally.outcomes)) == ((0, {}) if excused else (1, {"misplaced": 1}))
    assert loop.tally.landings == [() if excused else (0, *JEWELS)]


@pytest.mark.parametrize(("away", "stalled"), [(False, True), (True, False)])
def test_each_look_counts_for_a_stall_and_a_window_that_is_away_is_none(away: bool, stalled: bool) -> None:
    loop = loop_with()
    loop._plan = plan = plan_of(loop, 2)
    source, reader = loop.lookout.source, loop.lookout.reader
    assert isinstance(source, Screen)
    assert isinstance(reader, Screen)
    empty = look_of(np.full((RULES.rows, RULES.cols), EMPTY, np.int8), None)
    empty = replace(empty, sighting=replace(empty.sighting, extras={"piece": None, "next": None, "moving": ()}))
    for look in (1.0, None if away else 1.0, 9.0):
        at_ns = None if look is None else round(look * 1e9)
        source.look = reader.look = None if at_ns is None else replace(empty, frame=replace(FRAME, time_ns=at_ns))
        loop._step()
    assert (plan.lost_rows > 0) is stalled


BOARD_MOVED = VIEW.board.copy()
BOARD_MOVED[-1, 5] = 1


@pytest.mark.parametrize(
    ("jewels", "seen", "board", "same"),
    [
        (JEWELS, (3, 1, 2), VIEW.board, True),
        pytest.param(JEWELS, (3,), VIEW.board, True, id="one jewel in view"),
        pytest.param(JEWELS, (1, 2), VIEW.board, True, id="two, turned"),
        pytest.param(JEWELS, (2, 1), VIEW.board, False, id="in no order of its own"),
        pytest.param(JEWELS, (4,), VIEW.board, False, id="another jewel"),
        pytest.param(JEWELS, (UNKNOWN,), VIEW.board, False, id="not read"),
        pytest.param((2, 2, 2), (2,), VIEW.board, False, id="it may have vanished and left nothing"),
        pytest.param((MAGIC,) * 3, (2,), VIEW.board, False, id="magic"),
        pytest.param(JEWELS, (3,), BOARD_MOVED, False, id="something has landed"),
    ],
)
def test_after_a_break_a_piece_that_can_only_be_the_same_is_steered_on(
    jewels: Jewels, seen: tuple[int, ...], board: NDArray[np.int8], same: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a piece that was not all in view the plan was given up, and its points with it."""
    loop = loop_with()
    expected: list[NDArray[np.int8]] = []
    monkeypatch.setattr(loop.tracker, "expect", expected.append)
    piece = FallingPiece(PIECE.col, float(len(seen)), seen, 7)
    plan = replace(plan_of(loop, 1), jewels=jewels, bottom=piece.bottom - 0.5)
    view = replace(VIEW, board=board, piece=piece)
    assert not loop._resumed(plan, view, piece, 1.0), "there was no break"
    loop._out_of_sight()
    assert loop._resumed(plan, view, piece, 1.0) == same
    assert loop._breaks.excuse != same, "how it lands is the bot's own doing again"
    assert (plan.piece_number == 7) == same
    assert len(expected) == same, "what was expected was forgotten with all that was seen"


def test_a_piece_that_fell_on_through_a_break_is_steered_on_and_its_landing_excused() -> None:
    loop = loop_with()
    plan = replace(plan_of(loop, 1), bottom=3.0)
    loop._out_of_sight()
    assert loop._resumed(plan, VIEW, replace(PIECE, bottom=9.0), 1.0)
    assert loop._breaks.excuse


def test_rows_that_are_lost_in_several_breaks_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each was within a row, and the wrong landing in the end a fault of the bot's."""
    loop = loop_with()
    monkeypatch.setattr(loop.lookout, "act", lambda *_keys, **_options: loop._out_of_sight())
    plan, excused = replace(plan_of(loop, 1), bottom=PIECE.bottom), []
    loop._out_of_sight()
    for turn in range(1, 4):
        piece = replace(PIECE, bottom=PIECE.bottom + 0.45 * BREAK_ROWS * turn, number=1 + turn)
        assert loop._resumed(plan, VIEW, piece, 1.0)
        excused.append(loop._breaks.excuse)
        loop._steer(plan, VIEW, piece, LOOK, time.monotonic())
    assert excused == [False, False, True]


def test_rows_that_a_piece_falls_while_it_is_steered_are_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = loop_with()
    monkeypatch.setattr(loop.lookout, "act", lambda *_keys, **_options: True)
    plan = replace(plan_of(loop, 1), bottom=PIECE.bottom)
    loop._steer(plan, VIEW, replace(PIECE, bottom=PIECE.bottom + 5 * BREAK_ROWS), LOOK, time.monotonic())
    loop._out_of_sight()
    assert loop._resumed(plan, VIEW, replace(PIECE, bottom=PIECE.bottom + 5.5 * BREAK_ROWS, number=2), 1.0)
    assert not loop._breaks.excuse


def test_a_break_is_no_time_that_a_piece_took_to_fall() -> None:
    loop = loop_with()
    loop.pace.fell(3.0, 10.0)
    loop._out_of_sight()
    loop.pace.fell(3.5, 40.0)
    assert loop.pace.row_s == FIRST_ROW_S


def test_a_piece_that_stands_higher_than_before_a_break_is_another() -> None:
    """Of a new game, begun meanwhile: its board was the same, an empty one, and what showed of its piece fitted."""
    loop = loop_with()
    plan = replace(plan_of(loop, 1), bottom=6.0)
    loop._out_of_sight()
    assert not loop._resumed(plan, VIEW, replace(PIECE, bottom=1.0, codes=JEWELS[2:], number=2), 1.0)
    assert loop._breaks.excuse


def test_a_piece_that_moves_is_steered_on() -> None:
    breaks, plan = Breaks(WindowPace(), 0.0), plan_of(loop_with(), 0)
    for row in range(40):
        assert breaks.stood_s(replace(PIECE, bottom=3.0 + row / 4), plan, 0.9 * row) == 0.0
    assert breaks.stood_s(replace(PIECE, bottom=3.0 + 39 / 4), plan, 0.9 * 39 + 5.1) == pytest.approx(5.1)


@pytest.mark.parametrize(
    ("hung_rows", "measured", "resting", "excused"),
    [
        pytest.param(1.1 * HUNG_ROWS, True, False, True, id="it hung, and jumped"),
        pytest.param(1.0, True, False, False, id="it falls in steps"),
        pytest.param(5 * HUNG_ROWS, False, False, False, id="it falls in steps, nobody knows how slowly"),
        pytest.param(1.1 * HUNG_ROWS * SLOWEST_ROW_S / FIRST_ROW_S, False, False, True, id="no game is so slow"),
        pytest.param(5 * HUNG_ROWS, True, True, False, id="it rests"),
    ],
)
def test_a_piece_that_jumped_on_while_its_window_alone_stood_still_is_not_misplaced(
    hung_rows: float, measured: bool, resting: bool, excused: bool
) -> None:
    """The window caught up in one jump, with the keys it had not heeded: a fault of the rules."""
    loop = loop_with()
    loop._plan = plan_of(loop, 2)
    for row in range(20 if measured else 0):
        loop.pace.fell(row / 4, row * FIRST_ROW_S / 4)
    hung_s, piece = hung_rows * loop.pace.row_s, replace(PIECE, resting=resting)
    for turn in range(5):
        loop._breaks.stood_s(piece, loop._plan, 1.0 + turn / 4 * hung_s)
    loop._judge(loop._plan, view_of(loop._plan, (5, loop._plan.state.piece)), look_at_s(9.0))
    assert dict(loop.tally.outcomes) == ({} if excused else {"misplaced": 1})
    assert loop.tally.landings == [() if excused else (0, *JEWELS)]


@pytest.mark.parametrize(("rested_s", "excused"), [(0.9 * STANDS_S, False), (1.1 * STANDS_S, True)])
def test_a_piece_that_rests_for_longer_than_any_does_hangs_with_its_window(rested_s: float, excused: bool) -> None:
    """The run asked whether the game was paused, and told the piece as misplaced when it went on."""
    loop = loop_with()
    loop._plan = plan_of(loop, 2)
    for seen_s in (1.0, 1.0 + rested_s):
        loop._breaks.stood_s(replace(PIECE, resting=True), loop._plan, seen_s)
    loop._judge(loop._plan, view_of(loop._plan, (PIECE.col, loop._plan.state.piece)), look_at_s(9.0))
    assert dict(loop.tally.outcomes) == ({} if excused else {"misplaced": 1})


@pytest.mark.parametrize(
    ("lay_rows", "dropped", "excused"),
    [
        pytest.param(0.2, False, True, id="it jumped"),
        pytest.param(0.2, True, False, id="it was dropped"),
        pytest.param(1.1, False, False, id="it fell"),
    ],
)
@pytest.mark.parametrize("seen_lower", [False, True])
def test_a_piece_that_lies_sooner_than_it_can_have_fallen_was_in_a_picture_of_a_window_that_hung(
    seen_lower: bool, lay_rows: float, dropped: bool, excused: bool
) -> None:
    """It was met in the last picture before the window went on, and told as misplaced."""
    loop, rows = loop_with(), 4.0
    piece = replace(PIECE, bottom=RULES.rows - rows)
    loop._meet(replace(VIEW, piece=piece, announced=JEWELS), piece, look_at_s(1.0), 1.0)
    plan = loop._plan
    assert plan is not None
    wrong = next(col for col in range(RULES.cols) if col != plan.decision.move // LENGTH)
    if seen_lower:  # so that a row is left
        piece = replace(piece, bottom=RULES.rows - 1.0)
        loop._steer(plan, replace(VIEW, piece=piece), piece, look_at_s(1.0), 1.0)
    plan.dropped_s = 1.0 if dropped else None
    lies = look_at_s(1.0 + lay_rows * rows * FIRST_ROW_S)
    loop._judge(plan, view_of(plan, (wrong, plan.state.piece)), lies)
    assert dict(loop.tally.outcomes) == ({} if excused and not seen_lower else {"misplaced": 1})


@pytest.mark.parametrize(("lay_rows", "excused"), [(0.2, True), (1.1, False)])
def test_a_piece_that_was_found_again_after_a_break_was_seen_when_it_was_found(lay_rows: float, excused: bool) -> None:
    """Time in which nobody could look passed for time to fall where that picture was too old to be acted on."""
    loop, rows = loop_with(), 4.0
    loop._plan = plan = replace(plan_of(loop, 0), bottom=RULES.rows - rows, seen_s=1.0)
    loop._out_of_sight()
    assert loop._resumed(plan, VIEW, replace(PIECE, bottom=plan.bottom, number=2), 9.0)
    lies = look_at_s(9.0 + lay_rows * rows * FIRST_ROW_S)
    loop._judge(plan, view_of(plan, (1, plan.state.piece)), lies)
    assert dict(loop.tally.outcomes) == ({} if excused else {"misplaced": 1})


@pytest.mark.parametrize(
    ("bottom", "over", "hung_s", "excused"),
    [
        pytest.param(5.9, True, 0.0, False, id="it was brought onto the stack and locked on it"),
        pytest.param(5.9, False, 0.0, False, id="a press dropped it"),
        pytest.param(RULES.rows - 1.0, False, 0.0, False, id="a press dropped it, low down"),
        pytest.param(RULES.rows - 1.0, False, 0.9, True, id="its window stood still for most of a row, and jumped on"),
        pytest.param(5.9, True, 1.1, True, id="its window stood still for two rows, and the press came late"),
    ],
)
def test_a_piece_that_a_press_of_ours_made_lie_too_soon_is_misplaced(
    bottom: float, over: bool, hung_s: float, excused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was held to have all the rows to fall that it had where it was seen last, as if nothing had been pressed."""
    loop = loop_with()
    monkeypatch.setattr(loop.lookout, "act", lambda *_keys, **_options: True)
    for row in range(20):
        loop.pace.fell(row / 4, row * 0.5 / 4)
    loop.pace.new_piece()
    loop._plan = plan = plan_of(loop, 0)
    if over:
        plan.state.board[RULES.hidden + 6 :, PIECE.col - 1] = [4, 5] * (RULES.rows // 2 - 3)
    piece = replace(PIECE, bottom=bottom)
    view = replace(VIEW, board=visible(RULES, plan.state.board), piece=piece)
    for seen_s in (1.0, 1.0 + hung_s):
        loop._steer(plan, view, piece, LOOK, seen_s)
    assert plan.presses > 0
    landed = view_of(plan, (PIECE.col - over, plan.state.piece))
    loop._judge(plan, landed, look_at_s(1.1 + hung_s))
    assert dict(loop.tally.outcomes) == ({} if excused else {"misplaced": 1})


@pytest.mark.parametrize(("stood_rows", "excused"), [(1.0, False), (1.6, True)])
def test_a_piece_that_falls_in_steps_stands_for_a_row_without_its_window_standing_still(
    stood_rows: float, excused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it locks as it touches the ground its last step was a jump, whatever had been pressed."""
    loop, row_s = loop_with(), 0.5
    monkeypatch.setattr(loop.lookout, "act", lambda *_keys, **_options: True)
    for row in range(5):
        loop.pace.fell(float(row), row * row_s)
    loop.pace.new_piece()
    loop._plan = plan = plan_of(loop, 0)
    piece = replace(PIECE, bottom=RULES.rows - 1.0)
    for seen_s in (1.0, 1.0 + stood_rows * row_s):
        loop._steer(plan, replace(VIEW, piece=piece), piece, LOOK, seen_s)
    assert plan.presses > 0
    loop._judge(plan, view_of(plan, (PIECE.col, plan.state.piece)), look_at_s(1.02 + stood_rows * row_s))
    assert dict(loop.tally.outcomes) == ({} if excused else {"misplaced": 1})


def test_a_board_that_no_placement_explains_is_no_jump() -> None:
    """A slip of the eyes, or a rule that nobody knows, went as a piece that nobody could steer."""
    loop = loop_with()
    for number in range(1, 4):
        loop._meet(replace(VIEW, announced=JEWELS), replace(PIECE, number=number), look_at_s(number), number)
        plan = loop._plan
        assert plan is not None
        board = VIEW.board.copy()
        board[-1, 5] = 1
        judged = contextlib.nullcontext() if number < 3 else pytest.raises(EndRun, match="3 pieces in a row did not")
        with judged:
            loop._judge(plan, replace(VIEW, board=board), look_at_s(number + 0.01))
    assert dict(loop.tally.outcomes) == {"rules differ": 3}


@pytest.mark.parametrize("why", ["hung", "stalled"])
def test_a_break_excuses_a_piece_also_where_it_fell_beside_jewels_and_is_planned_for_anew(why: str) -> None:
    """The new plan knew nothing of the break that had brought it there."""
    loop = loop_with()
    loop._plan = plan = plan_of(loop, 2)
    board = VIEW.board.copy()
    board[-8:, PIECE.col - 1] = 4
    plan.see_next(np.array(FOLLOWING, np.int8))
    if why == "hung":
        plan.hung_s = 9.0
    else:
        loop._breaks.looked(1.0, plan)
        loop._breaks.looked(9.0, plan)
    piece = replace(PIECE, bottom=RULES.rows - 4.0)
    loop._steer(plan, replace(VIEW, board=board, piece=piece), piece, LOOK, 9.0)
    assert loop._plan is not plan, "its column is walled"
    assert loop._plan.following is not None
    assert loop._plan.presses == 2
    loop._judge(loop._plan, view_of(loop._plan, (5, loop._plan.state.piece)), LOOK)
    assert not loop.tally.outcomes
    assert loop.tally.landings == [()]


@pytest.mark.parametrize("magic", [False, True])
def test_the_next_piece_may_fall_straight_down_while_nobody_can_see_it(magic: bool) -> None:
    """The board under the one after it was held against the rules of the first alone."""
    loop = loop_with()
    loop._plan = plan = plan_of(loop, 2)
    flashing = np.full(LENGTH, UNKNOWN, np.int8)
    plan.state = plan.state._replace(next=flashing)  # it was changing when the plan was made
    plan.state.board[-1, RULES.entry] = 3
    following = np.full(LENGTH, MAGIC, np.int8) if magic else np.array(FOLLOWING, np.int8)
    plan.see_next(flashing if magic else following)
    loop._judge(plan, view_of(plan, (0, plan.state.piece), (RULES.entry, following)), LOOK)
    assert dict(loop.tally.outcomes) == {"as planned": 1}
    assert loop.tally.landings == [(0, *JEWELS), ()]
    assert loop.tally.luck_unseen
    assert loop.ledger.expected is not None
    assert loop.ledger.expected.moves == plan.state.moves + 2


def test_one_that_no_preview_showed_may_fall_unseen_after_it() -> None:
    loop = loop_with()
    loop._plan = plan = plan_of(loop, 2)
    plan.see_next(np.array(FOLLOWING, np.int8))
    unseen = [(RULES.entry, np.array(piece, np.int8)) for piece in (FOLLOWING, (0, 1, 1))]
    loop._judge(plan, view_of(plan, (0, plan.state.piece), *unseen), LOOK)
    assert dict(loop.tally.outcomes) == {"as planned": 1}
    assert loop.tally.landings == [(0, *JEWELS), ()]


@pytest.mark.parametrize("where", ["aside", "turned"])
def test_no_piece_that_nobody_saw_was_steered(where: str) -> None:
    loop = loop_with()
    loop._plan = plan = plan_of(loop, 2)
    plan.see_next(np.array(FOLLOWING, np.int8))
    col, piece = (4, FOLLOWING) if where == "aside" else (RULES.entry, FOLLOWING[::-1])
    loop._judge(plan, view_of(plan, (0, plan.state.piece), (col, np.array(piece, np.int8))), LOOK)
    assert dict(loop.tally.outcomes) == {"rules differ": 1}


def test_one_that_vanished_unseen_without_a_trace_has_its_place_among_the_landings() -> None:
    """Three of a colour leave the board as it was; all pieces after them counted as landed wrongly."""
    loop = loop_with()
    loop._plan = plan = plan_of(loop, 2)
    plan.see_next(np.full(LENGTH, 2, np.int8))
    loop._judge(plan, view_of(plan, (0, plan.state.piece)), LOOK)
    for number, jewels in ((2, FOLLOWING), (3, FOLLOWING)):
        piece = replace(PIECE, number=number, codes=jewels)
        loop._meet(replace(VIEW, piece=piece, announced=jewels), piece, LOOK, 1.0)
        if number == 2:
            assert loop.tally.landings == [(0, *JEWELS), ()]
            loop._plan = None


def test_one_that_went_before_it_was_made_out_has_one_place_among_the_landings() -> None:
    loop = loop_with()
    loop._plan = plan = plan_of(loop, 2)
    plan.see_next(np.array(FOLLOWING, np.int8))
    loop._judge(plan, view_of(plan, (0, plan.state.piece)), LOOK)
    for piece in (replace(PIECE, number=2, codes=FOLLOWING[-1:]), replace(PIECE, number=3, codes=(0, 1, 1))):
        announced = piece.codes if len(piece.codes) == LENGTH else None
        loop._meet(replace(VIEW, piece=piece, announced=announced), piece, LOOK, float(piece.number))
    assert loop.tally.landings == [(0, *JEWELS), ()]


@pytest.mark.parametrize("why", ["stalls", "hangs", "away"])
def test_pieces_in_a_row_that_a_stall_excuses_end_the_run_and_those_of_a_covered_window_do_not(why: str) -> None:
    """A window that misplaced every piece was played for ever on a machine that stalled each time."""
    loop = loop_with()
    for row in range(20):
        loop.pace.fell(row / 4, row * FIRST_ROW_S / 4)

    def land(col: int, *, disturbed: bool) -> None:
        loop._plan = plan = plan_of(loop, 2)
        if disturbed and why == "stalls":
            plan.lost_rows = 2 * BREAK_ROWS
            loop._breaks.looked(1.0, plan)
            loop._breaks.looked(9.0, plan)
        elif disturbed and why == "hangs":
            plan.hung_s = 9.0
        elif disturbed:
            loop._out_of_sight()
        loop._judge(plan, view_of(plan, (col, plan.state.piece)), LOOK)

    for _ in range(2):
        for _ in range(UNSTEERED_IN_A_ROW - 1):
            land(5, disturbed=True)
        land(0, disturbed=False)  # as planned
    for _ in range(UNSTEERED_IN_A_ROW - 1):
        land(5, disturbed=True)
    if why == "away":
        land(5, disturbed=True)
        return
    with pytest.raises(EndRun) as end:
        land(5, disturbed=True)
    assert end.value.ending.status is ExitStatus.FAILED
    assert end.value.ending.reason.startswith(f"{UNSTEERED_IN_A_ROW} pieces in a row landed while the machine or")

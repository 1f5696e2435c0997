"""What the loop of a falling piece counts and waits for, with no window behind it and no hand that presses."""

import time
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.exit_status import ExitStatus
from bot.falling.awaited_game import LOST_S, AwaitedGame
from bot.falling.breaks import HUNG_ROWS, SLOWEST_ROW_S
from bot.falling.interruptions import BLIND_S, UNKNOWN_S
from bot.falling.outcome import MOST_UNSEEN
from bot.playing.run import EndRun, run_to_its_end
from bot.playing.run_log import RunLog
from capture.frame import Frame
from capture.window import Window
from control.hand import DryHand
from engine.columns import LENGTH, UNKNOWN, drop_piece, visible
from tests.bot.desktop_stand_ins import OpenWindow
from tests.bot.falling_pieces import FRAME, JEWELS, LOOK, PIECE, RULES, VIEW, look_of, loop_with, plan_of
from tests.bot.handed_parts import SETTINGS
from vision.notice import Notice
from vision.readers import BoardReader
from vision.well.runs import Run
from vision.well.tracker import Phase


def test_a_dry_run_does_not_add_up_its_waits_between_pieces() -> None:
    """It would end for them, as one that waits so long for a single piece does."""
    loop = loop_with(DryHand())
    loop.lookout._blocked_since = time.monotonic() - 2 * loop.settings.absence_s
    with pytest.raises(EndRun):
        loop.lookout.wait_for_quiet(LOOK)
    judged_s = time.monotonic()
    loop._judge(plan_of(loop, 0), VIEW, LOOK)
    loop.lookout.wait_for_quiet(LOOK)
    assert loop.lookout._blocked_since >= judged_s, "the wait for the next piece begins with it"


def test_a_new_plan_for_the_same_piece_is_no_new_move() -> None:
    loop = loop_with()
    loop._plan = before = plan_of(loop, 2)
    loop._decide(VIEW, PIECE, JEWELS, LOOK, before.number)
    assert loop._plan is not before
    assert loop._plan.presses == 2


def test_a_piece_that_went_before_it_was_made_out_has_its_place_among_the_landings() -> None:
    loop = loop_with()
    half = replace(PIECE, codes=JEWELS[:1])
    for number in (1, 2, 2):
        piece = replace(half, number=number)
        loop._meet(replace(VIEW, piece=piece), piece, LOOK, time.monotonic())
        assert loop.tally.landings == [()] * (number - 1)


@pytest.mark.parametrize(
    ("bottom", "ground", "planned"),
    [
        pytest.param(RULES.rows, RULES.rows, False, id="it stands"),
        pytest.param(RULES.rows - 1.0, RULES.rows, False, id="it will before a press shows"),
        pytest.param(RULES.rows - 2.0, RULES.rows, True, id="there is time for one"),
        pytest.param(5.5, 6, False, id="above a stack"),
        pytest.param(LENGTH - 0.3, LENGTH, True, id="it is still coming in"),
    ],
)
def test_a_piece_for_which_no_press_is_left_is_not_planned_for_and_has_one_place_among_the_landings(
    bottom: float, ground: int, planned: bool
) -> None:
    loop, piece, board = loop_with(), replace(PIECE, bottom=bottom, resting=bottom == ground), VIEW.board.copy()
    board[ground:, piece.col] = 5
    for look in range(3):
        if loop._plan is None:
            loop._meet(replace(VIEW, board=board, piece=piece, announced=JEWELS), piece, LOOK, float(look))
    assert (loop._plan is not None) == planned
    if not planned:
        following = replace(PIECE, number=2)
        loop._meet(replace(VIEW, piece=following, announced=JEWELS), following, LOOK, 4.0)
        assert loop._plan is not None
        assert loop.tally.landings == [()]
        assert loop.tally.luck_unseen, "what it scored nobody knows"


def test_a_jewel_at_rest_that_nobody_knows_is_given_to_be_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no preview shows it first, it is seen for long enough only there, and no piece is made out before."""
    asked: list[tuple[NDArray[np.bool_], Window]] = []
    loop = loop_with()

    def reader_after(
        reader: BoardReader, frame: Frame, unread: NDArray[np.bool_], log: RunLog, window: Window
    ) -> BoardReader:
        asked.append((unread, window))
        return reader

    monkeypatch.setattr(loop._learner, "reader_after", reader_after)
    codes = VIEW.board.copy()
    codes[-1, 2] = UNKNOWN
    look = look_of(codes, None)
    resolving, now = replace(VIEW, phase=Phase.RESOLVING, piece=None), time.monotonic()
    loop.interruptions.count_from(now - 0.9 * UNKNOWN_S)
    loop._without_piece(resolving, look, now)
    assert not asked, "it may be vanishing"
    loop.interruptions.count_from(now - 1.1 * UNKNOWN_S)
    loop._without_piece(resolving, look, now)
    [(unread, window)] = asked
    assert np.argwhere(unread).tolist() == [[RULES.rows - 1, 2]]
    assert window is loop.lookout.envelope.window


@pytest.mark.parametrize(("phase", "forgotten"), [(Phase.RESOLVING, 0), (Phase.HIDDEN, 1)])
def test_after_a_pause_the_board_may_stand_again_as_soon_as_a_piece_is_seen(phase: Phase, forgotten: int) -> None:
    """What was read over the well is asked anew after seconds only, and each look at it forgot the board."""
    loop = loop_with()
    resets: list[None] = []
    loop.tracker.reset = lambda: resets.append(None)  # type: ignore[method-assign]
    loop.interruptions._notices._last = Notice.PAUSED
    look = look_of(VIEW.board, Run(3, 1.0, JEWELS, resting=False))
    loop._without_piece(replace(VIEW, phase=phase, piece=None), look, time.monotonic())
    assert len(resets) == forgotten


@pytest.mark.parametrize("phase", [Phase.RESOLVING, Phase.HIDDEN])
@pytest.mark.parametrize("unheeded", [False, True])
def test_what_a_window_in_front_says_is_not_the_games(phase: Phase, unheeded: bool) -> None:
    """It ended the run, as finished; or had the key that begins a game pressed again."""
    loop = loop_with(in_front=False)
    now = time.monotonic()
    loop.interruptions.count_from(now - 1.1 * UNKNOWN_S)
    loop.interruptions._notices._last = Notice.GAME_OVER
    if unheeded:
        loop.interruptions._awaited = AwaitedGame("r", 60.0)
        loop.interruptions._awaited.pressed(FRAME.pixels, now)
    look = look_of(VIEW.board, None)
    for turn in range(3):
        loop._without_piece(replace(VIEW, phase=phase, piece=None), look, now + 10.0 * turn)
    assert loop.interruptions._awaited.due is None
    assert loop.interruptions._notices._thread is None, "nothing was asked"
    assert loop.interruptions._unsteered_since_s == now + 20.0, "nor is it time without a plan"
    window = loop.lookout.envelope.window
    assert isinstance(window, OpenWindow)
    window.in_front = True
    loop._without_piece(replace(VIEW, phase=phase, piece=None), look, now + 21.0)
    assert not loop.interruptions._away


def test_a_key_got_lost_where_the_well_shows_what_it_did_for_long() -> None:
    awaited = AwaitedGame("r", 60.0)
    before, begun = np.full((2, 2, 3), 7, np.uint8), np.full((2, 2, 3), 9, np.uint8)
    assert not awaited.is_lost(before, LOST_S), "it is still to be pressed"
    awaited.pressed(before, 100.0)
    assert not awaited.is_lost(before, 100.0 + 0.9 * LOST_S), "it may still be heeded"
    assert not awaited.is_lost(begun, 100.0 + 1.1 * LOST_S)
    assert awaited.is_lost(before.copy(), 100.0 + 1.1 * LOST_S)
    awaited.heeded()
    assert not awaited.is_lost(before, 100.0 + 1.1 * LOST_S), "a piece has fallen"


@pytest.mark.parametrize(
    ("unseen", "unread", "outcome"),
    [(MOST_UNSEEN, False, "as planned"), (MOST_UNSEEN + 1, False, "rules differ"), (MOST_UNSEEN, True, "rules differ")],
)
def test_no_more_pieces_fall_unseen_than_in_a_stall_and_all_of_them_are_read(
    unseen: int, unread: bool, outcome: str
) -> None:
    loop = loop_with()
    loop._plan = plan = plan_of(loop, 2)
    plan.see_next(np.array((4, 5, 2), np.int8))
    state = plan.state
    for move, piece in [(0, state.piece), *((LENGTH * RULES.entry, (4 - each, 5, 2)) for each in range(unseen))]:
        state = drop_piece(RULES, state._replace(piece=np.array(piece, np.int8)), move).state
    board = visible(RULES, state.board)
    if unread:
        board[-LENGTH - 2, RULES.entry] = UNKNOWN
    loop._judge(plan, replace(VIEW, board=board), LOOK)
    assert dict(loop.tally.outcomes) == {outcome: 1}


@pytest.mark.parametrize(
    ("phase", "in_front", "told"),
    [
        (Phase.HIDDEN, True, "the board cannot be seen"),
        (Phase.HIDDEN, False, "is not in front"),
        (Phase.FALLING, False, "is not in front"),
    ],
)
def test_a_run_does_not_wait_for_ever_for_a_well_out_of_view(phase: Phase, in_front: bool, told: str) -> None:
    loop = loop_with(in_front=in_front, settings=replace(SETTINGS, absence_s=0.2))
    view, look = replace(VIEW, phase=phase, piece=None), look_of(VIEW.board, None)

    def looks_on() -> None:
        loop.interruptions.heed_window(view, look, time.monotonic() + 2 * UNKNOWN_S)
        assert loop.interruptions.out_of_view(view, look)

    assert told in run_to_its_end(looks_on).reason


def test_a_game_that_ends_unplayed_is_a_fault() -> None:
    loop = loop_with()
    now = time.monotonic()
    assert loop.interruptions._game_over(BLIND_S / 2).finished
    late = loop.interruptions._game_over(2 * BLIND_S)
    assert (late.fault, late.status) == (True, ExitStatus.FAILED)
    assert "20 s" in late.reason
    loop._steer(replace(plan_of(loop, 0), dropped_s=now), VIEW, replace(PIECE, resting=True), LOOK, now + 2 * BLIND_S)
    assert loop.interruptions._unsteered_since_s == now + 2 * BLIND_S
    assert loop_with(DryHand()).interruptions._game_over(9 * BLIND_S).finished, "what a person plays is the person's"


@pytest.mark.parametrize("dropped", [False, True])
def test_a_piece_that_stands_still_for_long_is_pressed_no_more_and_given_up(
    dropped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that hangs, or is paused or over with the well in view: keys went into it for ever."""
    monkeypatch.setattr("bot.falling.loop.STANDS_S", 0.2)
    loop = loop_with(settings=replace(SETTINGS, absence_s=0.5))
    pressed: list[float] = []

    def act(*_keys: object, **_options: object) -> bool:
        pressed.append(time.monotonic())
        return True

    monkeypatch.setattr(loop.lookout, "act", act)
    monkeypatch.setattr(loop.lookout, "reaches", lambda *_points, **_options: True)
    plan = plan_of(loop, 1)
    plan.dropped_s = time.monotonic() if dropped else None
    piece = replace(PIECE, resting=dropped)
    began = time.monotonic()
    ending = run_to_its_end(lambda: loop._steer(plan, VIEW, piece, LOOK, time.monotonic()))
    assert ending.reason.startswith("nothing moves in the well; is the game paused?; gave up")
    assert bool(pressed) != dropped
    assert all(at < began + 0.5 for at in pressed)


def test_a_press_that_does_not_show_is_made_again_but_not_while_the_window_stands_still(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop = loop_with()
    pressed: list[object] = []

    def act(keys: object, *_look: object, **_options: object) -> bool:
        pressed.append(keys)
        return True

    monkeypatch.setattr(loop.lookout, "act", act)
    plan, now = plan_of(loop, 0), time.monotonic()
    made = []
    for stood_s in (0.0, 0.9 * HUNG_ROWS * SLOWEST_ROW_S, 1.1 * HUNG_ROWS * SLOWEST_ROW_S):
        loop._steer(plan, VIEW, PIECE, LOOK, now + stood_s)
        made.append(len(pressed))
    assert made == [1, 2, 2]

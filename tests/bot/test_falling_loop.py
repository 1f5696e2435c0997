"""What the loop of a falling piece counts and waits for, with no window behind it and no hand that presses."""

import time
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.exit_status import ExitStatus
from bot.falling.awaited_game import LOST_S, AwaitedGame
from bot.falling.breaks import BREAK_ROWS
from bot.falling.identity import Jewels
from bot.falling.interruptions import BLIND_S, UNKNOWN_S
from bot.falling.loop import FallingLoop
from bot.falling.pace import FIRST_ROW_S
from bot.falling.plan import Plan
from bot.falling.steering import Steering
from bot.games import GAMES
from bot.live import _limits
from bot.playing.lookout import Look
from bot.playing.run import EndRun, LoopSettings, run_to_its_end
from bot.playing.run_log import RunLog
from bot.playing.stalls import LONGEST_LOOK_S
from bot.playing.trackers import well_tracker
from capture.frame import Frame
from capture.window import Window
from control.hand import DryHand, Hand
from engine.columns import EMPTY, LENGTH, MAGIC, PRESETS, UNKNOWN, start
from engine.dice import dice
from policy.decision import Decision
from tests.bot.desktop_stand_ins import NotingHand, OpenWindow, Screen
from tests.bot.handed_parts import PLACE, SETTINGS, WELL, envelope_of, look_at, parts_of, run_of
from vision.notice import Notice
from vision.readers import BoardReader
from vision.well.runs import Run
from vision.well.tracker import FallingPiece, Phase, WellView

RULES = PRESETS["jewel"]
JEWELS = (1, 2, 3)
FRAME = Frame(np.zeros((130, 100, 3), np.uint8), 0, PLACE)
LOOK = replace(look_at(np.zeros((RULES.rows, RULES.cols), np.int8)), frame=FRAME)
PIECE = FallingPiece(RULES.cols // 2, 3.0, JEWELS, 1)
VIEW = WellView(Phase.FALLING, np.full((RULES.rows, RULES.cols), EMPTY, np.int8), PIECE, None, None)


def loop_with(hand: Hand | None = None, *, in_front: bool = True, settings: LoopSettings = SETTINGS) -> FallingLoop:
    """A loop whose hand notes what it presses, if it is handed no other, and whose window has the keyboard or not."""
    game, hand, window = GAMES["columns"](), hand or NotingHand(), OpenWindow(PLACE)
    window.in_front = in_front
    parts = parts_of(
        game=game,
        rules=RULES,
        policy=game.policy("random", RULES),
        reader=Screen(WELL),
        hand=hand,
        envelope=envelope_of(window, hand),
        settings=settings,
    )
    return FallingLoop(parts, well_tracker(RULES))


def look_of(codes: NDArray[np.int8], piece: Run | None) -> Look:
    look = replace(look_at(codes), frame=FRAME)
    return replace(look, sighting=replace(look.sighting, extras={"piece": piece}))


def plan_of(loop: FallingLoop, presses: int) -> Plan:
    decision = Decision(0, 0.0, (), (0,), 0.0)
    return Plan(1, 1, JEWELS, start(RULES, dice(1)), decision, Steering(JEWELS, 0, loop.pace, 9), presses)


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


def test_a_piece_that_went_before_it_was_made_out_has_its_place_among_the_landings() -> None:
    loop = loop_with()
    half = replace(PIECE, codes=JEWELS[:1])
    for number in (1, 2, 2):
        piece = replace(half, number=number)
        loop._meet(replace(VIEW, piece=piece), piece, LOOK, time.monotonic())
    assert loop.tally.landings == [()]


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
    assert not loop._resumed(plan, view, piece), "there was no break"
    loop._out_of_sight()
    assert loop._resumed(plan, view, piece) == same
    assert loop._breaks.excuse != same, "how it lands is the bot's own doing again"
    assert (plan.piece_number == 7) == same
    assert len(expected) == same, "what was expected was forgotten with all that was seen"


def test_a_piece_that_fell_on_through_a_break_is_steered_on_and_its_landing_excused() -> None:
    loop = loop_with()
    plan = replace(plan_of(loop, 1), bottom=3.0)
    loop._out_of_sight()
    assert loop._resumed(plan, VIEW, replace(PIECE, bottom=9.0))
    assert loop._breaks.excuse


def test_rows_that_are_lost_in_several_breaks_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each was within a row, and the wrong landing in the end a fault of the bot's."""
    loop = loop_with()
    monkeypatch.setattr(loop.lookout, "act", lambda *_keys, **_options: loop._out_of_sight())
    plan, excused = replace(plan_of(loop, 1), bottom=PIECE.bottom), []
    loop._out_of_sight()
    for turn in range(1, 4):
        piece = replace(PIECE, bottom=PIECE.bottom + 0.45 * BREAK_ROWS * turn, number=1 + turn)
        assert loop._resumed(plan, VIEW, piece)
        excused.append(loop._breaks.excuse)
        loop._steer(plan, VIEW, piece, LOOK, time.monotonic())
    assert excused == [False, False, True]


def test_rows_that_a_piece_falls_while_it_is_steered_are_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = loop_with()
    monkeypatch.setattr(loop.lookout, "act", lambda *_keys, **_options: True)
    plan = replace(plan_of(loop, 1), bottom=PIECE.bottom)
    loop._steer(plan, VIEW, replace(PIECE, bottom=PIECE.bottom + 5 * BREAK_ROWS), LOOK, time.monotonic())
    loop._out_of_sight()
    assert loop._resumed(plan, VIEW, replace(PIECE, bottom=PIECE.bottom + 5.5 * BREAK_ROWS, number=2))
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
    assert not loop._resumed(plan, VIEW, replace(PIECE, bottom=1.0, codes=JEWELS[2:], number=2))
    assert loop._breaks.excuse


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


def test_a_piece_that_moves_is_steered_on() -> None:
    loop = loop_with()
    for row in range(40):
        assert not loop._stands_still(replace(PIECE, bottom=3.0 + row / 4), 0.9 * row)
    assert loop._stands_still(replace(PIECE, bottom=3.0 + 39 / 4), 0.9 * 39 + 5.1)

"""What the loop of a fixed tick counts, with nothing behind it: no window, no hand that presses."""

import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from drawn_arenas import lattice_of
from ticking_stand_ins import RIGHT, RULES, Hand, kept_out, look_at, show

from bot.exit_status import ExitStatus
from bot.playing.lookout import Look
from bot.playing.run import run_to_its_end
from bot.ticking.explaining import explain
from bot.ticking.loop import TickingLoop
from bot.ticking.rhythm import Rhythm
from bot.ticking.watching import Watch
from capture.frame import Frame
from control.envelope import Clearance, Go, Wait
from control.gesture import Chord, Keys
from engine.hypersonic import (
    BOX,
    BOXES,
    FLOOR,
    IN_HAND,
    MOVES,
    PRESETS,
    RANGE,
    State,
    X,
    Y,
    advance,
    dice,
    places,
    start,
)
from policy.decision import Decision
from practice.hypersonic import look_names, render_still
from vision.arena.tracker import ArenaPhase, ArenaTracker, ArenaView
from vision.notice import Notice
from vision.sighting import Status


def test_rounds_played_while_the_window_takes_no_keys_are_nobodys_fault() -> None:
    state = start(RULES, dice(1))
    explain(RULES, state, places(advance(RULES, state, [0, 0]).state))  # kernels are loaded before time counts
    loop, envelope, hand, policy = kept_out()
    for _ in range(5):
        show(loop, state)
        state = advance(RULES, state, [0, 0]).state
    assert (dict(loop.tally.outcomes), loop.tally.moves, loop.ledger.turns_missed) == ({}, 0, 0)
    assert hand.pressed == []
    assert policy.asked == 1, "it plans though the window takes no keys"
    assert loop._known is not None
    assert loop._known.round == 4, "it does not follow the game"
    envelope.verdict = Go()
    show(loop, state)
    assert hand.pressed == [Chord(("right",))]
    show(loop, advance(RULES, state, [RIGHT, 0]).state)
    assert dict(loop.tally.outcomes) == {"as planned": 1}
    assert (loop.tally.moves, loop.tally.confirmed, loop.ledger.turns_missed) == (1, 1, 0)


def test_where_no_round_leaves_time_one_is_let_pass_and_no_more() -> None:
    """In rounds of 100 ms, after slow presses, a bot whose window had been away pressed nothing any more."""
    loop, envelope, hand, _policy = kept_out()
    envelope.verdict = Go()
    loop.presser.out_of_reach = True
    for _ in range(2):
        loop.presser.deadline.pressed(120.0)
    rhythm, now = loop.watch.rhythm, time.monotonic()
    rhythm.round_began(now - 60.0, 0)
    rhythm.round_began(now, 1)
    state = start(RULES, dice(1))
    loop._known = state
    for _ in range(3):
        loop._decide(state, look_at(state))
    assert hand.pressed == []
    state = advance(RULES, state, [0, 0]).state
    loop._known = state
    loop._decide(state, look_at(state))
    assert hand.pressed == [Chord(("right",))]
    assert not loop.presser.out_of_reach


def test_a_new_game_whose_predecessors_end_nobody_saw_is_played_with_its_own_numbers() -> None:
    loop, envelope, hand, _policy = kept_out()
    envelope.verdict = Go()
    old = start(RULES, dice(1))
    players = old.players.copy()
    players[:, IN_HAND : BOXES + 1] = (3, 6, 20), (2, 6, 12)
    old = old._replace(round=198, players=players)
    show(loop, old)
    loop._known = old
    assert len(hand.pressed) == 1
    new = advance(RULES, start(RULES, dice(2)), [RIGHT, 0]).state
    until = time.monotonic() + 5
    while len(hand.pressed) == 1 and time.monotonic() < until:
        show(loop, new)
    assert len(hand.pressed) == 2
    assert loop._known is not None
    assert loop._known.players[:, IN_HAND : BOXES + 1].tolist() == new.players[:, IN_HAND : BOXES + 1].tolist()
    assert loop._known.round < 5
    assert dict(loop.tally.outcomes) == {"unseen": 1}
    assert loop.ledger.turns_missed == 0
    show(loop, advance(RULES, new, [RIGHT, 0]).state)
    assert loop.ledger.games == [], "the round of the old game does not end the new one"


def test_of_a_game_joined_late_a_range_is_believed_once_a_blast_shows_it() -> None:
    loop, envelope, _hand, _policy = kept_out()
    envelope.verdict = Go()
    loop.watch.ranges_certain = False  # type: ignore[misc]
    true = start(RULES, dice(1))
    cells, players = true.cells.copy(), true.players.copy()
    cells[6], cells[6, 4] = FLOOR, BOX
    players[0, [X, Y]], players[0, RANGE], players[0, IN_HAND] = (6, 10), 6, 0
    true = true._replace(cells=cells, players=players, bombs=np.array([[0, 0, 6, 1, 6]], np.int16), round=60)
    show(loop, true)
    assert loop._known is not None
    assert loop._known.players[0, RANGE] == RULES.reach
    show(loop, advance(RULES, true, [RIGHT, 0]).state)
    assert loop._known.players[0, RANGE] == 5
    assert dict(loop.tally.outcomes) == {"as planned": 1}


def test_a_board_that_stands_still_is_played_once_the_window_takes_keys_again() -> None:
    """No picture of it is the first of its turn any more."""
    loop, envelope, hand, _policy = kept_out()
    state = start(RULES, dice(1))
    show(loop, state)
    look = look_at(state)
    view = ArenaView(ArenaPhase.SETTLED, look.sighting, False, time.monotonic_ns())
    loop.watch.feed = lambda _sighting: view  # type: ignore[method-assign]
    loop.lookout.look = lambda: look  # type: ignore[method-assign]
    loop.lookout.heed_person = lambda: None  # type: ignore[method-assign]
    loop._step()
    envelope.verdict = Go()
    loop._step()
    assert hand.pressed == [Chord(("right",))]


def test_a_window_that_takes_no_keys_is_waited_for_as_long_as_was_said_and_no_longer() -> None:
    loop, envelope, _hand, _policy = kept_out(absence_s=0.4)
    state = start(RULES, dice(1))

    def play_on() -> None:
        nonlocal state
        show(loop, state)
        state = advance(RULES, state, [0, 0]).state

    began = time.monotonic()
    ending = run_to_its_end(play_on)
    assert ending.reason == "window 'Arena' is not in front; gave up after 0 s"
    assert not ending.fault
    assert not ending.finished
    assert 0.4 <= time.monotonic() - began < 2.0
    assert envelope.acts == 0


def test_a_turn_that_shows_once_more_while_bombs_lie_still_is_not_decided_on_again() -> None:
    """Something flickers where the turn's number is: the round that was decided on is still to be played."""
    loop, envelope, hand, policy = kept_out()
    envelope.verdict = Go()
    state = start(RULES, dice(1))._replace(bombs=np.array([[1, 6, 4, 7, 3]], np.int16))
    show(loop, state)
    show(loop, state._replace(round=1))
    assert policy.asked == 1
    assert hand.pressed == [Chord(("right",))] * 2, "the same once more: the first may have got lost"
    assert (loop.tally.boards, loop.tally.moves) == (1, 0)
    assert loop.watch.round_began.call_count == 1  # type: ignore[attr-defined]
    show(loop, advance(RULES, state, [RIGHT, 0]).state._replace(round=2))
    assert dict(loop.tally.outcomes) == {"as planned": 1}


@pytest.mark.parametrize("played", [0, 3])
def test_a_game_that_plays_no_more_rounds_is_waited_for_as_long_as_was_said(played: int) -> None:
    loop, envelope, _hand, _policy = kept_out()
    envelope.verdict = Go()
    loop.lookout.heed_person = lambda: None  # type: ignore[method-assign]
    state, seconds = start(RULES, dice(1)), 0

    def step() -> None:
        nonlocal state, seconds
        fresh = seconds % 50 == 0 and seconds <= 50 * played
        if fresh and seconds:
            state = advance(RULES, state, [RIGHT if state.round % 2 == 0 else 1, 0]).state
        look = look_at(state)
        look = replace(look, sighting=replace(look.sighting, time_ns=seconds * 10**9))
        view = ArenaView(ArenaPhase.SETTLED, look.sighting, fresh, 0)
        loop.watch.feed = lambda _sighting: view  # type: ignore[method-assign]
        loop.lookout.look = lambda: look  # type: ignore[method-assign]
        assert seconds < 300, "it waits on"
        seconds += 10
        loop._step()

    ending = run_to_its_end(step)
    assert ending.reason == "no round has been played for 60 s; the game may wait for a key"
    assert ending.status is ExitStatus.STOPPED
    assert seconds - 10 == 50 * played + 70


def in_a_rhythm(*, over: float, thinks_until: float = 0.0) -> tuple[TickingLoop, Hand, State]:
    """A loop that knows that rounds last 60 s.

    Args:
        over: share of the present one that is over when its picture is grabbed.
        thinks_until: the share that is over when it has decided.
    """
    loop, envelope, hand, policy = kept_out()
    envelope.verdict = Go()
    state, quick, rhythm = start(RULES, dice(1)), policy.decide, loop.watch.rhythm
    began = time.monotonic() - over * 60.0
    for number in range(4):
        rhythm.round_began(began - 60.0 * (3 - number), 1)

    def decide(*args: Any) -> Decision:
        object.__setattr__(look.frame, "time_ns", look.frame.time_ns - moved)  # as if time had gone by
        rhythm.forget_beginning()
        for number in range(4):
            rhythm.round_began(began - 60.0 * (3 - number + max(0.0, thinks_until - over)), 1)
        return quick(*args)

    policy.decide = decide  # type: ignore[method-assign]
    look = look_at(state)
    moved = round(max(0.0, thinks_until - over) * 60e9)
    loop._decide(state, look)
    loop._known = state
    return loop, hand, state


def test_a_decision_that_comes_too_late_is_not_pressed_into_the_next_round() -> None:
    loop, hand, state = in_a_rhythm(over=0.3, thinks_until=1.2)
    assert hand.pressed == []
    show(loop, advance(RULES, state, [0, 0]).state)
    assert loop.ledger.turns_missed == 1
    assert dict(loop.tally.outcomes) == {}


@pytest.mark.parametrize(("over", "thinks_until"), [(0.3, 0.5), (1.2, 1.6)])
def test_a_decision_in_time_is_pressed_and_so_is_one_on_a_board_that_stands_beyond_its_round(
    over: float, thinks_until: float
) -> None:
    _loop, hand, _state = in_a_rhythm(over=over, thinks_until=thinks_until)
    assert hand.pressed == [Chord(("right",))]


@pytest.mark.parametrize("stands_s", [0.0, 70.0])
def test_a_board_that_comes_into_sight_is_played_once_its_round_is_known_to_last(stands_s: float) -> None:
    """When it began was not to be seen; a board that stands for longer than a round is of a game that stands still."""
    loop, hand, state = in_a_rhythm(over=0.3)
    hand.pressed.clear()
    rhythm, loop.watch = loop.watch.rhythm, Watch(ArenaTracker(still_ms=12), PRESETS["two"])
    loop.watch.rhythm = rhythm
    loop.watch.forget()
    state = advance(RULES, state, [RIGHT, 0]).state
    show(loop, state)
    assert hand.pressed == []
    assert dict(loop.tally.outcomes) == {"as planned": 1}
    look = look_at(state)
    since_ns = look.sighting.time_ns - round(stands_s * 1e9)
    loop.lookout.look = lambda: look  # type: ignore[method-assign]
    loop.lookout.heed_person = lambda: None  # type: ignore[method-assign]
    view = ArenaView(ArenaPhase.SETTLED, look.sighting, False, since_ns)
    loop.watch.feed = lambda _sighting: view  # type: ignore[method-assign]
    loop._step()
    assert hand.pressed == ([Chord(("right",))] if stands_s else [])


@pytest.mark.parametrize("waits", [False, True])
def test_a_first_turn_is_pressed_within_its_round_or_once_the_game_is_known_to_wait(waits: bool) -> None:
    """It stands for as long as its round, or until somebody presses a first key: its picture does not tell which."""
    loop, envelope, hand, policy = kept_out()
    envelope.verdict = Go()
    rhythm, loop.watch = Rhythm(), Watch(ArenaTracker(still_ms=12), RULES)
    loop.watch.rhythm = rhythm
    now = time.monotonic()
    rhythm.round_began(now - 120.0, 0)
    rhythm.round_began(now - 60.0, 1)
    loop.watch.forget()
    look = look_at(start(RULES, dice(1)))
    since_ns = time.monotonic_ns() - round(59.999e9)
    loop._new_turn(look, ArenaView(ArenaPhase.SETTLED, look.sighting, True, since_ns))
    assert hand.pressed == [], "the keys would be the second round's"
    assert policy.asked <= 1
    late = replace(look, sighting=replace(look.sighting, time_ns=since_ns + round((61 if waits else 59) * 1e9)))
    view = ArenaView(ArenaPhase.SETTLED, late.sighting, False, since_ns)
    loop.lookout.look = lambda: replace(late, frame=replace(late.frame, time_ns=time.monotonic_ns()))  # type: ignore[method-assign]
    loop.lookout.heed_person = lambda: None  # type: ignore[method-assign]
    loop.watch.feed = lambda _sighting: view  # type: ignore[method-assign]
    time.sleep(0.05)
    loop._at_rest_ns = late.sighting.time_ns
    loop._step()
    assert hand.pressed == ([Chord(("right",))] if waits else [])


def late_picture(rounds: int) -> tuple[TickingLoop, Look]:
    """A loop that has decided, and a picture that shows so many rounds later what nothing explains."""
    loop, envelope, _hand, _policy = kept_out()
    envelope.verdict = Go()
    now, tick_s = time.monotonic(), 60.0
    loop.watch.rhythm.round_began(now - tick_s, 0)
    loop.watch.rhythm.round_began(now, 1)
    state = start(RULES, dice(1))
    loop._known = state
    loop._decide(state, look_at(state))
    players = state.players.copy()
    players[0, :2] = 6, 4  # nobody gets there in two rounds
    look = look_at(state._replace(players=players, round=state.round + rounds))
    frame = look.frame
    return loop, replace(look, frame=replace(frame, time_ns=frame.time_ns + round(rounds * tick_s * 1e9)))


@pytest.mark.parametrize(
    ("rounds", "outcome", "missed"),
    [(1, "rules differ", 0), (2, "rules differ", 0), (3, "unseen", 2), (4, "unseen", 3)],
)
def test_a_decision_is_unseen_where_more_rounds_went_by_than_can_be_explained(
    rounds: int, outcome: str, missed: int
) -> None:
    """A machine that stood still for a second (2026-11-25) had shown nothing against the rules."""
    loop, look = late_picture(rounds)
    seen = advance(RULES, start(RULES, dice(1)), [RIGHT, 0]).state
    loop._seen_alone = lambda _sighting: seen  # type: ignore[method-assign]
    _, explained = loop._explained(look, loop._story(look.sighting), look.frame.time_ns)
    assert dict(loop.tally.outcomes) == {outcome: 1}
    assert (loop.tally.moves, loop.ledger.turns_missed, explained) == (1 + missed, missed, 0)


def test_a_decision_is_unseen_too_where_no_clock_tells_how_many_rounds_went_by() -> None:
    """Out of step, as in a game's first turn, a stall counted as a fault of the rules; three of them end a run."""
    loop, look = late_picture(6)
    loop.watch.rhythm.forget_beginning()
    assert loop.watch.rhythm.out_of_step
    loop._explained(look, loop._story(look.sighting), look.frame.time_ns)
    assert dict(loop.tally.outcomes) == {"unseen": 1}


@pytest.mark.parametrize("decided", [False, True])
@pytest.mark.parametrize("rounds", [3, 4, 12])
def test_rounds_that_went_by_unseen_are_counted_once(rounds: int, decided: bool) -> None:
    """With nothing decided one too many was; and a picture that had been doubted for half a round made another one."""
    loop, look = late_picture(rounds)
    loop._known_ns = look.frame.time_ns - round(rounds * 60e9)
    if not decided:
        loop._pending = None
    doubted = replace(look, frame=replace(look.frame, time_ns=look.frame.time_ns + round(0.52 * 60e9)))
    loop._explained(doubted, None, look.frame.time_ns)
    assert loop.ledger.turns_missed == rounds - decided


def seen_after_a_gap(rounds: int, number: int, boxless: int) -> tuple[TickingLoop, Look, ArenaView]:
    """A loop that last knew the round of that number, and a picture so many rounds later that nothing explains."""
    loop, look = late_picture(rounds)
    loop.settings = replace(loop.settings, moves=1_000)
    known = loop._known
    assert known is not None
    cells = known.cells if boxless < 0 else np.where(known.cells >= BOX, FLOOR, known.cells)
    loop._known, loop._pending = known._replace(round=number, boxless=boxless, cells=cells), None
    loop._known_ns = look.frame.time_ns - rounds * 60 * 10**9
    players = known.players.copy()
    players[0, [X, Y]] = 6, 4  # nobody gets there in two rounds
    look = replace(look, sighting=look_at(known._replace(players=players, cells=cells, round=number + 3)).sighting)
    return loop, look, ArenaView(ArenaPhase.SETTLED, look.sighting, True, look.frame.time_ns)


@pytest.mark.parametrize(
    ("number", "boxless"), [pytest.param(185, -1, id="by rounds"), pytest.param(60, 4, id="without boxes")]
)
@pytest.mark.parametrize("rounds", [14, 15, 40])
def test_time_in_which_the_window_may_have_hung_ends_no_game(rounds: int, number: int, boxless: int) -> None:
    """Of a hang of 10 s 33 rounds were made: a game that went on was entered as over, and another one begun."""
    loop, look, view = seen_after_a_gap(rounds, number, boxless)
    loop._doubt._since_s = time.monotonic() - 60.0
    loop._new_turn(look, view)
    assert loop.ledger.games == []
    assert loop.change.foretold is None
    assert loop._known is not None
    assert (loop._known.round, loop._known.boxless) == (number + 1, boxless if boxless < 0 else boxless + 1)


def test_time_in_which_the_arena_was_out_of_sight_is_no_rounds_of_the_run() -> None:
    """A pause of 10 s was taken for 33 turns missed, of those that the run was to have."""
    loop, look, view = seen_after_a_gap(15, 60, -1)
    loop.watch.blind = True  # type: ignore[misc]
    loop._doubt._since_s = time.monotonic() - 60.0
    loop._new_turn(look, view)
    assert (loop.tally.moves, loop.ledger.turns_missed) == (0, 0)


def test_a_death_ends_a_game_whose_rounds_nobody_has_counted() -> None:
    loop, look, view = seen_after_a_gap(15, 185, -1)
    loop._doubt._since_s = time.monotonic() - 60.0
    loop._new_turn(look, view)
    known = loop._known
    assert known is not None
    loop._known = known._replace(bombs=np.array([[1, *known.players[1, :2], 1, 3]], np.int16))
    action = 0 if loop._pending is None else loop._pending.decision.move
    show(loop, advance(RULES, loop._known, [action, 0]).state)
    assert [game.result for game in loop.ledger.games] == ["win"]


@pytest.mark.parametrize(("dry", "in_hand"), [(False, [0, 1]), (True, [1, 0])])
def test_a_bomb_that_was_pressed_and_placed_unseen_is_in_our_hand_no_more(dry: bool, in_hand: list[int]) -> None:
    """Pressed again round after round, as keys that got lost, it ended the run. A dry run presses nothing."""
    loop, look = late_picture(3)
    known = loop._known
    assert known is not None
    assert loop._pending is not None
    players = known.players.copy()
    players[1, [X, Y]] = (2, 0)
    loop._known, loop.ledger.dry = known._replace(players=players), dry
    loop._pending = replace(loop._pending, decision=Decision(MOVES + RIGHT, 0.0, (), (MOVES + RIGHT,), 0.0))
    later = players.copy()
    later[:, [X, Y]] = [(0, 3), (1, 0)]
    shown = look_at(known._replace(players=later, bombs=np.array([[0, 0, 0, 6, 3]], np.int16), round=3))
    state, _ = loop._explained(replace(look, sighting=shown.sighting), None, look.frame.time_ns)
    assert state.players[:, IN_HAND].tolist() == in_hand


def test_where_the_clock_was_not_read_fuses_tell_how_many_rounds_went_by() -> None:
    loop, look = late_picture(1)
    loop.watch.rhythm.forget()
    before = start(RULES, dice(1))._replace(bombs=np.array([[1, 6, 4, 7, 3]], np.int16))
    loop._known, loop._pending = before, None
    shown = look_at(before._replace(bombs=np.array([[1, 6, 4, 2, 3]], np.int16), round=5))
    state, _ = loop._explained(replace(look, sighting=shown.sighting), None, look.frame.time_ns)
    assert state.round == before.round + 5


@pytest.mark.parametrize(
    ("key", "verdict", "pressed"), [("r", Go(), True), ("", Go(), False), ("r", Wait("not in front"), False)]
)
def test_a_game_whose_end_nobody_saw_is_left_where_a_key_begins_another(
    key: str, verdict: Clearance, pressed: bool
) -> None:
    """A stall hid its last rounds: the run waited for a minute under the words over it, and ended."""
    loop, envelope, hand, _policy = kept_out(restart_key=key)
    envelope.verdict = Go()
    loop.restart_key.due = None
    show(loop, start(RULES, dice(1)))
    hand.pressed.clear()
    envelope.verdict = verdict
    hidden = replace(look_at(start(RULES, dice(1))).sighting, status=Status.NO_BOARD)
    loop.lookout.heed_person = lambda: None  # type: ignore[method-assign]
    loop.watch.feed = lambda sighting: ArenaView(ArenaPhase.HIDDEN, sighting, False, 0)  # type: ignore[method-assign]
    shown_ns = loop.change.shown_ns
    for second in range(29, 33):
        at_ns = (shown_ns if verdict == Go() else loop.change.shown_ns + 10**9 * 60) + 10**9 * second
        look = replace(look_at(start(RULES, dice(1))), sighting=replace(hidden, time_ns=at_ns))
        loop.lookout.look = lambda look=look: look  # type: ignore[method-assign]
        loop._step()
        if pressed and hand.pressed:
            break
        assert not hand.pressed
    assert hand.pressed == ([Keys(("r",))] if pressed else [])
    assert dict(loop.tally.outcomes) == ({"unseen": 1} if pressed else {})
    assert loop.restart_key.due is None


@pytest.mark.parametrize("before", ["a board that stood", "no window"])
def test_a_game_is_left_for_the_time_in_which_its_arena_was_hidden_alone(before: str) -> None:
    """After half a minute of a standing board, or minimised, the first picture without it threw the game away."""
    loop, envelope, hand, _policy = kept_out(restart_key="r")
    envelope.verdict = Go()
    loop.restart_key.due = None
    state = start(RULES, dice(1))
    show(loop, state)
    loop.lookout.heed_person = lambda: None  # type: ignore[method-assign]
    hand.pressed.clear()
    now_ns = time.monotonic_ns()
    loop._at_rest_ns = loop.change.shown_ns = now_ns - 50 * 10**9
    phases = iter([ArenaPhase.SETTLED] if before != "no window" else [])
    loop.watch.feed = lambda sighting: ArenaView(next(phases, ArenaPhase.HIDDEN), sighting, False, 0)  # type: ignore[method-assign]
    look = look_at(state)
    standing = replace(look, sighting=replace(look.sighting, time_ns=now_ns))
    hidden = replace(look, sighting=replace(look.sighting, status=Status.NO_BOARD, time_ns=now_ns + 10**9))
    for shown in (standing if before != "no window" else None, hidden):
        loop.lookout.look = lambda shown=shown: shown  # type: ignore[method-assign]
        loop._step()
    assert hand.pressed == []


def test_a_run_whose_turns_are_used_up_begins_no_other_game_where_an_end_came_unseen() -> None:
    loop, envelope, hand, _policy = kept_out(restart_key="r")
    envelope.verdict = Go()
    loop.restart_key.due = None
    loop.settings = replace(loop.settings, moves=1)
    show(loop, start(RULES, dice(1)))
    hand.pressed.clear()
    loop.lookout.heed_person = lambda: None  # type: ignore[method-assign]
    look = look_at(start(RULES, dice(1)))
    late = replace(look.sighting, status=Status.NO_BOARD, time_ns=loop.change.shown_ns + 31 * 10**9)
    loop.lookout.look = lambda: replace(look, sighting=late)  # type: ignore[method-assign]
    loop.watch.feed = lambda sighting: ArenaView(ArenaPhase.HIDDEN, sighting, False, 0)  # type: ignore[method-assign]
    ending = run_to_its_end(loop._step)
    assert (ending.reason, ending.finished) == ("1 turns played", True)
    assert hand.pressed == []
    assert (dict(loop.tally.outcomes), loop.tally.moves) == ({"unseen": 1}, 1)


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="no tesseract: words are not read")
@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("paused", [False, True])
def test_a_window_that_says_that_it_is_paused_is_not_left(
    look: str, paused: bool, eventually: Callable[..., None]
) -> None:
    """A demo that a person had paused with P began another game after half a minute."""
    loop, envelope, _hand, _policy = kept_out(restart_key="r")
    envelope.verdict = Go()
    loop.lookout.reader.profile.lattice = lattice_of(look, 1.0)  # type: ignore[misc]
    state = start(RULES, dice(1))
    frame = Frame(render_still(look, 1.0, state, paused=paused, over=not paused), 0)
    shown = replace(look_at(state), frame=frame)

    def over_after(seconds: int) -> bool:
        time_ns = loop.change.shown_ns + round(seconds * 1e9)
        return loop.change.over_unseen(replace(shown, sighting=replace(shown.sighting, time_ns=time_ns)))

    assert not over_after(1)
    assert not over_after(5)
    asked = loop.change._notices._asked
    assert asked is not None
    eventually(asked.done, 60)
    assert over_after(31) is not paused
    assert not over_after(29), "it goes on from the pause"


def test_words_of_a_pause_are_forgotten_once_the_arena_shows() -> None:
    loop, envelope, _hand, _policy = kept_out(restart_key="r")
    envelope.verdict = Go()
    loop.change._notices._last = Notice.PAUSED
    loop.change.shown(0)
    look = look_at(start(RULES, dice(1)))
    assert loop.change.over_unseen(replace(look, sighting=replace(look.sighting, time_ns=31 * 10**9)))

"""What the loop of a fixed tick counts, with nothing behind it: no window, no hand that presses."""

import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bot.exit_status import ExitStatus
from bot.playing.outcome import Outcome
from bot.playing.run import Ending, EndRun, run_to_its_end
from bot.ticking.explaining import explain
from bot.ticking.loop import TickingLoop
from control.gesture import Chord
from engine.hypersonic import (
    BOX,
    BOXES,
    FLOOR,
    FUSE,
    IN_HAND,
    RANGE,
    State,
    X,
    Y,
    advance,
    dice,
    from_text,
    places,
    start,
    to_text,
)
from policy.decision import Decision
from tests.bot.desktop_stand_ins import NotingHand
from tests.bot.handed_parts import SETTINGS
from tests.bot.ticking_stand_ins import ARENA, RIGHT, RULES, UntimedWatch, kept_out, look_at, show, shows
from vision.arena.tracker import ArenaPhase, ArenaView
from vision.profile import Profile


def test_rounds_played_while_the_window_takes_no_keys_are_nobodys_fault() -> None:
    state = start(RULES, dice(1))
    explain(RULES, state, places(advance(RULES, state, [0, 0]).state))  # kernels are loaded before time counts
    loop, window, hand, policy = kept_out()
    for _ in range(5):
        show(loop, state)
        state = advance(RULES, state, [0, 0]).state
    assert (dict(loop.tally.outcomes), loop.tally.moves, loop.ledger.turns_missed) == ({}, 0, 0)
    assert hand.pressed == []
    assert policy.asked == 1, "it plans though the window takes no keys"
    assert loop._known is not None
    assert loop._known.round == 4, "it does not follow the game"
    window.in_front = True
    show(loop, state)
    assert hand.pressed == [Chord(("right",))]
    show(loop, advance(RULES, state, [RIGHT, 0]).state)
    assert dict(loop.tally.outcomes) == {"as planned": 1}
    assert (loop.tally.moves, loop.tally.confirmed, loop.ledger.turns_missed) == (1, 1, 0)


def test_keys_that_waited_for_a_window_that_hung_are_no_sign_of_a_deaf_one() -> None:
    loop, window, _hand, _policy = kept_out()
    window.in_front = True
    state = start(RULES, dice(1))
    rhythm, now_s = loop.rhythm, time.monotonic()
    rhythm.round_began(now_s - 60.0, 0)
    rhythm.round_began(now_s, 1)
    for _ in range(SETTINGS.faults + 2):
        look = look_at(state)
        loop._new_turn(look, ArenaView(ArenaPhase.SETTLED, look.sighting, True, round((now_s + 130.0) * 1e9)))
        state = advance(RULES, state, [0, 4 if state.round % 2 else 3]).state
    assert dict(loop.tally.outcomes) == {"input lost": SETTINGS.faults + 1}


def test_keys_that_are_lost_while_a_round_goes_by_unseen_are_a_sign_of_one() -> None:
    """A picture that is held for long because nobody moved in it lets one go by each time."""
    loop, window, _hand, _policy = kept_out()
    window.in_front = True
    state = from_text(to_text(start(RULES, dice(1))) + f"bomb 1 6 4 {FUSE} 3\n")
    rhythm, now_s = loop.rhythm, time.monotonic()
    rhythm.round_began(now_s - 60.0, 0)
    rhythm.round_began(now_s, 1)
    looks = []
    for _ in range(SETTINGS.faults + 1):
        looks.append(look_at(state))
        for _ in range(2):
            state = advance(RULES, state, [0, 0]).state
    views = [ArenaView(ArenaPhase.SETTLED, look.sighting, True, round((now_s + 130.0) * 1e9)) for look in looks]
    for look, view in zip(looks[:-1], views[:-1], strict=True):
        loop._new_turn(look, view)
    with pytest.raises(EndRun, match="without the keys that were pressed"):
        loop._new_turn(looks[-1], views[-1])


def test_where_no_round_leaves_time_one_is_let_pass_and_no_more() -> None:
    """In rounds of 100 ms, after slow presses, a bot whose window had been away pressed nothing any more."""
    loop, window, hand, _policy = kept_out()
    window.in_front = True
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
    loop, window, hand, _policy = kept_out()
    window.in_front = True
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
    loop, window, _hand, _policy = kept_out()
    window.in_front = True
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
    loop, window, hand, _policy = kept_out()
    state = start(RULES, dice(1))
    show(loop, state)
    look = look_at(state)
    view = ArenaView(ArenaPhase.SETTLED, look.sighting, False, time.monotonic_ns())
    shows(loop, look, view)
    loop._step()
    window.in_front = True
    loop._step()
    assert hand.pressed == [Chord(("right",))]


def test_a_window_that_takes_no_keys_is_waited_for_as_long_as_was_said_and_no_longer() -> None:
    loop, _window, hand, _policy = kept_out(absence_s=0.4)
    state = start(RULES, dice(1))

    def play_on() -> None:
        nonlocal state
        show(loop, state)
        state = advance(RULES, state, [0, 0]).state

    began = time.monotonic()
    ending = run_to_its_end(play_on)
    assert ending.reason == "window 'Arena' is not in front; click on its title; gave up after 0 s"
    assert not ending.fault
    assert not ending.finished
    assert 0.4 <= time.monotonic() - began < 2.0
    assert hand.pressed == []


def began(loop: TickingLoop) -> int:
    """How many rounds the loop has taken note of."""
    assert isinstance(loop.watch, UntimedWatch)
    return loop.watch.began


def test_a_turn_that_shows_once_more_while_bombs_lie_still_is_not_decided_on_again() -> None:
    """Something flickers where the turn's number is: the round that was decided on is still to be played."""
    loop, window, hand, policy = kept_out()
    window.in_front = True
    state = start(RULES, dice(1))._replace(bombs=np.array([[1, 6, 4, 7, 3]], np.int16))
    show(loop, state)
    show(loop, state._replace(round=1))
    assert policy.asked == 1
    assert hand.pressed == [Chord(("right",))] * 2, "the same once more: the first may have got lost"
    assert (loop.tally.boards, loop.tally.moves) == (1, 0)
    assert began(loop) == 1
    show(loop, advance(RULES, state, [RIGHT, 0]).state._replace(round=2))
    assert dict(loop.tally.outcomes) == {"as planned": 1}


def test_nor_is_a_round_counted_where_nothing_had_been_decided_in_it() -> None:
    """Joined late from then on, by what it knew: no range was certain any more, and every count one too high."""
    loop, window, hand, _policy = kept_out()
    begun = start(RULES, dice(1))
    state = advance(RULES, begun, [0, 5]).state
    for shown in (begun, state):
        show(loop, shown)
        assert loop._pending is None, "the window takes no keys"
    window.in_front = True
    show(loop, state._replace(round=2))
    assert hand.pressed == [Chord(("right",))]
    assert loop._known is not None
    assert loop._known.round == 1
    assert loop.watch.ranges_certain, "it follows"
    assert began(loop) == 2


@pytest.mark.parametrize("played", [0, 3])
def test_a_game_that_plays_no_more_rounds_is_waited_for_as_long_as_was_said(played: int) -> None:
    loop, window, _hand, _policy = kept_out()
    window.in_front = True
    state, seconds = start(RULES, dice(1)), 0

    def step() -> None:
        nonlocal state, seconds
        fresh = seconds % 50 == 0 and seconds <= 50 * played
        if fresh and seconds:
            state = advance(RULES, state, [RIGHT if state.round % 2 == 0 else 1, 0]).state
        look = look_at(state)
        look = replace(look, sighting=replace(look.sighting, time_ns=seconds * 10**9))
        shows(loop, look, ArenaView(ArenaPhase.SETTLED, look.sighting, fresh, 0))
        assert seconds < 300, "it waits on"
        seconds += 10
        loop._step()

    ending = run_to_its_end(step)
    assert ending.reason == "no round has been played for 60 s; the game may wait for a key"
    assert ending.status is ExitStatus.STOPPED
    assert seconds - 10 == 50 * played + 70


def in_a_rhythm(
    *, over: float, thinks_until: float = 0.0, profile: Profile = ARENA
) -> tuple[TickingLoop, NotingHand, State]:
    """A loop that knows that rounds last 60 s.

    Args:
        over: share of the present one that is over when its picture is grabbed.
        thinks_until: the share that is over when it has decided.
        profile: of its window.
    """
    loop, window, hand, policy = kept_out(profile=profile)
    window.in_front = True
    state, quick, rhythm = start(RULES, dice(1)), policy.decide, loop.watch.rhythm
    began = time.monotonic() - over * 60.0
    for number in range(4):
        rhythm.round_began(began - 60.0 * (3 - number), 1)

    def decide(state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        object.__setattr__(look.frame, "time_ns", look.frame.time_ns - moved)  # as if time had gone by
        rhythm.forget_beginning()
        for number in range(4):
            rhythm.round_began(began - 60.0 * (3 - number + max(0.0, thinks_until - over)), 1)
        return quick(state, budget_ms, seed, work)

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


@pytest.mark.parametrize(
    ("over", "hold_s", "late"),
    [
        pytest.param(0.3, 0.008, False, id="in time"),
        pytest.param(1.1, 12.0, False, id="let go after the end"),
        pytest.param(1.2, 0.008, True, id="held up"),
    ],
)
def test_keys_that_a_stall_held_up_beyond_their_round_do_not_make_a_window_deaf(
    over: float, hold_s: float, late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three such turns, of a machine that was busy, ended the run as a fault of the rules."""
    timing = ARENA.input.model_copy(update={"hold_ms": 1e3 * hold_s})
    loop, hand, state = in_a_rhythm(over=0.3, profile=ARENA.model_copy(update={"input": timing}))
    rhythm, perform = loop.watch.rhythm, hand.perform

    def stall(*given: Any) -> None:
        perform(*given)
        object.__setattr__(look.frame, "time_ns", look.frame.time_ns - round(over * 60e9))  # as if time had gone by
        rhythm.forget_beginning()
        for number in range(4):
            rhythm.round_began(time.monotonic() - 60.0 * (3 - number + over), 1)

    if over > 1:
        monkeypatch.setattr(hand, "perform", stall)
    look = look_at(state)
    loop._decide(state, look)
    pending = loop._pending
    assert pending is not None
    assert pending.late == late

    def judge_lost() -> None:
        if loop.tally.moves == 2 * loop.settings.faults:
            raise EndRun(Ending("enough", finished=True))
        loop.ledger.judged(pending, look, Outcome.INPUT_LOST)

    ending = run_to_its_end(judge_lost)
    told = "enough" if late else "3 turns in a row were played without the keys that were pressed"
    assert (ending.reason, ending.fault) == (told, not late)
    assert loop.ledger.turns_missed == loop.tally.outcomes[Outcome.INPUT_LOST] == (6 if late else 3)


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
    assert isinstance(loop.watch, UntimedWatch)
    loop.watch.learns = True
    loop.watch.forget()
    state = advance(RULES, state, [RIGHT, 0]).state
    show(loop, state)
    assert hand.pressed == []
    assert dict(loop.tally.outcomes) == {"as planned": 1}
    look = look_at(state)
    since_ns = look.sighting.time_ns - round(stands_s * 1e9)
    shows(loop, look, ArenaView(ArenaPhase.SETTLED, look.sighting, False, since_ns))
    loop._step()
    assert hand.pressed == ([Chord(("right",))] if stands_s else [])


@pytest.mark.parametrize("waits", [False, True])
def test_a_first_turn_is_pressed_within_its_round_or_once_the_game_is_known_to_wait(waits: bool) -> None:
    """It stands for as long as its round, or until somebody presses a first key: its picture does not tell which."""
    loop, window, hand, policy = kept_out()
    window.in_front = True
    assert isinstance(loop.watch, UntimedWatch)
    loop.watch.learns = True
    rhythm = loop.watch.rhythm
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
    time.sleep(0.05)
    shows(loop, replace(late, frame=replace(late.frame, time_ns=time.monotonic_ns())), view)
    loop._at_rest_ns = late.sighting.time_ns
    loop._step()
    assert hand.pressed == ([Chord(("right",))] if waits else [])

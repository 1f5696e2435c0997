"""What the loop of a fixed tick counts, with nothing behind it: no window, no hand that presses."""

import time
from dataclasses import replace
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest
from handed_parts import SETTINGS, parts_of

from bot.exit_status import ExitStatus
from bot.games import GAMES
from bot.playing.lookout import Look
from bot.playing.run import run_to_its_end
from bot.ticking.loop import HEEDED_S, TickingLoop
from bot.ticking.rhythm import Rhythm
from bot.ticking.watching import Watch
from capture.frame import Frame, Region
from control.envelope import Go, Verdict, Wait
from control.gesture import Chord
from engine.hypersonic import BOX, BOXES, FLOOR, IN_HAND, PRESETS, RANGE, State, X, Y, advance, dice, places, start
from policy.decision import Decision
from vision.arena.tracker import ArenaPhase, ArenaTracker, ArenaView
from vision.profile import ArenaKeysSection, ArenaSection
from vision.sighting import Sighting, Status

RULES = PRESETS["two"]
RIGHT = 2


def loop_with(hand: Any, **parts: Any) -> TickingLoop:
    settings = replace(SETTINGS, absence_s=parts.pop("absence_s", SETTINGS.absence_s))
    handed = parts_of(game=GAMES["hypersonic"](), rules=RULES, hand=hand, settings=settings, **parts)
    return TickingLoop(handed, ArenaTracker(still_ms=12))


class Envelope:
    """Says what the test lets it say, and counts."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict, self.asked, self.acts = verdict, 0, 0

    def check(self, *_args: Any, **_kwargs: Any) -> Verdict:
        self.asked += 1
        return self.verdict

    def acted(self, *_args: Any, **_kwargs: Any) -> None:
        self.acts += 1

    def still_ours(self, _point: Any) -> bool:
        return True


class Hand:
    """Notes what it is to press."""

    def __init__(self) -> None:
        self.pressed: list[Any] = []

    def perform(self, gesture: Any, *_args: Any) -> None:
        self.pressed.append(gesture)


class RightAway:
    """Goes right and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, *_args: Any) -> Decision:
        self.asked += 1
        return Decision(RIGHT, 0.0, (), (RIGHT,), 0.0)


def look_at(state: State) -> Look:
    patch = np.full((4, 4), 40 * (state.round % 6), np.uint8)
    sighting = Sighting(places(state), np.ones((33, 13), np.float32), Status.CLEAR, 0, {"turn_patch": patch})
    pixels = np.zeros((8, 8, 3), np.uint8)
    return Look(Frame(pixels, time.monotonic_ns(), Region(0, 0, 8, 8), 1.0), sighting, 0.0, 0.0)


def show(loop: TickingLoop, state: State) -> None:
    """Let the loop take a picture at rest for the first of its turn, or once more."""
    look = look_at(state)
    view = ArenaView(ArenaPhase.SETTLED, look.sighting, state.round + 1, True, time.monotonic_ns())
    loop._new_turn(look, view)


def kept_out(absence_s: float = 60.0) -> tuple[TickingLoop, Envelope, Hand, RightAway]:
    """A loop whose window takes no keys."""
    envelope, hand, policy = Envelope(Wait("window 'Arena' is not in front")), Hand(), RightAway()
    profile = MagicMock(arena=ArenaSection.model_construct(keys=ArenaKeysSection(), seat=0))
    parts = {"envelope": envelope, "policy": policy, "log": MagicMock(), "reader": MagicMock(profile=profile)}
    loop = loop_with(hand, **parts, absence_s=absence_s)
    loop.watch = MagicMock(rhythm=Rhythm(), blind=False)
    loop._note = lambda *_args: None  # type: ignore[method-assign]
    return loop, envelope, hand, policy


def test_rounds_played_while_the_window_takes_no_keys_are_nobodys_fault() -> None:
    loop, envelope, hand, policy = kept_out()
    state = start(RULES, dice(1))
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
    """In rounds of 100 ms, after a slow press, a bot whose window had been away pressed nothing any more."""
    loop, envelope, hand, _policy = kept_out()
    envelope.verdict = Go()
    loop._out_of_reach = True
    loop._deadline.pressed(120.0)
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
    assert not loop._out_of_reach


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
    view = ArenaView(ArenaPhase.SETTLED, look.sighting, 1, False, time.monotonic_ns())
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
        view = ArenaView(ArenaPhase.SETTLED, look.sighting, 1, fresh, 0)
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
    view = ArenaView(ArenaPhase.SETTLED, look.sighting, state.round + 1, False, since_ns)
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
    loop._new_turn(look, ArenaView(ArenaPhase.SETTLED, look.sighting, 1, True, since_ns))
    assert hand.pressed == [], "the keys would be the second round's"
    assert policy.asked <= 1
    late = replace(look, sighting=replace(look.sighting, time_ns=since_ns + round((61 if waits else 59) * 1e9)))
    view = ArenaView(ArenaPhase.SETTLED, late.sighting, 1, False, since_ns)
    loop.lookout.look = lambda: replace(late, frame=replace(late.frame, time_ns=time.monotonic_ns()))  # type: ignore[method-assign]
    loop.lookout.heed_person = lambda: None  # type: ignore[method-assign]
    loop.watch.feed = lambda _sighting: view  # type: ignore[method-assign]
    time.sleep(0.05)
    loop._at_rest_ns = late.sighting.time_ns
    loop._step()
    assert hand.pressed == ([Chord(("right",))] if waits else [])


def before_the_last_round() -> State:
    """The other one stands on a bomb that goes off: the game is won."""
    begun = start(RULES, dice(1))
    bomb = np.array([[1, *begun.players[1, :2], 1, 3]], np.int16)
    return begun._replace(bombs=bomb)


def at_the_end(state: State) -> tuple[TickingLoop, Hand]:
    loop, envelope, hand, _policy = kept_out()
    envelope.verdict = Go()
    loop._known = state
    loop._decide(state, look_at(state))
    assert hand.pressed == [Chord(("right",))]
    assert (dict(loop.tally.outcomes), loop.tally.moves, loop.ledger.games) == ({}, 0, []), (
        "judged before it was played"
    )
    return loop, hand


@pytest.mark.parametrize(("done", "outcome", "missed"), [(RIGHT, "as planned", 0), (0, "input lost", 1)])
def test_a_games_last_decision_is_judged_by_its_last_board(done: int, outcome: str, missed: int) -> None:
    state = before_the_last_round()
    loop, _hand = at_the_end(state)
    show(loop, advance(RULES, state, [done, 0]).state)
    assert dict(loop.tally.outcomes) == {outcome: 1}
    assert (loop.tally.moves, loop.tally.confirmed, loop.ledger.turns_missed) == (1, 1 - missed, missed)
    assert [game.result for game in loop.ledger.games] == ["win"]


def test_who_dies_shows_nothing_of_what_it_did() -> None:
    begun = start(RULES, dice(1))
    state = begun._replace(bombs=np.array([[1, *begun.players[0, :2], 1, 3]], np.int16))
    loop, _hand = at_the_end(state)
    show(loop, advance(RULES, state, [RIGHT, 0]).state)
    assert (dict(loop.tally.outcomes), loop.tally.moves, loop.tally.confirmed) == ({"unseen": 1}, 1, 0)
    assert [game.result for game in loop.ledger.games] == ["loss"]


def test_a_game_that_goes_on_after_what_was_taken_for_its_last_round_is_played_on() -> None:
    """The last round is foretold by ranges, which no screen shows."""
    begun = start(RULES, dice(1))
    bare = begun._replace(cells=np.where(begun.cells >= BOX, FLOOR, begun.cells))
    bare.cells[4, 4] = BOX
    state, believed = (bare._replace(bombs=np.array([[1, 12, 6, 1, reach]], np.int16)) for reach in (3, 5))
    loop, hand = at_the_end(believed)
    assert loop._foretold is not None
    after = advance(RULES, state, [RIGHT, 0]).state
    until = time.monotonic() + 5.0
    while len(hand.pressed) == 1 and time.monotonic() < until:
        show(loop, after)
    assert loop.ledger.games == []
    assert hand.pressed == [Chord(("right",))] * 2
    assert dict(loop.tally.outcomes) == {"rules differ": 1}


@pytest.mark.parametrize(("dry", "outcomes"), [(True, {}), (False, {"unseen": 1})])
def test_a_last_board_that_never_shows_leaves_its_decision_unseen(dry: bool, outcomes: dict[str, int]) -> None:
    state = before_the_last_round()
    loop, _hand = at_the_end(state)
    loop.ledger.dry = dry
    hidden = replace(look_at(state).sighting, status=Status.NO_BOARD)
    look = replace(look_at(state), sighting=hidden)
    loop._begin = None
    loop.lookout = MagicMock(look=lambda: look)
    loop.watch.feed = lambda _sighting: ArenaView(ArenaPhase.HIDDEN, hidden, 1, False, 0)  # type: ignore[method-assign]
    began = time.monotonic()
    while not loop.ledger.games:
        loop._step()
        assert time.monotonic() - began < 5.0
    assert loop.lookout.blocked.call_count == 0, "words over the last board are nothing to wait for"
    assert (dict(loop.tally.outcomes), loop.tally.moves, loop.tally.confirmed) == (outcomes, 1, 0)
    assert [game.result for game in loop.ledger.games] == ["win"]


def test_the_end_of_a_game_is_known_though_its_last_round_was_not_decided_on() -> None:
    """Too late, or the window took no keys: the words over the last board are no arena to wait a minute for."""
    loop, _envelope, hand, _policy = kept_out()
    state = before_the_last_round()
    loop._known = state
    loop._decide(state, look_at(state))
    assert (hand.pressed, loop._pending) == ([], None)
    hidden = replace(look_at(state).sighting, status=Status.NO_BOARD)
    loop.lookout = MagicMock(look=lambda: replace(look_at(state), sighting=hidden))
    loop.watch.feed = lambda _sighting: ArenaView(ArenaPhase.HIDDEN, hidden, 1, False, 0)  # type: ignore[method-assign]
    began = time.monotonic()
    while not loop.ledger.games:
        loop._step()
        assert time.monotonic() - began < 5.0
    assert loop.lookout.blocked.call_count == 0
    assert (dict(loop.tally.outcomes), loop.tally.moves, loop.ledger.turns_missed) == ({}, 0, 0), "nobody's round"
    assert [game.result for game in loop.ledger.games] == ["win"]


def over_for(players: int) -> State:
    """A game that is over for seat 0, which has died; of more than two the others play on."""
    begun = start(PRESETS[{2: "two", 4: "four"}[players]], dice(1))
    return advance(RULES, begun._replace(bombs=np.array([[1, 0, 0, 1, 3]], np.int16)), [0] * players).state


class RestartingWindow:
    """A window that heeds the key that begins a game so long after the first press, or never.

    Args:
        loop: looks at it.
        over: the game that it shows until then.
        heeds_s: how long.
        words: words lie over the board; for so much of that time, then they go away.
        plays_on: another turn of the old game shows every 50 ms.

    Attributes:
        presses: of that key.
        first_turns: looks at the new game's first turn.
    """

    def __init__(self, loop: TickingLoop, over: State, heeds_s: float, *, words: float, plays_on: bool) -> None:
        self.loop, self.over, self.heeds_s, self.words, self.plays_on = loop, over, heeds_s, words, plays_on
        self.presses, self.first_turns = 0, 0
        self._pressed_s: float | None = None
        self.begun = start(loop.rules, dice(2))
        reader = loop.lookout.reader
        blocked = MagicMock(side_effect=lambda *_args: time.sleep(0.01))
        loop.lookout = MagicMock(look=self.look, act=self.act, left_over=None, reader=reader, blocked=blocked)
        loop.watch.feed = self.feed  # type: ignore[method-assign]
        loop._restart = loop._begin = Chord(("r",))

    def act(self, keys: Chord, _look: Look, **_options: Any) -> bool:
        if keys == Chord(("r",)):
            self.presses += 1
            self._pressed_s = time.monotonic() if self._pressed_s is None else self._pressed_s
        return True

    def look(self) -> Look:
        pressed_s = 0.0 if self._pressed_s is None else time.monotonic() - self._pressed_s
        if self._pressed_s is not None and pressed_s >= self.heeds_s:
            self.first_turns += 1
            return look_at(self.begun)
        look = look_at(self.over._replace(round=self.over.round + int(20 * pressed_s) * self.plays_on))
        if pressed_s < self.words * self.heeds_s:
            return replace(look, sighting=replace(look.sighting, status=Status.NO_BOARD))
        return look

    def feed(self, sighting: Sighting) -> ArenaView:
        phase = ArenaPhase.HIDDEN if sighting.status & Status.NO_BOARD else ArenaPhase.SETTLED
        return ArenaView(phase, sighting, 1, True, time.monotonic_ns())


WINDOWS = [
    pytest.param(2, 0.0, False, id="bare board"),
    pytest.param(2, 1.0, False, id="words"),
    pytest.param(2, 0.5, False, id="words that go away first"),
    pytest.param(4, 0.0, True, id="the others play on"),
]


def restarting(players: int, words: float, plays_on: bool, heeds_s: float) -> tuple[TickingLoop, RestartingWindow]:
    loop, _envelope, _hand, _policy = kept_out(absence_s=0.6)
    loop.rules = PRESETS[{2: "two", 4: "four"}[players]]
    return loop, RestartingWindow(loop, over_for(players), heeds_s, words=words, plays_on=plays_on)


@pytest.mark.parametrize("heeds_s", [0.0, 0.1, 0.5])
@pytest.mark.parametrize(("players", "words", "plays_on"), WINDOWS)
def test_a_game_is_played_from_its_first_turn_and_the_one_before_counted_no_more(
    players: int, words: float, plays_on: bool, heeds_s: float
) -> None:
    """Until the window heeds the key the game before shows, which is over: no game of ours."""
    loop, window = restarting(players, words, plays_on, heeds_s)
    until = time.monotonic() + 10.0
    while window.first_turns == 0:
        loop._step()
        assert time.monotonic() < until
    assert window.presses == 1
    assert loop.ledger.games == []
    assert loop._known is not None, "its first turn was looked at and passed over"
    assert np.array_equal(places(loop._known), places(window.begun))


@pytest.mark.parametrize(("players", "words", "plays_on"), WINDOWS)
def test_a_key_that_got_lost_is_pressed_again_and_the_game_counted_no_more(
    players: int, words: float, plays_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ticking.loop.HEEDED_S", 0.05)
    monkeypatch.setattr("bot.ticking.loop.HIDDEN_S", 0.1)
    loop, window = restarting(players, words, plays_on, heeds_s=3.0)
    ending = run_to_its_end(loop._step)
    assert ending.reason == "no game has begun in 1 s, though the key for it was pressed"
    assert window.presses > 2
    assert loop.ledger.games == []


def test_a_game_that_goes_on_as_a_run_begins_is_none_of_its_own_until_the_key_is_lost() -> None:
    loop, _envelope, _hand, _policy = kept_out()
    loop.lookout = MagicMock(act=lambda *_args, **_options: True, reader=loop.lookout.reader)
    loop.watch.feed = lambda sighting: ArenaView(ArenaPhase.SETTLED, sighting, 1, True, 0)  # type: ignore[method-assign]
    loop._restart = loop._begin = Chord(("r",))
    begun = start(RULES, dice(1))
    state = begun._replace(bombs=np.array([[1, 12, 6, 8, 3]], np.int16))
    began = time.monotonic()
    while loop._known is None:
        loop.lookout.look = lambda: look_at(state._replace(round=int(10 * (time.monotonic() - began))))
        loop._step()
        assert time.monotonic() < began + 10.0
    assert time.monotonic() - began >= HEEDED_S


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
    assert loop._known is not None
    known = loop._known.round
    state, explained = loop._explained(look, loop._story(look.sighting))
    assert dict(loop.tally.outcomes) == {outcome: 1}
    assert (loop.tally.moves, loop.ledger.turns_missed, explained) == (1 + missed, missed, 0)
    assert state.round == known + 1 + missed

"""Rounds that nobody saw: what the loop of a fixed tick counts of them, and that they end no game."""

import time
from dataclasses import replace

import numpy as np
import pytest

from bot.playing.lookout import Look
from bot.ticking.loop import TickingLoop
from engine.hypersonic import BOX, FLOOR, FUSE, IN_HAND, MOVES, State, X, Y, advance, dice, start
from policy.decision import Decision
from tests.bot.ticking_stand_ins import RIGHT, RULES, kept_out, look_at, show
from vision.arena.tracker import ArenaPhase, ArenaView
from vision.sighting import UNKNOWN


def late_picture(rounds: int) -> tuple[TickingLoop, Look]:
    """A loop that has decided, and a picture that shows so many rounds later what nothing explains."""
    loop, window, _hand, _policy = kept_out()
    window.in_front = True
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


def verified(loop: TickingLoop, look: Look, since_ns: int) -> tuple[State, int | None]:
    """Let a loop enter what a picture that stands still since then shows; return the state, and rounds explained."""
    known, pending = loop._known, loop._pending
    story = loop.verifier.story(known, pending, look.sighting)
    return loop.verifier.verify(known, loop._known_ns, pending, look, story, since_ns)


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
    loop.verifier.seen_alone = lambda sighting: seen  # type: ignore[method-assign]
    _, explained = verified(loop, look, look.frame.time_ns)
    assert dict(loop.tally.outcomes) == {outcome: 1}
    assert (loop.tally.moves, loop.ledger.turns_missed, explained) == (1 + missed, missed, None)


def test_a_decision_is_unseen_too_where_no_clock_tells_how_many_rounds_went_by() -> None:
    """Out of step, as in a game's first turn, a stall counted as a fault of the rules; three of them end a run."""
    loop, look = late_picture(6)
    loop.watch.rhythm.forget_beginning()
    assert loop.watch.rhythm.out_of_step
    verified(loop, look, look.frame.time_ns)
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
    verified(loop, doubted, look.frame.time_ns)
    assert (loop.ledger.turns_missed, loop.ledger.turns_unread) == (rounds - decided, 0)


@pytest.mark.parametrize("explained", [False, True])
def test_rounds_that_could_not_be_read_are_told_from_those_for_which_time_was_up(explained: bool) -> None:
    loop, look = late_picture(4)
    known = loop._known
    assert known is not None
    if explained:
        look = replace(look, sighting=look_at(advance(RULES, known, [RIGHT, 0]).state).sighting)
        loop._pending = None
    codes = np.full((33, 13), UNKNOWN, np.int8)
    for ms in range(0, 40_000, 50):  # of a round of a minute
        covered = replace(look.sighting, codes=codes, time_ns=ms * 1_000_000)
        loop.watch._unread.feed(ArenaView(ArenaPhase.UNREAD, covered, False, 0))
    verified(loop, look, look.frame.time_ns)
    assert loop.ledger.turns_unread == loop.ledger.turns_missed == (1 if explained else 3)


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
    loop.watch.forget()
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
    state, _ = verified(loop, replace(look, sighting=shown.sighting), look.frame.time_ns)
    assert state.players[:, IN_HAND].tolist() == in_hand


def test_where_the_clock_was_not_read_fuses_tell_how_many_rounds_went_by() -> None:
    loop, look = late_picture(1)
    loop.watch.rhythm.forget()
    before = start(RULES, dice(1))._replace(bombs=np.array([[1, 6, 4, 7, 3]], np.int16))
    loop._known, loop._pending = before, None
    shown = look_at(before._replace(bombs=np.array([[1, 6, 4, 2, 3]], np.int16), round=5))
    state, _ = verified(loop, replace(look, sighting=shown.sighting), look.frame.time_ns)
    assert state.round == before.round + 5


@pytest.mark.parametrize(
    ("timer", "outcome", "missed"), [(8, "rules differ", 0), (7, "rules differ", 0), (6, "unseen", 2)]
)
def test_before_a_round_is_measured_a_bomb_placed_since_tells_of_rounds_unseen(
    timer: int, outcome: str, missed: int
) -> None:
    """A stall of a second in a game's second turn counted as a fault of the rules (2026-11-30)."""
    loop, look = late_picture(1)
    loop.watch.rhythm.forget()
    known = loop._known
    assert known is not None
    assert loop._pending is not None
    players = known.players.copy()
    players[1, [X, Y]] = 6, 4  # nobody gets there in two rounds
    bombs = np.array([[1, 12, 9, timer, 3]], np.int16)
    shown = look_at(known._replace(players=players, bombs=bombs, round=3))
    state, _ = verified(loop, replace(look, sighting=shown.sighting), loop._pending.look.frame.time_ns)
    assert dict(loop.tally.outcomes) == {outcome: 1}
    assert (loop.ledger.turns_missed, state.round) == (missed, known.round + FUSE + 1 - timer)


@pytest.mark.parametrize("timer", [8, 6, 5, 3, 1])
def test_where_a_clock_counts_rounds_a_bomb_that_it_does_not_explain_is_a_fault(timer: int) -> None:
    loop, look = late_picture(1)
    known = loop._known
    assert known is not None
    players = known.players.copy()
    players[1, [X, Y]] = 6, 4  # nobody gets there in two rounds
    shown = look_at(known._replace(players=players, bombs=np.array([[1, 12, 9, timer, 3]], np.int16), round=1))
    state, _ = verified(loop, replace(look, sighting=shown.sighting), look.frame.time_ns)
    assert dict(loop.tally.outcomes) == {"rules differ": 1}
    assert (loop.ledger.turns_missed, state.round) == (0, known.round + 1)


@pytest.mark.parametrize(
    ("number", "seconds", "outcome"),
    [(1, 1.0, "unseen"), (2, 1.0, "unseen"), (3, 1.0, "rules differ"), (2, 0.5, "rules differ")],
)
def test_before_a_round_is_measured_a_stall_hides_a_decision_and_no_rules_that_differ(
    number: int, seconds: float, outcome: str
) -> None:
    loop, look = late_picture(1)
    loop.watch.rhythm.forget()
    assert loop._pending is not None
    loop._pending = replace(loop._pending, number=number)
    since_ns = loop._pending.look.frame.time_ns + round(seconds * 1e9)
    verified(loop, look, since_ns)
    assert dict(loop.tally.outcomes) == {outcome: 1}

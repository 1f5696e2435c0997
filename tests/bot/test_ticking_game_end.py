"""Held: what a round is certain to end, what a picture says against it, and how the loop counts a game's last round."""

import itertools
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bot.playing.lookout import Look
from bot.playing.run_log import RunLog
from bot.ticking.game_change import END_HIDDEN_S
from bot.ticking.game_end import STAY, certain_end, finished_game, foretold_end, outlived
from bot.ticking.loop import TickingLoop
from bot.ticking.restart_key import HIDDEN_S
from bot.ticking.rhythm import Rhythm
from control.gesture import Chord
from engine.hypersonic import BOX, BOXES, DIED, FLOOR, PRESETS, State, X, advance, dice, from_text, places, start
from tests.bot.desktop_stand_ins import NotingHand, OpenWindow
from tests.bot.ticking_stand_ins import RIGHT, kept_out, look_at, show, shows
from vision.arena.tracker import ArenaPhase, ArenaView
from vision.notice import Notice
from vision.sighting import Status

RULES = PRESETS["two"]
Told = Callable[[str], list[dict[str, Any]]]
GROUND = ".............\n.X.X.X.X.X.X.\n" * 5 + "............0\n"


def position(*bombs: str, number: int = 60) -> State:
    """Player 0 in the upper left corner with 6 boxes, player 1 in the middle with 4."""
    head = f"hypersonic seat 0 round {number} quiet 0 boxless -1\n"
    bodies = "player 0 0 1 3 6 0\nplayer 6 4 1 3 4 0\n"
    return from_text(head + GROUND + bodies + "".join(f"bomb {bomb}\n" for bomb in bombs))


MINE_DIES = "1 1 0 1 3"
OTHER_DIES = "0 6 5 1 3"


def test_a_round_that_nobody_must_die_in_ends_nothing() -> None:
    assert certain_end(RULES, position("0 6 5 2 3"), STAY) is None
    assert certain_end(RULES, position(), STAY) is None


@pytest.mark.parametrize(
    ("bombs", "result", "place"),
    [((MINE_DIES,), "loss", 2), ((OTHER_DIES,), "win", 1), ((MINE_DIES, OTHER_DIES), "win", 1)],
)
def test_who_stands_in_a_blast_ends_the_game_whatever_it_does(bombs: tuple[str, ...], result: str, place: int) -> None:
    state = position(*bombs)
    for action in range(10):
        end = certain_end(RULES, state, action)
        assert end is not None
        game = finished_game(end)
        assert (game.result, game.place, game.turns, game.boxes) == (result, place, 61, 6)
        assert (game.died == 61) == (MINE_DIES in bombs)


@pytest.mark.parametrize(("dies", "ends"), [(0, True), (1, False)])
def test_of_several_players_the_seats_death_ends_its_game_and_one_of_the_others_does_not(dies: int, ends: bool) -> None:
    rules = PRESETS["four"]
    begun = start(rules, dice(1))
    bomb = np.array([[dies, *begun.players[dies, :2], 1, 3]], np.int16)
    assert (certain_end(rules, begun._replace(bombs=bomb), STAY) is not None) == ends


def test_equal_boxes_are_a_tie_and_the_last_round_is_certain() -> None:
    state = position(number=RULES.rounds - 1)
    state.players[0, BOXES] = 4
    end = certain_end(RULES, state, STAY)
    assert end is not None
    assert (finished_game(end).result, finished_game(end).place) == ("tie", 1)


def test_a_foretold_death_is_contradicted_by_who_still_stands_there() -> None:
    state = position(OTHER_DIES)
    end = certain_end(RULES, state, STAY)
    assert end is not None
    assert outlived(RULES, state, end, state.players)
    for lost in (0, 1):  # one is not to be seen, or is dead: no witness
        seen = state.players.copy()
        seen[lost, X] = -1
        assert not outlived(RULES, state, end, seen)
        seen = state.players.copy()
        seen[lost, DIED] = 61
        assert not outlived(RULES, state, end, seen)


def test_no_picture_contradicts_that_the_rounds_are_over() -> None:
    state = position(OTHER_DIES, number=RULES.rounds - 1)
    end = certain_end(RULES, state, STAY)
    assert end is not None
    assert np.count_nonzero(end.players[:, DIED]) == 1
    assert not outlived(RULES, state, end, state.players)


def before_the_last_round() -> State:
    """The other one stands on a bomb that goes off: the game is won."""
    begun = start(RULES, dice(1))
    bomb = np.array([[1, *begun.players[1, :2], 1, 3]], np.int16)
    return begun._replace(bombs=bomb)


def at_the_end(state: State, log: RunLog | None = None) -> tuple[TickingLoop, NotingHand]:
    loop, window, hand, _policy = kept_out(log=log)
    window.in_front = True
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
    assert loop.change.foretold is not None
    after = advance(RULES, state, [RIGHT, 0]).state
    until = time.monotonic() + 5.0
    while len(hand.pressed) == 1 and time.monotonic() < until:
        show(loop, after)
    assert loop.ledger.games == []
    assert hand.pressed == [Chord(("right",))] * 2
    assert dict(loop.tally.outcomes) == {"rules differ": 1}


def test_the_board_before_the_last_round_shown_once_more_is_no_sign_that_the_game_goes_on() -> None:
    state = before_the_last_round()
    end = foretold_end(RULES, state, RIGHT, Rhythm())
    assert end is not None
    assert not end.refuted(RULES, places(state), state)
    stood_still = advance(RULES, state._replace(bombs=state.bombs[:0]), [RIGHT, 0]).state
    assert end.refuted(RULES, places(stood_still), stood_still)


def hide(loop: TickingLoop, state: State, seconds: float) -> None:
    """Let the loop take a picture without an arena, so long after one was in view last."""
    shown = look_at(state)
    time_ns = loop.change.shown_ns + round(seconds * 1e9)
    hidden = replace(shown, sighting=replace(shown.sighting, status=Status.NO_BOARD, time_ns=time_ns))
    take(loop, hidden, ArenaView(ArenaPhase.HIDDEN, hidden.sighting, False, 0))


def take(loop: TickingLoop, look: Look | None, view: ArenaView | None = None) -> None:
    shows(loop, look, view)
    loop._step()


@pytest.mark.parametrize(("dry", "outcomes"), [(True, {}), (False, {"unseen": 1})])
def test_a_last_board_that_never_shows_leaves_its_decision_unseen(
    dry: bool, outcomes: dict[str, int], run_log: RunLog, told: Told
) -> None:
    state = before_the_last_round()
    loop, _hand = at_the_end(state, run_log)
    loop.ledger.dry = dry
    for seconds in (0.1, 3.0, END_HIDDEN_S - 0.1):
        hide(loop, state, seconds)
        assert told("waiting") == [], "words over the last board are nothing to wait for"
        assert loop.ledger.games == [], "words of a pause may not have been read yet"
    hide(loop, state, END_HIDDEN_S + 0.1)
    assert (dict(loop.tally.outcomes), loop.tally.moves, loop.tally.confirmed) == (outcomes, 1, 0)
    assert [game.result for game in loop.ledger.games] == ["win"]


@pytest.mark.parametrize(("seconds", "ended"), [(END_HIDDEN_S + 0.1, False), (HIDDEN_S + 0.1, True)])
def test_a_last_board_that_never_shows_is_waited_for_while_nobody_knows_whether_words_of_a_pause_hide_it(
    seconds: float, ended: bool
) -> None:
    state = before_the_last_round()
    loop, _hand = at_the_end(state)
    loop.change._notices._asked = Future()
    hide(loop, state, seconds)
    assert bool(loop.ledger.games) == ended


def test_the_end_of_a_game_is_known_though_its_last_round_was_not_decided_on(run_log: RunLog, told: Told) -> None:
    """Too late, or the window took no keys: the words over the last board are no arena to wait a minute for."""
    loop, _window, hand, _policy = kept_out(log=run_log)
    state = before_the_last_round()
    loop._known = state
    loop._decide(state, look_at(state))
    assert (hand.pressed, loop._pending) == ([], None)
    until = time.monotonic() + 5.0
    for seconds in itertools.count(1):  # what is asked about words must be answered
        if loop.ledger.games or time.monotonic() > until:
            break
        hide(loop, state, min(seconds, END_HIDDEN_S + 0.1))
    assert [event["reason"] for event in told("waiting")] == ["window 'Arena' is not in front; click on its title"]
    assert (dict(loop.tally.outcomes), loop.tally.moves, loop.ledger.turns_missed) == ({}, 0, 0), "nobody's round"
    assert [game.result for game in loop.ledger.games] == ["win"]


def test_a_window_that_begins_the_next_game_by_itself_has_ended_the_last_one() -> None:
    """The game was never entered, and a run without a key for another one played on in that."""
    state = before_the_last_round()
    loop, _hand = at_the_end(state)
    hide(loop, state, 1.0)
    until = time.monotonic() + 5.0
    while not loop.ledger.games and time.monotonic() < until:
        show(loop, start(RULES, dice(7)))
    assert [game.result for game in loop.ledger.games] == ["win"]
    assert dict(loop.tally.outcomes) == {"unseen": 1}


def test_words_that_come_and_go_over_the_last_board_are_an_end() -> None:
    state = before_the_last_round()
    loop, _hand = at_the_end(state)
    covered = look_at(state)
    for tenths in range(1, 80):
        if not loop.ledger.games:
            hide(loop, state, tenths / 10)
            take(loop, covered, ArenaView(ArenaPhase.UNREAD, covered.sighting, False, 0))
    assert [game.result for game in loop.ledger.games] == ["win"]


@pytest.mark.parametrize("by", ["words", "keyboard"])
def test_a_game_that_is_paused_before_its_last_round_goes_on(by: str, run_log: RunLog, told: Told) -> None:
    """A second after P, or a click beside the window, it was entered as over, and the key for another one pressed."""
    state = before_the_last_round()
    loop, hand = at_the_end(state, run_log)
    if by == "words":
        loop.change._notices.look = lambda *_: Notice.PAUSED  # type: ignore[method-assign]
    else:
        window = loop.lookout.envelope.window
        assert isinstance(window, OpenWindow)
        window.in_front = False
    assert loop.change.foretold is not None
    loop.change.foretold = replace(loop.change.foretold, until_s=time.monotonic() - 1.0)
    for seconds in (1.0, 5.0, 5.0, 5.0):
        hide(loop, state, seconds)
    assert loop.ledger.games == []
    assert loop.change.foretold is not None
    assert told("waiting"), "nobody is told what is waited for"
    assert len(hand.pressed) == 1


@pytest.mark.parametrize("before", ["no window", "a pause", "a board that stood"])
def test_what_stood_for_long_before_the_last_round_is_no_end_at_the_first_motion(before: str) -> None:
    """The motion of the round, or the first picture after a pause, ended the game at once: its board was not seen."""
    state = before_the_last_round()
    loop, _hand = at_the_end(state)
    look = look_at(state)
    loop._seen = look.sighting
    assert loop.change.foretold is not None
    loop.change.foretold = replace(loop.change.foretold, until_s=time.monotonic() - 1.0)
    if before == "no window":
        take(loop, None)
    elif before == "a pause":
        hide(loop, state, 1.0)
    else:
        loop._at_rest_ns = look.sighting.time_ns
        take(loop, look, ArenaView(ArenaPhase.SETTLED, look.sighting, False, 0))
    take(loop, look, ArenaView(ArenaPhase.MOVING, look.sighting, False, 0))
    assert loop.ledger.games == []
    show(loop, advance(RULES, state, [RIGHT, 0]).state)
    assert dict(loop.tally.outcomes) == {"as planned": 1}
    assert [game.result for game in loop.ledger.games] == ["win"]

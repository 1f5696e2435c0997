"""The loop of a falling piece over drawn pictures of real games: keys that get lost, stalls, windows that are away."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from bot.falling.loop import FallingLoop
from bot.falling.stale_pictures import STALE_S
from bot.falling.steering import LOST_AT_REST
from bot.playing.run import run_to_its_end
from bot.playing.trackers import well_tracker
from control.hand import DryHand
from practice.columns.looks import LOOKS
from tests.bot.drawn_game import RESTART_KEY, RULES, DrawnGame
from vision.notice import Notice


def loop_over(game: DrawnGame, restart_key: str = "", **settings: object) -> FallingLoop:
    return FallingLoop(game.parts(**settings), well_tracker(RULES), restart_key)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("look", LOOKS)
def test_a_key_that_got_lost_over_the_words_of_the_game_before_is_pressed_again(look: str) -> None:
    """The run ended with no move, and told that as a game that was over."""
    game = DrawnGame(look)
    game.end()
    game.lost_restarts = 1
    loop = loop_over(game, RESTART_KEY, moves=2)
    ending = loop.run()
    assert (ending.reason, ending.finished) == ("2 moves made", True)
    assert game.pressed.count(RESTART_KEY) == 2
    assert dict(loop.tally.outcomes) == {"as planned": 2}


def test_a_run_ends_where_no_press_makes_a_game_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.playing.notices.AFTER_S", 1.0)
    monkeypatch.setattr("bot.playing.notices.AGAIN_S", 1.0)
    monkeypatch.setattr("bot.playing.notices.read_notice", lambda *_asked: Notice.GAME_OVER)
    game = DrawnGame("vista")
    game.end()
    game.lost_restarts = 99
    ending = loop_over(game, RESTART_KEY, absence_s=5.0).run()
    assert ending.reason == "no game has begun in 5 s, though the key for it was pressed"
    assert not ending.finished
    assert 2 <= game.pressed.count(RESTART_KEY) <= 6, "once a second"


@pytest.mark.parametrize(("lost", "pressed"), [(0, 1), (1, 2)])
def test_where_no_words_can_be_read_a_key_got_lost_if_the_well_stays_as_it_was(
    lost: int, pressed: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without tesseract it was not pressed again, and the run gave up after a minute."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("bot.falling.awaited_game.LOST_S", 2.0)
    game = DrawnGame("vista")
    game.end()
    game.lost_restarts = lost
    ending = loop_over(game, RESTART_KEY, moves=1, absence_s=20.0).run()
    assert (ending.reason, game.pressed.count(RESTART_KEY)) == ("1 moves made", pressed)


def test_words_that_take_long_to_read_are_those_of_when_they_were_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that got lost was told as a game whose pieces could not be made out."""

    def read_slowly(*_asked: object) -> Notice:
        time.sleep(4.0)
        return Notice.GAME_OVER

    monkeypatch.setattr("bot.playing.notices.AFTER_S", 0.5)
    monkeypatch.setattr("bot.playing.notices.read_notice", read_slowly)
    monkeypatch.setattr("bot.falling.interruptions.BLIND_S", 3.0)
    game = DrawnGame("vista")
    game.end()
    game.lost_restarts = 1
    ending = loop_over(game, RESTART_KEY, moves=1).run()
    assert (ending.reason, game.pressed.count(RESTART_KEY)) == ("1 moves made", 2)


@pytest.mark.parametrize("in_a_row", [1, 2])
def test_a_picture_from_before_a_stall_of_the_machine_is_not_acted_on(in_a_row: int) -> None:
    game = DrawnGame("cave", row_ms=300.0)
    game.stall_after, game.stalls = 4, in_a_row
    loop = loop_over(game, moves=3)
    loop.run()
    assert len(game.pressed) > 3
    assert game.pressed_late == 0
    assert dict(loop.tally.outcomes) == {"as planned": 3}


def test_a_machine_on_which_every_picture_comes_late_plays_on() -> None:
    game = DrawnGame("cave", row_ms=600.0)
    game.slow_s = 1.5 * STALE_S
    loop = loop_over(game, moves=2)
    assert loop.run().reason == "2 moves made"
    assert dict(loop.tally.outcomes) == {"as planned": 2}


def test_a_piece_that_came_in_during_a_stall_is_steered_all_the_same() -> None:
    """It fell unsteered, and the board under the one after it counted as a fault of the first."""
    game = DrawnGame("cave", row_ms=150.0)
    loop = loop_over(game, moves=2)
    while loop._plan is None or loop._plan.dropped_s is None:
        loop._step()
    game.stall_until_fallen(3.2)
    ending = loop.run()
    assert ending.reason == "2 moves made"
    assert dict(loop.tally.outcomes) == {"as planned": 2}


def test_a_piece_that_is_met_as_it_lands_is_neither_steered_nor_a_fault() -> None:
    """It was planned for, landed before the first press, and the second moved the next piece while it came in."""
    game = DrawnGame("cave", row_ms=120.0)
    game.slow_s = 0.03
    loop = loop_over(game, moves=1)
    first = game.play.falling
    game.let_fall(left_rows=1.5)  # a piece that nothing announced takes some 170 to be made out
    while game.play.falling in (None, first):
        loop._step()
    assert not game.pressed
    assert loop.run().reason == "1 moves made"
    assert dict(loop.tally.outcomes) == {"as planned": 1}


@pytest.mark.parametrize("smooth", [True, False])
def test_a_runs_first_piece_is_planned_for_though_a_plan_takes_long_where_it_is_seen_to_fall_slowly(
    smooth: bool,
) -> None:
    """As long as nothing had been seen to fall it was held to fall as in the fastest games, and let be."""
    game = DrawnGame("cave", row_ms=400.0, smooth=smooth)
    loop = loop_over(game, moves=1, think_ms=500)
    game.let_fall(left_rows=6)
    assert loop.run().reason == "1 moves made"
    assert dict(loop.tally.outcomes) == {"as planned": 1}
    assert len(loop.tally.landings) == 1


@pytest.mark.parametrize("dropped", [False, True])
def test_a_window_that_stood_still_and_caught_up_in_one_jump_plays_by_the_rules(dropped: bool) -> None:
    """What landed meanwhile, with the keys that it had not heeded, counted as a fault of the rules."""
    game = DrawnGame("cave", row_ms=150.0)
    loop = loop_over(game, moves=2)
    while loop._plan is None or (loop._plan.dropped_s is not None) != dropped:
        loop._step()
    game.hang(3.0)
    ending = loop.run()
    assert ending.reason == "2 moves made"
    assert dict(loop.tally.outcomes) == {"as planned": 2}
    assert () in loop.tally.landings


def test_a_window_that_stands_still_is_not_pressed_over_and_over() -> None:
    """It heeded all of it at once as it went on, and what the piece did not take hit the next one."""
    game = DrawnGame("cave", row_ms=150.0)
    loop = loop_over(game)
    for row in range(20):  # earlier pieces were seen to fall for that long
        loop.pace.fell(row / 4, 0.15 * row / 4)
    while loop._plan is None:
        loop._step()
    game.hang(2.0)
    pressed = len(game.pressed)
    while game.hangs:
        loop._step()
    assert len(game.pressed) <= pressed + 2


def test_nor_is_one_that_stands_still_while_its_piece_rests() -> None:
    """A piece that rests may stay where it is, so that nothing told of it."""
    game = DrawnGame("cave", row_ms=400.0)
    loop = loop_over(game)
    while loop._plan is None:
        loop._step()
    game.let_fall(left_rows=0)
    game.hang(3.0)
    pressed = len(game.pressed)
    while game.hangs:
        loop._step()
    assert 1 <= len(game.pressed) - pressed <= LOST_AT_REST + 1


def put_away(game: DrawnGame, how: str, back: bool = False) -> None:
    match how:
        case "away":
            game.away = not back
        case "behind":
            game.window.in_front = back
        case "covered":
            game.window.covered = not back


@pytest.mark.parametrize("how", ["away", "behind", "covered"])
def test_a_game_that_ends_while_its_window_is_away_is_no_fault(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was told as one whose pieces could not be made out."""
    monkeypatch.setattr("bot.falling.interruptions.BLIND_S", 5.0)
    monkeypatch.setattr("bot.playing.notices.AFTER_S", 1.0)
    game = DrawnGame("temple")
    loop = loop_over(game)
    while not game.pressed:
        loop._step()
    game.end()
    put_away(game, how)
    until = time.monotonic() + 6.0
    while time.monotonic() < until:
        loop._step()
    put_away(game, how, back=True)
    ending = run_to_its_end(loop._step)
    assert (ending.reason, ending.fault) == ("the game is over", False)


def test_the_words_of_a_window_in_front_do_not_end_a_game() -> None:
    """A page with "play again" on it, over the well for some seconds, counted as the game's own words."""
    game = DrawnGame("temple", row_ms=1000.0)
    loop = loop_over(game, moves=2)
    while not game.pressed:
        loop._step()
    game.window.in_front = False
    until = time.monotonic() + 6.0
    while time.monotonic() < until:
        loop._step()
    game.window.in_front = True
    assert loop.run().reason == "2 moves made"


@pytest.mark.parametrize("dry", [False, True])
def test_nor_do_those_of_a_window_that_lies_over_the_well_and_never_has_the_keyboard(dry: bool) -> None:
    """Such as a notification."""
    game = DrawnGame("temple", row_ms=1000.0)
    parts = game.parts(moves=2)
    loop = FallingLoop(replace(parts, hand=DryHand()) if dry else parts, well_tracker(RULES))
    while loop._plan is None:
        loop._step()
    game.window.covered = True
    until = time.monotonic() + 6.0
    while time.monotonic() < until:
        loop._step()
    game.window.covered = False
    assert loop.run().reason == "2 moves made"


def test_a_dry_run_hears_that_the_game_is_over_while_another_window_has_the_keyboard() -> None:
    """Such as the terminal that it was begun in."""
    game = DrawnGame("cave")
    game.end()
    game.window.in_front = False
    loop = FallingLoop(replace(game.parts(absence_s=20.0), hand=DryHand()), well_tracker(RULES))
    ending = loop.run()
    assert (ending.reason, ending.finished) == ("the game is over", True)

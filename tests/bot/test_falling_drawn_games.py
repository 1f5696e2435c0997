"""The loop of a falling piece over drawn pictures of real games: keys that get lost, stalls, windows that are away."""

import time

import pytest
from drawn_game import RESTART_KEY, RULES, STALL_S, DrawnGame

from bot.falling.loop import FallingLoop
from bot.playing.run import run_to_its_end
from bot.playing.trackers import well_tracker
from practice.columns.still import LOOKS


def loop_over(game: DrawnGame, restart_key: str = "", **settings: object) -> FallingLoop:
    return FallingLoop(game.parts(**settings), well_tracker(RULES), restart_key)


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


def test_a_run_ends_where_no_press_makes_a_game_begin() -> None:
    game = DrawnGame("vista")
    game.end()
    game.lost_restarts = 99
    ending = loop_over(game, RESTART_KEY, absence_s=5.0).run()
    assert ending.reason == "no game has begun in 5 s, though the key for it was pressed"
    assert not ending.finished
    assert 2 <= game.pressed.count(RESTART_KEY) <= 4


def test_a_picture_from_before_a_stall_of_the_machine_is_not_acted_on() -> None:
    game = DrawnGame("cave", row_ms=150.0)
    game.stalls = 5
    loop = loop_over(game, moves=4)
    loop.run()
    assert len(game.ages_s) > 4
    assert max(game.ages_s) < STALL_S
    assert dict(loop.tally.outcomes) == {"as planned": 4}


def test_a_piece_that_came_in_during_a_stall_is_steered_all_the_same() -> None:
    """It fell unsteered, and the board under the one after it counted as a fault of the first."""
    game = DrawnGame("cave", row_ms=150.0)
    loop = loop_over(game, moves=2)
    while loop._plan is None or loop._plan.dropped_s is None:
        loop._step()
    game.stall_until_fallen(3.2)
    ending = run_to_its_end(loop._step)
    assert ending.reason == "2 moves made"
    assert dict(loop.tally.outcomes) == {"as planned": 2}


@pytest.mark.parametrize("how", ["away", "behind"])
def test_a_game_that_ends_while_its_window_is_away_is_no_fault(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was told as one whose pieces could not be made out."""
    monkeypatch.setattr("bot.falling.loop.BLIND_S", 5.0)
    game = DrawnGame("temple")
    loop = loop_over(game)
    while not game.pressed:
        loop._step()
    game.end()
    setattr(game, how, True)
    until = time.monotonic() + 6.0
    while time.monotonic() < until:
        loop._step()
    setattr(game, how, False)
    ending = run_to_its_end(loop._step)
    assert (ending.reason, ending.fault) == ("the game is over", False)

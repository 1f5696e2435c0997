"""Held: what a round is certain to end, and what a picture says against it."""

import numpy as np
import pytest

from bot.ticking.game_end import STAY, certain_end, finished_game, outlived
from engine.hypersonic import BOXES, DIED, PRESETS, State, X, from_text

RULES = PRESETS["two"]
FLOOR = ".............\n.X.X.X.X.X.X.\n" * 5 + "............0\n"


def position(*bombs: str, number: int = 60) -> State:
    """Player 0 in the upper left corner with 6 boxes, player 1 in the middle with 4."""
    head = f"hypersonic seat 0 round {number} quiet 0 boxless -1\n"
    bodies = "player 0 0 1 3 6 0\nplayer 6 4 1 3 4 0\n"
    return from_text(head + FLOOR + bodies + "".join(f"bomb {bomb}\n" for bomb in bombs))


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

"""Moving, placing bombs and taking items: the rules page line by line, on both engines."""

import numpy as np
import pytest

import engine.hypersonic as hypersonic
from engine.hypersonic import BOXES, COLS, DIED, FLOOR, IN_HAND, ITEM_BOMB, ITEM_RANGE, RANGE, ROWS, TIMER, State
from tests.engine.hypersonic_engines import Play
from tests.engine.hypersonic_positions import (
    BOMB,
    DOWN,
    FAR,
    FREE_CELLS,
    LAST_BOX,
    LEFT,
    RIGHT,
    STAY,
    UP,
    Place,
    code_at,
    position,
    rows,
    with_ground,
)

STEPS = {STAY: (0, 0), LEFT: (-1, 0), RIGHT: (1, 0), UP: (0, -1), DOWN: (0, 1)}


def place_of(state: State, player: int = 0) -> Place:
    x, y = state.players[player, :2].tolist()
    return x, y


# -- where one can go ------------------------------------------------------------------------------


@pytest.mark.parametrize("place", FREE_CELLS)
def test_steps_from_every_cell_of_an_empty_arena(play: Play, place: Place) -> None:
    """Edges and walls are not entered; whoever tries stays."""
    before = position(place, (0, 0) if place != (0, 0) else FAR)
    for direction, (dx, dy) in STEPS.items():
        target = place[0] + dx, place[1] + dy
        free = target in FREE_CELLS and target != LAST_BOX
        assert place_of(play(before, direction).state) == (target if free else place)


@pytest.mark.parametrize("kind", ["box", "range_box", "bomb_box"])
def test_boxes_are_not_entered(play: Play, kind: str) -> None:
    assert place_of(play(with_ground(position((6, 4), FAR), kind, (7, 4)), RIGHT).state) == (6, 4)


def test_a_cell_with_a_bomb_is_not_entered_but_left(play: Play) -> None:
    before = position((6, 4), (7, 4), bombs=[(1, 7, 4, 5, 3)])
    after = play(before, RIGHT, RIGHT).state
    assert (place_of(after, 0), place_of(after, 1)) == ((6, 4), (8, 4))
    assert place_of(play(before, STAY, STAY).state, 1) == (7, 4)


def test_cells_of_this_rounds_explosions_are_entered_a_round_later(play: Play) -> None:
    """The box that breaks, the bomb that explodes: still in the way in this round; the blast itself is not."""
    before = position((6, 4), (0, 9), bombs=[(1, 9, 4, 1, 3), (0, 0, 10, 1, 1)], box=[(7, 4)])
    after = play(before, RIGHT, DOWN).state
    assert code_at(after, (7, 4)) == FLOOR
    assert (place_of(after, 0), place_of(after, 1)) == ((6, 4), (0, 9))
    after = play(after, RIGHT, DOWN).state
    assert (place_of(after, 0), place_of(after, 1)) == ((7, 4), (0, 10))


def test_a_cell_in_the_blast_is_entered_alive(play: Play) -> None:
    after = play(position((3, 0), FAR, bombs=[(1, 0, 0, 1, 3)]), LEFT).state
    assert (place_of(after), after.players[0, DIED]) == ((2, 0), 0)


def test_players_share_a_cell_and_change_places(play: Play) -> None:
    after = play(position((4, 0), (6, 0)), RIGHT, LEFT).state
    assert place_of(after, 0) == place_of(after, 1) == (5, 0)
    after = play(after, LEFT, RIGHT).state
    assert (place_of(after, 0), place_of(after, 1)) == ((4, 0), (6, 0))
    after = play(position((4, 0), (5, 0)), RIGHT, LEFT).state
    assert (place_of(after, 0), place_of(after, 1)) == ((5, 0), (4, 0))


# -- bombs -----------------------------------------------------------------------------------------


def test_a_bomb_is_placed_where_its_owner_stood(play: Play) -> None:
    after = play(position((6, 4, 2, 5), FAR), RIGHT + BOMB).state
    assert rows(after.bombs) == [(0, 6, 4, 8, 5)]
    assert place_of(after) == (7, 4)
    assert after.players[0, IN_HAND] == 1


def test_without_a_bomb_in_hand_the_move_is_made_alone(play: Play) -> None:
    after = play(position((6, 4, 0), FAR), RIGHT + BOMB).state
    assert rows(after.bombs) == []
    assert (place_of(after), after.players[0, IN_HAND]) == ((7, 4), 0)


def test_where_a_bomb_lies_no_other_is_placed(play: Play) -> None:
    after = play(position((6, 4, 3), FAR, bombs=[(1, 6, 4, 5, 3)]), RIGHT + BOMB).state
    assert rows(after.bombs) == [(1, 6, 4, 4, 3)]
    assert (place_of(after), after.players[0, IN_HAND]) == ((7, 4), 3)


def test_a_bomb_that_explodes_is_not_yet_back_in_hand(play: Play) -> None:
    before = position((6, 4, 0), FAR, bombs=[(0, 0, 0, 1, 3)])
    state = play(before, STAY + BOMB).state
    assert rows(state.bombs) == []
    assert state.players[0, IN_HAND] == 1
    assert rows(play(state, STAY + BOMB).state.bombs) == [(0, 6, 4, 8, 3)]


def test_a_bomb_is_placed_where_the_step_fails(play: Play) -> None:
    after = play(position((0, 0), FAR), UP + BOMB).state
    assert rows(after.bombs) == [(0, 0, 0, 8, 3)]
    assert place_of(after) == (0, 0)


def test_bombs_placed_in_this_round_block_nobody(play: Play) -> None:
    """One places and stays, the other comes in; a round later it is blocked."""
    state = play(position((6, 4), (7, 4)), STAY + BOMB, LEFT).state
    assert place_of(state, 1) == (6, 4)
    state = play(state, RIGHT, RIGHT).state
    assert place_of(play(state, LEFT).state) == (7, 4)


def test_two_players_on_a_cell_may_both_place(play: Play) -> None:
    state = play(position((6, 4, 1, 3), (6, 4, 2, 5)), LEFT + BOMB, RIGHT + BOMB).state
    assert rows(state.bombs) == [(0, 6, 4, 8, 3), (1, 6, 4, 8, 5)]
    assert state.players[:, IN_HAND].tolist() == [0, 1]


def test_bombs_lie_in_order_of_placing(play: Play) -> None:
    """Of one round by player; older ones before."""
    state = position((6, 4, 2), (0, 2), (12, 2), bombs=[(2, 0, 10, 4, 3)])
    state = play(state, LEFT, STAY + BOMB, STAY + BOMB).state
    state = play(state, STAY + BOMB).state
    assert [row[:3] for row in rows(state.bombs)] == [(2, 0, 10), (1, 0, 2), (2, 12, 2), (0, 5, 4)]
    assert state.bombs[:, TIMER].tolist() == [2, 7, 7, 8]


# -- items -----------------------------------------------------------------------------------------


def test_a_range_item_lengthens_later_bombs(play: Play) -> None:
    """Not the one that lies, and not the one placed on the way."""
    before = position((6, 4, 3), FAR, bombs=[(0, 0, 0, 5, 3)], range_item=[(7, 4)])
    state = play(before, RIGHT + BOMB).state
    assert state.players[0, [RANGE, IN_HAND]].tolist() == [4, 2]
    assert code_at(state, (7, 4)) == FLOOR
    state = play(state, RIGHT + BOMB).state
    assert rows(state.bombs) == [(0, 0, 0, 3, 3), (0, 6, 4, 7, 3), (0, 7, 4, 8, 4)]


def test_a_bomb_item_is_one_more_in_hand(play: Play) -> None:
    """From the next round on."""
    state = play(position((6, 4, 0), FAR, bomb_item=[(7, 4)]), RIGHT + BOMB).state
    assert rows(state.bombs) == []
    assert state.players[0, [RANGE, IN_HAND]].tolist() == [3, 1]
    assert code_at(state, (7, 4)) == FLOOR
    assert rows(play(state, STAY + BOMB).state.bombs) == [(0, 7, 4, 8, 3)]


@pytest.mark.parametrize(("kind", "column"), [("range_item", RANGE), ("bomb_item", IN_HAND)])
def test_several_players_may_take_one_item(play: Play, kind: str, column: int) -> None:
    before = with_ground(position((6, 4), (8, 4), (7, 4), FAR), kind, (7, 4))
    before.players[2, :2] = 12, 2
    after = play(before, RIGHT, LEFT).state
    assert (after.players - before.players)[:, column].tolist() == [1, 1, 0, 0]
    assert code_at(after, (7, 4)) == FLOOR


@pytest.mark.parametrize(("kind", "column"), [("range_item", RANGE), ("bomb_item", IN_HAND)])
def test_items_have_no_limit(play: Play, kind: str, column: int) -> None:
    places = [(x, 0) for x in range(1, 12)]
    state = with_ground(position((0, 0), FAR), kind, *places)
    start = int(state.players[0, column])
    for taken in range(1, len(places) + 1):
        state = play(state, RIGHT).state
        assert state.players[0, column] == start + taken


@pytest.mark.parametrize("kind", ["range_item", "bomb_item"])
def test_an_item_hit_in_this_round_is_gone(play: Play, kind: str) -> None:
    """Its cell is free to enter, but there is nothing to take."""
    before = with_ground(position((6, 6), FAR, bombs=[(1, 6, 3, 1, 3)]), kind, (6, 5))
    after = play(before, UP).state
    assert place_of(after) == (6, 5)
    assert after.players[0].tolist() == [6, 5, 1, 3, 0, 0]
    assert code_at(after, (6, 5)) == FLOOR


@pytest.mark.parametrize(("kind", "item"), [("range_box", ITEM_RANGE), ("bomb_box", ITEM_BOMB)])
def test_what_a_box_held_shows_from_the_next_round_on(play: Play, kind: str, item: int) -> None:
    """It can be taken, and hit, one round after the box broke."""
    before = with_ground(position((6, 6), FAR, bombs=[(1, 6, 3, 1, 3)]), kind, (6, 5))
    state = play(before, UP).state
    assert place_of(state) == (6, 6)
    assert code_at(state, (6, 5)) == item
    assert state.players[:, BOXES].tolist() == [0, 1]
    state = play(state, UP).state
    assert state.players[0].tolist() == [6, 5, 1 + (item == ITEM_BOMB), 3 + (item == ITEM_RANGE), 0, 0]
    again = with_ground(position((0, 10), FAR, bombs=[(1, 6, 3, 1, 3), (1, 6, 7, 2, 9)]), kind, (6, 5))
    first = play(again)
    assert first.exploded == {(1, 6, 3)}
    second = play(first.state)
    assert {(6, 6), (6, 5)} <= second.blast
    assert (6, 4) not in second.blast
    assert code_at(second.state, (6, 5)) == FLOOR


def test_an_item_under_the_dead_is_nobodys(play: Play) -> None:
    """Who is dead takes nothing, wherever the body lies."""
    before = position((6, 4, 1, 3, 0, 3), FAR, (0, 0), range_item=[(7, 4)], played=8)
    after = play(before, RIGHT).state
    assert code_at(after, (7, 4)) == ITEM_RANGE


# -- legal actions ---------------------------------------------------------------------------------


def legal(state: State, player: int = 0) -> list[int]:
    actions = hypersonic.legal_actions(state, player)
    assert actions.dtype == np.int16
    return [int(action) for action in actions]


def test_legal_actions() -> None:
    assert legal(position((0, 0), FAR)) == [STAY, RIGHT, DOWN, BOMB + STAY, BOMB + RIGHT, BOMB + DOWN]
    assert legal(position((0, 0), FAR), 1) == [STAY, LEFT, UP, BOMB + STAY, BOMB + LEFT, BOMB + UP]
    assert legal(position((6, 4), FAR)) == list(range(10))
    assert legal(position((6, 4, 0), FAR)) == list(range(5)), "no bomb in hand"
    assert legal(position((6, 4), FAR, bombs=[(1, 6, 4, 3, 3)])) == list(range(5)), "one lies here"
    assert legal(position((6, 4, 0), FAR, box=[(5, 4)], bombs=[(1, 6, 3, 1, 3)])) == [STAY, RIGHT, DOWN]
    assert legal(position((6, 4), FAR, range_item=[(5, 4)])) == list(range(10)), "items are entered"
    assert legal(position((6, 4), (7, 4))) == list(range(10)), "players are no obstacle"
    assert legal(position((6, 4, 1, 3, 0, 2), FAR, (0, 0), played=2)) == [], "the dead do nothing"


def test_legal_moves_are_those_of_the_seat() -> None:
    rules = hypersonic.PRESETS["two"]
    for seat in (0, 1):
        state = position((0, 0), (6, 4), seat=seat)
        assert hypersonic.legal_moves(rules, state).tolist() == legal(state, seat)


def test_an_impossible_action_is_left_out() -> None:
    """`advance` takes any number below 10: what is impossible of it is not done."""
    rules = hypersonic.PRESETS["two"]
    for place in FREE_CELLS:
        state = position(place, FAR, bombs=[(1, 6, 2, 5, 3), (1, 6, 4, 5, 3)])
        for action in range(10):
            after = hypersonic.advance(rules, state, [action, STAY]).state
            possible = action in legal(state)
            x, y = place_of(after)
            assert abs(x - place[0]) + abs(y - place[1]) <= 1
            if action % 5 and not possible and action % 5 not in legal(state):
                assert place_of(after) == place
            assert len(after.bombs) == 2 + (action >= BOMB and BOMB in legal(state))


def test_the_arena_has_113_cells_that_are_no_walls() -> None:
    assert len(FREE_CELLS) == 113
    assert (ROWS, COLS) == (11, 13)

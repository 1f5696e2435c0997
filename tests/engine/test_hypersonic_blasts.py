"""Bombs, blasts, chains, deaths and boxes: the rules page line by line, on both engines."""

import numpy as np
import pytest

from engine.hypersonic import (
    BOX,
    BOXES,
    DIED,
    FLOOR,
    IN_HAND,
    ITEM_BOMB,
    ITEM_RANGE,
    RANGE,
    State,
)
from tests.engine.hypersonic_engines import Play
from tests.engine.hypersonic_positions import (
    BOMB,
    DOWN,
    FAR,
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


def boxes_of(state: State) -> list[int]:
    boxes: list[int] = state.players[:, BOXES].tolist()
    return boxes


def died(state: State) -> list[int]:
    rounds: list[int] = state.players[:, DIED].tolist()
    return rounds


def cross(x: int, y: int, left: int = 0, right: int = 0, up: int = 0, down: int = 0) -> set[Place]:
    """A cell and so many cells to each side."""
    return {(at, y) for at in range(x - left, x + right + 1)} | {(x, at) for at in range(y - up, y + down + 1)}


# -- timers ----------------------------------------------------------------------------------------


def test_every_timer_drops_by_one_and_bombs_at_zero_explode(play: Play) -> None:
    step = play(position((0, 10), FAR, bombs=[(0, 0, 0, 1, 2), (1, 6, 4, 2, 3), (0, 10, 0, 8, 4)]))
    assert rows(step.state.bombs) == [(1, 6, 4, 1, 3), (0, 10, 0, 7, 4)]
    assert step.exploded == {(0, 0, 0)}


def test_a_bomb_explodes_eight_rounds_after_it_was_placed(play: Play) -> None:
    """BOMB in turn t, here 0: its timer reads 8 after that round, and the box goes when turn t + 8 is resolved."""
    state = position((0, 0), FAR, box=[(2, 0)])
    state = play(state, DOWN + BOMB).state
    assert rows(state.bombs) == [(0, 0, 0, 8, 3)]
    state = play(state, DOWN).state
    state = play(state, RIGHT).state
    for left in range(6, 1, -1):
        assert rows(state.bombs) == [(0, 0, 0, left, 3)]
        state = play(state).state
    assert (state.round, code_at(state, (2, 0))) == (8, BOX)
    state = play(state).state
    assert state.round == 9
    assert rows(state.bombs) == []
    assert (code_at(state, (2, 0)), boxes_of(state), died(state)) == (FLOOR, [1, 0], [0, 0])


def test_the_round_of_an_explosion_comes_before_its_moves(play: Play) -> None:
    """Who leaves in the round in which the bomb explodes leaves too late; who enters comes in time to live."""
    before = position((1, 0), (3, 0), bombs=[(0, 0, 0, 1, 3)])
    after = play(before, RIGHT, LEFT).state
    assert died(after) == [1, 0]
    assert after.players[1, :2].tolist() == [2, 0]


# -- reach -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("reach", range(1, 8))
def test_a_range_covers_its_cell_and_one_less_each_way(play: Play, reach: int) -> None:
    step = play(position((0, 1), FAR, bombs=[(0, 6, 4, 1, reach)]))
    assert step.blast == cross(
        6, 4, left=min(reach - 1, 6), right=min(reach - 1, 6), up=min(reach - 1, 4), down=min(reach - 1, 6)
    )


@pytest.mark.parametrize("reach", [12, 13, 14, 30, 200])
def test_a_range_beyond_the_arena_ends_at_its_edge(play: Play, reach: int) -> None:
    assert play(position((1, 2), (3, 2), bombs=[(0, 0, 0, 1, reach)])).blast == cross(
        0, 0, right=12 if reach > 12 else 11, down=10
    )
    assert play(position((1, 2), (3, 2), bombs=[(0, 6, 4, 1, reach)])).blast == cross(6, 4, 6, 6, 4, 6)


@pytest.mark.parametrize(("distance", "alive"), [(0, False), (1, False), (2, False), (3, True), (4, True)])
@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_who_stands_within_the_range_dies(play: Play, dx: int, dy: int, distance: int, alive: bool) -> None:
    step = play(position((6 + dx * distance, 4 + dy * distance), FAR, bombs=[(1, 6, 4, 1, 3)], played=41))
    assert died(step.state) == [0 if alive else 42, 0]
    assert step.died == (set() if alive else {0})


@pytest.mark.parametrize(
    ("place", "arms"),
    [((5, 4), {"left": 3, "right": 3}), ((6, 3), {"up": 3, "down": 3}), ((0, 5), {"up": 3, "down": 3})],
)
def test_walls_stop_a_blast_before_them(play: Play, place: Place, arms: dict[str, int]) -> None:
    assert play(position((12, 0), FAR, bombs=[(0, *place, 1, 4)])).blast == cross(*place, **arms)


@pytest.mark.parametrize("kind", ["box", "range_box", "bomb_box", "range_item", "bomb_item"])
@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_blast_stops_on_the_first_thing(play: Play, kind: str, dx: int, dy: int) -> None:
    """The first box or item is covered, what stands behind it is not, be it a box or a player."""
    hit, behind, person = (6 + 2 * dx, 4 + 2 * dy), (6 + 3 * dx, 4 + 3 * dy), (6 + 4 * dx, 4 + 4 * dy)
    before = with_ground(position(person, FAR, bombs=[(0, 6, 4, 1, 9)]), kind, hit)
    before = with_ground(before, "box" if kind != "box" else "range_box", behind)
    step = play(before)
    assert hit in step.blast
    assert not {behind, person} & step.blast
    assert code_at(step.state, behind) == code_at(before, behind)
    assert code_at(step.state, hit) == {"range_box": ITEM_RANGE, "bomb_box": ITEM_BOMB}.get(kind, FLOOR)
    assert boxes_of(step.state) == [int(kind.endswith("box")), 0]
    assert died(step.state) == [0, 0]


def test_a_blast_stops_on_a_bomb(play: Play) -> None:
    step = play(position((10, 4), FAR, bombs=[(0, 6, 4, 1, 9), (1, 8, 4, 5, 1)]))
    assert step.blast == cross(6, 4, left=6, right=2, up=4, down=6)
    assert died(step.state) == [0, 0]


def test_players_stop_no_blast(play: Play) -> None:
    step = play(position((1, 0), (2, 0), (12, 4), bombs=[(2, 0, 0, 1, 3)]))
    assert step.died == {0, 1}


# -- chains ----------------------------------------------------------------------------------------


def test_a_bomb_that_is_hit_explodes_with_its_own_range_and_owner(play: Play) -> None:
    """Player 0's bomb sets off player 1's, which reaches the box; the box is player 1's alone."""
    before = position((12, 0), FAR, bombs=[(0, 0, 0, 1, 3), (1, 2, 0, 6, 5)], box=[(6, 0)])
    step = play(before)
    assert step.exploded == {(0, 0, 0), (1, 2, 0)}
    assert step.blast == cross(0, 0, right=2, down=2) | cross(2, 0, left=2, right=4, down=4)
    assert boxes_of(step.state) == [0, 1]
    assert step.state.players[:, IN_HAND].tolist() == [2, 2]
    assert rows(step.state.bombs) == []


def test_a_chain_goes_on_until_nothing_new_is_hit(play: Play) -> None:
    """Along a row, down a column; the last one is out of reach."""
    bombs = [(0, 4, 0, 1, 2), (0, 6, 2, 3, 3), (1, 5, 0, 4, 2), (0, 6, 0, 7, 3), (1, 6, 6, 8, 9)]
    step = play(position((12, 0), FAR, bombs=bombs))
    assert step.exploded == {(0, 6, 2), (0, 4, 0), (1, 5, 0), (0, 6, 0)}
    assert rows(step.state.bombs) == [(1, 6, 6, 7, 9)]
    assert step.state.players[:, IN_HAND].tolist() == [4, 2]


def test_a_bomb_out_of_reach_is_left(play: Play) -> None:
    step = play(position((12, 0), FAR, bombs=[(0, 0, 0, 1, 3), (1, 3, 0, 6, 5)]))
    assert rows(step.state.bombs) == [(1, 3, 0, 5, 5)]


def test_a_chained_bomb_on_the_same_cell(play: Play) -> None:
    """Two bombs on one cell, of different owners and ranges: both explode."""
    step = play(position((12, 0), FAR, bombs=[(0, 0, 0, 1, 2), (1, 0, 0, 1, 4)], box=[(3, 0)]))
    assert step.blast == cross(0, 0, right=3, down=3)
    assert boxes_of(step.state) == [0, 1]
    assert step.state.players[:, IN_HAND].tolist() == [2, 2]


# -- what is hit goes on blocking ------------------------------------------------------------------


def test_a_box_hit_in_this_round_blocks_every_other_blast(play: Play) -> None:
    """From both sides, and for a chained bomb whose turn comes later."""
    step = play(position((12, 0), FAR, bombs=[(0, 4, 4, 1, 3), (1, 8, 4, 1, 6)], box=[(6, 4)]))
    assert (5, 4) in step.blast
    assert step.blast == cross(4, 4, 2, 2, 2, 2) | cross(8, 4, left=2, right=4, up=4, down=5)
    chained = position((0, 2), FAR, bombs=[(0, 2, 0, 1, 3), (0, 4, 0, 5, 3), (1, 4, 2, 5, 9)], box=[(2, 2)])
    step = play(chained)
    assert len(step.exploded) == 3
    assert {(3, 2), (2, 2)} <= step.blast
    assert not {(1, 2), (0, 2)} & step.blast
    assert died(step.state) == [0, 0]
    assert boxes_of(step.state) == [1, 1]


@pytest.mark.parametrize("kind", ["range_item", "bomb_item"])
def test_an_item_hit_in_this_round_blocks_every_other_blast(play: Play, kind: str) -> None:
    before = position((0, 2), FAR, bombs=[(0, 2, 0, 1, 3), (0, 4, 0, 5, 3), (1, 4, 2, 5, 9)])
    before = with_ground(before, kind, (2, 2))
    step = play(before)
    assert not {(1, 2), (0, 2)} & step.blast
    assert code_at(step.state, (2, 2)) == FLOOR


def test_a_bomb_that_explodes_in_this_round_blocks_every_other_blast(play: Play) -> None:
    """Both at zero: the long one ends on the short one."""
    step = play(position((8, 4), FAR, bombs=[(0, 4, 4, 1, 9), (1, 6, 4, 1, 2)]))
    assert (7, 4) in step.blast
    assert (8, 4) not in step.blast
    assert died(step.state) == [0, 0]


# -- deaths ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [STAY, RIGHT, STAY + BOMB, RIGHT + BOMB])
def test_the_action_of_who_dies_is_void(play: Play, action: int) -> None:
    """No bomb is placed, no item taken, no step made."""
    before = position((0, 2), FAR, bombs=[(1, 0, 0, 1, 3)], range_item=[(1, 2)])
    after = play(before, action).state
    assert died(after) == [1, 0]
    assert rows(after.bombs) == []
    assert after.players[0, [0, 1, RANGE]].tolist() == [0, 2, 3]
    assert code_at(after, (1, 2)) == ITEM_RANGE


def test_a_chained_blast_kills_too(play: Play) -> None:
    assert died(play(position((4, 0), FAR, bombs=[(0, 0, 0, 1, 3), (1, 2, 0, 6, 3)])).state) == [1, 0]


def test_players_die_together(play: Play) -> None:
    """Several at once, on one cell too, whose bomb it was does not matter."""
    step = play(position((0, 0), (0, 0), (2, 0), (0, 3), bombs=[(3, 0, 0, 1, 3)], played=7))
    assert died(step.state) == [8, 8, 8, 0]
    assert step.died == {0, 1, 2}


def test_the_dead_do_nothing(play: Play) -> None:
    """They neither move nor place nor die again, and stop nobody."""
    before = position((0, 0, 1, 3, 0, 5), (1, 0), (12, 2), bombs=[(2, 0, 2, 1, 3)], played=9)
    after = play(before, RIGHT + BOMB, LEFT).state
    assert died(after) == [5, 0, 0]
    assert rows(after.bombs) == []
    assert after.players[:2, :2].tolist() == [[0, 0], [0, 0]]


def test_bombs_of_the_dead_stay_and_score_for_them(play: Play) -> None:
    before = position((6, 6, 0, 3, 4, 5), FAR, (12, 2), bombs=[(0, 0, 0, 2, 3)], box=[(2, 0)], played=9)
    state = play(before).state
    assert rows(state.bombs) == [(0, 0, 0, 1, 3)]
    state = play(state).state
    assert boxes_of(state) == [5, 0, 0]
    assert code_at(state, (2, 0)) == FLOOR


def test_who_dies_scores_with_the_bomb_that_kills(play: Play) -> None:
    after = play(position((0, 0, 0), FAR, bombs=[(0, 0, 0, 1, 3)], box=[(2, 0)])).state
    assert (died(after), boxes_of(after)) == ([1, 0], [1, 0])


# -- boxes -----------------------------------------------------------------------------------------


def test_several_owners_may_score_one_box(play: Play) -> None:
    bombs = [(0, 4, 0, 1, 3), (1, 8, 0, 1, 3), (2, 6, 2, 1, 3)]
    assert boxes_of(play(position((0, 4), FAR, (12, 2), (0, 10), bombs=bombs, box=[(6, 0)])).state) == [1, 1, 1, 0]


def test_an_owner_scores_a_box_once(play: Play) -> None:
    """Two bombs of one owner, and another's, over one box."""
    bombs = [(0, 4, 0, 1, 3), (0, 8, 0, 1, 3), (1, 6, 2, 1, 3)]
    assert boxes_of(play(position((0, 4), FAR, bombs=bombs, box=[(6, 0)])).state) == [1, 1]


def test_a_bomb_scores_every_box_it_covers(play: Play) -> None:
    before = position(
        (0, 10), FAR, bombs=[(0, 6, 4, 1, 3)], box=[(4, 4), (8, 4)], bomb_box=[(6, 3)], range_box=[(6, 6)]
    )
    after = play(before).state
    assert boxes_of(after) == [4, 0]
    assert [code_at(after, place) for place in ((4, 4), (8, 4), (6, 3), (6, 6))] == [
        FLOOR,
        FLOOR,
        ITEM_BOMB,
        ITEM_RANGE,
    ]


def test_the_reward_is_what_the_seat_scored(play: Play) -> None:
    for seat in (0, 1):
        bombs = [(0, 4, 0, 1, 3), (0, 2, 4, 1, 3), (1, 8, 0, 1, 3)]
        before = position((0, 8, 1, 3, 7), FAR, bombs=bombs, box=[(6, 0), (0, 4)], seat=seat)
        step = play(before)
        assert step.reward == (2.0, 1.0)[seat]
        assert step.state.score == (9, 1)[seat]
        assert step.state.seat == seat


def test_nothing_given_is_changed(play: Play) -> None:
    before = position((0, 0), FAR, bombs=[(0, 4, 0, 1, 3), (1, 6, 0, 3, 3)], box=[(2, 0)])
    arrays: tuple[np.ndarray, ...] = before[:3]
    copies = [array.copy() for array in arrays]
    play(before, RIGHT + BOMB, UP)
    assert all(np.array_equal(array, copy) for array, copy in zip(arrays, copies, strict=True))

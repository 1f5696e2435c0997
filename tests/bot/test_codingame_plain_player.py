"""The move in plain Python: legal, quick, alive wherever the rules leave a way, and after boxes."""

import time

import pytest

from bot.platform.plain_arena import bit, bombs_of, coming
from bot.platform.plain_player import plain_answer
from bot.platform.turns import EMPTY_ROWS, Entity, Turn, TurnFraming
from engine.dice import dice, roll
from engine.hypersonic import (
    BOX,
    BOX_BOMB,
    BOXES,
    DIED,
    PRESETS,
    RANGE,
    State,
    X,
    Y,
    advance,
    has_ended,
    legal_actions,
    start,
)
from engine.hypersonic.protocol import parse_answer, turn_text
from tests.pace import slowness

ROUNDS = 9
"""After so many every bomb that lies now has exploded."""
LEFT_ITEM, RIGHT_ITEM = (2, 0, 0, 0, 1, 0), (2, 0, 10, 0, 1, 0)
"""At both ends of the top row, the left one nearer to (4, 0)."""


def sent(state: State) -> Turn:
    framing = TurnFraming()
    (turn,) = [turn for line in turn_text(state).splitlines() if (turn := framing.take(line, 0.0)) is not None]
    return turn


def answered(state: State, player: int) -> int:
    place = int(state.players[player, X]), int(state.players[player, Y])
    return parse_answer(state, player, plain_answer(sent(state), player, place))


def asked(
    place: tuple[int, int], *entities: Entity, boxes: tuple[tuple[int, int], ...] = (), hand: int = 1, reach: int = 3
) -> str:
    """Return what player 0 answers on a place of an arena that is empty but for what is named."""
    cells = [list(row) for row in EMPTY_ROWS]
    for x, y in boxes:
        cells[y][x] = "0"
    rows = tuple("".join(row) for row in cells)
    return plain_answer(Turn(rows, ((0, 0, *place, hand, reach), *entities), 0.0), 0, place)


def crowded(seed: int) -> State:
    """Return a position after random moves with long ranges, at which player 0 is alive."""
    rolls = dice(seed)
    state = start(PRESETS["four"], rolls)
    players = state.players.copy()
    players[:, RANGE] += 3
    state = state._replace(players=players)
    before = state
    for _ in range(14):
        actions = [0] * 4
        for player in range(4):
            choices = legal_actions(state, player)
            if choices.size:
                actions[player] = int(choices[roll(rolls, choices.size)])
        state = advance(PRESETS["four"], state, actions).state
        if state.players[0, DIED]:
            return before
        before = state
    return state


def alive_by_the_rules(state: State) -> bool:
    """Tell by the engine whether some way of player 0 lives through `ROUNDS` rounds in which nobody else acts."""
    front: dict[tuple[int, int], State] = {(0, 0): state}
    for _ in range(ROUNDS):
        then: dict[tuple[int, int], State] = {}
        for one in front.values():
            for action in legal_actions(one, 0):
                if action < 5:
                    after = advance(PRESETS["four"], one, [int(action), 0, 0, 0]).state
                    if not after.players[0, DIED]:
                        then[(int(after.players[0, X]), int(after.players[0, Y]))] = after
        front = then
    return bool(front)


@pytest.mark.parametrize("seed", [33, 41, 48, 68, 103, 117, 131])
def test_it_lives_where_the_rules_leave_a_way(seed: int) -> None:
    dangerous = state = crowded(seed)
    assert alive_by_the_rules(dangerous)
    for _ in range(ROUNDS):
        dangerous = advance(PRESETS["four"], dangerous, [0] * 4).state
        state = advance(PRESETS["four"], state, [answered(state, 0), 0, 0, 0]).state
        assert state.players[0, DIED] == 0
    assert dangerous.players[0, DIED], "who stays dies; else this proves nothing"


@pytest.mark.timed
def test_it_takes_no_time() -> None:
    turns = [sent(crowded(seed)) for seed in range(4)]
    began = time.perf_counter()
    for turn in turns:
        plain_answer(turn, 0, (0, 0))
    assert (time.perf_counter() - began) / len(turns) < 0.02 * slowness()


@pytest.mark.parametrize("seed", range(6))
def test_it_breaks_boxes_and_outlives_its_bombs(seed: int) -> None:
    """Against somebody who only stands there, on either seat."""
    rules, seat = PRESETS["two"], seed % 2
    state = start(rules, dice(seed))
    boxes = int(((state.cells >= BOX) & (state.cells <= BOX_BOMB)).sum())
    actions = [0, 0]
    while not has_ended(rules, state):
        actions[seat] = answered(state, seat)
        state = advance(rules, state, actions).state
        assert state.players[seat, DIED] == 0
    assert state.players[seat, BOXES] > 0.7 * boxes


def test_it_loses_no_round_at_the_beginning() -> None:
    """A bomb lies within the first rounds, where the first box is near."""
    rules = PRESETS["two"]
    for seed in range(6):
        state = start(rules, dice(seed))
        for _ in range(6):
            state = advance(rules, state, [answered(state, 0), 0]).state
        assert len(state.bombs) == 1


def test_where_no_bomb_can_be_outlived_it_places_none() -> None:
    """In a dead end of one cell beside a box the bomb would be its own end."""
    rows = ("..0" + EMPTY_ROWS[0][3:], "0" + EMPTY_ROWS[1][1:], *EMPTY_ROWS[2:])
    for hand in (1, 3):
        assert plain_answer(Turn(rows, ((0, 0, 0, 0, hand, 3),), 0.0), 0, (0, 0)).startswith("MOVE")


def test_where_nothing_is_to_be_had_it_places_none() -> None:
    assert asked((4, 0)).startswith("MOVE")


@pytest.mark.parametrize(
    ("row", "thing"),
    [("..0" + "." * 10, ()), ("..1" + "." * 10, ()), ("." * 13, (2, 0, 2, 0, 1, 0)), ("." * 13, (1, 1, 2, 0, 8, 2))],
    ids=["empty box", "full box", "item", "bomb"],
)
def test_what_lies_behind_a_box_an_item_or_a_bomb_is_not_blown_up(row: str, thing: Entity | tuple[()]) -> None:
    entities: tuple[Entity, ...] = ((1, 1, 0, 0, 1, 5), *([thing] if thing else []))
    turn = Turn((row, *EMPTY_ROWS[1:]), entities, 0.0)
    deadly, _floor = coming(turn, bombs_of(turn))
    assert deadly[0] & bit(2, 0)
    assert not deadly[0] & bit(4, 0)


def test_a_box_that_a_bomb_will_break_is_no_goal_any_more() -> None:
    """A bomb beside it would break nothing; the next box is gone to instead."""
    assert asked((4, 0), boxes=((2, 0), (10, 0))).startswith("BOMB")
    assert asked((4, 0), (1, 1, 0, 0, 5, 3), boxes=((2, 0), (10, 0))) == "MOVE 5 0"


def test_an_item_that_a_bomb_will_burn_is_not_gone_for() -> None:
    assert asked((4, 0), LEFT_ITEM, RIGHT_ITEM) == "MOVE 3 0"
    assert asked((4, 0), LEFT_ITEM, RIGHT_ITEM, (1, 1, 0, 2, 2, 3)) == "MOVE 5 0"


def test_no_bomb_is_placed_where_one_lies() -> None:
    """Though ours would reach a box that the one there does not."""
    assert asked((4, 0), boxes=((6, 0),)).startswith("BOMB")
    assert asked((4, 0), (1, 1, 4, 0, 5, 2), boxes=((6, 0),)).startswith("MOVE")


def test_a_box_is_no_goal_where_its_bomb_goes_off_before_its_blast_can_be_left() -> None:
    """At the end of a corridor all of which the bomb would cover; the way out of it takes nine steps."""
    lying = (1, 0, 12, 10, 4, 3)
    assert asked((0, 0), lying, boxes=((0, 1),), hand=0) == "MOVE 0 0", "it waits for its next bomb beside the box"
    assert asked((0, 0), lying, boxes=((0, 1), (2, 1), (4, 1), (6, 1)), hand=0, reach=13) == "MOVE 1 0"


def test_who_is_not_listed_is_taken_to_stand_where_it_was() -> None:
    bomb = (1, 0, 10, 0, 3, 3)
    assert plain_answer(Turn(EMPTY_ROWS, (bomb,), 0.0), 2, (11, 0)) == "MOVE 12 0"

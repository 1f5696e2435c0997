"""The move in plain Python: legal, quick, and alive wherever the rules leave a way."""

import time

import pytest

from bot.platform.plain_player import safe_answer
from bot.platform.turns import EMPTY_ROWS, Turn, TurnFraming
from engine.dice import dice, roll
from engine.hypersonic import DIED, PRESETS, RANGE, State, X, Y, advance, legal_actions, start
from engine.hypersonic.protocol import parse_answer, turn_text

ROUNDS = 9
"""After so many every bomb that lies now has exploded."""


def sent(state: State) -> Turn:
    framing = TurnFraming()
    (turn,) = [turn for line in turn_text(state).splitlines() if (turn := framing.take(line, 0.0)) is not None]
    return turn


def answered(state: State, player: int) -> int:
    place = int(state.players[player, X]), int(state.players[player, Y])
    return parse_answer(state, player, safe_answer(sent(state), player, place))


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
        safe_answer(turn, 0, (0, 0))
    assert (time.perf_counter() - began) / len(turns) < 0.02


def test_who_is_not_listed_is_taken_to_stand_where_it_was() -> None:
    bomb = (1, 0, 10, 0, 3, 3)
    assert safe_answer(Turn(EMPTY_ROWS, (bomb,), 0.0), 2, (11, 0)) == "MOVE 12 0"

"""From what the screen shows to a state, with what it does not show filled in as a game begins."""

import numpy as np
import pytest

from engine.hypersonic import (
    DIED,
    IN_HAND,
    OWNER,
    PRESETS,
    RANGE,
    REACH,
    ROWS,
    TIMER,
    UNKNOWN,
    State,
    X,
    advance,
    dice,
    legal_actions,
    places,
    start,
    validate,
)
from practice.hypersonic.careful import careful_actions
from vision.hypersonic import document, layers, state_from_sighting
from vision.sighting import Sighting, Status

RULES = PRESETS["three"]


def seen(codes: np.ndarray) -> Sighting:
    return Sighting(codes, np.ones(codes.shape, np.float32), Status.CLEAR, 0, {"moving": False})


def played(rounds: int, seed: int) -> State:
    rolls = np.random.default_rng(seed)
    state = start(RULES, dice(seed))
    for _ in range(rounds):
        state = advance(
            RULES, state, [int(rolls.choice(careful_actions(RULES, state, p) or [0])) for p in range(3)]
        ).state
    return state


@pytest.mark.parametrize("seed", range(5))
def test_a_state_shows_what_it_was_read_from(seed: int) -> None:
    state = played(12, seed)
    read = state_from_sighting(RULES, seen(places(state)))
    assert np.array_equal(places(read), places(state))
    assert not validate(RULES, read)
    assert (read.players[:, RANGE] == RULES.reach).all()
    assert (read.bombs[:, REACH] == RULES.reach).all()
    assert list(read.bombs[:, TIMER]) == sorted(read.bombs[:, TIMER])


def test_bombs_are_taken_from_the_hands_of_those_nearest() -> None:
    state = advance(RULES, start(RULES, dice(1)), [5, 0, 5]).state
    read = state_from_sighting(RULES, seen(places(state)))
    assert sorted(read.bombs[:, OWNER].tolist()) == [0, 2]
    assert read.players[:, IN_HAND].tolist() == [0, 1, 0]


def test_who_is_nowhere_is_dead_where_all_was_read_and_else_not_known() -> None:
    state = start(RULES, dice(1))
    bodies = state.players.copy()
    bodies[1, DIED] = 7
    codes = places(state._replace(players=bodies))
    read = state_from_sighting(RULES, seen(codes))
    assert read.players[1, DIED] > 0
    assert legal_actions(read, 0).size > 0
    codes[2 * ROWS + 5, 4] = UNKNOWN
    read = state_from_sighting(RULES, seen(codes))
    assert (read.players[1, DIED], read.players[1, X]) == (0, -1)


def test_a_box_that_the_rules_do_not_know_is_not_known() -> None:
    codes = places(start(RULES, dice(1)))
    codes[:ROWS][codes[:ROWS] == 3] = 65
    assert (state_from_sighting(RULES, seen(codes)).cells[codes[:ROWS] == 65] == UNKNOWN).all()


def test_layers_and_document() -> None:
    codes = places(start(RULES, dice(1)))
    ground, bombs, people = layers(codes)
    assert document(seen(codes)) == {
        "codes": codes.tolist(),
        "ground": ground.tolist(),
        "bombs": bombs.tolist(),
        "players": people.tolist(),
        "moving": False,
    }
    with pytest.raises(ValueError, match="expected codes of"):
        layers(codes[:22])

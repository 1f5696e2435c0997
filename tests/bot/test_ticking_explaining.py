"""Whole random games, seen through the screen alone: every round is explained, and nothing hidden is lost."""

import numpy as np
import pytest

from bot.ticking.explaining import explain, fits, resume
from engine.dice import dice
from engine.hypersonic import (
    BOX,
    DIED,
    FLOOR,
    IN_HAND,
    NOBODY,
    PRESETS,
    RANGE,
    ROWS,
    UNKNOWN,
    Rules,
    State,
    X,
    Y,
    advance,
    has_ended,
    legal_actions,
    places,
    start,
)
from vision.hypersonic import state_from_sighting
from vision.sighting import Sighting, Status


def same(one: State, other: State) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def read_alone(rules: Rules, codes: np.ndarray) -> State:
    return state_from_sighting(rules, Sighting(codes, np.ones(codes.shape, np.float32), Status.CLEAR, 0, {}))


def drawn(state: State, rolls: np.random.Generator) -> list[int]:
    """A legal action for everybody; bombs are rare enough for games to last."""
    actions = []
    for player in range(len(state.players)):
        choices = legal_actions(state, player)
        quiet = choices[choices < 5]
        pick = choices if rolls.random() < 0.3 else quiet
        actions.append(int(rolls.choice(pick)) if pick.size else 0)
    return actions


@pytest.mark.parametrize("name", ["two", "three", "four"])
def test_every_round_of_a_game_is_explained(name: str) -> None:
    rules = PRESETS[name]
    rounds = 0
    for seed in range(6):
        rolls = np.random.default_rng(seed)
        known = state = start(rules, dice(seed))
        while not has_ended(rules, state) and state.round < 60:
            actions = drawn(state, rolls)
            together = {tuple(body[:2]) for body in state.players[state.players[:, DIED] == 0].tolist()}
            crowded = len(together) < np.count_nonzero(state.players[:, DIED] == 0)
            state = advance(rules, state, actions).state
            story = explain(rules, known, places(state), actions[0])
            assert story is not None
            assert len(story.actions) == 1
            if crowded:  # who of two on one cell placed a bomb, no screen shows
                assert fits(story.state, places(state))
                known = state
                continue
            assert same(story.state, state)
            known = story.state
            rounds += 1
    assert rounds > 60


def test_a_round_that_nobody_saw_is_made_out() -> None:
    rules = PRESETS["two"]
    found = 0
    for seed in range(8):
        rolls = np.random.default_rng(seed)
        state = start(rules, dice(seed))
        while not has_ended(rules, state) and state.round < 40:
            first = drawn(state, rolls)
            between = advance(rules, state, first).state
            if has_ended(rules, between):
                break
            after = advance(rules, between, drawn(between, rolls)).state
            story = explain(rules, state, places(after), first[0])
            assert story is not None
            if len(story.actions) == 2:
                assert story.actions[0][0] == first[0]
                assert fits(story.state, places(after))
                assert np.array_equal(story.state.players[:, [IN_HAND, RANGE]], after.players[:, [IN_HAND, RANGE]])
                found += 1
            state = after
    assert found > 40


def test_what_no_rules_allow_has_no_story() -> None:
    rules = PRESETS["two"]
    state = start(rules, dice(1))
    codes = places(state)
    codes[2 * ROWS :, :] = codes[2 * ROWS :, :][::-1]
    assert explain(rules, state, codes) is None


def test_from_a_state_in_which_somebody_was_not_found_nothing_follows() -> None:
    rules = PRESETS["two"]
    state = start(rules, dice(1))
    codes = places(state)
    codes[2 * ROWS :][codes[2 * ROWS :] > NOBODY] = UNKNOWN
    for later in (codes, places(state)):
        assert explain(rules, read_alone(rules, codes), later) is None


def test_cells_that_were_not_read_fit_everything() -> None:
    rules = PRESETS["two"]
    state = start(rules, dice(1))
    codes = places(state)
    codes[:ROWS, 3:] = UNKNOWN
    assert fits(state, codes)
    codes[0, 0] = 1
    assert not fits(state, codes)


def test_a_state_read_anew_keeps_what_the_screen_does_not_show() -> None:
    rules = PRESETS["two"]
    known = start(rules, dice(1))
    players = known.players.copy()
    players[:, RANGE], players[:, IN_HAND] = (5, 4), (2, 3)
    known = known._replace(players=players)
    after = advance(rules, known, [5, 0]).state
    codes = places(after)
    again = resume(read_alone(rules, codes), known)
    assert again.players[:, RANGE].tolist() == [5, 4]
    assert again.players[:, IN_HAND].tolist() == [1, 3]


def with_dead(state: State, player: int, died: int) -> State:
    players = state.players.copy()
    players[player, DIED] = died
    return state._replace(players=players)


def test_a_game_joined_after_a_death_is_played_on() -> None:
    rules = PRESETS["three"]
    state = with_dead(start(rules, dice(1)), 2, 7)
    known = resume(read_alone(rules, places(state)), None)
    after = advance(rules, state, [int(legal_actions(known, 0)[-1]), 0, 0]).state
    story = explain(rules, known, places(after))
    assert story is not None
    assert fits(story.state, places(after))
    assert story.state.players[2, DIED] != 0


@pytest.mark.parametrize(("before", "died"), [(0, 21), (7, 7)])
def test_after_a_round_that_nothing_explains_the_dead_lie_where_they_were(before: int, died: int) -> None:
    rules = PRESETS["three"]
    known = with_dead(start(rules, dice(1)), 2, before)._replace(round=20)
    known.players[2, [X, Y]] = (4, 2)
    again = resume(read_alone(rules, places(with_dead(known, 2, 21))), known)
    assert again.players[2, [X, Y, DIED]].tolist() == [4, 2, died]
    assert again.round == 21
    assert legal_actions(again, 0).size > 0
    assert explain(rules, again, places(again)) is not None


def test_the_end_is_counted_on_where_the_last_box_broke_in_a_round_that_nothing_explains() -> None:
    rules = PRESETS["two"]
    known = start(rules, dice(1))
    assert resume(read_alone(rules, places(known)), known).boxless == -1
    bare = known._replace(cells=np.where(known.cells >= BOX, FLOOR, known.cells))
    for boxless in range(rules.boxless_rounds + 1):
        assert not has_ended(rules, known)
        known = resume(read_alone(rules, places(bare)), known)
        assert known.boxless == boxless
    assert has_ended(rules, known)

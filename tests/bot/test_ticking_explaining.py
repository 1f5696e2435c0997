"""Whole random games, seen through the screen alone: every round is explained, and nothing hidden is lost."""

import numpy as np
import pytest

from bot.ticking.explaining import explain, fits, resume
from engine.dice import dice
from engine.hypersonic import (
    DIED,
    IN_HAND,
    PRESETS,
    RANGE,
    ROWS,
    UNKNOWN,
    State,
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
    sighting = Sighting(codes, np.ones(codes.shape, np.float32), Status.CLEAR, 0, {})
    again = resume(state_from_sighting(rules, sighting), known)
    assert again.players[:, RANGE].tolist() == [5, 4]
    assert again.players[:, IN_HAND].tolist() == [1, 3]

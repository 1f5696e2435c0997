"""The paper's tree search for Hypersonic, and what every predicting search keeps to."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine.dice import dice
from engine.hypersonic import BOXES, DIED, PRESETS, Rules, State, advance, from_text, legal_actions, start
from engine.hypersonic.packed import pack
from policy.decision import NoMove
from policy.hypersonic.mcts import MctsPolicy
from policy.hypersonic.predicting import PredictingPolicy, pieces_of, work_of
from policy.hypersonic.rhea import RheaPolicy
from tests.policy.hypersonic_random_games import after_random_rounds

TWO = PRESETS["two"]
SMALL = work_of([12, 4, 4, 4], 0)
"""Work of a few milliseconds for seat 0."""


@pytest.fixture(scope="module", params=[MctsPolicy, RheaPolicy], ids=["mcts", "rhea"])
def kind(request: pytest.FixtureRequest) -> Callable[..., PredictingPolicy]:
    """A search, compiled."""
    found: Callable[..., PredictingPolicy] = request.param
    found(TWO).warm_up()
    return found


def play_alone(policy: PredictingPolicy, rules: Rules, rounds: int, seed: int, work: int) -> State:
    """Player 0 plays by the policy, the others stand still."""
    state = start(rules, dice(seed))
    for _ in range(rounds):
        move = policy.decide(state, 0.0, seed, work).move
        state = advance(rules, state, [move] + [0] * (rules.players - 1)).state
    return state


def test_a_decision_follows_from_state_seed_and_work(kind: Callable[..., PredictingPolicy]) -> None:
    for preset in ("two", "four"):
        state = after_random_rounds(preset, 25, 3)._replace(seat=1)
        policy = kind(PRESETS[preset])
        first = policy.decide(state, 5.0, 7)
        policy.decide(state._replace(seat=0), 3.0, 8)  # what is left of another search must not matter
        for again in (policy, kind(PRESETS[preset])):
            second = again.decide(state, 0.0, 7, first.work)
            assert (second.move, second.value, second.alternatives, second.line, second.work) == (
                first.move,
                first.value,
                first.alternatives,
                first.line,
                first.work,
            )
            assert again.last_search.simulations > 0
        assert first.move in legal_actions(state, 1)
        assert first.alternatives[0].move == first.move == first.line[0]


def test_another_seed_is_another_search(kind: Callable[..., PredictingPolicy]) -> None:
    state = after_random_rounds("two", 25, 4)
    policy = kind(TWO)
    answers = {policy.decide(state, 0.0, seed, SMALL).alternatives for seed in range(4)}
    assert len(answers) > 1


def test_opponents_are_predicted_unless_told_otherwise(kind: Callable[..., PredictingPolicy]) -> None:
    state = after_random_rounds("three", 25, 5)
    for op in (0, 1):
        pieces = pieces_of(kind(PRESETS["three"], op=op).decide(state, 20.0, 1).work, 0)
        assert pieces[0] > 0
        assert [count > 0 for count in pieces[1:]] == [op == 1, op == 1, False]


@pytest.mark.timed
@pytest.mark.parametrize("budget_ms", [10.0, 30.0])
def test_the_budget_is_kept(kind: Callable[..., PredictingPolicy], budget_ms: float) -> None:
    policy = kind(PRESETS["four"])
    state = after_random_rounds("four", 30, 6)
    spent = []
    for seed in range(12):
        began = time.perf_counter()
        policy.decide(state, budget_ms, seed)
        spent.append((time.perf_counter() - began) * 1e3)
    # the quickest, because other programs may take the processor in any one of them
    assert budget_ms / 2 <= min(spent) <= budget_ms


def test_it_breaks_boxes_and_lives(kind: Callable[..., PredictingPolicy]) -> None:
    work = work_of([24, 1, 0, 0], 0)
    for seed in (1, 2):
        state = play_alone(kind(TWO), TWO, 50, seed, work)
        assert state.players[0, DIED] == 0
        assert state.players[0, BOXES] >= 5


def test_it_runs_from_a_bomb(kind: Callable[..., PredictingPolicy]) -> None:
    """The only way out of a shaft leads past the bomb, and only at once."""
    rows = ["............."] + [".X.X.X.X.X.X.", "............."] * 5
    rows[0] = "......0......"
    text = "hypersonic seat 0 round 30 quiet 0 boxless -1\n" + "\n".join(rows)
    text += "\nplayer 3 0 0 3 0 0\nplayer 12 10 1 3 0 0\nbomb 0 4 0 3 6\n"
    state = from_text(text)
    policy = kind(TWO)
    for seed in range(3):
        now = state
        for _ in range(3):
            move = policy.decide(now, 0.0, seed, SMALL).move
            now = advance(TWO, now, [move, 0]).state
        assert now.players[0, DIED] == 0


def test_a_player_that_dies_at_once_still_answers(kind: Callable[..., PredictingPolicy]) -> None:
    rows = ["............."] + [".X.X.X.X.X.X.", "............."] * 5
    text = "hypersonic seat 0 round 30 quiet 0 boxless 3\n" + "\n".join(rows)
    state = from_text(text + "\nplayer 3 0 1 3 0 0\nplayer 12 10 1 3 0 0\nbomb 1 4 0 1 3\n")
    for seed in range(8):
        decision = kind(TWO).decide(state, 0.0, seed, SMALL)
        assert decision.move in legal_actions(state, 0)
        assert decision.line[0] == decision.move == decision.alternatives[0].move
        assert np.isfinite(decision.value)


def test_a_player_that_can_only_stay_is_not_taken_for_dead(kind: Callable[..., PredictingPolicy]) -> None:
    rows = [".0...........", "0X.X.X.X.X.X."] + ["............."] + [".X.X.X.X.X.X.", "............."] * 4
    text = "hypersonic seat 0 round 30 quiet 0 boxless -1\n" + "\n".join(rows)
    state = from_text(text + "\nplayer 0 0 0 3 0 0\nplayer 12 10 1 3 0 0\n")
    for seed in range(20):  # some first parents have no gene that can be carried out
        decision = kind(TWO).decide(state, 0.0, seed, SMALL)
        assert decision.line[0] == decision.move == 0
        assert decision.value > -100.0


def test_nothing_to_decide_is_said(kind: Callable[..., PredictingPolicy]) -> None:
    state = start(TWO, dice(1))
    dead = state._replace(players=state.players.copy())
    dead.players[0, DIED] = 5
    for over in (dead, dead._replace(seat=1), state._replace(round=200)):
        with pytest.raises(NoMove):
            kind(TWO).decide(over, 1.0, 0)


def test_the_state_is_left_as_it_was(kind: Callable[..., PredictingPolicy]) -> None:
    state = after_random_rounds("two", 25, 8)
    before = pack(state)
    kind(TWO).decide(state, 0.0, 1, SMALL)
    assert (pack(state) == before).all()


@pytest.mark.parametrize(
    ("policy", "wrong", "says"),
    [
        (MctsPolicy, {"c": -1.0}, "c must be"),
        (MctsPolicy, {"depth": 0}, "depth must be"),
        (MctsPolicy, {"gamma": 1.5}, "gamma must be"),
        (MctsPolicy, {"op": 2}, "op must be"),
        (MctsPolicy, {"late": 2}, "late must be"),
        (MctsPolicy, {"bombing": -0.1}, "bombing must be"),
        (MctsPolicy, {"distance": 1e9}, "distance must be"),
        (MctsPolicy, {"traps": 3}, "traps must be"),
        (RheaPolicy, {"population": 0}, "population must be"),
        (RheaPolicy, {"population": 501}, "population must be 1 to 500, got 501"),
        (RheaPolicy, {"offspring": 10_000}, "offspring must be 1 to 500, got 10000"),
        (RheaPolicy, {"length": 1000}, "length must be"),
        (RheaPolicy, {"mutation": 2.0}, "mutation must be"),
        (RheaPolicy, {"punishment": -5.0}, "punishment must be"),
        (RheaPolicy, {"crossover": "two"}, "crossover must be"),
        (RheaPolicy, {"replacement": "all"}, "replacement must be"),
        (RheaPolicy, {"replacement": "comma", "offspring": 5}, "offspring must be"),
    ],
)
def test_parameters_out_of_range_are_refused(policy: Any, wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        policy(TWO, **wrong)


def test_a_first_move_into_a_trap_is_left_out() -> None:
    """Cells 0 to 3 of the top row have no way out but past the enemy on cell 4, whose bomb reaches all of them."""
    rows = ["............."] + [".X.X.X.X.X.X.", "............."] * 5
    rows[1] = "0X0X.X.X.X.X."
    text = "hypersonic seat 0 round 30 quiet 0 boxless -1\n" + "\n".join(rows)
    state = from_text(text + "\nplayer 3 0 0 3 0 0\nplayer 4 0 1 8 0 0\n")
    assert {each.move for each in MctsPolicy(TWO).decide(state, 0.0, 1, SMALL).alternatives} == {2}
    careless = MctsPolicy(TWO, traps=0).decide(state, 0.0, 1, SMALL)
    assert {each.move for each in careless.alternatives} == {0, 1, 2}


def test_variants_of_evolution_play_too() -> None:
    state = after_random_rounds("two", 25, 9)
    for policy in (
        RheaPolicy(TWO, crossover="uniform", length=9),
        RheaPolicy(TWO, replacement="comma", length=9),
        RheaPolicy(TWO, population=10, offspring=20, length=9),
    ):
        decision = policy.decide(state, 0.0, 1, SMALL)
        assert decision.move in legal_actions(state, 0)
        assert len(decision.line) <= 9
        assert np.isfinite(decision.value)

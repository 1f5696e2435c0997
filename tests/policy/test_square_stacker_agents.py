from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine.square_stacker as stacker
from engine.dice import dice, roll
from policy.decision import NoMove
from policy.search.game import NO_MOVE
from policy.spec import PolicyError, build
from policy.square_stacker.paper import PAPER_AGENTS
from policy.square_stacker.positions import MOST_MOVES, legal_moves, physics, play, position_of, random_move
from policy.square_stacker.short_term_memory import NEAR
from tests.policy import naive_stacker_search as twin

PRESETS = st.sampled_from(list(stacker.PRESETS.values()))
SPECS = ["random", "stm", "rgs:games=1", "egs:depth=2", "dlrgs:games=4", "mcts:simulations=40", "mcts:chance=open"]


def make(spec: str, rules: stacker.Rules = stacker.PRESETS["wpi"]) -> Any:
    return build(PAPER_AGENTS, spec, rules)


def state_after(rules: stacker.Rules, seed: int, moves: int) -> stacker.State:
    """The state after up to `moves` random moves, one more than none where the game ended before."""
    rolls = dice(seed)
    state = stacker.start(rules, rolls)
    for _ in range(moves):
        legal = stacker.legal_moves(rules, state)
        step = stacker.apply(rules, state, int(legal[int(rolls[0] >> np.uint64(40)) % legal.size]), rolls)
        if stacker.is_over(rules, step.state):
            break
        state = step.state
    return state


@given(PRESETS, st.integers(0, 2**64 - 1), st.integers(0, 10))
def test_the_kernels_play_whole_games_as_the_naive_rules_do(rules: stacker.Rules, seed: int, limit: int) -> None:
    rules = replace(rules, move_limit=limit and 10 * limit)
    kernel_dice, twin_dice = dice(seed), dice(seed)
    state = stacker.start(rules, dice(seed + 1))
    words, rule, moves = position_of(state), physics(rules), np.zeros(MOST_MOVES, np.int64)
    while True:
        choices = twin.legal(rules, state)
        assert moves[: legal_moves(words, rule, moves)].tolist() == choices
        move = random_move(words, rule, kernel_dice)
        if not choices:
            assert move == NO_MOVE
            break
        assert move == choices[roll(twin_dice, len(choices))]
        before = state.score
        state = twin.play(rules, state, move, twin_dice)
        assert play(words, move, rule, kernel_dice) == state.score - before
        assert words.tolist() == position_of(state).tolist()
        assert kernel_dice[0] == twin_dice[0]


SEARCHES: dict[str, Callable[..., tuple[dict[int, float], int]]] = {
    "dlrgs:depth=2,games=3": lambda rules, state, rolls: twin.rollouts(rules, state, rolls, 3, 2),
    "rgs:games=1": lambda rules, state, rolls: twin.rollouts(rules, state, rolls, 1, -1),
    "egs:depth=1": lambda rules, state, rolls: twin.exhaustive(rules, state, rolls, 1),
    "egs:depth=2": lambda rules, state, rolls: twin.exhaustive(rules, state, rolls, 2),
    "egs:depth=3": lambda rules, state, rolls: twin.exhaustive(rules, state, rolls, 3),
    "mcts:simulations=60": lambda rules, state, rolls: twin.uct_sampled(rules, state, rolls, 60, 2.0),
    "mcts:simulations=60,chance=open,c=5": lambda rules, state, rolls: twin.uct_open(rules, state, rolls, 60, 5.0),
    "mcts:simulations=5": lambda rules, state, rolls: twin.uct_sampled(rules, state, rolls, 5, 2.0),
}


@pytest.mark.parametrize("spec", SEARCHES)
def test_a_search_decides_as_its_naive_twin(spec: str) -> None:
    for number, rules in enumerate((*stacker.PRESETS.values(), stacker.Rules("short", move_limit=22))):
        # deep enough into the game for the naive search to answer soon
        state = state_after(rules, 10 + number, 21 if "egs" in spec or "limit" in spec else 18)
        decision = make(spec, rules).decide(state, 1.0, seed=77)
        values, simulated = SEARCHES[spec](rules, state, dice(77))
        assert decision.work == simulated
        found = {choice.move: choice.value for choice in decision.alternatives}
        assert found == {move: values[move] for move in found}
        assert len(found) == min(len(values), 12)
        assert decision.move == max(values, key=lambda move: values[move])


@settings(max_examples=30)
@given(PRESETS, st.integers(0, 2**32), st.sampled_from(SPECS), st.integers(0, 60))
def test_decisions_are_legal_ranked_and_repeatable(rules: stacker.Rules, seed: int, spec: str, moves: int) -> None:
    state = state_after(rules, seed, moves)
    before = stacker.to_text(state)
    decision = make(spec, rules).decide(state, 1.0, seed)
    assert stacker.to_text(state) == before
    legal = stacker.legal_moves(rules, state).tolist()
    ranked = decision.alternatives
    assert len({choice.move for choice in ranked}) == len(ranked) == min(len(legal), 12)
    assert {choice.move for choice in ranked} <= set(legal)
    assert [choice.value for choice in ranked] == sorted((choice.value for choice in ranked), reverse=True)
    assert (ranked[0].move, ranked[0].value) == (decision.move, decision.value)
    assert decision.line == (decision.move,)
    policy = make(spec, rules)
    policy.decide(state_after(rules, seed + 1, moves), 1.0, seed)
    for again in (make(spec, rules).decide(state, 0.0, seed, decision.work), policy.decide(state, 1e6, seed)):
        if spec != "stm" or again.move == decision.move:
            assert replace(again, spent_ms=0.0) == replace(decision, spent_ms=0.0)


@pytest.mark.parametrize("spec", SPECS)
def test_no_legal_move(spec: str) -> None:
    rules = stacker.PRESETS["wpi"]
    state = state_after(rules, 0, 3)
    full = state._replace(grid=np.arange(27, dtype=np.int8).reshape(3, 3, 3) % 2)
    played = state._replace(hand=np.full((3, 3), stacker.EMPTY, np.int8))
    blind = state._replace(grid=np.full((3, 3, 3), stacker.UNKNOWN, np.int8))
    ended = state._replace(moves=40)
    for stuck, limit in ((full, 0), (played, 0), (blind, 0), (ended, 40)):
        with pytest.raises(NoMove, match="no legal move"):
            make(spec, replace(rules, move_limit=limit)).decide(stuck, 10.0, 0)


@pytest.mark.parametrize("spec", SPECS)
def test_a_slot_that_could_not_be_read_is_never_built_on(spec: str) -> None:
    rules = stacker.PRESETS["coolmath"]
    for seed in range(10):
        state = state_after(rules, seed, 12)
        codes = stacker.places(state)
        codes.reshape(-1)[np.random.default_rng(seed).permutation(36)[:8]] = stacker.UNKNOWN
        state = stacker.from_places(codes)
        legal = set(stacker.legal_moves(rules, state).tolist())
        if legal:
            decision = make(spec, rules).decide(state, 1.0, seed)
            assert {choice.move for choice in decision.alternatives} <= legal


def test_random_is_uniform() -> None:
    policy, state = make("random"), stacker.start(stacker.PRESETS["wpi"], dice(0))
    counts = np.bincount([policy.decide(state, 1.0, seed).move for seed in range(5400)], minlength=27)
    assert (np.abs(counts - 200) < 60).all()


def hand_of(*colours: int) -> np.ndarray[Any, np.dtype[np.int8]]:
    hand = np.full((3, 3), stacker.EMPTY, np.int8)
    hand[range(len(colours)), 0] = colours
    return hand


@pytest.mark.parametrize("near", NEAR)
def test_short_term_memory_puts_a_colour_near_where_it_put_it_before(near: str) -> None:
    policy = make(f"stm:memory=2,near={near}")
    empty = np.full((3, 3, 3), stacker.EMPTY, np.int8)
    cell = policy.decide(stacker.State(empty, hand_of(4)), 1.0, 5).move
    later = stacker.State(empty, hand_of(4, 1), moves=3)
    seeds = range(20)
    assert {policy.decide(later, 1.0, seed).move for seed in seeds} == {NEAR[near][cell][0]}
    # two moves later it is forgotten
    for colour in (1, 2):
        policy.decide(later._replace(hand=hand_of(colour)), 1.0, 0)
    assert len({policy.decide(later._replace(hand=hand_of(4)), 1.0, seed).move for seed in seeds}) > 1


def test_cells_near() -> None:
    """Beside: a share of an edge. Coded: the block around, the main diagonal of the board left out."""
    assert NEAR["beside"][0] == (1, 3)
    assert NEAR["beside"][4] == (1, 3, 5, 7)
    assert NEAR["coded"][0] == (1, 3)
    assert NEAR["coded"][5] == (1, 2, 5, 7)


def test_short_term_memory_is_emptied_by_a_new_game() -> None:
    rules = stacker.PRESETS["wpi"]
    used = make("stm", rules)
    for seed in range(3):
        rolls, fresh = dice(seed), make("stm", rules)
        state = stacker.start(rules, rolls)
        while not stacker.is_over(rules, state):
            move = fresh.decide(state, 1.0, seed).move
            assert used.decide(state, 1.0, seed).move == move
            state = stacker.apply(rules, state, move, rolls).state


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("stm:memory=0", "policy stm: memory must be 1 to 1000, got 0"),
        ("stm:near=far", "policy stm: near must be coded or beside, got 'far'"),
        ("rgs:games=0", "policy rgs: games must be 1 to 100000, got 0"),
        ("rgs:depth=3", "policy rgs has no parameter 'depth'; it has games"),
        ("egs:depth=7", "policy egs: depth must be 1 to 6, got 7"),
        ("dlrgs:depth=0", "policy dlrgs: depth must be 1 to 1000, got 0"),
        ("dlrgs:games=many", "policy dlrgs: games must be a whole number, got 'many'"),
        ("mcts:simulations=0", "policy mcts: simulations must be 1 to 20000, got 0"),
        ("mcts:c=-1", "policy mcts: c must be 0 to 1000000, got -1.0"),
        ("mcts:c=nan", "policy mcts: c must be a number, got 'nan'"),
        ("mcts:chance=none", "policy mcts: chance must be sampled or open, got 'none'"),
    ],
)
def test_specs_that_are_refused(spec: str, says: str) -> None:
    with pytest.raises(PolicyError) as caught:
        make(spec)
    assert str(caught.value) == says

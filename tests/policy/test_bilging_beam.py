"""The beam over sequences of swaps: what it simulates, what it keeps, and how it uses its time; and what every player
that plans many swaps ahead keeps to."""

import threading
import time
from dataclasses import replace

import numpy as np
import pytest

import engine.bilging as bilging
from engine.dice import dice
from policy.bilging import make_policy
from policy.bilging.beam import BeamPolicy
from policy.decision import Decision, NoMove
from policy.spec import PolicyError
from tests.pace import slowness
from tests.policy.naive_search import after, best_sum, moves_from, own_points

STRICT, YPP, COMBO = (bilging.PRESETS[name] for name in ("strict", "ypp", "combo"))
SMALL = bilging.Rules("small", rows=5, cols=4, colours=5, wet_rows=1, dry_rows=1, water_start_px=90)
"""A board on which the naive search answers soon."""
SPECS = [
    "beam:width=20,depth=5",
    "beam:width=20,trust=0.5",
    "beam:width=20,depth=4,chains=1",
    "beam:width=1,depth=1",
    "strongest",
    "plans",
    "plans:plans=2,width=4,choices=6,farthest=5,price=2",
]
LONG = 1e6
"""A budget that cuts nothing short, ms."""


def state_of(rules: bilging.Rules, seed: int) -> bilging.State:
    return bilging.start(rules, dice(seed))


def same(one: Decision, other: Decision) -> bool:
    return replace(one, spent_ms=0.0) == replace(other, spent_ms=0.0)


def points_of(rules: bilging.Rules, state: bilging.State, line: tuple[int, ...]) -> list[float]:
    """Points of each swap of a line, no new pieces."""
    found = []
    for move in line:
        played = bilging.cascade(rules, state, move)
        found.append(float(sum(stage.points for stage in played.stages)))
        state = state._replace(board=played.board, water_px=played.water_px)
    return found


@pytest.mark.parametrize("seed", [28, 45, 99, 125])
def test_of_two_first_swaps_worth_the_same_the_line_is_that_of_the_one_made(seed: int) -> None:
    decision = make_policy("strongest", STRICT).decide(state_of(STRICT, seed), LONG, seed, work=400 * 64 + 5)
    assert decision.alternatives[0].value == decision.alternatives[1].value, "the board should show two as good"
    assert decision.line[0] == decision.move


@pytest.mark.parametrize(("width", "depth"), [(8, 3), (8, 63), (0, 2), (0, 50), (33, 2), (1 << 50, 2)])
def test_work_of_another_beam_is_done_as_far_as_there_is_room(width: int, depth: int) -> None:
    """It wrote past the rows of its trail and the table of boards."""
    beam, state = BeamPolicy(YPP, depth=2, width=32), state_of(YPP, 1)
    given = beam.decide(state, 5.0, 1, work=64 * width + depth)
    held = beam.decide(state, 5.0, 1, work=64 * min(max(width, 1), 32) + 2)
    assert replace(given, spent_ms=0.0) == replace(held, spent_ms=0.0)


def test_of_work_no_more_swaps_are_made_than_the_game_has_left() -> None:
    last = state_of(YPP, 1)._replace(moves=57)
    rules = replace(YPP, move_limit=60)
    assert BeamPolicy(rules, depth=8).decide(last, 5.0, 1, work=64 * 20 + 8).work == 64 * 20 + 3


@pytest.mark.parametrize("spec", SPECS)
def test_decisions_are_legal_ranked_and_repeatable(spec: str) -> None:
    rules = replace(YPP.with_specials(0.03, 0.03, 0.03), move_limit=60)
    policy = make_policy(spec, rules)
    for seed in range(6):
        state = state_of(rules, seed)
        state.board.reshape(-1)[np.random.default_rng(seed).permutation(72)[: 10 * seed]] = bilging.UNKNOWN
        before = bilging.to_text(state)
        decision = policy.decide(state, 4.0, seed)
        assert bilging.to_text(state) == before
        ranked = decision.alternatives
        assert (ranked[0].move, ranked[0].value) == (decision.move, decision.value)
        assert {choice.move for choice in ranked} <= set(bilging.legal_moves(rules, state).tolist())
        assert [choice.value for choice in ranked] == sorted((choice.value for choice in ranked), reverse=True)
        assert decision.line[0] == decision.move
        assert same(make_policy(spec, rules).decide(state, 0.0, seed, decision.work), decision)


def test_work_repeats_what_the_clock_cut_short() -> None:
    """The same planner again, after wider searches and with more room than it needs."""
    policy = make_policy("beam:depth=12", YPP)
    decisions = [policy.decide(state_of(YPP, seed), budget, seed) for seed in range(3) for budget in (0.2, 2.0, 10.0)]
    assert len({decision.work for decision in decisions}) > 3
    assert decisions[0].work < decisions[2].work
    for index, decision in enumerate(decisions):
        assert same(policy.decide(state_of(YPP, index // 3), 0.0, 0, decision.work), decision)


def best_full_line(rules: bilging.Rules, state: bilging.State, depth: int) -> float:
    """The most points of exactly `depth` swaps; -inf where pieces run out, as they do on small boards alone."""
    if depth == 0:
        return 0.0
    found = [-np.inf]
    for move in moves_from(rules, state, 0, -1):
        played, next_state = after(rules, state, move)
        found.append(own_points(played, True) + best_full_line(rules, next_state, depth - 1))
    return max(found)


@pytest.mark.parametrize("chains", [0, 1])
@pytest.mark.parametrize("specials", [0.0, 0.05])
def test_a_beam_that_keeps_everything_finds_the_best_sum(chains: int, specials: float) -> None:
    """Near the end of a game nothing but points counts: then it must find what the naive search finds."""
    rules = replace(SMALL, chains=bilging.Chains.COMBO, move_limit=3, puffer_rate=specials, jellyfish_rate=specials)
    policy = BeamPolicy(rules, depth=5, width=5000, chains=chains, locality=9, haste=1.0)
    for seed in range(10):
        state = state_of(rules, seed)
        decision = policy.decide(state, LONG, 0)
        assert decision.value == pytest.approx(best_full_line(rules, state, 3), abs=0.01)


@pytest.mark.parametrize("seed", range(20))
def test_the_promise_is_the_best_next_swap(seed: int) -> None:
    """One swap deep and endless: the value is that of two swaps, the second without or with its chains."""
    rules = replace(SMALL, chains=bilging.Chains.COMBO)
    state = state_of(rules, seed)
    with_chains = BeamPolicy(rules, depth=1, chains=1, spread=0.0).decide(state, LONG, 0)
    assert with_chains.value == pytest.approx(best_sum(rules, state, 2, True), abs=0.01)
    without = BeamPolicy(rules, depth=1, chains=0, spread=0.0).decide(state, LONG, 0)
    assert without.value <= with_chains.value


def test_the_learned_value_is_asked_until_the_end_is_near() -> None:
    rules = replace(YPP, move_limit=50)
    asks, asks_not = (make_policy(f"beam:width=20,trust={trust}", rules) for trust in (0.5, 0.0))
    states = [state_of(rules, seed) for seed in range(5)]
    assert any(asks.decide(state, LONG, 0).value != asks_not.decide(state, LONG, 0).value for state in states)
    for state in (state._replace(moves=35) for state in states):
        assert same(asks.decide(state, LONG, 0), asks_not.decide(state, LONG, 0))


@pytest.mark.parametrize("rules", [STRICT, COMBO])
def test_the_line_ends_with_its_first_break(rules: bilging.Rules) -> None:
    policy = make_policy("beam:width=60", rules)
    for seed in range(10):
        state = state_of(rules, seed)
        points = points_of(rules, state, policy.decide(state, LONG, 0).line)
        assert points[-1] > 0.0
        assert not any(points[:-1])


def test_points_are_not_put_off() -> None:
    """Three in a row can be broken now or later: now."""
    rows = ["ABABAB", "CDCDCD"] * 5 + ["EEFEGG", "GFEFGF"]
    state = bilging.from_text("\n".join(["water 135 moves 0 score 0.0", *rows]))
    decision = make_policy("beam:depth=1", replace(STRICT, move_limit=1)).decide(state, LONG, 0)
    assert points_of(STRICT, state, decision.line) == [decision.value]
    assert make_policy("beam:depth=6,width=200", STRICT).decide(state, LONG, 0).value > decision.value


def test_moves_lost_by_idling_bring_the_end_nearer() -> None:
    """Ten idle seconds are a move: after them the plan is for the moves that are left, and takes what they can have."""
    rules = replace(YPP, move_limit=4)
    policy = make_policy("beam:width=300", rules)
    for seed in range(5):
        state = state_of(rules, seed)
        assert len(policy.decide(state, LONG, 0).line) <= 4
        late = bilging.idle(rules, state, 35.0)
        decision = policy.decide(late, LONG, 0)
        assert decision.line == (decision.move,)
        assert decision.value == pytest.approx(best_full_line(rules, late, 1), abs=0.01)


@pytest.mark.parametrize("spec", SPECS)
def test_no_swap_changes_anything(spec: str) -> None:
    """Pairs of equal pieces among crabs: swapping them is legal and leads nowhere."""
    rows = ["AAcBBc", "ccAAcc"] * 6
    state = bilging.from_text("\n".join(["water 405 moves 0 score 0.0", *rows]))
    decision = make_policy(spec, STRICT).decide(state, 5.0, 0)
    assert decision.move in bilging.legal_moves(STRICT, state).tolist()
    assert (decision.value, decision.line) == (0.0, (decision.move,))


@pytest.mark.parametrize("spec", SPECS)
def test_no_legal_move(spec: str) -> None:
    state = state_of(STRICT, 0)
    blind = state._replace(board=np.full_like(state.board, bilging.UNKNOWN))
    with pytest.raises(NoMove, match="no legal move"):
        make_policy(spec, STRICT).decide(blind, 10.0, 0)


def test_a_puffer_fish_is_not_fired_at_a_loss() -> None:
    """A blast that brings nothing would take the pieces of a line with it."""
    rules = replace(STRICT, blast_points=0.0, move_limit=3)
    rows = ["ApBCBC", "BACDCD", "ADEFEF", "CEFGFG"] + ["DFGDGE", "EGDEDF"] * 4
    state = bilging.from_text("\n".join(["water 135 moves 0 score 0.0", *rows]))
    decision = make_policy("beam:depth=3,width=500", rules).decide(state, LONG, 0)
    row, col = divmod(decision.move, 5)
    assert "p" not in rows[row][col : col + 2]
    assert decision.value >= 3.0


def test_it_beats_the_full_width_search_in_less_work() -> None:
    """Four games of 20 moves: the margin is far beyond the spread."""
    rules = replace(STRICT, move_limit=20)

    def play(spec: str) -> float:
        policy, total = make_policy(spec, rules), 0.0
        for seed in range(4):
            rolls = dice(seed)
            state = bilging.start(rules, rolls)
            for _ in range(20):
                state = bilging.apply(rules, state, policy.decide(state, LONG, 0).move, rolls).state
            total += state.score
        return total / 80

    assert play("beam:width=60") > play("fullwidth:depth=2,goal=sum") + 1.0


@pytest.mark.timed
@pytest.mark.parametrize("rules", [YPP, COMBO])
@pytest.mark.parametrize("budget_ms", [1.0, 5.0, 50.0])
def test_budget_is_kept(budget_ms: float, rules: bilging.Rules) -> None:
    """99 decisions in 100 keep it from a millisecond on, in processor time.

    What emptied caches cost beside other programs is in it, so a tenth is allowed for that, and one good round does.
    """
    policy = make_policy("strongest:clock=processor", rules)
    states = [state_of(rules, seed) for seed in range(100)]
    for state in states[:30]:
        policy.decide(state, budget_ms, 0)

    def p99_share() -> float:
        budget = budget_ms * slowness()
        return float(np.percentile([policy.decide(state, budget, 0).spent_ms for state in states], 99)) / budget

    assert any(p99_share() <= 1.1 for _ in range(20))


@pytest.mark.timed
def test_a_budget_counts_by_the_clock_that_was_asked_for() -> None:
    """Beside a thread that keeps the interpreter busy a decision has less of the processor than of the wall's time."""
    state, stop = state_of(YPP, 1), threading.Event()

    def busy() -> None:
        while not stop.is_set():
            sum(range(1000))

    policy = make_policy("strongest:clock=processor", YPP)
    policy.decide(state, 5.0, 0)
    beside = threading.Thread(target=busy)
    beside.start()
    try:
        began = time.perf_counter()
        spent_ms = [policy.decide(state, 5.0, 0).spent_ms for _ in range(5)]
        wall_ms = (time.perf_counter() - began) * 1e3
    finally:
        stop.set()
        beside.join()
    assert sum(spent_ms) < wall_ms


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("beam:depth=33", "policy beam: depth must be 1 to 32, got 33"),
        ("beam:width=0", "policy beam: width must be 1 to 32768, got 0"),
        ("beam:chains=2", "policy beam: chains must be 0 or 1, got 2"),
        ("beam:locality=-1", "policy beam: locality must be 0 to 64, got -1"),
        ("beam:haste=-1", "policy beam: haste must be 0 to 1, got -1.0"),
        ("beam:trust=2", "policy beam: trust must be 0 to 1, got 2.0"),
        ("beam:clock=sun", "policy beam: clock must be wall or processor, got sun"),
        ("beam:spread=2", "policy beam: spread must be 0 to 1, got 2.0"),
    ],
)
def test_specs_that_are_refused(spec: str, says: str) -> None:
    with pytest.raises(PolicyError) as caught:
        make_policy(spec, STRICT)
    assert str(caught.value) == says

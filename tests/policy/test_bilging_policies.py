from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine.bilging as bilging
from engine.dice import dice
from policy.bilging import POLICIES, make_policy, matters
from policy.bilging.lookahead import Lookahead
from policy.decision import NoMove
from policy.spec import PolicyError
from tests.pace import slowness
from tests.policy.naive_search import best_sum, first_break, value_of

STRICT = bilging.PRESETS["strict"]
SMALL = bilging.Rules("small", rows=5, cols=4, colours=5, wet_rows=1, dry_rows=1, water_start_px=90)
"""A board on which the naive searches answer soon."""

SPECS = ["random", "greedy", "greedy2", "fullwidth", "fullwidth:depth=2,chains=1,goal=sum"]
SPECS += ["fullwidth:locality=2,goal=sum", "fullwidth:depth=3,goal=sum"]


def state_of(rules: bilging.Rules, seed: int) -> bilging.State:
    return bilging.start(rules, dice(seed))


def stuck_state(seed: int) -> bilging.State | None:
    """A state in which no swap breaks anything, where greedy play comes to one."""
    greedy, rolls = make_policy("greedy", STRICT), dice(seed)
    state = bilging.start(STRICT, rolls)
    for _ in range(20):
        decision = greedy.decide(state, 1.0, seed)
        if decision.value == 0.0:
            return state
        state = bilging.apply(STRICT, state, decision.move, rolls).state
    return None


def scores(search: Lookahead, state: bilging.State, depth: int) -> dict[int, float]:
    board, cells = search.opening(state)
    values = search.score(board, state.water_px, cells, depth, search.budget(0.0, float("inf"), None))
    return {search.move_of(cell): float(value) for cell, value in zip(cells, values, strict=True)}


@pytest.mark.parametrize("spec", SPECS)
def test_decisions_are_legal_ranked_and_repeatable(spec: str) -> None:
    for seed in range(5):
        state = state_of(bilging.PRESETS["ypp"], seed)
        before = bilging.to_text(state)
        policy = make_policy(spec, bilging.PRESETS["ypp"])
        decision = policy.decide(state, 1e6, seed)
        assert bilging.to_text(state) == before
        legal = bilging.legal_moves(bilging.PRESETS["ypp"], state).tolist()
        ranked = decision.alternatives
        assert (ranked[0].move, ranked[0].value) == (decision.move, decision.value)
        assert len({choice.move for choice in ranked}) == len(ranked) >= 10
        assert {choice.move for choice in ranked} <= set(legal)
        assert [choice.value for choice in ranked] == sorted((choice.value for choice in ranked), reverse=True)
        assert decision.line[0] == decision.move
        again = make_policy(spec, bilging.PRESETS["ypp"]).decide(state, 1e6, seed)
        assert replace(again, spent_ms=0.0) == replace(decision, spent_ms=0.0)


@pytest.mark.parametrize("spec", SPECS)
def test_cells_that_cannot_be_moved_are_never_swapped(spec: str) -> None:
    policy = make_policy(spec, STRICT)
    for seed in range(10):
        state = state_of(STRICT, seed)
        board = state.board.copy()
        board.reshape(-1)[np.random.default_rng(seed).permutation(72)[:50]] = bilging.UNKNOWN
        board[11, 0] = bilging.CRAB
        state = state._replace(board=board)
        legal = set(bilging.legal_moves(STRICT, state).tolist())
        if legal:
            assert {choice.move for choice in policy.decide(state, 1e6, seed).alternatives} <= legal


@pytest.mark.parametrize("spec", SPECS)
def test_no_legal_move(spec: str) -> None:
    state = state_of(STRICT, 0)
    blind = state._replace(board=np.full_like(state.board, bilging.UNKNOWN))
    with pytest.raises(NoMove, match="no legal move"):
        make_policy(spec, STRICT).decide(blind, 10.0, 0)


def test_random_is_uniform() -> None:
    policy, state = make_policy("random", STRICT), state_of(STRICT, 0)
    counts = np.bincount([policy.decide(state, 1.0, seed).move for seed in range(6000)], minlength=60)
    assert (np.abs(counts - 100) < 50).all()


@given(st.integers(0, 2**32))
def test_greedy_takes_the_most(seed: int) -> None:
    rules = bilging.PRESETS["ypp"].with_specials(0.05, 0.05, 0.05)
    state = state_of(rules, seed)
    decision = make_policy("greedy", rules).decide(state, 1.0, seed)
    values = {int(move): value_of(rules, state, int(move), 1, False) for move in bilging.legal_moves(rules, state)}
    assert values[decision.move] == decision.value == max(values.values())


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.booleans(), st.sampled_from([-1, 1]))
def test_the_sum_over_the_horizon(seed: int, chains: bool, locality: int) -> None:
    """Kernels, stack and pruning against the naive search, specials too."""
    rules = replace(SMALL, chains=bilging.Chains.COMBO, puffer_rate=0.03, jellyfish_rate=0.03, crab_rate=0.05)
    if seed % 2:
        rules = replace(SMALL, chains=bilging.Chains.COMBO)
    state = state_of(rules, seed)
    for depth in (1, 2, 3):
        found = scores(Lookahead(rules, chains, locality), state, depth)
        for move in list(found)[:: 1 if depth < 3 else 5]:
            assert found[move] == pytest.approx(value_of(rules, state, move, depth, chains, locality), abs=0.01)


@settings(max_examples=5)
@given(st.integers(0, 2**32))
def test_the_sum_over_four_and_five_swaps(seed: int) -> None:
    """Pruning of swaps that commute, and the tree opened above the kernels."""
    rules = replace(SMALL, rows=4, cols=3, dry_rows=0)
    state = state_of(rules, seed)
    for depth in (4, 5):
        found = scores(Lookahead(rules), state, depth)
        assert max(found.values()) == pytest.approx(best_sum(rules, state, depth, False), abs=0.01)
        move = next(iter(found))
        assert found[move] == pytest.approx(value_of(rules, state, move, depth, False), abs=0.01)


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_the_most_points_of_one_break(seed: int) -> None:
    state = state_of(SMALL, seed)
    for depth in (1, 2, 3):
        found = scores(Lookahead(SMALL, one_break=True), state, depth)
        for move in list(found)[:: 1 if depth < 3 else 5]:
            assert found[move] == pytest.approx(first_break(SMALL, state, move, depth), abs=0.01)


@pytest.mark.parametrize("seed", range(5))
def test_goal_break_is_the_most_points_a_swap(seed: int) -> None:
    state = state_of(SMALL, seed)
    decision = make_policy("fullwidth:depth=3", SMALL).decide(state, 1e6, 0)
    moves = bilging.legal_moves(SMALL, state).tolist()
    best = max(first_break(SMALL, state, move, depth) / depth for move in moves for depth in (1, 2, 3))
    assert decision.value == pytest.approx(best, abs=0.01)


def test_greedy2_is_never_stuck() -> None:
    """Where nothing breaks at once, its swap sets up the best next one."""
    seen = 0
    for seed in range(20):
        state = stuck_state(seed)
        if state is None:
            continue
        seen += 1
        decision = make_policy("greedy2", STRICT).decide(state, 1.0, seed)
        assert decision.value == pytest.approx(best_sum(STRICT, state, 2, False), abs=0.01)
        assert len(decision.line) == 2
    assert seen >= 3


def test_the_line_earns_what_was_promised() -> None:
    policy = make_policy("fullwidth:depth=3,goal=sum", STRICT)
    for seed in range(20):
        state = state_of(STRICT, seed)
        decision = policy.decide(state, 1e6, seed)
        total = 0.0
        for move in decision.line:
            played = bilging.cascade(STRICT, state, move)
            total += sum(stage.points for stage in played.stages[:1])
            state = state._replace(board=played.board, water_px=played.water_px)
        assert total == pytest.approx(decision.value, abs=0.01)


def test_nothing_is_planned_past_the_end() -> None:
    rules = replace(STRICT, move_limit=50)
    state = state_of(rules, 3)._replace(moves=49)
    greedy = make_policy("greedy", rules).decide(state, 1e6, 0)
    assert make_policy("fullwidth:depth=4,goal=sum", rules).decide(state, 1e6, 0).value == greedy.value


@pytest.mark.parametrize(
    "spec", ["fullwidth:depth=4,goal=sum", "fullwidth:depth=6,goal=sum", "fullwidth:depth=5,locality=2,goal=sum"]
)
def test_work_repeats_a_decision_that_ran_out_of_time(spec: str) -> None:
    rules = bilging.PRESETS["ypp"]
    for seed in range(5):
        state = state_of(rules, seed)
        hurried = make_policy(spec, rules).decide(state, 4.0, seed)
        repeated = make_policy(spec, rules).decide(state, 0.0, seed, hurried.work)
        assert replace(repeated, spent_ms=0.0) == replace(hurried, spent_ms=0.0)


def test_less_work_still_decides() -> None:
    state = state_of(STRICT, 1)
    policy = make_policy("fullwidth:depth=4,goal=sum", STRICT)
    works = {policy.decide(state, 1e6, 0, work).work for work in (0, 1, 2, 5, 20, 10_000)}
    assert {0, 1, 2, 5, 20} < works
    assert policy.decide(state, 1e6, 0, 0).value == make_policy("greedy", STRICT).decide(state, 1.0, 0).value


@pytest.mark.timed
@pytest.mark.parametrize("budget_ms", [5.0, 20.0])
def test_budget_is_kept(budget_ms: float) -> None:
    """One good round does: what another program takes from the processor meanwhile is not the planner's doing."""
    rules = bilging.PRESETS["ypp"]
    policy = make_policy("fullwidth:depth=6,goal=sum", rules)
    policy.decide(state_of(rules, 0), budget_ms, 0)

    def p99_share() -> float:
        budget = budget_ms * slowness()
        spent = [policy.decide(state_of(rules, seed), budget, 0).spent_ms for seed in range(100)]
        return float(np.percentile(spent, 99)) / budget

    assert any(p99_share() <= 1.1 for _ in range(20))


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("fullwidth:depth=0", "policy fullwidth: depth must be 1 to 8, got 0"),
        ("fullwidth:chains=2", "policy fullwidth: chains must be 0 or 1, got 2"),
        ("fullwidth:goal=win", "policy fullwidth: goal must be sum or break, got 'win'"),
        ("greedy:depth=1", "policy greedy has no parameter 'depth'; it has none"),
        ("best", f"no policy 'best'; there are {', '.join(POLICIES)}"),
    ],
)
def test_specs_that_are_refused(spec: str, says: str) -> None:
    with pytest.raises(PolicyError) as caught:
        make_policy(spec, STRICT)
    assert str(caught.value) == says


def test_every_game_has_these() -> None:
    assert {"random", "strongest", "greedy", "greedy2", "fullwidth"} <= set(POLICIES)


def outcomes(rules: bilging.Rules, state: bilging.State, move: int) -> set[bytes]:
    """What `move` clears at once, for every value of the one unknown cell that leaves the board possible."""
    cell = int(np.flatnonzero(state.board.reshape(-1) == bilging.UNKNOWN)[0])
    found = set()
    for code in range(10):
        board = state.board.copy()
        board.reshape(-1)[cell] = code
        known = state._replace(board=board)
        if bilging.validate(rules, known):
            continue
        stages = bilging.cascade(rules, known, move).stages
        found.add(stages[0].cleared.tobytes() if stages else b"")
    return found


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.integers(0, 71))
def test_matters_against_every_value(seed: int, cell: int) -> None:
    rules = bilging.PRESETS["ypp"].with_specials(0.03, 0.05, 0.05)
    state = state_of(rules, seed)
    board = state.board.copy()
    board.reshape(-1)[cell] = bilging.UNKNOWN
    state = state._replace(board=board)
    for move in bilging.legal_moves(rules, state).tolist():
        if len(outcomes(rules, state, move)) > 1:
            assert matters(rules, state, move)


def test_matters_is_not_always_true() -> None:
    """A far unknown cell spoils nothing; without one nothing is spoiled."""
    state = state_of(STRICT, 5)
    legal = bilging.legal_moves(STRICT, state).tolist()
    assert not any(matters(STRICT, state, move) for move in legal)
    board = state.board.copy()
    board[11, 5] = bilging.UNKNOWN
    blurred = state._replace(board=board)
    spoiled = [move for move in bilging.legal_moves(STRICT, blurred).tolist() if matters(STRICT, blurred, move)]
    assert all(move >= 9 * 5 for move in spoiled)
    assert len(spoiled) <= 4


def test_a_move_beside_an_unknown_cell_matters() -> None:
    rows = ["DEFGDE", "EFGDEF"] * 5 + ["AB?ADE", "BAEFGD"]
    state = bilging.from_text("\n".join(["water 135 moves 0 score 0.0", *rows]))
    state.board[10] = [0, 0, 1, 0, 3, bilging.UNKNOWN]
    assert not matters(STRICT, state, 10 * 5 + 2)  # A A A whatever the last cell holds
    state.board[10] = [bilging.UNKNOWN, 0, 1, 0, 3, 4]
    assert matters(STRICT, state, 10 * 5 + 2)  # ? A [A B]: three if ? is A

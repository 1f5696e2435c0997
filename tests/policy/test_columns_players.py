"""The planners of Columns: what all of them promise, and the article's players against their text."""

from dataclasses import replace

import numpy as np
import pytest

import engine.columns as columns
from engine.columns import naive
from engine.dice import dice
from policy.columns import POLICIES, make_policy, strongest, warm_up
from policy.columns.chains import ChainPolicy
from policy.columns.running import RunningPolicy
from policy.columns.survival import SurvivalPolicy
from policy.decision import Decision, NoMove, decision_seed

JEWEL = columns.PRESETS["jewel"]
SMALL = columns.PRESETS["jewel:cols=4,rows=7,colours=5"]
"""A board that is soon full."""
SPECS = ("random", "simple", "smart", "chains", "chains:roots=3,width=2,depth=1", "strongest")


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    warm_up()


def states(rules: columns.Rules, count: int, seed: int = 0) -> list[columns.State]:
    """States of random play, over and over from the start, the last ones before the game is lost among them."""
    found: list[columns.State] = []
    while len(found) < count:
        rolls, choice = dice(seed), np.random.default_rng(seed)
        state = columns.start(rules, rolls)
        while not columns.is_over(rules, state):
            found.append(state)
            state = columns.apply(rules, state, int(choice.choice(columns.legal_moves(rules, state))), rolls).state
        seed += 1
    return found[:count]


def same(one: Decision, other: Decision) -> bool:
    return replace(one, spent_ms=0.0) == replace(other, spent_ms=0.0)


def survives(rules: columns.Rules, state: columns.State, move: int) -> bool:
    return not naive.filled(rules, columns.drop_piece(rules, state, move).state.board)


def checked(spec: str, rules: columns.Rules, state: columns.State, seed: int) -> Decision:
    """Decide, and look whether the decision is legal, ranked, without a trace, and replayed from its work."""
    before = columns.to_text(state)
    decision = make_policy(spec, rules).decide(state, 6.0, seed)
    assert columns.to_text(state) == before
    ranked = decision.alternatives
    assert (ranked[0].move, ranked[0].value) == (decision.move, decision.value)
    assert decision.line[0] == decision.move
    moves = [choice.move for choice in ranked]
    assert len(set(moves)) == len(moves)
    assert set(moves) <= set(columns.legal_moves(rules, state).tolist())
    assert [choice.value for choice in ranked] == sorted((choice.value for choice in ranked), reverse=True)
    assert same(make_policy(spec, rules).decide(state, 0.001, seed, work=decision.work), decision)
    return decision


@pytest.mark.parametrize("spec", SPECS)
def test_decisions_are_legal_ranked_and_replayed(spec: str) -> None:
    for name in ("jewel", "running", "wide", "sega:crooked=2"):
        rules = columns.PRESETS[name]
        for seed, state in enumerate(states(rules, 20)[::4]):
            checked(spec, rules, state, seed)


@pytest.mark.parametrize("spec", SPECS)
def test_a_piece_part_way_down_is_placed_where_it_can_still_go(spec: str) -> None:
    narrowed = 0
    for seed, state in enumerate(states(JEWEL, 60)):
        if naive.height(state.board, state.col) > 8:
            continue
        sunk = state._replace(row=8)
        legal = columns.legal_moves(JEWEL, sunk)
        narrowed += legal.size < 18
        if seed % 5 == 0:
            checked(spec, JEWEL, sunk, seed)
    assert narrowed > 0


@pytest.mark.parametrize("spec", SPECS)
def test_what_has_not_been_read_is_planned_around(spec: str) -> None:
    unknown = np.full(3, columns.UNKNOWN, np.int8)
    for seed, state in enumerate(states(JEWEL, 30)[::6]):
        assert len(checked(spec, JEWEL, state._replace(next=unknown), seed).line) >= 1
        board = state.board.copy()
        board[np.random.default_rng(seed).random(board.shape) < 0.2] = columns.UNKNOWN
        board[: JEWEL.hidden] = columns.EMPTY
        hidden = state._replace(board=board, piece=np.array([columns.UNKNOWN, 1, 2], np.int8))
        if columns.legal_moves(JEWEL, hidden).size:
            checked(spec, JEWEL, hidden, seed)


@pytest.mark.parametrize("spec", SPECS)
def test_no_move_when_the_game_is_over(spec: str) -> None:
    state = states(JEWEL, 5)[-1]
    over = replace(JEWEL, move_limit=3)
    with pytest.raises(NoMove):
        make_policy(spec, over).decide(state, 1.0, 0)


@pytest.mark.parametrize("spec", ["simple", "smart", "chains"])
def test_no_game_is_thrown_away(spec: str) -> None:
    """Where some move of this piece leaves the game going, such a move is made; `smart` looks at both pieces."""
    tight = 0
    policy = make_policy(spec, SMALL)
    for seed, state in enumerate(states(SMALL, 150)):
        going = [survives(SMALL, state, move) for move in columns.legal_moves(SMALL, state).tolist()]
        if not all(going) and any(going):
            lasting = [
                move
                for move, alive in zip(columns.legal_moves(SMALL, state).tolist(), going, strict=True)
                if alive
                for after in [columns.drop_piece(SMALL, state, move).state]
                if any(survives(SMALL, after, reply) for reply in columns.legal_moves(SMALL, after).tolist())
            ]
            if lasting or spec == "simple":
                tight += 1
                assert survives(SMALL, state, policy.decide(state, 20.0, seed, work=4).move)
    assert tight > 5


def naive_scores(state: columns.State) -> dict[int, float]:
    """Points of every move, -1 where it loses: "if (!this.is_game_over() && score > best_score)"."""
    scores: dict[int, float] = {}
    for move in columns.legal_moves(JEWEL, state).tolist():
        after, points, _, _ = naive.play(JEWEL, state, move)
        scores[move] = -1 if naive.filled(JEWEL, after.board) else points
    return scores


def test_simple_is_the_articles_loop() -> None:
    policy = make_policy("simple", JEWEL)
    for state in states(JEWEL, 80):
        best, best_score = 0, -1.0
        for move, score in naive_scores(state).items():
            if score > best_score:
                best, best_score = move, score
        decision = policy.decide(state, 1.0, 0)
        assert (decision.move, decision.value) == (best, best_score)


def test_smart_adds_the_loops_of_the_next_column() -> None:
    policy = make_policy("smart", JEWEL)
    first_columns = set()
    for seed, state in enumerate(states(JEWEL, 21)[::3]):
        values = {}
        for move, score in naive_scores(state).items():
            after = columns.drop_piece(JEWEL, state, move).state
            values[move] = max((score + more for more in naive_scores(after).values() if more >= 0), default=-1)
        decision = policy.decide(state, 1.0, seed)
        assert decision.value == max(values.values()) == values[decision.move]
        assert naive_scores(columns.drop_piece(JEWEL, state, decision.move).state)[decision.line[1]] >= 0
        first_columns |= {policy.decide(state, 1.0, other).move // 3 for other in range(12)}
    # the empty board of the first state: the random first column decides
    assert len(first_columns) == 6


def played(spec: str, rules: columns.Rules, seed: int, most: int) -> tuple[int, float]:
    """Return pieces survived, at most `most`, and score a piece."""
    policy, rolls = make_policy(spec, rules), dice(seed)
    state = columns.start(rules, rolls)
    while state.moves < most and not columns.is_over(rules, state):
        decision = policy.decide(state, 1.0, decision_seed(seed, state.moves))
        state = columns.apply(rules, state, decision.move, rolls).state
    return state.moves, state.score / state.moves


def test_the_seeds_figures_come_out_again() -> None:
    """The page's table, some of its games: random 19 pieces; smart 46.2 a piece; simple 24 with 7 colours."""
    pieces = [played("random", JEWEL, seed, 5000)[0] for seed in range(60)]
    assert np.mean(pieces) == pytest.approx(19.0, abs=2.5)
    smart = [played("smart", JEWEL, seed, 600) for seed in range(3)]
    assert [game[0] for game in smart] == [600, 600, 600]
    assert np.mean([game[1] for game in smart]) == pytest.approx(46.2, abs=2.0)
    seven = [played("simple", columns.PRESETS["jewel:rows=13,colours=7,magic=0"], seed, 5000) for seed in range(40)]
    assert np.mean([game[0] for game in seven]) == pytest.approx(80.0, abs=18.0)
    assert np.mean([game[1] for game in seven]) == pytest.approx(24.0, abs=2.5)


def test_the_strongest_player_suits_the_rules() -> None:
    for name, kind in (
        ("jewel", ChainPolicy),
        ("sega", ChainPolicy),
        ("web", ChainPolicy),
        ("wide", ChainPolicy),
        ("running", RunningPolicy),
        ("running:colours=4", RunningPolicy),
        ("jewel:rows=13,colours=7", SurvivalPolicy),
        ("jewel:crooked=216", SurvivalPolicy),
    ):
        assert type(strongest(columns.PRESETS[name])) is kind
    assert set(SPECS) & set(POLICIES) == {"random", "simple", "smart", "chains", "strongest"}


@pytest.mark.timed
def test_the_chain_builder_keeps_its_time() -> None:
    """A loose guard, the best of many decisions: other work may take the cores."""
    policy = ChainPolicy(JEWEL)
    decisions = [policy.decide(state, 40.0, seed) for seed, state in enumerate(states(JEWEL, 25))]
    assert min(decision.spent_ms for decision in decisions if decision.work > 6) <= 44.0

"""The chain builder part by part: what a board's chains are worth, the position the searches move on, its decisions."""

from dataclasses import replace

import numpy as np
import pytest

import engine.columns as columns
from engine.columns import naive
from engine.columns.packed import physics, words_of
from engine.dice import dice
from policy.columns import make_policy
from policy.columns.afterstates import (
    ENDLESS,
    EXTRA_WORDS,
    advance,
    chance,
    legal_moves,
    play,
    position_of,
    random_move,
)
from policy.columns.chain_value import (
    Chains,
    best_of_three,
    chains,
    completing,
    evaluate,
    pairs,
    plain_run,
    value_of,
)
from policy.columns.chain_weights import WEIGHTS
from policy.columns.positions import UNKNOWN_PIECE, opening
from policy.search.game import NO_MOVE, Words

JEWEL = columns.PRESETS["jewel"]
PRESETS = ("jewel", "sega", "web", "wide", "jewel:cols=4,rows=8,colours=8")


def states(rules: columns.Rules, count: int) -> list[columns.State]:
    """States of random play, fuller and fuller until the game is over."""
    found: list[columns.State] = []
    seed = 0
    while len(found) < count:
        rolls, choice = dice(seed), np.random.default_rng(seed)
        state = columns.start(rules, rolls)
        while not columns.is_over(rules, state):
            found.append(state)
            state = columns.apply(rules, state, int(choice.choice(columns.legal_moves(rules, state))), rolls).state
        seed += 1
    return found[:count]


def position(rules: columns.Rules, state: columns.State) -> Words:
    return position_of(rules, state, opening(rules, state))


def fired(rules: columns.Rules, board: columns.board.Codes, col: int, colour: int) -> tuple[float, int]:
    """What one jewel on a column fires, as jewels times step, or points by lines; and the jewels then left."""
    board = board.copy()
    board[rules.height - naive.height(board, col) - 1, col] = colour
    points = step = 0
    while found := naive.runs(rules, board):
        step += 1
        gone = {cell for run in found for cell in run}
        if rules.scoring == columns.Scoring.LINES:
            points += naive.paid(rules, len(gone), naive.found_in(found), 0, step, 1)
        else:
            points += len(gone) * step
        board = naive.fallen(board, gone)
    return points, int((board != columns.EMPTY).sum())


@pytest.mark.parametrize("name", PRESETS)
def test_every_trigger_is_found_and_its_chain_paid(name: str) -> None:
    rules = columns.PRESETS[name]
    value = value_of(WEIGHTS, words_of(rules.cols) + EXTRA_WORDS)
    for state in states(rules, 60):
        words, plain = position(rules, state), 30.0
        if rules.scoring == columns.Scoring.LINES:
            plain = 1.0
        best = dict.fromkeys(range(rules.colours), 0.0)
        triggers = 0
        ways = []
        for col in range(rules.cols):
            below = naive.height(state.board, col)
            wanted = set()
            for colour in range(rules.colours) if below < rules.rows else ():
                points, left = fired(rules, state.board, col, colour)
                if points:
                    wanted.add(colour)
                    paid = points if rules.scoring == columns.Scoring.LINES else plain / 3 * points
                    best[colour] = max(best[colour], paid)
                    ways.append((paid, left, below))
            triggers += len(wanted)
            if below < rules.rows:
                assert completing(words, rules.cols, col) == sum(1 << colour for colour in wanted)
        before = words.copy()
        held = Chains(*chains(words, physics(rules), value, plain))
        assert np.array_equal(words, before)
        top = max((way[0] for way in ways), default=0.0)
        assert held.triggers == triggers
        assert held.best == pytest.approx(top)
        assert (held.rest, held.column) in ([way[1:] for way in ways if way[0] == pytest.approx(top)] or [(0, 0)])
        draws = np.random.default_rng(1).integers(0, rules.colours, (2000, 3))
        sampled = np.array([max(best[int(colour)] for colour in draw) for draw in draws])
        assert held.expected == pytest.approx(sampled.mean(), abs=5 * sampled.std() / 2000**0.5 + 1e-9)


def test_the_best_of_three_draws() -> None:
    """Two colours that pay 0 and 80: only three draws of the first in a row pay nothing."""
    assert best_of_three(np.array([80.0, 0.0]), 2) == pytest.approx(70.0)
    assert best_of_three(np.array([5.0, 5.0, 5.0]), 3) == pytest.approx(5.0)


@pytest.mark.parametrize("name", PRESETS)
def test_pairs_are_counted_in_every_direction(name: str) -> None:
    rules = columns.PRESETS[name]
    for state in states(rules, 40):
        board = state.board
        expected = 0
        for row in range(rules.height):
            for col in range(rules.cols):
                for down, right in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                    cell = (row + down, col + right)
                    if board[row, col] != columns.EMPTY and naive.inside(board, cell):
                        expected += int(board[cell] == board[row, col])
        assert pairs(position(rules, state), rules.cols) == expected


@pytest.mark.parametrize("name", ["jewel", "sega", "web", "wide"])
def test_a_plain_run_pays_what_the_rules_say(name: str) -> None:
    rules = columns.PRESETS[name]
    state = columns.start(rules, dice(1))._replace(jewels=234)
    expected = naive.paid(rules, 3, [(3, True)], naive.level(rules, 234), 1, 1)
    assert plain_run(position(rules, state), physics(rules)) == expected


def test_rules_that_pay_nothing_are_played_all_the_same() -> None:
    rules = columns.PRESETS["jewel:points=0"]
    policy = make_policy("chains", rules)
    for state in states(rules, 40)[::8]:
        decision = policy.decide(state, 20.0, 1, work=6)
        assert decision.move in columns.legal_moves(rules, state)
        assert all(np.isfinite(choice.value) for choice in decision.alternatives)


def test_a_lost_board_and_the_end_of_a_game_are_worth_nothing() -> None:
    state = states(JEWEL, 12)[-1]
    value = value_of(WEIGHTS, words_of(6) + EXTRA_WORDS)
    words = position(JEWEL, state)
    assert evaluate(words, physics(JEWEL), value) != 0.0
    words[-1] = 0
    assert evaluate(words, physics(JEWEL), value) == 0.0
    board = state.board.copy()
    board[2:, 0] = np.arange(15) % 2
    lost = position(JEWEL, state)
    lost[: words_of(6)] = columns.packed.pack(state._replace(board=board))
    assert evaluate(lost, physics(JEWEL), value) == -np.inf


@pytest.mark.parametrize("name", PRESETS)
def test_the_searches_move_by_the_rules(name: str) -> None:
    rules = columns.PRESETS[name]
    moves = np.zeros(3 * rules.cols, np.int64)
    for seed, state in enumerate(states(rules, 60)):
        words = position(rules, state)
        found = moves[: legal_moves(words, physics(rules), moves)].tolist()
        alike = len(set(state.piece.tolist())) == 1
        assert found == [move for move in columns.legal_moves(rules, state).tolist() if move % 3 == 0 or not alike]
        move = random_move(words, physics(rules), dice(seed))
        assert move in found
        step = columns.drop_piece(rules, state, move)
        assert advance(words, move, physics(rules)) == step.reward
        assert np.array_equal(columns.packed.unpack_board(words, rules), step.state.board)
        assert words[-EXTRA_WORDS:].tolist() == [opening(rules, state).next, UNKNOWN_PIECE, ENDLESS - 1]
        chance(words, physics(rules), dice(seed))
        assert words[-EXTRA_WORDS] == opening(rules, state).next
        if not naive.filled(rules, step.state.board):
            play(words, 0, physics(rules), dice(seed))
            assert words[-EXTRA_WORDS] == columns.dealing.honest(physics(rules), dice(seed))


def test_no_move_is_left_at_the_end() -> None:
    words = position(JEWEL, columns.start(JEWEL, dice(0)))
    words[-1] = 0
    assert legal_moves(words, physics(JEWEL), np.zeros(18, np.int64)) == 0
    assert random_move(words, physics(JEWEL), dice(0)) == NO_MOVE


def test_the_last_piece_takes_what_it_can() -> None:
    rules = replace(JEWEL, move_limit=60)
    policy, limited = make_policy("chains", rules), make_policy("simple", rules)
    better = 0
    for state in states(JEWEL, 40):
        last = state._replace(moves=59)
        chosen = columns.drop_piece(rules, last, policy.decide(last, 20.0, 1, work=6).move).reward
        assert chosen >= columns.drop_piece(rules, last, limited.decide(last, 1.0, 1).move).reward
        better += chosen > 0
    assert better > 0


def test_chains_are_built_and_fired() -> None:
    """Two plies alone, 150 pieces from an empty board, beat twice the smart player's 46 points a piece."""
    points, longest = [], 0
    policy = make_policy("chains", JEWEL)
    for seed in (900, 901):
        rolls = dice(seed)
        state = columns.start(JEWEL, rolls)
        for number in range(150):
            step = columns.apply(JEWEL, state, policy.decide(state, 20.0, number, work=6).move, rolls)
            state, longest = step.state, max(longest, step.chain)
        points.append(state.score / 150)
    assert np.mean(points) > 85
    assert longest >= 7


@pytest.mark.parametrize("spec", ["chains:width=0", "chains:roots=0", "chains:depth=99"])
def test_numbers_out_of_range_are_named(spec: str) -> None:
    key = spec.partition(":")[2].partition("=")[0]
    with pytest.raises(ValueError, match=f"policy chains: {key} must be 1 to"):
        make_policy(spec, JEWEL)

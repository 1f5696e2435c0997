"""Columns' players that stay alive and that keep a run: what they see in a board, and how they fare."""

import itertools
from typing import Any

import numpy as np
import pytest

from engine.columns import (
    EMPTY,
    LENGTH,
    PRESETS,
    Rules,
    State,
    apply,
    empty_board,
    is_over,
    legal_moves,
    start,
)
from engine.columns.dealing import MAGIC_PIECE, codes_of
from engine.columns.packed import pack, physics
from engine.dice import dice
from policy.columns import make_policy
from policy.columns.covers import PAD, stuck, weights, worth
from policy.columns.draws import draws, shuffle
from policy.columns.futures import expected
from policy.columns.futures_kernel import gain
from policy.columns.running import MANY
from policy.decision import NoMove, Policy
from policy.spec import PolicyError

JEWEL = PRESETS["jewel"]
NARROW = PRESETS["jewel:cols=4,rows=8"]
"""A board on which the smart player is lost within some 130 pieces."""


def played(policy: str, rules: Rules, pieces: int, seed: int) -> tuple[State, int]:
    """Play a game with as much time as wanted; return its last state and how many pieces it lasted."""
    planner, rolls = make_policy(policy, rules), dice(seed)
    state = start(rules, rolls)
    while state.moves < pieces and not is_over(rules, state):
        state = apply(rules, state, planner.decide(state, 1e9, seed * 1000 + state.moves).move, rolls).state
    return state, state.moves


def midgame(rules: Rules, pieces: int, seed: int) -> State:
    """Return a state of a game that the random player began."""
    state = played("random", rules, pieces, seed)[0]
    return state if not is_over(rules, state) else midgame(rules, pieces, seed + 100)


# -- what is seen in a board -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [JEWEL, PRESETS["jewel:magic=0,colours=4"]])
def test_every_piece_is_drawn_once_with_its_chance(rules: Rules) -> None:
    pieces, chances = draws(rules)
    c = rules.colours
    assert len(pieces) == c + c * (c - 1) + c * (c - 1) * (c - 2) // 3 + (rules.magic > 0)
    assert chances.sum() == pytest.approx(1.0)
    by_jewels = {tuple(codes_of(int(piece))): chance for piece, chance in zip(pieces, chances, strict=True)}
    assert by_jewels[0, 1, 2] == by_jewels[0, 0, 1] == pytest.approx(3 * by_jewels[0, 0, 0])
    assert (0, 2, 1) in by_jewels
    assert (1, 2, 0) not in by_jewels
    assert (pieces[-1] == MAGIC_PIECE) == (rules.magic > 0)


def test_orders_differ_by_seed_and_hold_everything() -> None:
    first, second, again = (np.zeros(76, np.int64) for _ in range(3))
    for order, seed in ((first, 1), (second, 2), (again, 1)):
        shuffle(order, dice(seed))
        assert sorted(order.tolist()) == list(range(76))
    assert first.tolist() == again.tolist() != second.tolist()


def test_the_chance_to_be_stuck_counts_every_piece() -> None:
    colours = 4
    for covered, tops in itertools.product(range(1 << colours), repeat=2):
        lost = 0
        for piece in itertools.product(range(colours), repeat=LENGTH):
            one_covered = any(covered >> colour & 1 for colour in piece)
            pair_on_top = any(piece.count(colour) > 1 and tops >> colour & 1 for colour in piece)
            lost += not one_covered and not pair_on_top and len(set(piece)) > 1
        assert stuck(colours, covered, tops) == pytest.approx(lost / colours**LENGTH)


def covering_columns(state: State, rules: Rules, colour: int) -> int:
    """Return in how many columns a jewel of `colour`, at one of three heights, ends in a run: cell by cell."""
    found = 0
    for col in range(rules.cols):
        height = int((state.board[:, col] != EMPTY).sum())
        ends = False
        for above in range(height, height + LENGTH) if height <= rules.rows - 2 else ():
            board = state.board.copy()
            row = rules.height - 1 - above
            board[row, col] = colour
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                for first in range(-2, 1):
                    cells = [(row + (first + k) * down, col + (first + k) * right) for k in range(LENGTH)]
                    inside = all(0 <= r < rules.height and 0 <= c < rules.cols for r, c in cells)
                    ends |= inside and all(board[cell] == colour for cell in cells)
        found += ends
    return found


def valued(state: State, rules: Rules, **named: float) -> float:
    return worth(pack(state), physics(rules), weights(**named), np.zeros(rules.cols + 2 * PAD, np.int64))


@pytest.mark.parametrize("name", ["jewel", "wide:rows=9", "jewel:cols=5,rows=14,colours=4"])
def test_covers_are_what_a_look_at_every_cell_finds(name: str) -> None:
    rules = PRESETS[name]
    seen = []
    for seed in range(25):
        state = midgame(rules, 4 + seed % 8, seed)
        columns = [covering_columns(state, rules, colour) for colour in range(rules.colours)]
        seen += columns
        for least, weight in ((1, "once"), (2, "twice"), (3, "thrice")):
            share = sum(count >= least for count in columns) / rules.colours
            assert valued(state, rules, **{weight: 1.0}) == pytest.approx(share)
    assert 0 in seen
    assert max(seen) >= 3


def test_heights_weigh_as_named() -> None:
    board = empty_board(JEWEL)
    board[-2:, 0] = (0, 1)
    board[-1, 1] = 0
    state = start(JEWEL, dice(1))._replace(board=board)
    cells = JEWEL.rows * JEWEL.cols
    assert valued(state, JEWEL, filled=1.0) == pytest.approx(-3 / cells)
    assert valued(state, JEWEL, rough=1.0) == pytest.approx(-2 / cells)
    assert valued(state, JEWEL, highest=1.0) == pytest.approx(-((2 / 14) ** 4))
    assert valued(state, JEWEL, spread=1.0) == pytest.approx(-(4 + 1) / 14**2 / 6)
    assert valued(state, JEWEL, pairs=1.0) == pytest.approx(1 / cells), "the two of a colour touch at a corner"
    assert valued(state, JEWEL, stock=0.5, under_stock=1.0) == pytest.approx(-((3 / cells - 0.5) ** 2))
    assert valued(state, JEWEL, stock=0.5, over_stock=1.0) == 0.0
    with pytest.raises(ValueError, match="no weight 'width'; there are once, twice"):
        weights(width=1.0)


def test_a_run_is_worth_keeping_as_far_as_there_is_one() -> None:
    rules = PRESETS["running"]
    words = pack(start(rules, dice(1))._replace(running=5, moves=5))
    ended = pack(start(rules, dice(1)))
    worths = [gain(words, physics(rules), MANY.at(running), 0, running, 0) for running in (0, 10, 100)]
    assert worths[0] == 0.0 < min(worths[1:])
    assert gain(ended, physics(rules), MANY.at(100), 0, 100, 0) == 0.0


def test_a_foe_deals_the_worst_of_what_it_drew() -> None:
    bests, chances = np.array([[3.0, 0.0], [1.0, 5.0], [2.0, 4.0]]), np.array([0.1, 0.2, 0.3])
    shares = chances / chances.sum()
    assert expected(bests, chances, 1) == pytest.approx(shares @ bests)
    for foe in (2, 3):
        mean = np.zeros(2)
        for drawn in itertools.product(range(3), repeat=foe):
            mean += shares[list(drawn)].prod() * bests[list(drawn)].min(axis=0)
        assert expected(bests, chances, foe) == pytest.approx(mean)


# -- decisions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["survive", "runner"])
@pytest.mark.parametrize("rules", [JEWEL, PRESETS["running"], NARROW])
def test_decisions_are_legal_and_replay(policy: str, rules: Rules) -> None:
    planner: Policy[Any] = make_policy(policy, rules)
    for seed in range(6):
        state = midgame(rules, 3 + seed, seed)
        before = [state.board.copy(), state.piece.copy(), state.next.copy()]
        decided = planner.decide(state, 1e9, seed)
        legal = set(legal_moves(rules, state).tolist())
        assert decided.move in legal
        assert {ranked.move for ranked in decided.alternatives} <= legal
        assert decided.alternatives[0].move == decided.move == decided.line[0]
        assert decided.value == max(ranked.value for ranked in decided.alternatives)
        again = make_policy(policy, rules).decide(state, 0.0, seed, work=decided.work)
        assert (again.move, again.value, again.alternatives, again.line) == (
            decided.move,
            decided.value,
            decided.alternatives,
            decided.line,
        )
        assert all(np.array_equal(old, new) for old, new in zip(before, state[:3], strict=True))


def test_a_piece_that_hangs_low_goes_only_where_it_can() -> None:
    rules = JEWEL
    board = empty_board(rules)
    board[5:, 2] = [0, 1] * 6
    state = start(rules, dice(3))._replace(board=board, col=0, row=10)
    for policy in ("survive", "runner"):
        assert make_policy(policy, rules).decide(state, 1e9, 1).move // LENGTH in (0, 1)


def test_an_unknown_next_piece_is_planned_without() -> None:
    planner = make_policy("survive", JEWEL)
    for seed in range(4):
        state = midgame(JEWEL, 5, seed)._replace(next=np.full(LENGTH, -1, np.int8))
        decided = planner.decide(state, 1e9, seed)
        assert decided.move in legal_moves(JEWEL, state)
        assert decided.line == (decided.move,)


def test_no_time_still_gives_a_move_and_all_pieces_give_one_answer_to_every_seed() -> None:
    state = midgame(JEWEL, 8, 1)
    assert make_policy("survive", JEWEL).decide(state, 0.0, 1).work == 0
    whole = [make_policy("survive:futures=1000", JEWEL).decide(state, 1e9, seed) for seed in (1, 2)]
    assert whole[0].work == whole[1].work == 77
    assert [ranked.move for ranked in whole[0].alternatives] == [ranked.move for ranked in whole[1].alternatives]
    assert whole[0].value == pytest.approx(whole[1].value, abs=2e-3)


def test_where_every_piece_is_magic_moves_are_worth_a_number() -> None:
    rules = PRESETS["jewel:magic=1,colours=7"]
    assert draws(rules)[0].tolist() == [MAGIC_PIECE]
    decision = make_policy("survive", rules).decide(midgame(JEWEL, 6, 1), 50.0, 1)
    assert all(np.isfinite(choice.value) for choice in decision.alternatives)


def test_more_work_than_there_are_pieces_is_all_of_them() -> None:
    state, count = midgame(JEWEL, 6, 1), draws(JEWEL)[0].size
    assert make_policy("survive", JEWEL).decide(state, 1.0, 1, work=count + 5).work == count


def test_a_game_that_is_over_has_no_move() -> None:
    board = empty_board(NARROW)
    board[2:, 0] = [0, 1, 2] * 3
    with pytest.raises(NoMove):
        make_policy("survive", NARROW).decide(start(NARROW, dice(1))._replace(board=board), 1.0, 1)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("survive:beam=0", "policy survive: beam must be 1 to 2304, got 0"),
        ("survive:foe=-1", "policy survive: foe must be 0 to 512, got -1"),
        ("survive:futures=-2", "policy survive: futures must be -1 to 1000, got -2"),
        ("runner:futures=-1", "policy runner: futures must be 0 to 1000, got -1"),
        ("runner:beam=2305", "policy runner: beam must be 1 to 2304, got 2305"),
    ],
)
def test_numbers_out_of_range_are_refused(spec: str, says: str) -> None:
    with pytest.raises(PolicyError) as caught:
        make_policy(spec, JEWEL)
    assert str(caught.value) == says


# -- how they fare ---------------------------------------------------------------------------------------------------


def test_survives_where_the_smart_player_is_lost() -> None:
    ours, smart = ([played(policy, NARROW, 400, seed)[1] for seed in range(5)] for policy in ("survive", "smart"))
    assert sum(ours) > 2 * sum(smart)


def test_withstands_the_crooked_generator() -> None:
    rules = PRESETS["jewel:crooked=216,rows=10"]
    ours, smart = ([played(policy, rules, 120, seed)[1] for seed in range(2)] for policy in ("survive", "smart"))
    assert sum(ours) > 3 * sum(smart)


def test_keeps_the_run_longer_than_the_smart_player() -> None:
    rules = PRESETS["running:colours=4"]
    ours, smart = ([played(policy, rules, 250, seed)[0].score for seed in range(2)] for policy in ("runner", "smart"))
    assert sum(ours) > 4 * sum(smart)

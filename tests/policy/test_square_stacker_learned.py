"""Our own planner part by part: features, value, exact play of a hand, learning, weights, decisions."""

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import engine.square_stacker as stacker
from engine.dice import dice, next_word
from engine.square_stacker.kernels import deal, scoring_of
from engine.square_stacker.packed import WORDS, pack, unpack
from policy.archive import WeightsError
from policy.decision import NoMove
from policy.spec import PolicyError
from policy.square_stacker import make_policy, strongest, warm_up
from policy.square_stacker.expectimax import follow
from policy.square_stacker.features import ENTRIES, TABLES, entries_of, pattern_classes, table_size
from policy.square_stacker.hand_search import ENDS, POINTS, Value, find_plays, room_for
from policy.square_stacker.strongest import LearnedPolicy
from policy.square_stacker.td import learn
from policy.square_stacker.value import value_of
from policy.square_stacker.weights import load_weights, save_weights, value_for
from tests.pace import slowness
from tests.policy.naive_hand_play import all_plays

WPI = stacker.PRESETS["wpi"]
GROWTH = (6, 0.0, False)

compiled = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"), reason="nothing is compiled: takes minutes"
)


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    warm_up()


@cache
def random_value(seed: int = 3, gamma: float = 0.9) -> Value:
    """A value of random weights, so that every table entry is told from every other."""
    weights = np.random.default_rng(seed).normal(1.0, 1.0, table_size()).astype(np.float32)
    classes, (size, _) = pattern_classes()
    return Value(weights, classes, size, gamma)


def board(seed: int, filled: float, two_sizes: float = 0.0, pieces: int = 3, copies: bool = False) -> stacker.State:
    """Any board, and a hand: sparser or fuller, with pieces of two sizes, with equal pieces."""
    rng = np.random.default_rng(seed)
    colours = rng.integers(0, 6, (3, 3, 3)).astype(np.int8)
    grid = np.where(rng.random((3, 3, 3)) < filled, colours, np.int8(stacker.EMPTY))
    hand = np.full((3, 3), stacker.EMPTY, np.int8)
    for piece in range(pieces):
        sizes = rng.permutation(3)[: 2 if rng.random() < two_sizes else 1]
        hand[piece, sizes] = rng.integers(0, 6, sizes.size)
    if copies:
        hand[2] = hand[0]
    return stacker.State(grid, hand, combo=int(rng.integers(0, 4)))


def boards(count: int) -> Iterator[stacker.State]:
    fills = (0.35, 0.5, 0.6, 0.75, 0.9)
    for seed in range(count):
        yield board(seed, fills[seed % 5], 0.5 * (seed % 3), 1 + seed % 7 % 3 if seed % 4 == 3 else 3, seed % 4 == 1)


# -- features and value ----------------------------------------------------------------------------------------------


def test_as_many_classes_as_patterns_that_no_symmetry_makes_equal() -> None:
    """Burnside's lemma: the mean number of patterns that each symmetry leaves as they are."""
    cells = np.arange(9).reshape(3, 3)
    turns = [np.rot90(way, k).ravel() for way in (cells, cells.T) for k in range(4)]
    ordered = swapped = 0
    for turn in turns:
        seen: set[int] = set()
        cycles = []
        for cell in range(9):
            at, length = cell, 0
            while at not in seen:
                seen.add(at)
                at, length = int(turn[at]), length + 1
            cycles += [length] if length else []
        ordered += 4 ** len(cycles)
        # the planes swapped: one of two conditions becomes the other, so only even cycles leave all four open
        swapped += int(np.prod([4 if length % 2 == 0 else 2 for length in cycles]))
    classes, counts = pattern_classes()
    assert counts == (ordered // 8, (ordered + swapped) // 16) == (34960, 17676)
    assert [np.unique(row).size for row in classes] == list(counts)


@pytest.mark.parametrize("value", [random_value(), value_for("wpi")], ids=["random", "shipped"])
def test_the_value_is_the_sum_of_the_entries(value: Value) -> None:
    entries = np.zeros(ENTRIES, np.int64)
    for state in boards(60):
        for combo in (0, 3, 7, 8, 50):
            words = pack(state._replace(combo=combo))
            entries_of(words, value.classes, value.size, entries)
            assert entries.min() >= 0
            assert entries.max() < table_size()
            assert {int(entry) // value.size % 8 for entry in entries} == {min(combo, 7)}
            parts = value.weights[entries].astype(np.float64)
            found = value_of(words, value.weights, value.classes, value.size)
            assert found == pytest.approx(parts.sum(), abs=1e-5 * np.abs(parts).sum())


@pytest.mark.parametrize("value", [random_value(), value_for("wpi")], ids=["random", "shipped"])
def test_boards_that_the_rules_hold_equal_have_one_value(value: Value) -> None:
    rng = np.random.default_rng(5)
    for state in boards(20):
        expected = value_of(pack(state), value.weights, value.classes, value.size)
        orders = list(permutations(range(3)))
        for mirrored, turns in product((False, True), range(4)):
            colours = np.append(rng.permutation(6), stacker.EMPTY).astype(np.int8)
            sizes = orders[rng.integers(6)]
            grid = np.rot90(state.grid.transpose(1, 0, 2) if mirrored else state.grid, turns)[..., sizes]
            other = state._replace(grid=np.ascontiguousarray(colours[grid]))
            assert value_of(pack(other), value.weights, value.classes, value.size) == pytest.approx(expected, rel=1e-4)


def test_boards_that_differ_have_different_values() -> None:
    """One ring more, fewer, elsewhere or of another colour, or another combo, touches some entry."""
    value = random_value()
    for state in boards(20):
        known = value_of(pack(state), value.weights, value.classes, value.size)
        changed = state.grid.copy()
        changed[0, 1, 2] = (changed[0, 1, 2] + 1) % (stacker.EMPTY + 1)
        for other in (state._replace(grid=changed), state._replace(combo=state.combo + 1)):
            assert value_of(pack(other), value.weights, value.classes, value.size) != known


# -- exact play of a hand --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [WPI, stacker.PRESETS["coolmath"], stacker.PRESETS["sweep"]], ids=lambda r: r.name)
@pytest.mark.parametrize("room", [1, 6])
def test_the_best_plays_are_those_of_a_naive_search(rules: stacker.Rules, room: int) -> None:
    value, plays, ended = random_value(), room_for(room), 0
    for state in boards(24):
        words = pack(state)
        count = find_plays(words, scoring_of(rules), value, plays)
        assert words.tolist() == pack(state).tolist()
        best: dict[tuple[int, ...], float] = {}
        naive = list(all_plays(rules, state))
        for play in naive:
            best[play.leads_to] = max(best.get(play.leads_to, -np.inf), play.worth(value))
        expected = sorted(best.values(), reverse=True)[:room]
        assert count == len(expected)
        assert plays.worth[:count].tolist() == expected
        by_moves = {play.moves: play for play in naive}
        for k in range(count):
            play = by_moves[tuple(move for move in plays.moves[k, :3].tolist() if move >= 0)]
            assert plays.boards[k].tolist() == pack(play.state).tolist()
            assert (plays.moves[k, POINTS], bool(plays.moves[k, ENDS])) == (play.points, play.ends)
            ended += play.ends
    assert ended or room == 1, "some plays must end the game, or that branch is not tested"


def test_where_nothing_fits_there_is_no_play() -> None:
    full = board(1, 1.1)
    assert find_plays(pack(full), scoring_of(WPI), random_value(), room_for(3)) == 0
    played = board(1, 0.3, pieces=0)
    assert find_plays(pack(played), scoring_of(WPI), random_value(), room_for(3)) == 0


def test_a_followed_play_is_worth_its_points_and_the_next_hand_played_best() -> None:
    value, plays, inner = random_value(), room_for(5), room_for(1)
    state = board(2, 0.4)
    count = find_plays(pack(state), scoring_of(WPI), value, plays)
    wanted, outcomes = np.array([True, True, False, True, True])[:count], np.full(count, 77.0)
    rolls, scratch = dice(9), np.zeros(WORDS, np.int64)
    follow(plays, wanted, 1, GROWTH, scoring_of(WPI), value, rolls, inner, scratch, dice(0), outcomes)
    assert rolls[0] != dice(9)[0]
    future = dice(9)
    future[0] = next_word(future)
    for k in range(count):
        if not wanted[k]:
            assert outcomes[k] == 77.0
            continue
        next_hand, words = future.copy(), plays.boards[k].copy()
        deal(words, next_hand, *GROWTH)
        then = max(play.worth(value) for play in all_plays(WPI, unpack(words)))
        assert outcomes[k] == pytest.approx(plays.moves[k, POINTS] + value.gamma * then)


# -- learning --------------------------------------------------------------------------------------------------------


class Course:
    """A little training from nothing."""

    def __init__(self, seed: int) -> None:
        classes, (size, _) = pattern_classes()
        self.value = Value(np.zeros(table_size(), np.float32), classes, size, 0.9)
        self.errors, self.sizes = (np.zeros(table_size(), np.float32) for _ in range(2))
        self.words, self.dice, self.scores = np.zeros(WORDS, np.int64), dice(seed), np.zeros(4000)

    def learn(self, hands: int) -> int:
        room, entries = room_for(1), np.zeros(ENTRIES, np.int64)
        return learn(
            hands, self.words, self.dice, GROWTH, scoring_of(WPI), self.value, self.errors, self.sizes, 1.0, room,
            entries, self.scores,
        )  # fmt: skip


@compiled
def test_learning_is_reproducible_and_may_be_cut_into_parts() -> None:
    whole, again, parts, other = Course(1), Course(1), Course(1), Course(2)
    games = [course.learn(3000) for course in (whole, again, other)]
    assert games[0] == games[1] > 10
    assert sum(parts.learn(hands) for hands in (1, 999, 1234, 766)) == games[0]
    for course in (again, parts):
        assert course.value.weights.tobytes() == whole.value.weights.tobytes()
        assert (course.words.tobytes(), course.dice[0]) == (whole.words.tobytes(), whole.dice[0])
    assert other.value.weights.tobytes() != whole.value.weights.tobytes()


def test_one_lesson_moves_the_value_of_the_board_towards_its_target() -> None:
    course = Course(4)
    course.words[:] = pack(board(3, 0.5, pieces=0))
    value = course.value
    before = course.words.copy()
    after = before.copy()
    deal(after, dice(4), *GROWTH)
    target = max(play.worth(value) for play in all_plays(WPI, unpack(after)))
    assert target > 0
    course.learn(1)
    entries = np.zeros(ENTRIES, np.int64)
    entries_of(before, value.classes, value.size, entries)
    # an entry that stands twice in the sum is moved twice, its own step size known by then: at most the whole error
    learned = value_of(before, value.weights, value.classes, value.size)
    copies = np.unique(entries, return_counts=True)[1]
    assert learned == pytest.approx(target * (copies**2).sum() / ENTRIES, rel=1e-5)
    assert set(np.flatnonzero(value.weights)) == set(entries.tolist())


# -- weights on disk -------------------------------------------------------------------------------------------------


def test_weights_come_back_within_half_a_step(tmp_path: Path) -> None:
    weights = np.random.default_rng(1).normal(0, 30, table_size()).astype(np.float32)
    file = tmp_path / "new" / "w.npz"
    save_weights(file, weights, 0.97, {"hands": 5})
    value, made = load_weights(file)
    assert (value.gamma, made) == (0.97, {"hands": 5})
    step = np.abs(weights.reshape(TABLES, -1)).max(axis=1, keepdims=True) / 32767
    assert (np.abs((value.weights - weights).reshape(TABLES, -1)) <= 0.51 * step).all()
    assert [path.name for path in file.parent.iterdir()] == ["w.npz"]
    assert LearnedPolicy(WPI, weights=str(file)).value.gamma == 0.97


def damaged(kind: str, path: Path) -> Path:
    whole = np.zeros((TABLES, table_size() // TABLES), np.int16)
    fields: dict[str, Any] = {
        "weights": whole,
        "scales": np.ones(TABLES, np.float32),
        "gamma": 0.9,
        "made": np.array("{}"),
    }
    match kind:
        case "text":
            path.write_text("no weights at all\n", encoding="utf-8")
        case "empty":
            path.write_bytes(b"")
        case "folder":
            path.mkdir()
        case "cut short":
            np.savez_compressed(path, **fields)
            path.write_bytes(path.read_bytes()[:-200])
        case "flipped":
            np.savez_compressed(path, **fields)
            data = bytearray(path.read_bytes())
            for place in range(60, len(data) // 2):
                data[place] ^= 0xFF
            path.write_bytes(data)
        case "other arrays":
            np.savez(path, a=np.zeros(3))
        case "other shape":
            np.savez(path, **fields | {"weights": whole[:, :100]})
        case "no scales":
            np.savez(path, **fields | {"scales": np.float32(1)})
        case "two gammas":
            np.savez(path, **fields | {"gamma": np.array([0.9, 0.8])})
        case "not JSON":
            np.savez(path, **fields | {"made": np.array("hello")})
        case "bare array":
            with path.open("wb") as file:
                np.save(file, whole)
    return path


DAMAGES = [
    "missing", "text", "empty", "folder", "cut short", "flipped", "other arrays", "other shape", "no scales",
    "two gammas", "not JSON", "bare array",
]  # fmt: skip


@pytest.mark.parametrize("kind", DAMAGES)
def test_files_that_are_no_weights_are_refused_in_one_line(kind: str, tmp_path: Path) -> None:
    path = damaged(kind, tmp_path / "w.npz")
    with pytest.raises(WeightsError, match=r"w\.npz.*train square_stacker") as caught:
        load_weights(path)
    assert "\n" not in str(caught.value)
    with pytest.raises(PolicyError, match=r"policy learned: .*w\.npz"):
        make_policy(f"learned:weights={path}", WPI)


def test_changed_rules_are_played_with_the_weights_of_their_preset() -> None:
    assert value_for("coolmath:move_limit=500") is not value_for("wpi")
    assert np.array_equal(value_for("coolmath:move_limit=500").weights, value_for("coolmath").weights)
    assert not np.array_equal(value_for("coolmath").weights, value_for("wpi").weights)


# -- decisions -------------------------------------------------------------------------------------------------------


def same(one: Any, other: Any) -> bool:
    return bool(replace(one, spent_ms=0.0) == replace(other, spent_ms=0.0))


@pytest.mark.parametrize("spec", ["strongest", "learned:plays=1", "learned:plays=3,hands=2"])
@pytest.mark.parametrize("name", ["wpi", "coolmath"])
def test_decisions_are_legal_ranked_and_repeatable(name: str, spec: str) -> None:
    rules = stacker.PRESETS[name]
    policy, fresh = make_policy(spec, rules), make_policy(spec, rules)
    for state in boards(20):
        legal = set(stacker.legal_moves(rules, state).tolist())
        if not legal:
            continue
        before = stacker.to_text(state)
        decision = policy.decide(state, 5.0, 11)
        assert stacker.to_text(state) == before
        ranked = decision.alternatives
        assert (ranked[0].move, ranked[0].value) == (decision.move, decision.value)
        assert decision.line[0] == decision.move
        assert {choice.move for choice in ranked} <= legal
        assert len({choice.move for choice in ranked}) == len(ranked)
        assert [choice.value for choice in ranked] == sorted((choice.value for choice in ranked), reverse=True)
        after = state
        for move in decision.line:
            after = stacker.place_piece(rules, after, move).state
        assert same(fresh.decide(state, 1e-3, 11, decision.work), decision)
        few, again = policy.decide(state, 1e9, 11, 9), fresh.decide(state, 0.0, 11, 9)
        assert same(few, again)
        assert few.work <= 9


def test_without_work_only_the_value_speaks() -> None:
    policy, plays = strongest(WPI), room_for(1)
    for state in boards(20):
        if find_plays(pack(state), scoring_of(WPI), value_for("wpi"), plays):
            decision = policy.decide(state, 100.0, 1, 0)
            assert (decision.move, decision.work) == (plays.moves[0, 0], 0)
            assert decision.value == pytest.approx(plays.worth[0], abs=1e-3)


def test_the_seed_decides_the_sampled_hands() -> None:
    policy = strongest(WPI)
    values = [policy.decide(board(4, 0.3), 1.0, seed, 8).value for seed in range(6)]
    assert len(set(values)) == 6


def test_a_game_that_is_over_has_no_move() -> None:
    policy = strongest(WPI)
    for stuck in (board(1, 1.1), board(1, 0.3, pieces=0)):
        with pytest.raises(NoMove):
            policy.decide(stuck, 10.0, 0)


@pytest.mark.timed
@compiled
def test_a_budget_is_used_and_not_passed_by_much() -> None:
    """Loosely, by the clock on the wall; the test below is the strict one."""
    policy, state = strongest(WPI), board(4, 0.3)
    for quick in (5.0, 20.0):
        budget = quick * slowness()
        made = [policy.decide(state, budget, seed) for seed in range(15)]
        assert min(decision.spent_ms for decision in made) <= 1.1 * budget
        assert max(decision.work for decision in made) >= 4


@compiled
@pytest.mark.timed
@pytest.mark.parametrize("budget_ms", [5.0, 20.0])
def test_a_budget_is_kept(budget_ms: float) -> None:
    """Every decision of a game, by processor time: what others take of the cores is not the planner's."""
    policy, rolls = strongest(WPI), dice(7)
    state, spent = stacker.start(WPI, rolls), []
    budget = budget_ms * slowness()
    for number in range(int(6000 / budget_ms)):
        started = time.thread_time()
        decision = policy.decide(state, budget, number)
        spent.append((time.thread_time() - started) * 1e3)
        state = stacker.apply(WPI, state, decision.move, rolls).state
        if stacker.is_over(WPI, state):
            state = stacker.start(WPI, rolls)
    assert np.percentile(spent, 99) <= 1.1 * budget


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("learned:plays=0", "policy learned: plays must be 1 to 4374, got 0"),
        ("learned:hands=101", "policy learned: hands must be 1 to 100, got 101"),
        ("learned:depth=3", "policy learned has no parameter 'depth'; it has plays, hands, weights"),
    ],
)
def test_specs_that_are_refused(spec: str, says: str) -> None:
    with pytest.raises(PolicyError) as caught:
        make_policy(spec, WPI)
    assert str(caught.value) == says


ENOUGH = 12_000
"""A game is left once it has so many points: they would go on for minutes, and count as no more than this."""


@compiled
def test_the_strongest_leaves_the_paper_far_behind() -> None:
    """The paper's best scored 804, its humans 454. No futures are followed, as in 0.1 ms there is no time for any."""
    policy, scores = strongest(WPI), []
    for seed in range(12):
        rolls = dice(5000 + seed)
        state = stacker.start(WPI, rolls)
        while state.score < ENOUGH and not stacker.is_over(WPI, state):
            for move in policy.decide(state, 0.1, 0, 0).line:
                state = stacker.apply(WPI, state, move, rolls).state
        scores.append(min(state.score, ENOUGH))
    assert np.mean(scores) > 5000, scores

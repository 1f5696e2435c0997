"""The learned value of boards: what it sees, and what must not matter to it."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from engine.bilging import CRAB, EMPTY, PRESETS, PUFFER, UNKNOWN, Board, Rules, legal_moves, start
from engine.bilging.afterstate import is_movable, physics, play_swap
from engine.bilging.board import pad
from engine.bilging.kernels import swap_code
from engine.dice import dice
from policy.archive import WeightsError
from policy.bilging.fullwidth import FullWidthPolicy
from policy.bilging.value import NOTHING, Value, load_value, swaps, value_of, weigh_swaps
from policy.bilging.value.features import CROSSINGS, ENTRIES, SUPPLY, TABLE_SIZE, entries_of, look, views
from policy.bilging.value.player import LearnedPolicy
from policy.bilging.value.td import mirrors
from policy.bilging.value.weights import FOLDER, load_weights, save_weights

YPP = PRESETS["ypp"]


@cache
def random_value() -> Value:
    """A value of random weights, so that every table entry is told from every other."""
    weights = np.random.default_rng(3).normal(0.0, 1.0, TABLE_SIZE).astype(np.float32)
    crossings = weights[CROSSINGS:SUPPLY].reshape(729, 729)  # as training does: a pair of colours has no order
    others = mirrors().others
    crossings += crossings[others][:, others]
    return Value(7.0, 1, weights, views())


def boards(count: int) -> Iterator[Board]:
    """Boards with and without holes, crabs, unknown cells."""
    for seed in range(count):
        board = start(YPP, dice(seed)).board.copy()
        rng = np.random.default_rng(seed)
        if seed % 3:
            for col, depth in enumerate(rng.integers(0, 4, 6)):
                board[12 - depth :, col] = EMPTY
        if seed % 3 == 2:
            board[rng.integers(0, 9), rng.integers(0, 6)] = CRAB
            board[rng.integers(0, 9), rng.integers(0, 6)] = UNKNOWN
        yield board


def worth(board: Board, value: Value) -> float:
    return value_of(pad(board), physics(YPP), value)


def test_the_value_is_the_sum_of_the_entries() -> None:
    value, entries = random_value(), np.zeros(ENTRIES, np.int64)
    for board in boards(30):
        look(pad(board), physics(YPP), value.views)
        entries_of(value.views, entries)
        assert 0 <= entries.min() <= entries.max() < TABLE_SIZE
        assert worth(board, value) == pytest.approx(value.weights[entries].astype(np.float64).sum(), abs=1e-3)


def test_boards_that_differ_are_told_apart() -> None:
    value = random_value()
    found = {round(worth(board, value), 3) for board in boards(30)}
    assert len(found) == 30


def test_every_swap_is_worth_its_points_and_the_value_of_the_board_after_it() -> None:
    value, room, rule = random_value(), swaps(YPP), physics(YPP)
    seen = {"quiet": 0, "break": 0, "none": 0}
    for number, board in enumerate(boards(30)):
        if number % 3:  # neither holes nor unknown cells are swapped; a puffer fish fires
            board[number % 8, number % 6] = PUFFER
        padded = pad(board)
        weigh_swaps(padded, rule, value, 135, room)
        for row in range(12):
            for col in range(5):
                cell = (row + 2) * rule.stride + col
                left, right = padded[cell], padded[cell + 1]
                if left == right or not (is_movable(left) and is_movable(right)):
                    assert room.worth[cell] == np.float32(NOTHING)
                    seen["none"] += 1
                    continue
                after = padded.copy()
                own, later, _ = play_swap(after, rule, cell, swap_code(padded, rule.stride, cell), 135, room.scratch)
                assert room.points[cell] == own + later
                assert room.worth[cell] == pytest.approx(own + later + value_of(after, rule, value), abs=2e-3)
                seen["break" if own else "quiet"] += 1
    assert min(seen.values()) > 100


@pytest.mark.parametrize("rules", [replace(YPP, colours=6), replace(YPP, rows=13), replace(YPP, table=(1.0,) * 21)])
def test_what_was_not_learned_is_worth_nothing(rules: Rules) -> None:
    value = load_value(rules)
    assert value.rho > 5.0
    for seed in range(3):
        assert value_of(pad(start(rules, dice(seed)).board), physics(rules), value) == 0.0


def test_rules_that_score_as_a_preset_take_its_value() -> None:
    own = load_value(YPP)
    for rules in (YPP.with_specials(), replace(YPP, name="short", move_limit=50), replace(YPP, water_rise_px=9)):
        value = load_value(rules)
        assert value.weights is own.weights
        assert value.views.masks is not own.views.masks, "two searches must not share scratch"
    half, quarter = (load_value(YPP, scale=scale).weights for scale in (0.5, 0.25))
    assert half.any()
    assert np.array_equal(half, 2 * quarter)
    other = load_value(PRESETS["combo"])
    assert not other.known or other.weights.tobytes() != own.weights.tobytes()


@pytest.mark.parametrize("name", [path.stem for path in sorted(FOLDER.glob("*.npz"))])
def test_shipped_weights_know_what_they_were_learned_for_and_tell_good_boards_from_bad(name: str) -> None:
    value, made = load_weights(FOLDER / f"{name}.npz")
    assert made["rules"] == name
    assert made["moves"] >= 1_000_000
    assert value.rho > 4.0
    few, many = start(YPP, dice(1)).board.copy(), start(YPP, dice(1)).board.copy()
    few[0:12:2] = [0, 1, 2, 3, 4, 5]  # a colour in every other row: no line without long work
    few[1:12:2] = [6, 5, 4, 3, 2, 1]
    many[3:6] = [[0, 1, 2, 0, 1, 2], [0, 1, 2, 1, 0, 2], [1, 0, 2, 0, 1, 3]]
    assert worth(many, value) > worth(few, value)


def test_weights_come_back_as_they_were_written(tmp_path: Path) -> None:
    value = random_value()
    save_weights(tmp_path / "new" / "w.npz", value.weights, 7.5, {"seed": 3})
    back, made = load_weights(tmp_path / "new" / "w.npz")
    assert (back.rho, back.known, made) == (7.5, 1, {"seed": 3})
    assert np.abs(back.weights - value.weights).max() <= 1 / 2048 + 1e-6
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["w.npz"]
    save_weights(tmp_path / "large.npz", value.weights * 100, 7.5, {})
    back, _ = load_weights(tmp_path / "large.npz")
    assert np.abs(back.weights - value.weights * 100).max() < 0.02


def test_what_are_no_weights_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "w.npz"
    with pytest.raises(WeightsError, match=r"w\.npz: cannot be read as weights"):
        load_value(YPP, str(file))
    file.write_bytes(b"PK\x03\x04 cut short")
    with pytest.raises(WeightsError, match=r"w\.npz: cannot be read as weights"):
        load_value(YPP, str(file))
    save_weights(file, np.ones(7, np.float32), 7.0, {})
    with pytest.raises(WeightsError, match="other features"):
        load_value(YPP, str(file))
    with pytest.raises(WeightsError, match="12 x 6 and 7 colours only"):
        load_value(replace(YPP, colours=6), str(file))


def test_the_learned_player_takes_what_is_worth_most() -> None:
    policy, room = LearnedPolicy(YPP), swaps(YPP)
    for seed in range(5):
        state = start(YPP, dice(seed))
        decided = policy.decide(state, 1.0, 0)
        weigh_swaps(pad(state.board), physics(YPP), load_value(YPP, scale=1.0), state.water_px, room)
        row, col = divmod(decided.move, 5)
        assert decided.value == round(float(room.worth.max()), 3)
        assert room.worth[(row + 2) * 8 + col] == room.worth.max()
        assert replace(policy.decide(state, 9.0, 1), spent_ms=0.0) == replace(decided, spent_ms=0.0)


@pytest.mark.parametrize("rules", [replace(YPP, rows=5, cols=4, water_start_px=90, wet_rows=1, dry_rows=1), YPP])
def test_the_learned_player_goes_by_points_alone_where_nothing_else_counts(rules: Rules) -> None:
    rules = replace(rules, move_limit=7)
    policy, plain, rolls = LearnedPolicy(rules), FullWidthPolicy(rules, depth=1, chains=1, goal="sum"), dice(2)
    for _ in range(5):
        state = start(rules, rolls)._replace(moves=6)
        board = state.board.copy()
        board[2, :3] = (UNKNOWN, CRAB, board[2, 2])
        state = state._replace(board=board)
        decided = policy.decide(state, 1.0, 0)
        assert decided.move in legal_moves(rules, state)
        assert decided.value == plain.decide(state, 1.0, 0).value
        assert min(choice.value for choice in decided.alternatives) >= 0.0


def test_a_file_that_is_no_weights_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"weights: .*w\.npz: cannot be read"):
        LearnedPolicy(YPP, weights=str(tmp_path / "w.npz"))

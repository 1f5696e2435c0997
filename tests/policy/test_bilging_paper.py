"""The paper's Bilging player: features against a plain twin, training, look-ahead, and its local optimum on a board."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine.bilging as bilging
from bot.benchmarks.bilging_paper import play, text
from engine.bilging.board import Board
from engine.dice import dice
from policy.archive import WeightsError
from policy.bilging import make_policy
from policy.bilging.paper.bingo_features import Bingo
from policy.bilging.paper.encounters import Encounters
from policy.bilging.paper.fitted_iteration import FittedIteration
from policy.bilging.paper.player import MdpPolicy
from policy.bilging.paper.training import make_weights
from policy.bilging.paper.training_boards import training_boards
from policy.bilging.paper.weights import FOLDER, GAMMAS, load_weights
from policy.spec import PolicyError

STRICT = bilging.PRESETS["strict"]
YPP = bilging.PRESETS["ypp"]
PAIRS_OF_ROWS = ((-2, -1), (-1, 1), (1, 2))


LOCAL_OPTIMUM = """water 147 moves 6 score 6.0
CCDFDD
CAFEFD
GFGBFA
BAEDEF
GGEEBD
CDGFCB
ACEAFA
FGBGEA
DCEEDE
GABAED
DGEADA
DCBDED
"""
"""Row 8 wants the D of row 10 one column to the right; there it would break with the two D of rows 9 and 11."""


def state_of(rules: bilging.Rules, seed: int) -> bilging.State:
    return bilging.start(rules, dice(seed))


def board_of(*rows: str) -> Board:
    """The last rows of a board; above them rows in which no three colours make a line or a bingo."""
    above = ["DEFGDE", "FGDEFG"] * 6
    return bilging.from_text("\n".join(["water 135 moves 0 score 0.0", *above[: 12 - len(rows)], *rows])).board


def state_with(board: Board) -> bilging.State:
    return bilging.State(board, 135, 0, 0.0)


def has_line(board: Board) -> bool:
    lines = [board[row, col : col + 3] for row in range(12) for col in range(4)]
    lines += [board[row : row + 3, col] for row in range(10) for col in range(6)]
    return any(0 <= line[0] < 7 and (line == line[0]).all() for line in lines)


def is_blocked(board: Board, row: int, col: int, goal: int) -> bool:
    board = board.copy()
    while col != goal:
        to = col + (1 if goal > col else -1)
        if not 0 <= board[row, to] < 7:
            return True
        board[row, [col, to]] = board[row, [to, col]]
        if has_line(board):
            return True
        col = to
    return False


def bingos(board: Board) -> dict[Bingo, tuple[float, ...]]:
    """Every possible bingo with its features, by the words of docs/bilging_paper.md."""
    found: dict[Bingo, tuple[float, ...]] = {}
    for row in range(12):
        for x in range(7):
            at = np.flatnonzero(board[row] == x).tolist()
            if len(at) < 3:
                continue
            left, right = min(combinations(at, 2), key=lambda pair: (pair[1] - pair[0], pair))
            rest = [col for col in at if col not in (left, right)]
            third = min(rest, key=lambda col: (min(abs(col - left), abs(col - right)), col))
            toward = 1 if third > right else -1
            outer, inner = (left, right) if toward == 1 else (right, left)
            anchor = inner + toward
            for o in set(board[row].tolist()) & set(range(7)) - {x}:
                h_o = min(np.flatnonzero(board[row] == o).tolist(), key=lambda col: (abs(col - anchor), col))
                upright = []
                for colour, goal in ((x, anchor), (o, anchor + toward)):
                    options = []
                    for index, (first, second) in enumerate(PAIRS_OF_ROWS):
                        if row + first < 0 or row + second > 11:
                            continue
                        near = [np.flatnonzero(board[row + each] == colour) for each in (first, second)]
                        if all(each.size for each in near):
                            closest = [min(each.tolist(), key=lambda col: (abs(col - goal), col)) for each in near]
                            options.append((sum(abs(col - goal) for col in closest), index, closest, goal))
                    if options:
                        upright.append(min(options))
                if len(upright) < 2:
                    continue
                moves = [(row, outer, anchor - 2 * toward), (row, inner, anchor - toward)]
                moves += [(row, third, anchor + toward), (row, h_o, anchor)]
                for _, index, closest, goal in upright:
                    for offset, col in zip(PAIRS_OF_ROWS[index], closest, strict=True):
                        moves.append((row + offset, col, goal))
                across = sum(sorted(abs(col - anchor) for col in at)[:3])
                blocked = sum(is_blocked(board, *move) for move in moves)
                features = (upright[0][0], upright[1][0], across, abs(h_o - anchor), blocked)
                found[Bingo(row, x, o, anchor, toward, upright[0][1], upright[1][1], h_o)] = features
    return found


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.booleans())
def test_features_against_the_plain_twin(seed: int, specials: bool) -> None:
    rules = YPP.with_specials(0.03, 0.03, 0.03) if specials else YPP
    state = state_of(rules, seed)
    standing = MdpPolicy(rules).standing(state)
    found = bingos(state.board)
    if not found:
        assert standing.bingo is None
        assert standing.features.tolist() == [4, 4, 4, 4, 8]
        return
    assert standing.bingo is not None
    assert tuple(standing.features.tolist()) == found[standing.bingo]
    assert standing.features.sum() == min(sum(features) for features in found.values())


def test_a_right_bingo_one_move_away() -> None:
    standing = MdpPolicy(STRICT).standing(state_with(board_of("DEACDE", "FGABEF", "AABAGD", "EFDBFG", "GDEBGE")))
    assert standing.bingo == Bingo(9, 0, 1, 2, 1, 0, 1, 2)
    assert standing.features.tolist() == [0, 0, 4, 0, 0]
    assert standing.distance == 0


def test_a_left_bingo_and_where_its_pieces_stand() -> None:
    """The third X one column off; the O at the far end."""
    standing = MdpPolicy(STRICT).standing(state_with(board_of("DFGACG", "FCBAGF", "BAGDAA", "CFBFCG", "GDCGFE")))
    assert standing.bingo == Bingo(9, 0, 1, 3, -1, 0, 1, 0)
    assert standing.features[:4].tolist() == [0, 0, 5, 3]
    assert standing.distance == 4


def test_training_boards_are_of_their_sorts() -> None:
    one, several = training_boards(STRICT, 20, 3)
    policy = MdpPolicy(STRICT)
    again = training_boards(STRICT, 20, 3)
    assert (one == again[0]).all()
    assert (several == again[1]).all()
    for sort, boards in enumerate((one, several)):
        for padded in boards:
            board = np.ascontiguousarray(padded.reshape(17, 8)[2:14, :6])
            assert not has_line(board)
            state = state_with(board)
            most = max(bilging.cascade(STRICT, state, move).kind.count("x") for move in range(60))
            distance = policy.standing(state).distance
            assert (most >= 2 and distance == 0) if sort == 0 else (most < 2 and distance >= 3)


def test_fitted_iteration_stands_still_at_a_fixed_point() -> None:
    """From the definition, on the set's own arrays: another iteration moves the constant alone."""
    fitted = FittedIteration(STRICT, boards=60, samples=3, seed=5)
    fit = fitted.run(1.0)
    targets = (fitted.points + fitted.successors @ fit.theta).max(axis=1)
    again = np.linalg.lstsq(fitted.features, targets, rcond=None)[0]
    assert again[:5] == pytest.approx(fit.theta[:5], abs=1e-4)
    assert again[5] - fit.theta[5] == pytest.approx(fit.growth, abs=1e-3)
    assert fit.growth > 1.0
    discounted = fitted.run(0.99)
    assert discounted.theta[:5] == pytest.approx(fit.theta[:5], abs=0.3)


def test_the_training_set_does_not_depend_on_how_it_is_sliced(monkeypatch: pytest.MonkeyPatch) -> None:
    sliced = FittedIteration(STRICT, boards=60, samples=3, seed=5)
    for room, size in (("training_boards", 7), ("fitted_iteration", 1000)):
        monkeypatch.setattr(f"policy.bilging.paper.{room}.SLICE", size)
    other = FittedIteration(STRICT, boards=60, samples=3, seed=5)
    for name in ("features", "points", "successors"):
        assert getattr(sliced, name).tobytes() == getattr(other, name).tobytes()


@pytest.mark.parametrize("rules", list(bilging.PRESETS))
def test_shipped_weights_draw_pieces_together(rules: str) -> None:
    thetas, made = load_weights(FOLDER / f"{rules}.npz")
    assert set(thetas) == set(GAMMAS)
    assert (made["rules"], made["boards"]) == (rules, 1000)
    for theta in thetas.values():
        assert (theta[:4] < -1.0).all()


def test_training_writes_what_the_player_loads(tmp_path: Path) -> None:
    file, told = tmp_path / "own.npz", list[int]()
    document = make_weights(STRICT, 50, 2, file, told.append)
    other = make_weights(STRICT, 50, 2, tmp_path / "again.npz", told.append)
    assert document["gamma_1"] == other["gamma_1"]
    assert told == [50, 50]
    make_weights(STRICT, 120, 2, tmp_path / "more.npz", told.append)
    assert told[2:] == [50, 100, 120]
    state = state_of(STRICT, 1)
    own = MdpPolicy(STRICT, weights=str(file)).standing(state)
    theta = load_weights(file)[0][1.0]
    assert own.value == pytest.approx(float(own.features @ theta[:5] + theta[5]))


def test_files_that_are_no_weights(tmp_path: Path) -> None:
    file = tmp_path / "none.npz"
    with pytest.raises(WeightsError, match="train bilging --policy mdp"):
        load_weights(file)
    file.write_bytes(b"x")
    with pytest.raises(PolicyError, match=r"policy mdp: .*cannot be read as weights"):
        make_policy(f"mdp:weights={file}", STRICT)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("mdp:k=0", "policy mdp: k must be 1 to 1000, got 0"),
        ("mdp:look=3", "policy mdp: look must be 1 or 2, got 3"),
        ("mdp:gamma=0.5", "policy mdp: gamma must be 1 or 0.99, got 0.5"),
    ],
)
def test_specs_that_are_refused(spec: str, says: str) -> None:
    with pytest.raises(PolicyError) as caught:
        make_policy(spec, STRICT)
    assert str(caught.value) == says


@pytest.mark.parametrize("spec", ["mdp", "mdp:gamma=0.99,k=3", "mdp:look=2,k=2"])
def test_decisions_are_legal_ranked_and_repeatable(spec: str) -> None:
    rules = YPP.with_specials(0.03, 0.03, 0.03)
    for seed in range(3):
        state = state_of(rules, seed)
        board = state.board.copy()
        board.reshape(-1)[np.random.default_rng(seed).permutation(72)[:10]] = bilging.UNKNOWN
        state = state._replace(board=board)
        decision = make_policy(spec, rules).decide(state, 1e6, seed)
        legal = set(bilging.legal_moves(rules, state).tolist())
        assert {choice.move for choice in decision.alternatives} <= legal
        values = [choice.value for choice in decision.alternatives]
        assert values == sorted(values, reverse=True)
        again = make_policy(spec, rules).decide(state, 0.0, seed, decision.work)
        assert replace(again, spent_ms=0.0) == replace(decision, spent_ms=0.0)
        assert (state.board == board).all()


def test_a_quiet_swap_is_worth_what_it_leads_to() -> None:
    """Without chance in it: points now and, after it, the value of the board or of its best swap."""
    policy, deeper = MdpPolicy(STRICT), MdpPolicy(STRICT, look=2, k=1)
    state = state_of(STRICT, 4)
    one = policy.decide(state, 1e6, 0)
    for choice in one.alternatives:
        played = bilging.cascade(STRICT, state, choice.move)
        if not played.stages:
            after = policy.standing(state_with(played.board)).value
            assert choice.value == pytest.approx(after, abs=1e-3)
    for choice in deeper.decide(state, 1e6, 0).alternatives[:4]:
        played = bilging.cascade(STRICT, state, choice.move)
        if not played.stages:
            best = policy.standing(state_with(played.board)).value
            assert choice.value >= best - 1e-3


def test_one_move_ahead_is_stuck_close_to_a_bingo_and_two_are_not() -> None:
    """The paper's local optimum: no swap is worth more than to wait. Two moves ahead the blocker gives way."""
    state = bilging.from_text(LOCAL_OPTIMUM)
    one, two = MdpPolicy(STRICT), MdpPolicy(STRICT, look=2)
    standing = one.standing(state)
    assert standing.bingo == Bingo(8, 4, 3, 4, 1, 1, 2, 4)
    assert standing.features.tolist() == [0, 1, 4, 0, 1]
    for seed in range(5):
        decision = one.decide(state, 1e6, seed)
        assert decision.value == pytest.approx(standing.worth_of_waiting, abs=1e-3)
        assert one.standing(state_with(bilging.cascade(STRICT, state, decision.move).board)).distance == 1
    moves: list[int] = []
    kinds: list[str] = []
    while not any(kinds):
        moves.append(two.decide(state, 1e6, 1).move)
        played = bilging.cascade(STRICT, state, moves[-1])
        kinds.append(played.kind)
        state = state_with(played.board)
    assert moves == [11 * 5 + 4, 10 * 5 + 4, 8 * 5 + 4]
    assert kinds == ["", "", "3x3x3"]


def test_less_work_still_decides() -> None:
    state = state_of(STRICT, 1)
    policy = make_policy("mdp:look=2,k=2", STRICT)
    assert (
        policy.decide(state, 1e6, 0, 0).alternatives
        == make_policy("mdp:k=2", STRICT).decide(state, 1.0, 0).alternatives
    )
    assert [policy.decide(state, 1e6, 0, work).work for work in (1, 7, 1000)] == [1, 7, 60]


def test_encounters_are_counted_as_defined() -> None:
    one, other = Bingo(5, 0, 1, 2, 1, 0, 0, 3), Bingo(7, 3, 1, 2, 1, 0, 0, 3)
    count = Encounters()
    count.start_game()
    for bingo, lines in ((one, 0), (one._replace(row=4), 1), (other, 0), (other, 3), (one, 0), (None, 1), (one, 0)):
        count.add(bingo, lines)
    assert (count.by_stretch.met, count.by_stretch.completed) == (3, 1)
    assert (count.by_target.met, count.by_target.completed) == (4, 1)
    count.start_game()
    count.add(one, 0)
    count.add(None, 3)
    assert (count.by_stretch.met, count.by_stretch.completed) == (4, 1)


def test_bench_rows() -> None:
    rows = [play("strict", spec, games=2, seed=1, moves=10) for spec in ("greedy", "mdp")]
    assert [row.policy for row in rows] == ["greedy", "mdp"]
    assert rows[0].stuck is None
    assert rows[1].stuck is not None
    assert rows[1] == replace(play("strict", "mdp", games=2, seed=1, moves=10), ms=rows[1].ms)
    assert "| the paper's | mdp | 8.0 | 2.11 |" in text(rows)

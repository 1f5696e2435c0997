import importlib.util
import io
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import engine.square_stacker as stacker
from engine.dice import dice
from engine.square_stacker import State
from engine.square_stacker.packed import unpack
from policy.decision import NoMove
from policy.spec import PolicyError, build
from policy.square_stacker.dqn import DqnPolicy, NetworkError, afterstate_network, paper_network
from policy.square_stacker.dqn.afterstate_network import SYMMETRIES, AfterstateNetwork, value_of
from policy.square_stacker.dqn.files import FOLDER, load_network, save_network
from policy.square_stacker.dqn.learned_training import GAMES, train_learned
from policy.square_stacker.dqn.learned_training import Progress as Moves
from policy.square_stacker.dqn.paper_network import PaperNetwork, q_values
from policy.square_stacker.dqn.paper_training import train_paper
from policy.square_stacker.dqn.self_play import Parallel, begin_all, scratch, step_all
from policy.square_stacker.dqn.torch_extra import TorchMissing, import_torch
from policy.square_stacker.dqn.training import make_learned, make_paper
from policy.square_stacker.positions import physics, position_of

WPI, COOLMATH = stacker.PRESETS["wpi"], stacker.PRESETS["coolmath"]
HAS_TORCH = importlib.util.find_spec("torch") is not None
NEEDS_TORCH = pytest.mark.skipif(not HAS_TORCH, reason="needs PyTorch: pip install -r requirements/torch.in")
KINDS = ["paper", "learned"]

EXAMPLE = """\
combo 2 score 60 moves 41
AB. .C. D.E | .A.
..F E.. .BD | ...
.D. F.A C.. | B.C
"""

FULL = "combo 0 score 7 moves 27\nABC ABC ABC | A..\nABC ABC ABC | .B.\nABC ABC ABC | ...\n"
"""No slot is free."""

PAPER_MEAN, PAPER_SD = 22.28, 22.8
"""Of the shipped network of the paper over 20,000 games."""
LEARNED_MEAN, LEARNED_SD = 3363, 3289
"""Of the shipped network that learned over 1,000 games."""


def positions(rules: stacker.Rules, count: int, seed: int) -> list[State]:
    """Positions of random games."""
    rolls, rng = dice(seed), np.random.default_rng(seed)
    found = [stacker.start(rules, rolls)]
    while len(found) < count:
        moves = stacker.legal_moves(rules, found[-1])
        if moves.size:
            found.append(stacker.apply(rules, found[-1], int(rng.choice(moves)), rolls).state)
        else:
            found.append(stacker.start(rules, rolls))
    return found


def random_network(kind: Any, shapes: Any, seed: int) -> Any:
    rng = np.random.default_rng(seed)
    return kind(*[rng.normal(0.0, 0.2, shape).astype(np.float32) for shape in shapes.values()])


def paper_inputs(state: State) -> NDArray[np.float64]:
    """The paper's inputs, from its words."""
    one_hot = np.eye(7)[stacker.places(state).ravel()].ravel()
    return np.concatenate([one_hot, [state.score, state.combo]])


def paper_outputs(network: PaperNetwork, state: State) -> NDArray[np.float64]:
    first = np.maximum(paper_inputs(state) @ network.first + network.first_bias, 0)
    second = np.maximum(first @ network.second + network.second_bias, 0)
    outputs: NDArray[np.float64] = second @ network.third + network.third_bias
    return outputs


def plain_value(network: AfterstateNetwork, state: State) -> float:
    """The learned network's value, from the text of its inputs."""
    rings, hand = state.grid.reshape(9, 3), state.hand
    in_hand = np.array([[(hand[:, size] == colour).sum() for size in range(3)] for colour in range(6)])
    taken = rings != stacker.EMPTY
    left = np.eye(3)[min(int((hand != stacker.EMPTY).any(axis=1).sum()), 2)]
    combo = np.eye(8)[min(state.combo, 7)]
    common = np.concatenate([taken.T.ravel(), taken.all(axis=1), in_hand.sum(axis=0), left, combo])
    total = np.zeros(network.bias.size)
    for colour in range(6):
        held = rings == colour
        own = np.concatenate([held.T.ravel(), held.any(axis=1), in_hand[colour]])
        total += np.maximum(own @ network.own + common @ network.common + network.bias, 0)
    mixed = np.maximum(total @ network.mix + network.mix_bias, 0)
    return float(mixed @ network.out + network.out_bias[0]) * 100.0


def value(network: AfterstateNetwork, state: State) -> float:
    room = scratch()
    return value_of(position_of(state), network, room.hidden, room.mixed)


def best_moves(policy: DqnPolicy, rules: stacker.Rules, state: State) -> dict[int, float]:
    """The Q-value of each legal move, from rules and network alone."""
    legal = stacker.legal_moves(rules, state).tolist()
    if isinstance(policy.network, PaperNetwork):
        outputs = paper_outputs(policy.network, state)
        return {move: float(outputs[move]) for move in legal}
    found = {}
    for move in legal:
        step = stacker.place_piece(rules, state, move)
        found[move] = step.reward + policy.gamma * plain_value(policy.network, step.state)
    return found


def test_a_position_is_shown_to_the_papers_network_slot_by_slot() -> None:
    state = stacker.from_text(EXAMPLE)
    inputs = np.full(paper_network.INPUTS, 9.0, np.float32)
    paper_network.encode(position_of(state), inputs)
    assert inputs.size == 254
    colours = inputs[:252].reshape(36, 7)
    assert (colours.sum(axis=1) == 1).all()
    # cell (0, 0) is A inner, B middle, outer free
    assert colours[0].tolist() == [1, 0, 0, 0, 0, 0, 0]
    assert colours[1].tolist() == [0, 1, 0, 0, 0, 0, 0]
    assert colours[2].tolist() == [0, 0, 0, 0, 0, 0, 1]
    # the first piece is A of the middle size, the second has been played, the third is B inner and C outer
    assert colours[27:].argmax(axis=1).tolist() == [6, 0, 6, 6, 6, 6, 1, 6, 2]
    assert inputs[252:].tolist() == [60, 2]


def test_every_position_is_shown_as_the_paper_says() -> None:
    for state in positions(COOLMATH, 200, 1):
        inputs = np.zeros(paper_network.INPUTS, np.float32)
        paper_network.encode(position_of(state), inputs)
        assert np.array_equal(inputs, paper_inputs(state))


def test_the_papers_network_is_two_rectified_layers_and_a_straight_one() -> None:
    network = random_network(PaperNetwork, paper_network.SHAPES, 2)
    room = scratch()
    for state in positions(COOLMATH, 50, 2):
        paper_network.encode(position_of(state), room.inputs)
        q_values(room.inputs, network, room.hidden, room.outputs)
        assert np.allclose(room.outputs, paper_outputs(network, state), rtol=1e-3, atol=1e-2)


@pytest.mark.parametrize("rules", [WPI, COOLMATH], ids=lambda rules: rules.name)
def test_the_learned_networks_value_is_its_layers_on_its_inputs(rules: stacker.Rules) -> None:
    network = random_network(AfterstateNetwork, afterstate_network.SHAPES, 3)
    for state in positions(rules, 200, 3):
        assert value(network, state) == pytest.approx(plain_value(network, state), rel=1e-4, abs=1e-2)


def test_equal_positions_in_other_colours_have_equal_values() -> None:
    network = load_network(FOLDER / "learned.npz", "learned")[0]
    assert isinstance(network, AfterstateNetwork)
    names = np.array([3, 0, 5, 1, 2, 4, stacker.EMPTY], np.int8)
    for state in positions(COOLMATH, 50, 4):
        renamed = state._replace(grid=names[state.grid], hand=names[state.hand])
        assert value(network, renamed) == pytest.approx(value(network, state), rel=1e-4, abs=1e-3)


def test_symmetries_are_what_the_rules_hold_equal() -> None:
    assert len({tuple(row) for row in SYMMETRIES.tolist()}) == 48
    assert SYMMETRIES[0].tolist() == list(range(27))
    own, common = np.zeros((6, afterstate_network.OWN), np.float32), np.zeros(afterstate_network.COMMON, np.float32)
    own_plain, common_plain = own.copy(), common.copy()
    for k, state in enumerate(positions(COOLMATH, 96, 5)):
        slots = SYMMETRIES[k % 48]
        grid, hand = np.empty((9, 3), np.int8), np.empty((3, 3), np.int8)
        for slot, to in enumerate(slots):
            grid[to % 9, to // 9] = state.grid.reshape(9, 3)[slot % 9, slot // 9]
        for size in range(3):
            hand[:, slots[9 * size] // 9] = state.hand[:, size]
        image = state._replace(grid=grid.reshape(3, 3, 3), hand=hand)
        # the same pieces fit in the images of the same cells, for the same points
        for move in stacker.legal_moves(COOLMATH, state).tolist():
            moved = 9 * (move // 9) + slots[move % 9] % 9
            expected = stacker.place_piece(COOLMATH, state, move).reward
            assert stacker.place_piece(COOLMATH, image, int(moved)).reward == expected
        afterstate_network.encode(position_of(state), slots, own, common)
        afterstate_network.encode(position_of(image), SYMMETRIES[0], own_plain, common_plain)
        assert np.array_equal(own, own_plain)
        assert np.array_equal(common, common_plain)


@pytest.mark.parametrize("rules", [WPI, COOLMATH], ids=lambda rules: rules.name)
@pytest.mark.parametrize("kind", KINDS)
def test_the_legal_move_of_the_largest_q_is_played(kind: str, rules: stacker.Rules) -> None:
    policy = DqnPolicy(rules, network=kind)
    for state in positions(rules, 60, 6):
        expected = best_moves(policy, rules, state)
        if not expected:
            with pytest.raises(NoMove):
                policy.decide(state, 1.0, 0)
            continue
        before = stacker.to_text(state)
        decision = policy.decide(state, 1.0, 0)
        assert stacker.to_text(state) == before
        assert decision.move in expected
        assert decision.value == pytest.approx(max(expected.values()), rel=1e-3, abs=0.02)
        for each in decision.alternatives:
            assert each.value == pytest.approx(expected[each.move], rel=1e-3, abs=0.02)
        again = policy.decide(state, 1e6, 99, work=decision.work)
        assert replace(again, spent_ms=0.0) == replace(decision, spent_ms=0.0)


@pytest.mark.parametrize("kind", KINDS)
def test_no_legal_move_and_slots_that_could_not_be_read(kind: str) -> None:
    policy = DqnPolicy(WPI, network=kind)
    with pytest.raises(NoMove):
        policy.decide(stacker.from_text(FULL), 1.0, 0)
    hidden = stacker.from_text(FULL.replace("ABC", "???", 8).replace("ABC", "..."))
    move = policy.decide(hidden, 1.0, 0).move
    assert move in stacker.legal_moves(WPI, hidden).tolist() == [8, 17]


def test_the_target_of_a_board_is_the_largest_q_of_what_followed() -> None:
    policy = DqnPolicy(WPI, network="learned")
    assert isinstance(policy.network, AfterstateNetwork)
    known, rolls, room = physics(WPI), dice(7), scratch()
    games = Parallel(np.zeros((3, 12), np.int64), np.zeros((3, 10), np.int64), np.zeros(3, np.bool_))
    begin_all(games, known, rolls)
    boards, targets, ended = np.zeros((3, 10), np.int64), np.zeros(3, np.float32), np.zeros(3, np.int64)
    finished = 0
    for _ in range(3000):
        before, led = games.words.copy(), games.boards.copy()
        had = games.moved.copy()
        learned, over = step_all(games, policy.gamma, policy.network, known, rolls, room, boards, targets, ended)
        assert learned == had.sum()
        assert np.array_equal(boards[:learned], led[had])
        for words, target in zip(before[had], targets[:learned], strict=True):
            state = unpack(words[:10])
            expected = best_moves(policy, WPI, state) if finished < 2 else {}
            if expected:
                assert target == pytest.approx(max(expected.values()), rel=1e-3, abs=0.02)
            elif not stacker.legal_moves(WPI, state).size:
                assert target == 0.0
        finished += over
        if finished >= 3:
            break
    assert finished >= 3


def test_the_papers_network_still_scores_what_was_measured() -> None:
    policy, rolls = DqnPolicy(WPI), dice(8)
    scores: list[int] = []
    for _ in range(300):
        state = stacker.start(WPI, rolls)
        while stacker.legal_moves(WPI, state).size:
            state = stacker.apply(WPI, state, policy.decide(state, 1.0, 0).move, rolls).state
        scores.append(state.score)
    assert abs(np.mean(scores) - PAPER_MEAN) < 4 * PAPER_SD / math.sqrt(300)
    assert min(scores) == 0


def test_the_learned_network_still_scores_what_was_measured() -> None:
    policy = DqnPolicy(WPI, network="learned")
    assert isinstance(policy.network, AfterstateNetwork)
    known, rolls, room = physics(WPI), dice(9), scratch()
    scores: list[int] = []
    one = Parallel(np.zeros((1, 12), np.int64), np.zeros((1, 10), np.int64), np.zeros(1, np.bool_))
    begin_all(one, known, rolls)
    boards, targets, ended = np.zeros((1, 10), np.int64), np.zeros(1, np.float32), np.zeros(1, np.int64)
    while len(scores) < 60:
        _, over = step_all(one, policy.gamma, policy.network, known, rolls, room, boards, targets, ended)
        scores += ended[:over].tolist()
    assert abs(np.mean(scores) - LEARNED_MEAN) < 4 * LEARNED_SD / math.sqrt(60)


def test_the_figures_of_the_training_are_kept() -> None:
    with np.load(FOLDER / "paper_figures.npz", allow_pickle=False) as figures:
        curve, test = figures["curve"], figures["test"]
    assert curve.shape == (1000, 3)
    assert (curve[:, 0] == 0).all()  # section 4.2: scored zero at least once in every 100 games
    assert 19 < curve[:, 1].mean() < 23
    assert test.size == 1000


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("dqn:network=deep", "network must be paper or learned, got 'deep'"),
        ("dqn:file=missing.npz", "missing.npz: cannot be read as a network of the dqn policy"),
        ("dqn:network=learned,file={folder}/paper.npz", "holds a network of the kind 'paper', not 'learned'"),
        ("dqn:file={folder}/paper_figures.npz", "cannot be read as a network of the dqn policy"),
        ("dqn:epsilon=0.1", "policy dqn has no parameter 'epsilon'; it has network, file"),
    ],
)
def test_what_cannot_be_played_with_is_refused_in_one_line(spec: str, complaint: str) -> None:
    with pytest.raises(PolicyError) as refused:
        build({"dqn": DqnPolicy}, spec.format(folder=FOLDER), WPI)
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_broken_networks_are_refused(tmp_path: Path) -> None:
    network, gamma, made = load_network(FOLDER / "paper.npz", "paper")
    assert isinstance(network, PaperNetwork)
    file = tmp_path / "network.npz"
    first_bias = network.first_bias.copy()
    first_bias[3] = np.nan
    for broken in (network._replace(first_bias=first_bias), network._replace(first=network.first[:-1])):
        save_network(file, "paper", broken, gamma, made)
        with pytest.raises(NetworkError, match="first"):
            load_network(file, "paper")
    whole = (FOLDER / "paper.npz").read_bytes()
    array = io.BytesIO()
    np.save(array, np.zeros(3))
    damaged = bytearray(whole)
    damaged[5000:5100] = bytes(100)
    for data in (b"", b"PK", whole[:1000], b"\x00" * 100, array.getvalue(), bytes(damaged)):
        file.write_bytes(data)
        with pytest.raises(NetworkError, match="cannot be read"):
            load_network(file, "paper")


def test_a_network_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    network = random_network(AfterstateNetwork, afterstate_network.SHAPES, 10)
    save_network(tmp_path / "new" / "n.npz", "learned", network, 0.9, {"seed": 10})
    loaded, gamma, made = load_network(tmp_path / "new" / "n.npz", "learned")
    assert all(np.array_equal(a, b) for a, b in zip(loaded, network, strict=True))
    assert (gamma, made) == (0.9, {"seed": 10})


@pytest.mark.skipif(HAS_TORCH, reason="PyTorch is installed")
@pytest.mark.parametrize("train", [train_paper, train_learned])
def test_training_without_torch_says_what_to_install(train: Any) -> None:
    with pytest.raises(TorchMissing, match=r"pip install -r requirements/torch\.in"):
        train(WPI, 1, 100)


@NEEDS_TORCH
def test_the_papers_training_is_repeatable_and_resumable(tmp_path: Path) -> None:
    words: list[Any] = []
    network, figures = train_paper(WPI, 1, 400, words.append)
    assert [word.games for word in words] == list(range(20, 401, 20))
    assert figures.curve.shape == (4, 3)
    assert (figures.curve[:, 0] <= figures.curve[:, 1]).all()
    assert (figures.curve[:, 1] <= figures.curve[:, 2]).all()
    checkpoint = tmp_path / "checkpoint"

    def stop(word: Any) -> None:
        if word.games == 200:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_paper(WPI, 1, 400, stop, checkpoint)
    with pytest.raises(NetworkError, match="other rules, length or seed"):
        train_paper(WPI, 2, 400, checkpoint=checkpoint)
    resumed, figures_resumed = train_paper(WPI, 1, 400, checkpoint=checkpoint)
    assert checkpoint.exists(), "who saves the network removes it"
    assert all(np.array_equal(a, b) for a, b in zip(network, resumed, strict=True))
    assert all(np.array_equal(a, b) for a, b in zip(figures, figures_resumed, strict=True))
    checkpoint.write_bytes(b"nothing")
    with pytest.raises(NetworkError, match="cannot be read as a checkpoint"):
        train_paper(WPI, 1, 400, checkpoint=checkpoint)


@NEEDS_TORCH
def test_the_learned_networks_training_is_repeatable_and_resumable(tmp_path: Path) -> None:
    moves = 600 * GAMES
    words: list[Moves] = []
    network, gamma = train_learned(WPI, 1, moves, words.append)
    assert words[-1].score > 2 * words[0].score
    checkpoint = tmp_path / "checkpoint"

    def stop(word: Moves) -> None:
        if word.moves >= 500 * GAMES:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_learned(WPI, 1, moves, stop, checkpoint)
    resumed, gamma_resumed = train_learned(WPI, 1, moves, checkpoint=checkpoint)
    assert all(np.array_equal(a, b) for a, b in zip(network, resumed, strict=True))
    assert gamma == gamma_resumed


@NEEDS_TORCH
def test_the_kernels_answer_what_torch_answers() -> None:
    from policy.square_stacker.dqn.learned_training import outputs as learned_outputs
    from policy.square_stacker.dqn.paper_training import outputs as paper_outputs_of

    torch = import_torch()
    paper, learned = load_network(FOLDER / "paper.npz", "paper")[0], load_network(FOLDER / "learned.npz", "learned")[0]
    assert isinstance(paper, PaperNetwork)
    assert isinstance(learned, AfterstateNetwork)
    room = scratch()
    own, common = np.zeros((1, 6, afterstate_network.OWN), np.float32), np.zeros((1, 50), np.float32)
    for state in positions(WPI, 50, 11):
        words = position_of(state)
        paper_network.encode(words, room.inputs)
        q_values(room.inputs, paper, room.hidden, room.outputs)
        expected = paper_outputs_of(torch, [torch.from_numpy(w) for w in paper], torch.from_numpy(room.inputs[None]))
        assert np.allclose(room.outputs, expected[0].numpy(), rtol=1e-4, atol=1e-4)
        afterstate_network.encode(words, SYMMETRIES[0], own[0], common[0])
        tensors = [torch.from_numpy(w) for w in learned]
        output = learned_outputs(torch, tensors, torch.from_numpy(own), torch.from_numpy(common))
        assert value(learned, state) == pytest.approx(float(output[0]) * 100.0, rel=1e-4, abs=0.01)


@NEEDS_TORCH
def test_what_was_trained_can_be_played_with(tmp_path: Path) -> None:
    heard: list[int] = []
    report = make_paper(WPI, 100, 3, tmp_path / "p.npz", heard.append)
    assert heard[-1] == 100
    assert report["test_min"] <= report["test_mean"] <= report["test_max"]
    assert (tmp_path / "p_figures.npz").is_file()
    report = make_learned(WPI, 100 * GAMES, 3, tmp_path / "l.npz", heard.append)
    assert 0.9 * 100 * GAMES <= heard[-1] <= 100 * GAMES
    assert report["moves"] == 100 * GAMES
    for kind in KINDS:
        policy = DqnPolicy(WPI, network=kind, file=str(tmp_path / f"{kind[0]}.npz"))
        state = stacker.start(WPI, dice(3))
        assert policy.decide(state, 1.0, 0).move in stacker.legal_moves(WPI, state)
        assert policy.made["seed"] == 3

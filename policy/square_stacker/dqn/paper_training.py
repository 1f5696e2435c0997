"""Training of the paper's network as the paper trained it (sections 3.3 and 4.2).

From the paper: learning rate 1 (the target of a move is put in the place of its old Q-value), discount 0 (the target
is what the move scored), epsilon 0.05, 20 batches of 5,000 games, the network fitted after each.

The paper leaves open how a batch is fitted. As its authors' published code has it: Adam with its usual step of 0.001,
mean squared error over all 27 outputs, the 26 of the moves not made having their value from before the fit for a
target, one pass through the batch in minibatches of 32 in random order, score and combo not scaled. Ours: weights as
Keras begins with (Glorot and Bengio, 2010), and the epsilon of the text where the code has 0.1.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.dice import dice
from engine.square_stacker import Rules
from policy.square_stacker.dqn.checkpoint import keep, resume
from policy.square_stacker.dqn.paper_network import INPUTS, SHAPES, PaperNetwork, encode_batch
from policy.square_stacker.dqn.self_play import play_paper_games, scratch
from policy.square_stacker.dqn.torch_extra import import_torch
from policy.square_stacker.positions import POSITION_WORDS, physics

BATCHES: Final = 20
"""Fits."""
GAMES: Final = 100_000
"""Games of the whole training."""
EPSILON: Final = 0.05
"""Chance of a random move while it learns."""
RATE: Final = 1e-3
"""Adam's step."""
ADAM_EPSILON: Final = 1e-7
"""As in Keras; PyTorch's own is 1e-8."""
MINIBATCH: Final = 32
FIGURE_GAMES: Final = 100
"""Games a point of figure 5 stands for."""
TEST_GAMES: Final = 1000
"""Games without learning (figure 6)."""
TEST_SEED: Final = 0x5EED
"""Mixed into the seed for the test's games, which must not be those of the training."""
MOVES_A_GAME: Final = 200
"""Room for the moves of a game, on average over a batch; games have about 38. Moves beyond are not learned from."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the training is.

    Attributes:
        games: played since the beginning.
        score: mean of the last batch.
    """

    games: int
    score: float


class Figures(NamedTuple):
    """What the paper drew.

    Attributes:
        curve: float64 (n, 3): minimum, mean and maximum of every 100 games of the training (figure 5).
        test: int64 (1000,): scores of games without learning after it (figure 6).
    """

    curve: NDArray[np.float64]
    test: NDArray[np.int64]


def train_paper(
    rules: Rules,
    seed: int,
    games: int = GAMES,
    on_progress: Callable[[Progress], None] = lambda _progress: None,
    checkpoint: Path | None = None,
) -> tuple[PaperNetwork, Figures]:
    """Train as the paper did; the same seed gives the same network, resumed or not.

    Args:
        rules: the preset; `wpi` is the paper's.
        seed: decides the first weights, every hand, every random move and the order of the minibatches.
        games: in all, divided into 20 batches; at least 20.
        on_progress: called after each batch.
        checkpoint: file to resume from where it exists, and to keep up to date; who saves the outcome removes it.

    Returns:
        The network, and what the paper drew of its own.

    Raises:
        TorchMissing: PyTorch is not installed.
        NetworkError: a checkpoint of another training, or one that cannot be read.
        OSError: the checkpoint cannot be written.
    """
    torch = import_torch()
    size = max(1, games // BATCHES)
    title = json.dumps({"kind": "paper", "rules": repr(rules), "seed": seed, "batch": size})
    generator = torch.Generator().manual_seed(seed)
    parameters = [_glorot(torch, shape, generator).requires_grad_() for shape in SHAPES.values()]
    optimizer = torch.optim.Adam(parameters, lr=RATE, eps=ADAM_EPSILON)
    rolls, scores, done = dice(seed), np.zeros(BATCHES * size, np.int64), 0
    arrays = {"dice": rolls.view(np.int64), "scores": scores}
    if checkpoint and checkpoint.exists():
        done = resume(torch, checkpoint, title, parameters, optimizer, arrays)
    network = PaperNetwork(*[each.detach().numpy() for each in parameters])
    known, room = physics(rules), scratch()
    most = size * MOVES_A_GAME
    states, moves = np.zeros((most, POSITION_WORDS), np.int64), np.zeros(most, np.int8)
    rewards = np.zeros(most, np.int16)
    for batch in range(done, BATCHES):
        part = scores[batch * size : (batch + 1) * size]
        made = play_paper_games(size, EPSILON, network, known, rolls, room, part, states, moves, rewards)
        generator.manual_seed(seed + batch + 1)
        count = min(made, most)
        _fit(torch, parameters, optimizer, states[:count], moves[:count], rewards[:count], generator)
        if checkpoint:
            keep(torch, checkpoint, title, parameters, optimizer, arrays, batch + 1)
        on_progress(Progress((batch + 1) * size, float(part.mean())))
    test = np.zeros(TEST_GAMES, np.int64)
    play_paper_games(
        TEST_GAMES, 0.0, network, known, dice(seed ^ TEST_SEED), room, test, states[:0], moves[:0], rewards[:0]
    )
    groups = scores[: scores.size // FIGURE_GAMES * FIGURE_GAMES].reshape(-1, FIGURE_GAMES)
    curve = np.stack([groups.min(axis=1), groups.mean(axis=1), groups.max(axis=1)], axis=1) if groups.size else None
    figures = Figures(np.zeros((0, 3)) if curve is None else curve, test)
    return PaperNetwork(*[array.copy() for array in network]), figures


def _glorot(torch: Any, shape: tuple[int, ...], generator: Any) -> Any:
    """Return weights uniform within sqrt(6 / (inputs + outputs)) of 0, biases 0."""
    if len(shape) == 1:
        return torch.zeros(shape)
    reach = (6.0 / sum(shape)) ** 0.5
    return (2.0 * torch.rand(shape, generator=generator) - 1.0) * reach


def outputs(torch: Any, parameters: Any, inputs: Any) -> Any:
    """Return the 27 Q-values, (n, 27), for inputs (n, 254) as tensors; differentiable."""
    weights = PaperNetwork(*parameters)
    first = torch.relu(torch.addmm(weights.first_bias, inputs, weights.first))
    second = torch.relu(torch.addmm(weights.second_bias, first, weights.second))
    return torch.addmm(weights.third_bias, second, weights.third)


def _fit(torch: Any, parameters: Any, optimizer: Any, states: Any, moves: Any, rewards: Any, generator: Any) -> None:
    """Fit the network once to a batch of moves and what they scored."""
    inputs = np.zeros((len(states), INPUTS), np.float32)
    encode_batch(states, inputs)
    shown = torch.from_numpy(inputs)
    with torch.no_grad():
        targets = outputs(torch, parameters, shown)
        made = torch.from_numpy(moves.astype(np.int64))
        targets[torch.arange(len(moves)), made] = torch.from_numpy(rewards.astype(np.float32))
    for some in torch.randperm(len(moves), generator=generator).split(MINIBATCH):
        loss = ((outputs(torch, parameters, shown[some]) - targets[some]) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

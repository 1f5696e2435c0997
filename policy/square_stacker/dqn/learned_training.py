"""Training of the network that learns: what the paper's conclusion guesses a network would need (section 5).

The paper's network is asked for 27 numbers of which the rules tell most, and sees no further than the next points.
This one learns only what is not known, the value of the board a move leads to, from many more moves and with a
discount: Q-learning on afterstates (Sutton and Barto, Reinforcement Learning, 2nd edition, section 6.8), the target of
a board being the largest Q-value of the position that followed. The games run side by side, so each fit sees
boards of as many stages of as many games, each under a random symmetry; the dealing explores enough.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np

from engine.dice import dice
from engine.square_stacker import Rules
from engine.square_stacker.packed import WORDS
from engine.square_stacker.rules import MAX_COLOURS
from policy.square_stacker.dqn.afterstate_network import COMMON, OWN, SHAPES, UNIT, AfterstateNetwork, encode_batch
from policy.square_stacker.dqn.checkpoint import keep, resume
from policy.square_stacker.dqn.self_play import Parallel, begin_all, scratch, step_all
from policy.square_stacker.dqn.torch_extra import import_torch
from policy.square_stacker.positions import POSITION_WORDS, physics

GAMES: Final = 256
"""Games side by side, and boards a fit learns from."""
CHUNK: Final = 250
"""Fits between two words of progress, and between two checkpoints; some seconds."""


class Stage(NamedTuple):
    """A part of the training: so many moves at this discount a move, Adam's step falling from `rate` to `last_rate`."""

    moves: int
    gamma: float
    rate: float
    last_rate: float


SCHEDULE: Final = (
    Stage(1_000_000, 0.98, 1e-3, 1e-3),
    Stage(4_000_000, 0.99, 1e-3, 5e-4),
    Stage(2_500_000, 0.995, 5e-4, 2e-4),
    Stage(500_000, 0.995, 2e-4, 2e-5),
)
"""How the network that comes with the program was made."""


SPREADS: Final[Mapping[str, float]] = MappingProxyType({"own": 0.15, "common": 0.15, "mix": 0.05, "out": 0.1})
"""Standard deviation of the first weights; all others begin at 0."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the training is.

    Attributes:
        moves: made since the beginning.
        games: that ended since the last word.
        score: their mean, NaN where none ended.
    """

    moves: int
    games: int
    score: float


def scaled(moves: int) -> tuple[Stage, ...]:
    """Return the schedule shortened or stretched to `moves` moves in all."""
    whole = sum(stage.moves for stage in SCHEDULE)
    return tuple(stage._replace(moves=max(GAMES, round(stage.moves * moves / whole))) for stage in SCHEDULE)


def train_learned(
    rules: Rules,
    seed: int,
    moves: int,
    on_progress: Callable[[Progress], None] = lambda _progress: None,
    checkpoint: Path | None = None,
) -> tuple[AfterstateNetwork, float]:
    """Learn to play by self-play; the same seed gives the same network, resumed or not.

    Args:
        rules: the preset.
        seed: decides the first weights, every hand and every symmetry.
        moves: to learn from, about.
        on_progress: called after each chunk.
        checkpoint: file to resume from where it exists, and to keep up to date; who saves the outcome removes it.

    Returns:
        The network and its discount a move.

    Raises:
        TorchMissing: PyTorch is not installed.
        NetworkError: a checkpoint of another training, or one that cannot be read.
        OSError: the checkpoint cannot be written.
    """
    torch = import_torch()
    schedule = scaled(moves)
    title = json.dumps(
        {"kind": "learned", "rules": repr(rules), "seed": seed, "schedule": [list(stage) for stage in schedule]}
    )
    state = _State(torch, seed)
    rolls = dice(seed)
    games = Parallel(
        np.zeros((GAMES, POSITION_WORDS), np.int64), np.zeros((GAMES, WORDS), np.int64), np.zeros(GAMES, np.bool_)
    )
    known, done = physics(rules), 0
    begin_all(games, known, rolls)
    arrays = {"dice": rolls.view(np.int64), **games._asdict()}
    if checkpoint and checkpoint.exists():
        done = resume(torch, checkpoint, title, state.parameters, state.optimizer, arrays)
    room = scratch()
    boards, targets = np.zeros((GAMES, WORDS), np.int64), np.zeros(GAMES, np.float32)
    ended, scores = np.zeros(GAMES, np.int64), list[int]()
    own, common = np.zeros((GAMES, MAX_COLOURS, OWN), np.float32), np.zeros((GAMES, COMMON), np.float32)
    network = AfterstateNetwork(*[each.detach().numpy() for each in state.parameters])
    fits = [stage.moves // GAMES for stage in schedule]
    for fit in range(done, sum(fits)):
        stage, part = _where(schedule, fits, fit)
        learned, over = step_all(games, stage.gamma, network, known, rolls, room, boards, targets, ended)
        scores += ended[:over].tolist()
        if learned:
            encode_batch(boards, learned, rolls, own, common)
            rate = stage.rate * (stage.last_rate / stage.rate) ** part
            state.fit(own[:learned], common[:learned], targets[:learned] / UNIT, rate)
        if (fit + 1) % CHUNK == 0 or fit + 1 == sum(fits):
            if checkpoint:
                keep(torch, checkpoint, title, state.parameters, state.optimizer, arrays, fit + 1)
            score = float(np.mean(scores)) if scores else float("nan")
            on_progress(Progress((fit + 1) * GAMES, len(scores), score))
            scores = []
    return AfterstateNetwork(*[array.copy() for array in network]), schedule[-1].gamma


def _where(schedule: tuple[Stage, ...], fits: list[int], fit: int) -> tuple[Stage, float]:
    """Return the stage of a fit and how much of the stage lies before it, 0 to 1."""
    for stage, length in zip(schedule, fits, strict=True):
        if fit < length:
            return stage, fit / length
        fit -= length
    raise AssertionError("a fit after the last stage")


def outputs(torch: Any, parameters: Any, own: Any, common: Any) -> Any:
    """Return the network's outputs, (n,), for inputs (n, 6, 39) and (n, 50) as tensors; differentiable."""
    weights = AfterstateNetwork(*parameters)
    shared = torch.addmm(weights.bias, common, weights.common)
    units = torch.relu(own @ weights.own + shared[:, None, :])
    mixed = torch.relu(torch.addmm(weights.mix_bias, units.sum(dim=1), weights.mix))
    return mixed @ weights.out + weights.out_bias


class _State:
    """The weights as torch has them, in the order and layout of `AfterstateNetwork`, and their optimiser (Adam)."""

    def __init__(self, torch: Any, seed: int) -> None:
        self._torch = torch
        generator = torch.Generator().manual_seed(seed)
        self.parameters = [
            (torch.randn(shape, generator=generator) * SPREADS.get(name, 0.0)).requires_grad_()
            for name, shape in SHAPES.items()
        ]
        self.optimizer = torch.optim.Adam(self.parameters)

    def fit(self, own: Any, common: Any, targets: Any, rate: float) -> None:
        """Make one step of Adam towards the targets; mean squared error."""
        self.optimizer.param_groups[0]["lr"] = rate
        torch = self._torch
        found = outputs(torch, self.parameters, torch.from_numpy(own), torch.from_numpy(common))
        loss = ((found - torch.from_numpy(targets)) ** 2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

"""From nothing to a file that `--policy dqn:network=...,file=...` plays with."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from engine.square_stacker import Rules
from policy.archive import checkpoint_of, write
from policy.square_stacker.dqn import learned_training, paper_training
from policy.square_stacker.dqn.files import save_network
from policy.square_stacker.dqn.learned_training import train_learned
from policy.square_stacker.dqn.paper_training import train_paper

PAPER_GAMES: Final = paper_training.GAMES
"""Games the shipped network of the paper was trained on."""
LEARNED_MOVES: Final = sum(stage.moves for stage in learned_training.SCHEDULE)
"""Moves the shipped network that learns was trained on."""
LAST_WORDS: Final = 8
"""Words of progress that the score at the end is taken from."""


def make_paper(rules: Rules, games: int, seed: int, file: Path, on_progress: Callable[[int], None]) -> dict[str, Any]:
    """Train the paper's network into `file`, and what the paper drew of its own into `<file>_figures.npz`.

    Args:
        rules: the preset.
        games: of the whole training.
        seed: decides everything.
        file: ends in .npz; beside it a checkpoint is kept while the training runs, and resumed from.
        on_progress: called with the games played so far.

    Returns:
        How it went, plain JSON: games, minutes, and of the games without learning min, mean, sd, max.

    Raises:
        TorchMissing, NetworkError, OSError: as `train_paper`.
    """
    started = time.monotonic()
    file.parent.mkdir(parents=True, exist_ok=True)
    checkpoint = checkpoint_of(file)
    network, figures = train_paper(rules, seed, games, lambda word: on_progress(word.games), checkpoint)
    minutes = round((time.monotonic() - started) / 60, 1)
    save_network(file, "paper", network, 0.0, {"rules": rules.name, "games": games, "seed": seed, "minutes": minutes})
    write(file.with_name(f"{file.stem}_figures.npz"), figures._asdict())
    checkpoint.unlink(missing_ok=True)
    test = figures.test
    return {
        "games": games,
        "minutes": minutes,
        "test_games": int(test.size),
        "test_min": int(test.min()),
        "test_mean": float(test.mean()),
        "test_sd": float(test.std(ddof=1)),
        "test_max": int(test.max()),
    }


def make_learned(rules: Rules, moves: int, seed: int, file: Path, on_progress: Callable[[int], None]) -> dict[str, Any]:
    """Train the network that learns into `file`; as `make_paper`, counted in moves.

    Returns:
        How it went, plain JSON: moves, minutes, and the mean score of the last games that ended, None if none did.

    Raises:
        TorchMissing, NetworkError, OSError: as `train_learned`.
    """
    started = time.monotonic()
    words: list[learned_training.Progress] = []

    def heard(word: learned_training.Progress) -> None:
        words.append(word)
        on_progress(word.moves)

    file.parent.mkdir(parents=True, exist_ok=True)
    checkpoint = checkpoint_of(file)
    network, gamma = train_learned(rules, seed, moves, heard, checkpoint)
    minutes = round((time.monotonic() - started) / 60, 1)
    made = {"rules": rules.name, "moves": moves, "seed": seed, "minutes": minutes}
    save_network(file, "learned", network, gamma, made)
    checkpoint.unlink(missing_ok=True)
    last = [word for word in words[-LAST_WORDS:] if word.games]
    games = sum(word.games for word in last)
    score = sum(word.games * word.score for word in last) / games if games else None
    return {"moves": moves, "minutes": minutes, "mean_score_at_the_end": score, "games_at_the_end": games}


__all__ = ["LEARNED_MOVES", "PAPER_GAMES", "make_learned", "make_paper", "train_learned", "train_paper"]

"""Training of the value in stages of growing foresight, resumable to the bit.

Raising gamma from stage to stage teaches the near future first; the weights carry over, the step sizes begin anew.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.dice import dice
from engine.square_stacker import Rules
from engine.square_stacker.kernels import scoring_of
from engine.square_stacker.packed import WORDS
from policy.archive import WeightsError, reading, write
from policy.square_stacker.features import ENTRIES, pattern_classes, table_size
from policy.square_stacker.hand_search import Value, room_for
from policy.square_stacker.td import learn

CHUNK = 25_000
"""Hands between two words of progress; a second or two."""
CHECKPOINT = 5
"""Chunks between two checkpoints."""
MOST_GAMES = CHUNK
"""Room for the scores of one chunk: a game lasts a hand at least."""


class Stage(NamedTuple):
    """A part of the training: so many hands at this discount a hand, with step sizes times `rate`."""

    hands: int
    gamma: float
    rate: float


SCHEDULE = (
    Stage(3_000_000, 0.98, 1.0),
    Stage(7_000_000, 0.99, 1.0),
    Stage(14_000_000, 0.995, 1.0),
)
"""How the weights that come with the program were made."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """How far the training is.

    Attributes:
        hands: played since the beginning.
        gamma: of the present stage.
        games: that ended in the last chunk.
        score: their mean, NaN where none ended.
    """

    hands: int
    gamma: float
    games: int
    score: float


def scaled(schedule: Sequence[Stage], hands: int) -> tuple[Stage, ...]:
    """Return a schedule of `hands` hands in all, divided as in the given one."""
    whole = sum(stage.hands for stage in schedule)
    return tuple(stage._replace(hands=max(1, round(stage.hands * hands / whole))) for stage in schedule)


def train(
    rules: Rules,
    schedule: Sequence[Stage],
    seed: int,
    checkpoint: Path | None = None,
    on_lesson: Callable[[Lesson], None] = lambda _lesson: None,
) -> Value:
    """Learn the value of boards by self-play; the same seed gives the same weights, resumed or not.

    Args:
        rules: the preset. Pieces come as at its highest score.
        schedule: the stages.
        seed: decides every hand.
        checkpoint: file to resume from where it exists, and to keep up to date; who saves the outcome removes it.
        on_lesson: called after each chunk.

    Raises:
        WeightsError: a checkpoint of other rules, schedule or seed, or one that cannot be read.
        OSError: the checkpoint cannot be written.
    """
    title = json.dumps({"rules": repr(rules), "schedule": [list(stage) for stage in schedule], "seed": seed})
    course = _resume(checkpoint, title) if checkpoint and checkpoint.exists() else _begin(seed)
    growth = (rules.growth[-1].colours, rules.growth[-1].two_sizes, rules.feasible)
    classes, (size, _) = pattern_classes()
    scoring, plays, entries = scoring_of(rules), room_for(1), np.zeros(ENTRIES, np.int64)
    scores = np.zeros(MOST_GAMES + 1)
    scores[0] = course.running[0]
    done, passed = int(course.hands[0]), 0
    value = Value(course.weights, classes, size, schedule[0].gamma)
    since = 0
    for stage in schedule:
        value = value._replace(gamma=stage.gamma)
        while done < passed + stage.hands:
            if done == passed:
                course.errors[:] = 0
                course.sizes[:] = 0
            hands = min(CHUNK, passed + stage.hands - done)
            games = learn(
                hands,
                course.words,
                course.dice,
                growth,
                scoring,
                value,
                course.errors,
                course.sizes,
                stage.rate,
                plays,
                entries,
                scores,
            )
            done += hands
            course.hands[0], course.running[0] = done, scores[0]
            mean = float(scores[1 : games + 1].mean()) if games else float("nan")
            on_lesson(Lesson(done, stage.gamma, games, mean))
            since += 1
            if checkpoint and since % CHECKPOINT == 0:
                write(checkpoint, {"title": title, **course._asdict()}, compress=False)
        passed += stage.hands
    return value


class _Course(NamedTuple):
    """Everything that a training in progress consists of."""

    weights: NDArray[np.float32]
    errors: NDArray[np.float32]
    sizes: NDArray[np.float32]
    words: NDArray[np.int64]
    dice: NDArray[np.uint64]
    hands: NDArray[np.int64]
    running: NDArray[np.float64]


def _begin(seed: int) -> _Course:
    weights, errors, sizes = (np.zeros(table_size(), np.float32) for _ in range(3))
    return _Course(weights, errors, sizes, np.zeros(WORDS, np.int64), dice(seed), np.zeros(1, np.int64), np.zeros(1))


def _resume(path: Path, title: str) -> _Course:
    with reading(path, "cannot be read as a checkpoint; remove it to begin anew") as archive:
        found = str(archive["title"])
        course = _Course(**{name: archive[name] for name in _Course._fields})
    if found != title:
        raise WeightsError(f"{path}: a training of other rules, hands or seed; remove it to begin anew")
    return course

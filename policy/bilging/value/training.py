"""Training of the value by self-play, resumable to the bit."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from engine.bilging import EMPTY, Rules
from engine.bilging.afterstate import physics
from engine.bilging.board import pad
from engine.dice import dice
from policy.archive import WeightsError, reading, write
from policy.bilging.value.features import COLOURS, COLS, ENTRIES, ROWS, TABLE_SIZE, views
from policy.bilging.value.one_swap import swaps
from policy.bilging.value.td import Pupil, learn, mirrors
from policy.bilging.value.value import Value

MOVES: Final = 8_000_000
"""How much the shipped values of `ypp`, `strict` and `combo` learned; `linear` and `tzz` learned 3 million moves."""
RATE: Final = 0.05
"""Factor of all step sizes. Entries that a board holds many times make a larger one overshoot."""
FIRST_RHO: Final = 2.0
"""Points a move expected of a value that knows nothing."""
CHUNK = 50_000
"""Moves between two words of progress; a second or two."""
CHECKPOINT = 5
"""Chunks between two checkpoints."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """How far the training is.

    Attributes:
        moves: made since the beginning.
        cpu_s: processor time since the beginning, seconds.
    """

    moves: int
    cpu_s: float


def check_rules(rules: Rules) -> None:
    """Raise ValueError for rules of another board than the value is made for."""
    if (rules.rows, rules.cols, rules.colours) != (ROWS, COLS, COLOURS):
        raise ValueError(f"only boards of {ROWS} x {COLS} with {COLOURS} colours can be learned")


def train(
    rules: Rules,
    moves: int,
    seed: int,
    checkpoint: Path | None = None,
    on_lesson: Callable[[Lesson], None] = lambda _lesson: None,
) -> Value:
    """Learn the value of boards by self-play; the same seed gives the same weights, resumed or not.

    Args:
        rules: the preset; new pieces are colours only.
        moves: to make.
        seed: decides every new piece and every tie.
        checkpoint: file to resume from where it exists, and to keep up to date; who saves the outcome removes it.
        on_lesson: called after each chunk.

    Raises:
        ValueError: rules of another board than the value is made for.
        WeightsError: a checkpoint of other rules or seed, or one that cannot be read.
        OSError: the checkpoint cannot be written.
    """
    check_rules(rules)
    title = json.dumps({"rules": repr(rules), "seed": seed, "rate": RATE})
    pupil, cpu_s = _resume(checkpoint, title) if checkpoint and checkpoint.exists() else (_begin(rules, seed), 0.0)
    rule, room, images = physics(rules), swaps(rules), mirrors()
    value = Value(0.0, 1, pupil.weights, views())
    since = 0
    while pupil.counts[0] < moves:
        chunk = min(CHUNK, moves - int(pupil.counts[0]))
        began = time.process_time()
        learn(chunk, pupil, rule, value, RATE, images, room)
        cpu_s += time.process_time() - began
        on_lesson(Lesson(int(pupil.counts[0]), cpu_s))
        since += 1
        if checkpoint and since % CHECKPOINT == 0:
            write(checkpoint, {"title": title, "cpu_s": cpu_s, **pupil._asdict()}, compress=False)
    return value._replace(rho=float(pupil.rho[0]))


def _begin(rules: Rules, seed: int) -> Pupil:
    weights, errors, sizes = (np.zeros(TABLE_SIZE, np.float32) for _ in range(3))
    board = pad(np.full((rules.rows, rules.cols), EMPTY, np.int8))
    entries, counts = np.zeros(ENTRIES, np.int64), np.zeros(3, np.int64)
    return Pupil(weights, errors, sizes, board, entries, dice(seed), counts, np.array([FIRST_RHO]))


def _resume(path: Path, title: str) -> tuple[Pupil, float]:
    with reading(path, "cannot be read as a checkpoint; remove it to begin anew") as archive:
        found, cpu_s = str(archive["title"]), float(archive["cpu_s"])
        pupil = Pupil(**{name: archive[name] for name in Pupil._fields})
    if found != title:
        raise WeightsError(f"{path}: a training of other rules or seed; remove it to begin anew")
    return pupil, cpu_s

"""What can be trained, and how a training becomes a file."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from policy.archive import checkpoint_of

Run = Callable[[Any, int, int, Path, Callable[[int], None]], dict[str, Any]]
"""(rules, amount, seed, file, progress) to what `train --json` prints; writes the file, then removes its checkpoint.

Raises OSError where either cannot be written.
"""


def _any_rules(_rules: Any) -> None:
    """Find nothing wrong with any rules."""


def _nothing() -> None:
    """Need no more than is there."""


MOST: Final = 1_000_000_000
"""Days of what keeps nothing but its weights."""
MOST_KEPT_GAMES: Final = 1_000_000
"""Some gigabytes of memory: all moves of a batch are kept."""
MOST_KEPT_BOARDS: Final = 100_000
"""A gigabyte of memory: all swaps of all boards are kept."""


@dataclass(frozen=True, slots=True)
class Trainer:
    """How one planner learns.

    Attributes:
        policy: the planner that plays with the file, with FILE in its place.
        amount: how much the shipped file was trained, in `unit`.
        unit: hands, games, moves or boards.
        most: that may be asked for, in `unit`.
        run: trains.
        check_rules: raises ValueError, with one line, for rules that it cannot learn.
        resumes: a training that was stopped goes on where it was; else it begins anew (those take seconds).
        needs: raises, with one line, where a library that it cannot do without is missing.
    """

    policy: str
    amount: int
    unit: str
    most: int
    run: Run
    check_rules: Callable[[Any], None] = _any_rules
    resumes: bool = True
    needs: Callable[[], object] = _nothing


def _square_stacker_value() -> Trainer:
    from policy.square_stacker.training import SCHEDULE, Lesson, scaled, train
    from policy.square_stacker.weights import save_weights

    whole = sum(stage.hands for stage in SCHEDULE)

    def run(rules: Any, hands: int, seed: int, file: Path, progress: Callable[[int], None]) -> dict[str, Any]:
        lessons: list[Lesson] = []

        def heard(lesson: Lesson) -> None:
            lessons.append(lesson)
            progress(lesson.hands)

        started = time.monotonic()
        schedule = scaled(SCHEDULE, hands)
        file.parent.mkdir(parents=True, exist_ok=True)
        value = train(rules, schedule, seed, checkpoint_of(file), heard)
        made = {
            "rules": rules.name,
            "schedule": [stage._asdict() for stage in schedule],
            "seed": seed,
            "minutes": round((time.monotonic() - started) / 60, 1),
        }
        save_weights(file, value.weights, value.gamma, made)
        checkpoint_of(file).unlink(missing_ok=True)
        last = lessons[-40:]
        games = sum(lesson.games for lesson in last)
        score = sum(lesson.games * lesson.score for lesson in last if lesson.games) / games if games else None
        return {"hands": hands, "minutes": made["minutes"], "mean_score_at_the_end": score, "games_at_the_end": games}

    return Trainer("learned:weights=FILE", whole, "hands", MOST, run)


def _paper_network() -> Trainer:
    from policy.square_stacker.dqn.torch_extra import import_torch
    from policy.square_stacker.dqn.training import PAPER_GAMES, make_paper

    return Trainer("dqn:network=paper,file=FILE", PAPER_GAMES, "games", MOST_KEPT_GAMES, make_paper, needs=import_torch)


def _learned_network() -> Trainer:
    from policy.square_stacker.dqn.torch_extra import import_torch
    from policy.square_stacker.dqn.training import LEARNED_MOVES, make_learned

    return Trainer("dqn:network=learned,file=FILE", LEARNED_MOVES, "moves", MOST, make_learned, needs=import_torch)


def _bilging_value() -> Trainer:
    from policy.bilging.value.training import MOVES, Lesson, check_rules, train
    from policy.bilging.value.weights import save_weights

    def run(rules: Any, moves: int, seed: int, file: Path, progress: Callable[[int], None]) -> dict[str, Any]:
        lessons: list[Lesson] = []

        def heard(lesson: Lesson) -> None:
            lessons.append(lesson)
            progress(lesson.moves)

        file.parent.mkdir(parents=True, exist_ok=True)
        value = train(rules, moves, seed, checkpoint_of(file), heard)
        minutes = round(lessons[-1].cpu_s / 60, 1) if lessons else 0.0
        made = {"rules": rules.name, "moves": moves, "seed": seed, "cpu_minutes": minutes}
        save_weights(file, value.weights, value.rho, made)
        checkpoint_of(file).unlink(missing_ok=True)
        return {"moves": moves, "cpu_minutes": minutes, "points_a_move_at_the_end": round(value.rho, 3)}

    return Trainer("learned:weights=FILE", MOVES, "moves", MOST, run, check_rules)


def _paper_bilging_player() -> Trainer:
    from policy.bilging.paper.fitted_iteration import BOARDS
    from policy.bilging.paper.training import make_weights

    return Trainer("mdp:weights=FILE", BOARDS, "boards of each sort", MOST_KEPT_BOARDS, make_weights, resumes=False)


TRAINERS: Mapping[str, Mapping[str, Callable[[], Trainer]]] = {
    "bilging": {"learned": _bilging_value, "mdp": _paper_bilging_player},
    "square_stacker": {"learned": _square_stacker_value, "dqn": _paper_network, "dqn-learned": _learned_network},
}
"""What can learn in each game, by name; the first is meant when none is named."""

"""What can be trained, and how a training becomes a file."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.exit_status import Unusable


@dataclass(frozen=True, slots=True)
class Trainer:
    """How one game's planner learns.

    Attributes:
        policy: the planner that takes the file as its parameter `weights`.
        hands: how long the training of the shipped file was, in the trainer's own unit.
        run: (rules, hands, seed, file, progress) to what `train --json` prints; writes the file.
    """

    policy: str
    hands: int
    run: Callable[[Any, int, int, Path, Callable[[int], None]], dict[str, Any]]


def _square_stacker() -> Trainer:
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
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            value = train(rules, schedule, seed, file.with_name(file.name + ".checkpoint"), heard)
            made = {
                "rules": rules.name,
                "schedule": [stage._asdict() for stage in schedule],
                "seed": seed,
                "minutes": round((time.monotonic() - started) / 60, 1),
            }
            save_weights(file, value.weights, value.gamma, made)
        except OSError as error:
            raise Unusable(f"{file}: {error.strerror or error}; choose another file with --out") from error
        last = lessons[-40:]
        games = sum(lesson.games for lesson in last)
        score = sum(lesson.games * lesson.score for lesson in last if lesson.games) / games if games else None
        return {"hands": hands, "minutes": made["minutes"], "mean_score_at_the_end": score, "games_at_the_end": games}

    return Trainer("learned", whole, run)


TRAINERS: Mapping[str, Callable[[], Trainer]] = {"square_stacker": _square_stacker}
"""What each game can learn."""

"""How the bot does on live windows: every look, every scale, moves confirmed, cells misread, latency."""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.demo import Demo, run_demo
from bot.games import GAMES
from bot.playing.run import LoopSettings
from bot.practice_process import PracticeChoice

LOOKS = ("deck", "chart", "lagoon")
SCALES = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0)
SPEED = 4.0
"""Animations run four times as fast as for people: the figures measured do not depend on it, the wait does."""


@dataclass(frozen=True, slots=True)
class LiveCase:
    """One window to play in."""

    look: str
    scale: float
    moves: int
    seed: int


def cases(moves_at_scale_1: int = 200, moves_else: int = 50) -> list[LiveCase]:
    """Return every look at every scale."""
    return [
        LiveCase(look, scale, moves_at_scale_1 if scale == 1.0 else moves_else, seed)
        for seed, (look, scale) in enumerate(((look, scale) for look in LOOKS for scale in SCALES), start=1)
    ]


def play_case(
    case: LiveCase, policy: str = "strongest", on_move: Callable[[int], None] = lambda _count: None
) -> dict[str, Any]:
    """Play one case as the demo does and return its `--json` document; the recording is not kept.

    Raises:
        bot.exit_status.Failed: the window did not open, or calibration did not pass.
    """
    game = GAMES["bilging"]()
    with tempfile.TemporaryDirectory(prefix="spyglass-bench-") as scratch:
        demo = Demo(
            game=game,
            choice=PracticeChoice("bilging", case.look, None, case.scale, case.seed, SPEED, game.default_rules),
            rules_name=game.default_rules,
            policy_spec=policy,
            settings=LoopSettings(moves=case.moves, think_ms=50.0, seed=case.seed),
            record=Path(scratch) / "recording",
        )
        return run_demo(demo, lambda _stage: None, on_move)


HEADER = ("look", "scale", "moves", "confirmed", "cells", "misread", "capture p50", "read p50", "reaction p95")


def row(document: dict[str, Any]) -> tuple[str, ...]:
    """Return one line of the table, columns as in HEADER; times in ms."""
    latency = document["latency_ms"]
    return (
        document["look"],
        f"{document['scale']:g}",
        str(document["moves"]),
        str(document["moves_confirmed"]),
        str(document["cells_read"]),
        str(document["cells_misread"]),
        f"{latency['capture']['p50']:.2f}",
        f"{latency['read']['p50']:.2f}",
        f"{latency['reaction']['p95']:.1f}",
    )


def total(documents: Sequence[dict[str, Any]]) -> str:
    """Return the sum of all cases in one line."""
    moves = sum(document["moves"] for document in documents)
    confirmed = sum(document["moves_confirmed"] for document in documents)
    cells = sum(document["cells_read"] for document in documents)
    misread = sum(document["cells_misread"] for document in documents)
    return f"{confirmed} of {moves} moves confirmed, {misread} of {cells} cells misread"

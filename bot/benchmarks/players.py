"""Bilging's players in the simulator, beside the rows that a one-off C++ prototype scored (rules page, "Measured")."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from bot.measuring.results import Series
from bot.measuring.simulation import simulate

UNLIMITED_MS = 1e9
"""The prototype's rows are of full searches, whatever their time."""

PROTOTYPE: tuple[tuple[str, str, float], ...] = (
    ("strict", "random", 0.27),
    ("strict", "greedy2", 3.26),
    ("strict", "fullwidth:depth=2", 4.6),
    ("strict", "fullwidth:depth=3", 4.9),
    ("strict", "fullwidth:depth=4", 4.9),
    ("linear", "greedy2", 3.76),
    ("combo", "random", 0.35),
    ("combo", "greedy2", 3.92),
    ("combo", "fullwidth:depth=2", 5.4),
    ("combo", "fullwidth:depth=3", 5.5),
    ("combo", "fullwidth:depth=4", 5.6),
)
"""(preset, policy, points per move of the prototype; 200 games of 50 moves, 7 colours, no specials)."""

ROUNDING = 1e-9
"""A standard error of so little is that of sums of equal numbers."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One line of the table.

    Attributes:
        ours, se: points per move and their standard error.
        theirs: the prototype's.
        distance: (ours - theirs) in standard errors of the difference; the prototype's error is taken as ours. None
            where all games came out equal: no spread was measured.
    """

    rules: str
    policy: str
    ours: float
    se: float
    theirs: float
    distance: float | None
    ms_p50: float


def measure(games: int, jobs: int, seed: int, on_row: Callable[[int], None] = lambda _row: None) -> Iterator[PlayerRow]:
    """Play every row of the table and yield it as it is done."""
    for index, (rules, policy, theirs) in enumerate(PROTOTYPE, start=1):
        series = Series("bilging", policy, rules, 50, UNLIMITED_MS)
        result: dict[str, Any] = simulate(series, games, seed=seed, jobs=jobs)
        ours, se = result["per_move"]["mean"], result["per_move"]["se"]
        distance = (ours - theirs) / (se * 2**0.5) if se > ROUNDING else None
        yield PlayerRow(rules, policy, ours, se, theirs, distance, result["ms_per_move"]["p50"])
        on_row(index)

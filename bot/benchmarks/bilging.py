"""Bilging's benchmark: all players under all presets, and what more time a move brings the strongest."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.benchmarks.bilging_studies import MARKS, MEASURED, MOVES, OTHERS, UNLIMITED_MS, Study
from bot.benchmarks.markdown import table
from bot.measuring.results import ResultStore, Series
from bot.measuring.simulation import simulate

GAME = "bilging"
BASE = "greedy"
"""The player that all others are held against under the same preset."""


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A study and what `simulate` says of it.

    Attributes:
        study: what was played.
        result: what `simulate --json` prints.
        scores: float64 (games,), points a move of each game, the same games in all rows of a preset.
    """

    study: Study
    result: dict[str, Any]
    scores: NDArray[np.float64]

    @property
    def points(self) -> float:
        """Mean points a move."""
        return float(self.result["per_move"]["mean"])

    @property
    def error(self) -> float:
        """Standard error of `points` over games."""
        return float(self.result["per_move"]["se"])

    def ms(self, name: str) -> float:
        """Return a figure of the time a move: "mean", "p50", "p95" or "p99"."""
        return float(self.result["ms_per_move"][name])

    def document(self) -> dict[str, Any]:
        """Return the `--json` entry."""
        study = self.study
        return {
            "section": study.section,
            "rules": study.rules,
            "policy": study.policy,
            "games": study.games,
            "think_ms": None if study.think_ms == UNLIMITED_MS else study.think_ms,
            "points_a_move": {"mean": self.points, "se": self.error},
            "ms_per_move": self.result["ms_per_move"],
            "mark": MARKS.get(study.rules) if study.policy == MEASURED else None,
        }


def measure(study: Study, jobs: int, seed: int, store: ResultStore, on_game: Callable[[int], None]) -> Row:
    """Play the games of a study that are not in the store yet.

    Args:
        study: one of `bilging_studies.plan`.
        jobs: games side by side.
        seed: of the first game.
        store: where games are kept.
        on_game: called with the number of games done.
    """
    series = Series(GAME, study.policy, study.rules, MOVES, study.think_ms)
    played = simulate(series, study.games, seed=seed, jobs=jobs, progress=on_game, store=store)
    kept = store.games(series)
    return Row(study, played, np.array([kept[one].score / MOVES for one in range(seed, seed + study.games)]))


def of(rows: Sequence[Row], section: str, rules: str) -> list[Row]:
    """Return the rows of a section under a preset."""
    return [row for row in rows if (row.study.section, row.study.rules) == (section, rules)]


def curve(rows: Sequence[Row], rules: str) -> NDArray[np.float64]:
    """Return budget in ms, points a move and their standard error of a preset's curve, (3, budgets)."""
    points = [(row.study.think_ms, row.points, row.error) for row in of(rows, "curve", rules)]
    return np.array(sorted(points)).reshape(-1, 3).T


def gain(row: Row, less: Row) -> tuple[float, float]:
    """Return by how many points a move one row is better than another on the games that both played, and its error.

    First boards differ much in what can be made of them, so few games of one budget say little beside many of another;
    the differences game by game do.
    """
    games = min(row.scores.size, less.scores.size)
    differences = row.scores[:games] - less.scores[:games]
    return float(differences.mean()), float(differences.std(ddof=1) / games**0.5)


def text(rows: Sequence[Row], pictures: dict[str, Path]) -> str:
    """Return everything as Markdown."""
    presets = list(dict.fromkeys(row.study.rules for row in rows if row.study.section == "players"))
    parts = [f"### Rules `{rules}`\n\n{_players(of(rows, 'players', rules))}" for rules in presets]
    others = table(("player, measured elsewhere", "rules", "points a move"), OTHERS)
    picture = f"\n\nDrawn: {pictures['budget']}" if "budget" in pictures else ""
    return "\n\n".join(
        (*parts, f"### Others\n\n{others}", f"### Points by time a move, `{MEASURED}`\n\n{_curve(rows)}{picture}")
    )


def _players(rows: Sequence[Row]) -> str:
    base = next((row.points for row in rows if row.study.policy == BASE), 0.0)
    lines = []
    for row in rows:
        study = row.study
        mark = MARKS.get(study.rules) if study.policy == MEASURED else None
        lines.append(
            (
                study.policy,
                str(study.games),
                f"{row.points:.2f} +- {row.error:.2f}",
                f"{row.points / base:.2f}" if base else "",
                f"{mark:g}" if mark else "",
                *(f"{row.ms(name):.2f}" for name in ("p50", "p99")),
            )
        )
    return table(("player", "games", "points a move", f"ratio to {BASE}", "goal", "ms a move p50", "p99"), lines)


def _curve(rows: Sequence[Row]) -> str:
    presets = list(dict.fromkeys(row.study.rules for row in rows if row.study.section == "curve"))
    budgets = sorted({row.study.think_ms for row in rows if row.study.section == "curve"})
    by_budget = [{row.study.think_ms: row for row in of(rows, "curve", rules)} for rules in presets]
    points, gains = [], []
    for number, budget in enumerate(budgets):
        here = [of_preset.get(budget) for of_preset in by_budget]
        said = [f"{row.points:.2f} +- {row.error:.2f} ({row.study.games} games)" if row else "" for row in here]
        points.append((f"{budget:g}", *said))
        if number:
            less = [of_preset.get(budgets[number - 1]) for of_preset in by_budget]
            gains.append((f"{budgets[number - 1]:g} to {budget:g}", *map(_gain, here, less)))
    names = tuple(f"`{rules}`" for rules in presets)
    paired = "What more time brings on the same games, points a move:"
    return f"{table(('ms a move', *names), points)}\n\n{paired}\n\n{table(('ms a move', *names), gains)}"


def _gain(row: Row | None, less: Row | None) -> str:
    if row is None or less is None:
        return ""
    mean, error = gain(row, less)
    return f"{mean:+.2f} +- {error:.2f} ({min(row.scores.size, less.scores.size)} games)"

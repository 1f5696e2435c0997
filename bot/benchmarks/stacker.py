"""Square Stacker's benchmark: the paper's tables and figures with ours beside them, and our own player beyond them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.benchmarks.markdown import table
from bot.benchmarks.stacker_studies import HUMAN, STUDIES, Study
from bot.measuring.results import ResultStore, Series
from bot.measuring.simulation import simulate

GAME, RULES = "square_stacker", "wpi"
UNLIMITED_MS = 1e9
"""The paper's agents do a fixed number of simulations."""
FEWEST_GAMES = 20
"""In a short form no row has fewer."""
BUDGETS: tuple[tuple[float, int], ...] = ((0.1, 1000), (5.0, 16), (100.0, 4))
"""Our player: milliseconds a move and games."""

TABLES = ("table 1", "table 2", "table 3")
FIGURES = ("figure 8", "figure 11", "figure 14", "figure 15", "figure 18", "figure 19")


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A study and what came out of it.

    Attributes:
        study: what was played; our own rows have no place in the paper.
        think_ms: budget of a move.
        result: what `simulate` says of it.
        scores: (games,) float64.
    """

    study: Study
    think_ms: float
    result: dict[str, Any]
    scores: NDArray[np.float64]

    def document(self) -> dict[str, Any]:
        """Return the `--json` entry."""
        keys = ("policy", "games", "score", "moves_a_game", "work_per_move", "ms_per_move")
        return {
            "label": self.study.label,
            "places": list(self.study.places),
            "think_ms": None if self.think_ms == UNLIMITED_MS else self.think_ms,
            **{key: self.result[key] for key in keys},
            "paper": {"games": _full(self.study), "mean": self.study.mean, "sd": self.study.sd},
            "emulator": self.study.measured,
        }


def plan(share: float, slowest_ms: float = UNLIMITED_MS) -> list[tuple[Study, float]]:
    """Return what is played and with what budget.

    Args:
        share: of the games; 1 is the full size.
        slowest_ms: our player's largest budget; games at 100 ms a move take most of an hour each.
    """
    ours = [
        (Study((), "DQN that learned", "dqn:network=learned", 1000), UNLIMITED_MS),
        *(
            (Study((), f"strongest, {budget:g} ms a move", "strongest", games), budget)
            for budget, games in BUDGETS
            if budget <= slowest_ms
        ),
    ]
    rows = [*((study, UNLIMITED_MS) for study in STUDIES), *ours]
    return [(_sized(study, share), budget) for study, budget in rows]


def _sized(study: Study, share: float) -> Study:
    games = study.games if share >= 1 else max(min(FEWEST_GAMES, study.games), round(study.games * share))
    return Study(
        study.places, study.label, study.policy, games, study.mean, study.sd, study.least, study.most, study.measured
    )


def measure(
    rows: Sequence[tuple[Study, float]],
    jobs: int,
    seed: int,
    store: ResultStore,
    on_row: Callable[[Study], Callable[[int], None]],
) -> Iterable[Row]:
    """Play what is not in the store yet and yield each row as it is done.

    Args:
        rows: from `plan`.
        jobs: games side by side.
        seed: of the first game of every row.
        store: where games are kept.
        on_row: called as a row begins; what it returns is called with the games done.
    """
    for study, budget in rows:
        result = simulate(GAME, study.policy, RULES, study.games, 0, budget, seed, jobs, on_row(study), store)
        games = store.games(Series(GAME, study.policy, RULES, 0, budget))
        scores = np.array([games[one].score for one in range(seed, seed + study.games)])
        yield Row(study, budget, result, scores)


def at(rows: Sequence[Row], place: str) -> list[Row]:
    """Return the rows that the paper shows in a table or figure."""
    return [row for row in rows if place in row.study.places]


def text(rows: Sequence[Row], pictures: dict[str, Path]) -> str:
    """Return tables 1 to 3, the figures as tables, and our own rows, as Markdown."""
    parts = [f"### {place.capitalize()}\n\n{_paper_table(place, at(rows, place))}" for place in TABLES]
    if "figure 5" in pictures:
        parts.append(f"### Figure 5\n\nPlot: {pictures['figure 5']}, of the training that made the shipped network")
    for place in FIGURES:
        picture = f"\n\nPlot: {pictures[place]}" if place in pictures else ""
        parts.append(f"### {place.capitalize()}\n\n{_figure_table(at(rows, place))}{picture}")
    parts.append(f"### Beyond the paper\n\n{_own_table([row for row in rows if not row.study.places])}")
    return "\n\n".join(parts)


def _paper_table(place: str, rows: Sequence[Row]) -> str:
    header = ("agent", "games", "min", "max", "mean", "sd", "paper: games, min, max, mean, sd", "off (se)")
    lines = [_paper_line(row) for row in sorted(rows, key=lambda row: row.scores.mean())]
    if place in ("table 1", "table 3"):
        label, *figures = HUMAN
        lines.append((str(label), "", "", "", "", "", ", ".join(map(str, figures)), ""))
    return table(header, lines)


def _paper_line(row: Row) -> tuple[str, ...]:
    study, score = row.study, row.result["score"]
    paper = ", ".join("?" if x is None else f"{x:g}" for x in (study.least, study.most, study.mean, study.sd))
    return (
        study.label,
        f"{row.scores.size}",
        f"{score['min']:.0f}",
        f"{score['max']:.0f}",
        f"{score['mean']:.1f} +- {score['se']:.1f}",
        f"{score['sd']:.1f}",
        f"{_full(study)}, {paper}",
        _off(row),
    )


def _full(study: Study) -> int | None:
    """Return how many games the paper played; None for a row of our own."""
    return next((one.games for one in STUDIES if one.label == study.label), None)


def _off(row: Row) -> str:
    """Return how many standard errors we lie from the paper, and from our own emulator where there is a figure.

    The paper prints whole points: what rounding may have taken is not counted.
    """
    parts = []
    for name, mean, rounded in (("paper", row.study.mean, 0.5), ("emulator", row.study.measured, 0.0)):
        if mean is not None:
            apart = row.scores.mean() - mean
            beyond = np.sign(apart) * max(abs(apart) - rounded, 0.0)
            parts.append(f"{beyond / max(row.result['score']['se'], 1e-9):+.1f} ({name} {mean:g})")
    return ", ".join(parts)


def _figure_table(rows: Sequence[Row]) -> str:
    header = ("agent", "games", "mean", "sd", "moves simulated a decision", "ms a move", "off (se)")
    return table(header, [_figure_line(row) for row in rows])


def _figure_line(row: Row) -> tuple[str, ...]:
    score, result = row.result["score"], row.result
    return (
        row.study.label,
        f"{row.scores.size}",
        f"{score['mean']:.1f} +- {score['se']:.1f}",
        f"{score['sd']:.1f}",
        f"{result['work_per_move']:.0f}",
        f"{result['ms_per_move']['mean']:.3f}",
        _off(row),
    )


def _own_table(rows: Sequence[Row]) -> str:
    header = ("player", "games", "mean", "sd", "max", "moves a game", "ms a move: mean, p50, p99")
    return table(header, [_own_line(row) for row in rows])


def _own_line(row: Row) -> tuple[str, ...]:
    score, ms = row.result["score"], row.result["ms_per_move"]
    return (
        row.study.label,
        f"{row.scores.size}",
        f"{score['mean']:.0f} +- {score['se']:.0f}",
        f"{score['sd']:.0f}",
        f"{score['max']:.0f}",
        f"{row.result['moves_a_game']:.0f}",
        f"{ms['mean']:.3f}, {ms['p50']:.3f}, {ms['p99']:.3f}",
    )

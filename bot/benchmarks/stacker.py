"""Square Stacker's benchmark: the paper's tables and figures with ours beside them, and our own player beyond them."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.benchmarks.markdown import table
from bot.benchmarks.stacker_studies import HUMAN, MORE_GAMES, STUDIES, Study
from bot.measuring.results import ResultStore, Series
from bot.measuring.simulation import simulate
from bot.measuring.summaries import coarse_percentile
from policy.square_stacker.dqn import shipped_curve

GAME, RULES = "square_stacker", "wpi"
UNLIMITED_MS = 1e9
"""The paper's agents do a fixed number of simulations."""
FEWEST_GAMES = 20
"""In a short form no row has fewer."""
BUDGETS: tuple[tuple[float, int], ...] = ((0.1, 1000), (5.0, 16), (100.0, 4))
"""Our player: milliseconds a move and games."""

TABLES = ("table 1", "table 2", "table 3")
FIGURES = tuple(f"figure {number}" for number in range(3, 20))
"""All that the paper measured; 1 and 2 show the board and a search's steps."""
SCORES = ("figure 3", "figure 4", "figure 6", "figure 7", "figure 9", "figure 12", "figure 16")
"""Figures of scores alone: their tables are as the paper's."""
WITH_PEOPLE = ("table 1", "table 3", "figure 4")
CURVE = "figure 5"
"""Comes from the training of the shipped network: no games of the bench are in it."""


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A study and what came out of it.

    Attributes:
        study: what was played; our own rows have no place in the paper.
        think_ms: budget of a move.
        result: what `simulate` says of it.
        scores: (games,) float64.
        works: how many of its decisions simulated how many moves, made `bot.measuring.summaries.coarse`.
    """

    study: Study
    think_ms: float
    result: dict[str, Any]
    scores: NDArray[np.float64]
    works: Mapping[int, int]

    @property
    def efficiency(self) -> float | None:
        """Mean score per mean number of moves simulated a decision (section 3.7); None where none are simulated."""
        simulated = self.result["work_per_move"]
        return self.scores.mean() / simulated if simulated else None

    def document(self) -> dict[str, Any]:
        """Return the `--json` entry."""
        keys = ("policy", "games", "score", "moves_a_game", "work_per_move", "ms_per_move")
        return {
            "label": self.study.label,
            "places": list(self.study.places),
            "think_ms": None if self.think_ms == UNLIMITED_MS else self.think_ms,
            **{key: self.result[key] for key in keys},
            "works": dict(sorted(self.works.items())),
            "efficiency": self.efficiency,
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
        *((study, UNLIMITED_MS) for study in MORE_GAMES),
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
        series = Series(GAME, study.policy, RULES, 0, budget)
        result = simulate(series, study.games, seed=seed, jobs=jobs, progress=on_row(study), store=store)
        games = store.games(series)
        played = [games[one] for one in range(seed, seed + study.games)]
        works: Counter[int] = Counter()
        for one in played:
            works.update(one.works)
        yield Row(study, budget, result, np.array([one.score for one in played]), works)


def at(rows: Sequence[Row], place: str) -> list[Row]:
    """Return the rows that the paper shows in a table or figure."""
    return [row for row in rows if place in row.study.places]


def more_games(rows: Sequence[Row]) -> list[Row]:
    """Return the rows of the paper's best search with more games a move than the paper had."""
    labels = {study.label for study in MORE_GAMES}
    return [row for row in rows if row.study.label in labels]


def text(rows: Sequence[Row], pictures: dict[str, Path]) -> str:
    """Return tables 1 to 3, the figures as tables, and our own rows, as Markdown."""
    parts = []
    for place in (*TABLES, *FIGURES):
        lines = []
        if place in TABLES + SCORES:
            lines.append(_paper_table(place, at(rows, place)))
        else:
            lines.append(_curve_words() if place == CURVE else _figure_table(at(rows, place)))
        if place in pictures:
            of = ", of the training that made the shipped network" if place == CURVE else ""
            lines.append(f"Plot: {pictures[place]}{of}")
        if lines:
            parts.append("\n\n".join((f"### {place.capitalize()}", *lines)))
    parts.append(f"### Beyond the paper: more games a move\n\n{_figure_table(more_games(rows))}")
    ours = [row for row in rows if not row.study.places and row not in more_games(rows)]
    parts.append(f"### Beyond the paper\n\n{_own_table(ours)}")
    return "\n\n".join(parts)


def _curve_words() -> str:
    """Return what the curve of figure 5 comes to."""
    curve = shipped_curve()
    tenth = len(curve) // 10
    first, last = (part[:, 1].mean() for part in (curve[:tenth], curve[-tenth:]))
    return (
        f"Mean of the first and of the last {100 * tenth:,} games of the training: {first:.1f} and {last:.1f}; "
        f"sets of 100 games with a score of 0 among them: {np.count_nonzero(curve[:, 0] == 0):,} of {len(curve):,}."
    )


def _paper_table(place: str, rows: Sequence[Row]) -> str:
    header = ("agent", "games", "min", "max", "mean", "sd", "paper: games, min, max, mean, sd", "off (se)")
    lines = [_paper_line(row) for row in sorted(rows, key=lambda row: row.scores.mean())]
    if place in WITH_PEOPLE:
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
    simulated = "moves simulated a decision: mean, p50, p95"
    header = ("agent", "games", "mean", "sd", simulated, "points a move simulated", "ms a move", "off (se)")
    return table(header, [_figure_line(row) for row in rows])


def _figure_line(row: Row) -> tuple[str, ...]:
    score, result = row.result["score"], row.result
    return (
        row.study.label,
        f"{row.scores.size}",
        f"{score['mean']:.1f} +- {score['se']:.1f}",
        f"{score['sd']:.1f}",
        f"{result['work_per_move']:.0f}, {coarse_percentile(row.works, 50)}, {coarse_percentile(row.works, 95)}",
        "" if row.efficiency is None else f"{row.efficiency:.3g}",
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

"""Columns' benchmark: the page's table with ours beside it, every preset, the crooked generator, changed rules."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.benchmarks.columns_studies import CROOKED, SMART, SURVIVE, UNLIMITED_MS, Study, parameters
from bot.benchmarks.markdown import table
from bot.measuring.lifetimes import mean_life
from bot.measuring.results import ResultStore, Series
from bot.measuring.simulation import simulate

GAME: Final = "columns"
NO_DEATHS: Final = 3.0
"""Of so many expected deaths none is seen once in twenty times (exp(-3) = 0.05)."""


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A study and what came out of it.

    Attributes:
        study: what was played.
        result: what `simulate` says of it.
        pieces: int64 (games,), pieces that each game lasted, at most `study.pieces`.
        scores: float64 (games,), points of each game.
    """

    study: Study
    result: dict[str, Any]
    pieces: NDArray[np.int64]
    scores: NDArray[np.float64]

    @property
    def alive(self) -> int:
        """Games that were cut off and not lost."""
        return int((self.pieces >= self.study.pieces).sum())

    @property
    def pieces_a_death(self) -> float:
        """Pieces played for each game lost, which is the mean life where a piece is as dangerous as any other.

        Where no game was lost it is a bound: with a shorter life one would have been lost, 19 times in 20.
        """
        return float(self.pieces.sum() / (self.deaths or NO_DEATHS))

    @property
    def deaths(self) -> int:
        """Games that were lost."""
        return int(self.pieces.size) - self.alive

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of `pieces_a_death`; the upper end is infinite where no game was lost."""
        return mean_life(float(self.pieces.sum()), self.deaths)

    @property
    def deviation(self) -> float | None:
        """Standard deviation of the pieces of a game; None where some were cut off, or there is one game."""
        return float(self.pieces.std(ddof=1)) if self.alive == 0 and self.pieces.size > 1 else None

    @property
    def points_a_piece(self) -> tuple[float, float]:
        """Mean over games of the score a piece, and its standard error."""
        ratios = self.scores / np.maximum(self.pieces, 1)
        spread = ratios.std(ddof=1) if ratios.size > 1 else 0.0
        return float(ratios.mean()), float(spread / ratios.size**0.5)

    def document(self) -> dict[str, Any]:
        """Return the `--json` entry."""
        study = self.study
        (points, error), (least, most) = self.points_a_piece, self.interval
        return {
            "section": study.section,
            "rules": study.rules,
            "policy": study.policy,
            "games": study.games,
            "cut_off": study.pieces,
            "think_ms": None if study.think_ms == UNLIMITED_MS else study.think_ms,
            "never_died": self.alive,
            "pieces": {"mean": float(self.pieces.mean()), "sd": self.deviation},
            "pieces_a_death": self.pieces_a_death,
            "pieces_a_death_ci95": [least, most if math.isfinite(most) else None],
            "points_a_piece": {"mean": points, "se": error},
            "ms_per_move": self.result["ms_per_move"],
            "page": {"pieces": study.page_pieces, "points_a_piece": study.page_points},
        }


def measure(study: Study, jobs: int, seed: int, store: ResultStore, on_game: Callable[[int], None]) -> Row:
    """Play the games of a study that are not in the store yet.

    Args:
        study: one of `columns_studies.plan`.
        jobs: games side by side.
        seed: of the first game.
        store: where games are kept.
        on_game: called with the number of games done.
    """
    series = Series(GAME, study.policy, study.rules, study.pieces, study.think_ms)
    result = simulate(series, study.games, seed=seed, jobs=jobs, progress=on_game, store=store)
    games = store.games(series)
    played = [games[one] for one in range(seed, seed + study.games)]
    pieces = np.array([one.moves for one in played], np.int64)
    return Row(study, result, pieces, np.array([one.score for one in played]))


def of(rows: Sequence[Row], section: str) -> list[Row]:
    """Return the rows of a section."""
    return [row for row in rows if row.study.section == section]


def find(rows: Sequence[Row], rules: str, policy: str) -> Row | None:
    """Return the first row of a player under some rules."""
    return next((row for row in rows if (row.study.rules, row.study.policy) == (rules, policy)), None)


def text(rows: Sequence[Row], pictures: dict[str, Path]) -> str:
    """Return everything as Markdown."""
    return "\n\n".join(
        (
            f"### Beside the prototype\n\n{_page(of(rows, 'page'))}",
            f"### Presets\n\n{_presets(of(rows, 'presets'))}",
            f"### Crooked generator, by how many pieces it chooses from\n\n{_observers(of(rows, OBSERVED))}",
            f"### Crooked generator, by board and colours\n\n{_crooked(of(rows, 'crooked'))}",
            f"### Survival under changed rules\n\n{_grid(of(rows, 'grid'), pictures)}",
        )
    )


OBSERVED: Final = "crooked by candidates"


def lasted(row: Row) -> str:
    """Return the mean pieces of a game; ">" where a game was cut off, "never died" where all were."""
    if row.alive == row.pieces.size:
        return f"> {row.study.pieces} (none of {row.pieces.size} died)"
    mean = f"{row.pieces.mean():.0f}"
    return f"> {mean} ({row.alive} of {row.pieces.size} never died)" if row.alive else mean


def _a_death(row: Row) -> str:
    """Return pieces a death with their interval, by `mean_life`; of no death the bound alone."""
    least, most = row.interval
    return (
        f"{row.pieces_a_death:.0f} ({least:.0f} to {most:.0f})" if row.deaths else f"at least {row.pieces_a_death:.0f}"
    )


def _page(rows: Sequence[Row]) -> str:
    lines = []
    for row in rows:
        study, (points, error) = row.study, row.points_a_piece
        longer = _times_smart(rows, row)
        lines.append(
            (
                study.rules,
                study.policy,
                f"{study.games} x {study.pieces}",
                lasted(row) + ("" if row.deviation is None else f", sd {row.deviation:.0f}"),
                _a_death(row),
                longer,
                study.page_pieces or "",
                f"{points:.2f} +- {error:.2f}",
                "" if study.page_points is None else f"{study.page_points:g}",
                f"{row.result['ms_per_move']['mean']:.3f}",
            )
        )
    header = (
        "rules",
        "player",
        "games x cut off at",
        "pieces survived",
        "pieces a death (95 %)",
        "times smart's",
        "prototype",
        "score a piece",
        "prototype",
        "ms a piece",
    )
    return table(header, lines)


def _times_smart(rows: Sequence[Row], row: Row) -> str:
    """Return how many times as many pieces a death costs as with the smart player; "" where that one never died."""
    smart = find(rows, row.study.rules, SMART)
    if smart is None or smart.alive == smart.pieces.size:
        return ""
    bound = "> " if row.alive == row.pieces.size else ""
    return f"{bound}{row.pieces_a_death / smart.pieces_a_death:.3g}"


def _presets(rows: Sequence[Row]) -> str:
    lines = []
    for row in rows:
        points, error = row.points_a_piece
        smart = find(rows, row.study.rules, SMART)
        times = 0.0 if smart is None else points / max(smart.points_a_piece[0], 1e-9)
        lines.append(
            (
                row.study.rules,
                row.study.policy,
                f"{row.study.games} x {row.study.pieces}",
                lasted(row),
                f"{points:.1f} +- {error:.1f}",
                f"{times:.2f}",
                f"{row.result['ms_per_move']['mean']:.2f}, {row.result['ms_per_move']['p99']:.2f}",
            )
        )
    header = ("rules", "player", "games x cut off at", "pieces", "score a piece", "times smart's", "ms a piece, p99")
    return table(header, lines)


def _observers(rows: Sequence[Row]) -> str:
    lines = [(row.study.rules, row.study.policy, lasted(row), _times_smart(rows, row)) for row in rows]
    return f"{_cut_off(rows)}\n\n{table(('rules', 'player', 'pieces', 'pieces a death, times smart'), lines)}"


def _crooked(rows: Sequence[Row]) -> str:
    note = f"{_cut_off(rows)} The generator deals the worst of {CROOKED} pieces drawn. {SMART} / {SURVIVE}:"
    return f"{note}\n\n{_by_size(rows)}"


def _grid(rows: Sequence[Row], pictures: dict[str, Path]) -> str:
    players = list(dict.fromkeys(row.study.policy for row in rows))

    picture = f"\n\nPlot: {pictures['survival']}" if "survival" in pictures else ""
    return f"{_cut_off(rows)} {' / '.join(players)}:\n\n{_by_size(rows)}{picture}"


def lasted_shortly(row: Row) -> str:
    """Return the mean pieces of a game, ">" before it where one was cut off."""
    return f"{'>' if row.alive else ''}{row.pieces.mean():.0f}"


def _by_size(rows: Sequence[Row]) -> str:
    """Return a table with a line for each board and a column for each number of colours, all players in each cell."""

    def cell(cols: int, height: int, colours: int) -> str:
        here = [row for row in rows if parameters(row.study.rules) == (cols, height, colours)]
        return " / ".join(lasted_shortly(row) for row in here)

    seen = [parameters(row.study.rules) for row in rows]
    colours = sorted({each[2] for each in seen})
    boards = sorted({each[:2] for each in seen})
    lines = [(f"{cols} x {height}", *(cell(cols, height, each) for each in colours)) for cols, height in boards]
    return table(("board", *(f"{each} colours" for each in colours)), lines)


def _cut_off(rows: Sequence[Row]) -> str:
    """Return a sentence that says how many games there were and where they were cut off."""
    parts = []
    for policy in dict.fromkeys(row.study.policy for row in rows):
        first = next(row.study for row in rows if row.study.policy == policy)
        parts.append(f"{first.games} games of at most {first.pieces} pieces by {policy}")
    return f"Mean pieces survived; {', '.join(parts)}. `>`: a game was cut off, and counts as it stood."

"""Hypersonic's benchmark: the paper's tables and figures with ours beside them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.benchmarks.hypersonic_studies import FEATURES, PAPER_NAMES, Study, placed_higher
from bot.benchmarks.markdown import table
from bot.measuring.match_results import Match, MatchSeries, MatchStore
from bot.measuring.matches import play_matches
from bot.measuring.proportion import wilson
from engine.hypersonic import PRESET_FOR

INTERVALS: Final = "95 % intervals (Wilson)"


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A study and its games."""

    study: Study
    matches: Sequence[Match]

    @property
    def won(self) -> int:
        """Games that the first player won alone."""
        return sum(match.won for match in self.matches)

    @property
    def tied(self) -> int:
        """Games in which it shared the first place."""
        return sum(match.tied for match in self.matches)

    @property
    def lost(self) -> int:
        """All others."""
        return len(self.matches) - self.won - self.tied

    @property
    def put_out(self) -> int:
        """Games in which the referee put the first player out."""
        return sum(match.players[0].out != "" for match in self.matches)

    def higher(self, first: str, second: str) -> int:
        """Return in how many games one player stood higher than another."""
        one, other = self.study.names.index(first), self.study.names.index(second)
        return sum(match.players[one].place < match.players[other].place for match in self.matches)

    def times(self, player: int = 0) -> NDArray[np.float32]:
        """Return what each answer of a player but the first of a game took, milliseconds."""
        return np.concatenate([match.players[player].turns[0, 1:] for match in self.matches])

    def first_times(self) -> list[float]:
        """Return what the first player's first answers took, milliseconds; put out in its first turn it has none."""
        turns = [match.players[0].turns for match in self.matches]
        return [float(each[0, 0]) for each in turns if each.size]

    def mean(self, kind: int) -> float:
        """Return the mean of the first player's simulations (kind 1) or depth (kind 2), 0 without any answer."""
        values = np.concatenate([match.players[0].turns[kind] for match in self.matches])
        return float(np.mean(values)) if values.size else 0.0

    def by_round(self, kind: int) -> NDArray[np.float64]:
        """Return, a round each, the mean over games of the first player's simulations (kind 1) or depth (kind 2).

        Rounds that fewer than a tenth of the games reached are left out.
        """
        turns = [match.players[0].turns[kind] for match in self.matches]
        longest = max(each.size for each in turns)
        means = []
        for number in range(longest):
            values = [each[number] for each in turns if each.size > number]
            if 10 * len(values) < len(turns):
                break
            means.append(float(np.mean(values)))
        return np.array(means)

    def document(self) -> dict[str, Any]:
        """Return the `--json` entry."""
        study, games = self.study, len(self.matches)
        ms = self.times()
        document = {
            "section": study.section,
            "label": study.label,
            "players": list(study.names),
            "think_ms": study.think_ms,
            "games": games,
            "won": self.won,
            "tied": self.tied,
            "lost": self.lost,
            "win_interval": list(wilson(self.won, games)),
            "loss_interval": list(wilson(self.lost, games)),
            "late_answers": sum(match.players[0].late for match in self.matches),
            "put_out": self.put_out,
            "ms_per_move": {f"p{share}": percentile(ms, share) for share in (50, 95, 99)},
            "simulations": self.mean(1),
            "depth": self.mean(2),
            "paper": {"won": study.paper_win, "lost": study.paper_loss},
        }
        if len(study.names) > 2:
            document["placed_higher"] = [
                {"player": one, "than": other, "games": self.higher(one, other), "paper": placed_higher(one, other)}
                for one in study.names
                for other in study.names
                if one != other
            ]
        return document


def measure(study: Study, jobs: int, seed: int, store: MatchStore, on_game: Callable[[int], None]) -> Row:
    """Play the games of a study that are not in the store yet.

    Args:
        study: one of `hypersonic_studies.plan`.
        jobs: games side by side.
        seed: of the first map.
        store: where games are kept.
        on_game: called with the number of games done.
    """
    series = MatchSeries(study.names, PRESET_FOR[len(study.names)], study.think_ms)
    return Row(study, play_matches(series, study.games, seed=seed, jobs=jobs, progress=on_game, store=store))


def of(rows: Sequence[Row], section: str) -> list[Row]:
    """Return the rows of a section."""
    return [row for row in rows if row.study.section == section]


def text(rows: Sequence[Row], pictures: dict[str, Path]) -> str:
    """Return tables 2 to 4 and the figures as Markdown, those of which something was played."""
    shown: list[tuple[str, str, Callable[[Sequence[Row]], str]]] = [
        ("table 2", "Table 2: what each enhancement adds, against ZH", _duels),
        ("table 3", "Table 3: one against one", _duels),
        ("plain beam", "Section 7: a beam without enhancements", _plain),
        ("table 4", "Table 4: three players, who stands higher", _table_4),
        ("ours", "Our strongest player against the paper's", _duels),
        ("table 2", "Figures 3 and 4: simulations and depth a round", lambda played: _figures(played, pictures)),
        ("protocol", "Behind the platform's pipes", _protocol),
    ]
    return "\n\n".join(
        f"### {title}\n\n{part(of(rows, section))}" for section, title, part in shown if of(rows, section)
    )


def percentile(values: NDArray[np.float32], share: float) -> float:
    """Return a percentile, 0 of nothing."""
    return float(np.percentile(values, share)) if values.size else 0.0


def percent(count: int, games: int) -> str:
    """Return a share in percent with its 95 % interval."""
    low, high = wilson(count, games)
    return f"{100 * count / games:.1f} ({100 * low:.1f} to {100 * high:.1f})"


def _duels(rows: Sequence[Row]) -> str:
    lines = []
    for row in rows:
        study, games = row.study, len(row.matches)
        against = next((label for label, name in FEATURES.items() if name == study.names[1]), study.names[1])
        against = PAPER_NAMES.get(study.names[1], against)
        lines.append(
            (
                study.label,
                against,
                str(games),
                percent(row.won, games),
                _paper(study.paper_win),
                percent(row.lost, games),
                _paper(study.paper_loss),
                f"{100 * row.tied / games:.1f}",
                f"{percentile(row.times(), 99):.1f}",
            )
        )
    header = ("player", "against", "games", "won %", "paper", "lost %", "paper", "tied %", "ms a turn p99")
    return f"{_budget(rows)}; {INTERVALS}.\n\n{table(header, lines)}"


def _plain(rows: Sequence[Row]) -> str:
    return f'{_duels(rows)}\n\nThe paper has no table of these; its text says "above 80%".'


def _table_4(rows: Sequence[Row]) -> str:
    parts = [f"{_budget(rows)}; {INTERVALS}."]
    for row in rows:
        names, games = row.study.names, len(row.matches)
        lines = []
        for one in names:
            cells = [
                ""
                if one == other
                else f"{percent(row.higher(one, other), games)}, paper {_paper(placed_higher(one, other))}"
                for other in names
            ]
            lines.append((PAPER_NAMES[one], *cells))
        parts.append(table((f"higher, % of {games} games", *(PAPER_NAMES[name] for name in names)), lines))
    return "\n\n".join(parts)


def _protocol(rows: Sequence[Row]) -> str:
    lines = []
    for row in rows:
        ms, first = row.times(), row.first_times()
        reasons = sorted({match.players[0].out.partition(": ")[2] for match in row.matches if match.players[0].out})
        lines.append(
            (
                row.study.label,
                str(len(row.matches)),
                str(ms.size + len(first)),
                str(row.put_out),
                "; ".join(reasons),
                *(f"{percentile(ms, share):.1f}" for share in (50, 95, 99, 100)),
                f"{sum(first) / max(len(first), 1):.0f}, {max(first, default=0.0):.0f}",
                percent(row.won, len(row.matches)),
            )
        )
    header = (
        "player",
        "games",
        "turns",
        "put out",
        "why",
        "ms a turn p50",
        "p95",
        "p99",
        "most",
        "first turn",
        "won %",
    )
    think = ", ".join(f"{ms:g}" for ms in sorted({row.study.think_ms for row in rows}))
    note = (
        "Limits 1,000 ms for the first turn (mean and most) and 100 ms for every other. The player behind the pipes "
        f"thinks as long as `codingame` has it by itself, RHEA in our process {think} ms."
    )
    return f"{note}\n\n{table(header, lines)}"


def _figures(rows: Sequence[Row], pictures: dict[str, Path]) -> str:
    lines = [
        (
            row.study.label,
            f"{row.mean(1):.0f}",
            f"{row.mean(2):.1f}",
        )
        for row in rows
    ]
    shown = "".join(f"\n\nPlot of {name}: {path}" for name, path in pictures.items())
    return f"{_budget(rows)}.\n\n{table(('player', 'simulations a turn', 'depth'), lines)}{shown}"


def _paper(percent_of_games: float | None) -> str:
    return "" if percent_of_games is None else f"{percent_of_games:g}"


def _budget(rows: Sequence[Row]) -> str:
    """Return the beginning of a sentence that says what was played."""
    budgets = sorted({row.study.think_ms for row in rows})
    return f"{', '.join(f'{ms:g}' for ms in budgets)} ms a turn (paper: 100); every map once from each seat"

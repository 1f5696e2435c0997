"""The paper's figures drawn from our games: bars of mean and deviation, efficiency, histograms.

Figure 4, people's scores, is the paper's alone: it has 20 games, of which the text tells the mean, deviation and range.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bot.benchmarks.stacker import CURVE, FIGURES, SCORES, Row, at, more_games
from bot.benchmarks.stacker_studies import HUMAN
from bot.measuring.summaries import DIGITS
from policy.square_stacker.dqn import shipped_curve

TITLES = {
    "figure 3": "Random: scores",
    "figure 4": "People: scores, as far as the paper tells",
    "figure 5": "Deep Q-network: score while training",
    "figure 6": "Deep Q-network: scores",
    "figure 7": "Short-term memory: score by moves remembered",
    "figure 8": "Random search: score by games a move",
    "figure 9": "Random search, GPM=3: scores",
    "figure 10": "Random search, GPM=3: moves searched",
    "figure 11": "Exhaustive search: score by depth",
    "figure 12": "Exhaustive search, D=3: scores",
    "figure 13": "Exhaustive search, D=3: moves searched",
    "figure 14": "Depth-limited random search: score by depth",
    "figure 15": "Depth-limited random search: score by games a move",
    "figure 16": "DLRGS, D=3, GPM=10: scores",
    "figure 17": "DLRGS, D=3, GPM=10: moves searched",
    "figure 18": "Graph search: score by moves simulated a decision",
    "figure 19": "MCTS: frequency of scores",
}
OURS, PAPER = "#2f6f8f", "#d9822b"
SHADES = ("#a9cfe0", "#6aa6c2", OURS)
"""Ours where there are three."""
SIZE_IN, DPI = (7.0, 4.2), 120
"""Inches and pixels an inch."""


def draw(rows: Sequence[Row], folder: Path) -> dict[str, Path]:
    """Draw every figure into `folder`, made where missing, and return the pictures by figure."""
    mpl.use("Agg")
    folder.mkdir(parents=True, exist_ok=True)
    kinds: dict[str, Callable[[Axes, Sequence[Row]], None]] = {
        **dict.fromkeys(SCORES, _histograms),
        "figure 4": lambda axes, _: _people(axes),
        CURVE: lambda axes, _: _training(axes),
        "figure 7": _bars,
        **dict.fromkeys(("figure 10", "figure 13", "figure 17"), searched),
        "figure 14": lambda axes, shown: _grouped(axes, shown, by_depth=True),
        "figure 15": lambda axes, shown: _grouped(axes, shown, by_depth=False),
        "figure 18": lambda axes, shown: _efficiency(axes, shown, more_games(rows)),
        "figure 19": _histograms,
    }
    pictures = {}
    for place in FIGURES:
        figure = Figure(figsize=SIZE_IN, dpi=DPI, layout="constrained")
        axes = figure.subplots()
        kinds.get(place, _bars)(axes, at(rows, place))
        axes.set_title(f"{TITLES[place]} (paper's {place})")
        axes.grid(visible=True, axis="y", alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
        pictures[place] = folder / f"{place.replace(' ', '_')}.png"
        figure.savefig(pictures[place])
    return pictures


def _training(axes: Axes) -> None:
    """Draw how the paper's network did while it was trained: every 100 games' least, mean and most."""
    curve = shipped_curve()
    games = 100 * np.arange(1, len(curve) + 1)
    axes.fill_between(games, curve[:, 0], curve[:, 2], color=OURS, alpha=0.25, label="least to most")
    axes.plot(games, curve[:, 1], color=OURS, label="mean of 100 games")
    axes.set_xlabel("games")
    axes.set_ylabel("score")
    axes.legend()


def _bars(axes: Axes, rows: Sequence[Row]) -> None:
    across = np.arange(len(rows))
    means = [row.scores.mean() for row in rows]
    axes.bar(across, means, yerr=[row.scores.std() for row in rows], capsize=6, color=OURS, label="ours, mean and sd")
    said = [(x, row.study.mean) for x, row in zip(across, rows, strict=True) if row.study.mean is not None]
    if said:
        axes.plot(*zip(*said, strict=True), "D", color=PAPER, label="paper, mean")
    axes.set_xticks(across, [row.study.label for row in rows])
    axes.set_ylabel("score")
    axes.set_ylim(bottom=0)
    axes.legend()


def _parameters(row: Row) -> tuple[int, int]:
    """Return depth and games of a DLRGS row."""
    values = dict(part.split("=") for part in row.study.policy.partition(":")[2].split(","))
    return int(values["depth"]), int(values["games"])


def _grouped(axes: Axes, rows: Sequence[Row], *, by_depth: bool) -> None:
    """Draw each group's games together, as the paper does: 3,000 games a bar."""
    groups: dict[int, list[Row]] = {}
    for row in rows:
        groups.setdefault(_parameters(row)[0 if by_depth else 1], []).append(row)
    keys = sorted(groups)
    scores = [np.concatenate([row.scores for row in groups[key]]) for key in keys]
    across = np.arange(len(keys))
    axes.bar(across, [s.mean() for s in scores], yerr=[s.std() for s in scores], capsize=6, color=OURS)
    axes.set_xticks(across, [f"{'D' if by_depth else 'GPM'}={key}" for key in keys])
    axes.set_ylabel("score, mean and sd")
    axes.set_ylim(bottom=0)


def _efficiency(axes: Axes, rows: Sequence[Row], beyond: Sequence[Row]) -> None:
    """Draw score by cost; `beyond` the paper the lines go on, dashed and hollow."""
    series: dict[str, list[Row]] = {}
    for row in (*rows, *beyond):
        words = row.study.label.split()
        series.setdefault(" ".join(words[:-1]) or words[0], []).append(row)
    for name, members in series.items():
        members.sort(key=lambda row: row.result["work_per_move"])
        points = [(row.result["work_per_move"], row.scores.mean()) for row in members]
        papers = [point for point, row in zip(points, members, strict=True) if row not in beyond]
        (line,) = axes.plot(*zip(*papers, strict=True), "o-", label=name, zorder=3)
        if len(papers) < len(points):
            axes.plot(*zip(*points, strict=True), "o--", color=line.get_color(), markerfacecolor="white")
    if beyond:
        axes.plot([], [], "o--", color="grey", markerfacecolor="white", label="more games than the paper's")
    axes.set_xscale("log")
    axes.set_xlabel("moves simulated a decision, mean")
    axes.set_ylabel("score, mean")
    axes.legend(loc="upper left")


def _histograms(axes: Axes, rows: Sequence[Row]) -> None:
    most = max(row.scores.max() for row in rows)
    edges = np.linspace(0, most, 21)
    scores, labels = [row.scores for row in rows], [row.study.label for row in rows]
    axes.hist(scores, bins=list(edges), label=labels, density=True, color=list(SHADES[-len(rows) :]))
    if len(rows) == 1:
        axes.axvline(float(rows[0].scores.mean()), color="black", linestyle=":", label="ours, mean")
    for row in rows:
        if row.study.mean is not None:
            axes.axvline(row.study.mean, color=PAPER, linestyle="--", label=f"paper, mean of {row.study.label}")
    axes.set_xlabel("score")
    axes.set_ylabel("share of games a point")
    axes.legend()


def _people(axes: Axes) -> None:
    """Draw what Table 1 says of the paper's two players."""
    _, games, least, most, mean, deviation = HUMAN
    axes.hlines(0, least, most, color=PAPER, alpha=0.4, linewidth=6, label="least to most")
    axes.errorbar(mean, 0, xerr=deviation, fmt="D", color=PAPER, capsize=6, label=f"mean and sd of {games} games")
    axes.set_ylim(-1, 1)
    axes.set_yticks([])
    axes.set_xlabel("score")
    axes.set_xlim(left=0)
    axes.legend()


def searched(axes: Axes, rows: Sequence[Row]) -> None:
    """Draw how often a decision simulated how many moves, in bars as wide as what the most stands for (`coarse`)."""
    (row,) = rows
    wide = 1 << max(max(row.works, default=0).bit_length() - DIGITS, 0)
    heights: dict[int, float] = {}
    for simulated, count in row.works.items():
        left = simulated // wide * wide
        heights[left] = heights.get(left, 0.0) + count / sum(row.works.values())
    axes.bar(list(heights), list(heights.values()), width=wide, align="edge", color=OURS, label=row.study.label)
    axes.axvline(row.result["work_per_move"], color="black", linestyle=":", label="mean")
    axes.set_xlabel(f"moves simulated a decision, bars of {wide}")
    axes.set_ylabel("share of decisions")
    axes.legend()

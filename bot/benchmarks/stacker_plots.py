"""The paper's figures drawn from our games: bars of mean and deviation, efficiency, histograms."""

from collections.abc import Callable, Sequence
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bot.benchmarks.stacker import FIGURES, Row, at
from policy.square_stacker.dqn import shipped_curve

TITLES = {
    "figure 5": "Deep Q-network: score while training",
    "figure 8": "Random search: score by games a move",
    "figure 11": "Exhaustive search: score by depth",
    "figure 14": "Depth-limited random search: score by depth",
    "figure 15": "Depth-limited random search: score by games a move",
    "figure 18": "Graph search: score by moves simulated a decision",
    "figure 19": "MCTS: frequency of scores",
}
OURS, PAPER = "#2f6f8f", "#d9822b"
SIZE_IN, DPI = (7.0, 4.2), 120
"""Inches and pixels an inch."""


def draw(rows: Sequence[Row], folder: Path) -> dict[str, Path]:
    """Draw every figure into `folder`, made where missing, and return the pictures by figure."""
    mpl.use("Agg")
    folder.mkdir(parents=True, exist_ok=True)
    kinds: dict[str, Callable[[Axes, Sequence[Row]], None]] = {
        "figure 14": lambda axes, shown: _grouped(axes, shown, by_depth=True),
        "figure 15": lambda axes, shown: _grouped(axes, shown, by_depth=False),
        "figure 18": _efficiency,
        "figure 19": _histograms,
    }
    pictures = {}
    for place in ("figure 5", *FIGURES):
        figure = Figure(figsize=SIZE_IN, dpi=DPI, layout="constrained")
        axes = figure.subplots()
        if place == "figure 5":
            _training(axes)
        else:
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


def _efficiency(axes: Axes, rows: Sequence[Row]) -> None:
    series: dict[str, list[Row]] = {}
    for row in rows:
        words = row.study.label.split()
        series.setdefault(" ".join(words[:-1]) or words[0], []).append(row)
    for name, members in series.items():
        members.sort(key=lambda row: row.result["work_per_move"])
        work = [row.result["work_per_move"] for row in members]
        axes.plot(work, [row.scores.mean() for row in members], "o-", label=name)
    axes.set_xscale("log")
    axes.set_xlabel("moves simulated a decision, mean")
    axes.set_ylabel("score, mean")
    axes.legend(loc="center right")


def _histograms(axes: Axes, rows: Sequence[Row]) -> None:
    most = max(row.scores.max() for row in rows)
    edges = np.linspace(0, most, 21)
    axes.hist([row.scores for row in rows], bins=list(edges), label=[row.study.label for row in rows], density=True)
    axes.set_xlabel("score")
    axes.set_ylabel("share of games a point")
    axes.legend()

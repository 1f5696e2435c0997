"""Figures 3 and 4 drawn from our games: simulations and depth of the beam search, round by round."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import matplotlib as mpl
from matplotlib.figure import Figure

from bot.benchmarks.hypersonic import Row, of

SIZE_IN, DPI = (7.0, 4.2), 120
"""Inches and pixels an inch."""
FIGURES: Final = {"figure 3": (1, "simulations"), "figure 4": (2, "depth reached")}
"""Row of `MatchPlayer.turns` and what it is, by figure."""


def draw(rows: Sequence[Row], folder: Path) -> dict[str, Path]:
    """Draw both figures into `folder`, made where missing; return the pictures by figure."""
    mpl.use("Agg")
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {}
    shown = of(rows, "table 2")
    for place, (kind, what) in FIGURES.items():
        figure = Figure(figsize=SIZE_IN, dpi=DPI, layout="constrained")
        axes = figure.subplots()
        for row in shown:
            means = row.by_round(kind)
            axes.plot(range(1, means.size + 1), means, label=row.study.label, linewidth=1.2)
        axes.set_xlabel("round")
        axes.set_ylabel(f"{what}, mean of games")
        budget = f"{shown[0].study.think_ms:g} ms a turn" if shown else ""
        axes.set_title(f"Beam search: {what} a round, {budget} (paper's {place})")
        axes.grid(visible=True, alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(fontsize=8)
        pictures[place] = folder / f"hypersonic_{place.replace(' ', '_')}.png"
        figure.savefig(pictures[place])
    return pictures

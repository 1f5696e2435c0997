"""Points a move against time a move, drawn: one line a preset."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import matplotlib as mpl
from matplotlib.figure import Figure

from bot.benchmarks.bilging import Row, curve
from bot.benchmarks.bilging_studies import MARKS, STRONGEST

SIZE_IN, DPI = (7.0, 4.2), 120
"""Inches and pixels an inch."""
SURE: Final = 1.96
"""Standard errors that a bar reaches up and down."""


def draw(rows: Sequence[Row], folder: Path) -> dict[str, Path]:
    """Draw section "curve" into `folder`, made where missing; return {"budget": picture}, {} without such rows."""
    presets = list(dict.fromkeys(row.study.rules for row in rows if row.study.section == "curve"))
    if not presets:
        return {}
    mpl.use("Agg")
    folder.mkdir(parents=True, exist_ok=True)
    figure = Figure(figsize=SIZE_IN, dpi=DPI, layout="constrained")
    axes = figure.subplots()
    for rules in presets:
        budgets, points, errors = curve(rows, rules)
        (line, *_) = axes.errorbar(budgets, points, SURE * errors, marker="o", capsize=3, linewidth=1.4, label=rules)
        if rules in MARKS:
            axes.axhline(MARKS[rules], color=line.get_color(), linestyle=":", linewidth=1.0)
    axes.set_xscale("log")
    axes.set_xlabel("budget, ms a move")
    axes.set_ylabel("points a move, 95 % interval")
    axes.set_title(f"{STRONGEST}: what more time brings (dotted: the goals at 50 ms)")
    axes.grid(visible=True, alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(title="rules")
    path = folder / "bilging_budget.png"
    figure.savefig(path)
    return {"budget": path}

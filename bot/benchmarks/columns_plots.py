"""The heat map of survival: a panel for each player and number of colours, a cell for each board."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure
from matplotlib.image import AxesImage

from bot.benchmarks.columns import Row, lasted_shortly, of
from bot.benchmarks.columns_studies import parameters

PANEL_IN, MARGIN_IN, DPI = (2.3, 2.2), (1.6, 0.9), 120
"""Inches (width, height) of a panel and around all, pixels an inch."""
PALE: Final = 0.55
"""Share of the colour scale above which a cell is so bright that its number is black."""


def draw(rows: Sequence[Row], folder: Path) -> dict[str, Path]:
    """Draw the heat map of section "grid" into `folder`, made where missing; return {"survival": picture}."""
    mpl.use("Agg")
    folder.mkdir(parents=True, exist_ok=True)
    shown = of(rows, "grid")
    players = list(dict.fromkeys(row.study.policy for row in shown))
    colours = sorted({parameters(row.study.rules)[2] for row in shown})
    size = (PANEL_IN[0] * len(colours) + MARGIN_IN[0], PANEL_IN[1] * len(players) + MARGIN_IN[1])
    figure = Figure(figsize=size, dpi=DPI, layout="constrained")
    panels = figure.subplots(len(players), len(colours), squeeze=False, sharex=True, sharey=True)
    cut_off = max(row.study.pieces for row in shown)
    least = min(row.pieces.mean() for row in shown)
    scale = LogNorm(vmin=max(1.0, least * 0.999), vmax=max(cut_off, 2.0))
    image = None
    for line, player in enumerate(players):
        for across, count in enumerate(colours):
            axes = panels[line, across]
            here = [row for row in shown if row.study.policy == player and parameters(row.study.rules)[2] == count]
            image = _panel(axes, here, scale)
            if line == 0:
                axes.set_title(f"{count} colours")
            if line == len(players) - 1:
                axes.set_xlabel("columns")
            if across == 0:
                axes.set_ylabel(f"{player}\nrows")
    figure.suptitle(f"Pieces survived, mean of games cut off at {cut_off} pieces (>: a game was cut off)")
    if image is not None:
        figure.colorbar(image, ax=panels, label="pieces survived", shrink=0.8)
    path = folder / "columns_survival.png"
    figure.savefig(path)
    return {"survival": path}


def _panel(axes: Axes, rows: Sequence[Row], scale: LogNorm) -> AxesImage:
    widths = sorted({parameters(row.study.rules)[0] for row in rows})
    heights = sorted({parameters(row.study.rules)[1] for row in rows}, reverse=True)
    cells = np.full((len(heights), len(widths)), np.nan)
    for row in rows:
        cols, height, _ = parameters(row.study.rules)
        place = heights.index(height), widths.index(cols)
        cells[place] = row.pieces.mean()
        bright = float(scale(cells[place])) > PALE
        axes.text(
            place[1],
            place[0],
            lasted_shortly(row),
            ha="center",
            va="center",
            fontsize=7,
            color="black" if bright else "white",
        )
    image = axes.imshow(cells, norm=scale, cmap="viridis", aspect="auto")
    axes.set_xticks(range(len(widths)), [str(width) for width in widths])
    axes.set_yticks(range(len(heights)), [str(height) for height in heights])
    return image

"""What a run did move by move, drawn as SVG for a page."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import matplotlib as mpl
from matplotlib.figure import Figure

SIZE_IN: Final = (6.4, 1.9)
LINE: Final = "#1f77b4"
ODD: Final = "#d62728"


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing and what it shows."""

    name: str
    svg: str


def draw_plots(numbers: Sequence[int], series: Mapping[str, Sequence[float]], odd: Sequence[int]) -> tuple[Plot, ...]:
    """Return one drawing a series.

    Args:
        numbers: of the moves.
        series: values by name, one a move.
        odd: moves to mark.
    """
    return tuple(Plot(name, _drawn(numbers, values, odd)) for name, values in series.items())


def _drawn(numbers: Sequence[int], values: Sequence[float], odd: Sequence[int]) -> str:
    # the same page for the same recording: ids are salted, and no date is written
    with mpl.rc_context({"svg.hashsalt": "report", "svg.fonttype": "none"}):
        figure = Figure(figsize=SIZE_IN, layout="constrained")
        axes = figure.subplots()
        axes.plot(numbers, values, marker=".", markersize=3, linewidth=0.9, color=LINE)
        for number in odd:
            axes.axvline(number, color=ODD, linewidth=1.0, alpha=0.5)
        axes.set_xlabel("move")
        axes.set_ylim(bottom=min(0.0, *values))
        axes.grid(visible=True, alpha=0.25)
        axes.spines[["top", "right"]].set_visible(False)
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    text = out.getvalue()
    return text[text.index("<svg") :]

"""The tables of `bench vision`."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from bot.benchmarks.markdown import table
from bot.benchmarks.vision.counts import Counts
from bot.benchmarks.vision.measure import Row
from bot.benchmarks.vision.real import VARIABLE, RealRow
from bot.benchmarks.vision.speed import Speed

HEADER: Final = ("boards", "exact boards", "cells", "cell accuracy", "UNKNOWN", "wrong but sure")
NOTE: Final = (
    "Accuracy and UNKNOWN count the cells that a person can tell: not those more than a tenth covered, in motion, or of"
    " a kind that the calibration's pictures did not show. Wrong but sure counts all cells."
)


def text(
    rows: Sequence[Row], real: Sequence[RealRow], speeds: Sequence[Speed], refused: Mapping[tuple[str, str, float], str]
) -> str:
    """Return everything as Markdown."""
    parts = [NOTE, f"### Real pictures\n\n{_real(real)}"]
    for game in dict.fromkeys(row.study.game for row in rows):
        own = [row for row in rows if row.study.game == game]
        lines = [(row.study.perturbation.name, *_figures(row.counts)) for row in own]
        lines.append(("all", *_figures(Counts.total(row.counts for row in own))))
        parts.append(f"### Drawn: {game}\n\n{table(('spoilt by', *HEADER), lines)}")
    parts.append(f"All drawn boards: {_sentence(Counts.total(row.counts for row in rows))}")
    parts += [f"Not calibrated: {game} {look} x {scale:g}: {why}" for (game, look, scale), why in refused.items()]
    lines = [(s.game, s.look, f"{s.width} x {s.height}", *map("{:.2f}".format, _milliseconds(s))) for s in speeds]
    header = ("game", "look", "window", "ms p50", "ms p95", "spoilt p50", "spoilt p95")
    parts.append(f"### One read\n\n{table(header, lines)}")
    return "\n\n".join(parts)


def _milliseconds(speed: Speed) -> tuple[float, ...]:
    return speed.p50, speed.p95, speed.spoilt_p50, speed.spoilt_p95


def documents(rows: Sequence[Row], real: Sequence[RealRow], speeds: Sequence[Speed]) -> list[dict[str, Any]]:
    """Return everything for `--json`."""
    drawn = [
        {"source": row.study.game, "perturbation": row.study.perturbation.name, **row.counts.document()} for row in rows
    ]
    labelled = [{"source": row.source, "manner": row.manner, **row.counts.document()} for row in real]
    return [*labelled, *drawn, *(asdict(speed) for speed in speeds)]


def _real(rows: Sequence[RealRow]) -> str:
    if not rows:
        return f"{VARIABLE} is not set, or names no folder: no real pictures here."
    lines = [(row.source, row.manner, *_figures(row.counts)) for row in rows]
    notes = [f"Not calibrated: {row.source}, {reason}" for row in rows for reason in row.reasons]
    return "\n\n".join([table(("source", "manner", *HEADER), lines), *notes])


def _figures(counts: Counts) -> tuple[str, ...]:
    refused = f" ({counts.refused} refused)" if counts.refused else ""
    boards = max(counts.boards, 1)
    return (
        f"{counts.boards}{refused}",
        f"{counts.exact / boards:.2%}",
        f"{counts.cells}",
        f"{counts.accuracy:.4%}" if counts.told else "",
        f"{counts.unknown}",
        f"{counts.wrong}",
    )


def _sentence(counts: Counts) -> str:
    return (
        f"{counts.boards} boards, {counts.cells} cells; of the {counts.told} that a person can tell"
        f" {counts.accuracy:.4%} read right, {counts.unknown} UNKNOWN; {counts.wrong} wrong but sure;"
        f" {counts.exact} boards exact."
    )

"""A recording as one page that needs nothing beside it: how the run went, how fast, what was odd, what was decided."""

import base64
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import jinja2
import numpy as np

from bot.examining.move_painter import MovePainter, narrowed
from bot.examining.report_plots import Plot, draw_plots
from bot.playing.latency import Latency, Percentiles
from bot.playing.outcome import Outcome
from bot.writable import replacing
from capture.frame import Pixels
from capture.recorded import RecordingReader
from capture.source import CaptureError

WIDTH: Final = 360
"""Pixels of a picture of a decision, at most."""
JPEG_QUALITY: Final = 82
MOST_ODD: Final = 60
"""So many moves that did not go as planned are shown, each with its picture."""
TOLD: Final = ("number", "move", "value", "spent_ms", "min_margin", "frame", "state")
"""What every decision must tell."""
TEMPLATE: Final = "report.html.j2"


@dataclass(frozen=True, slots=True)
class Move:
    """One decision and what became of it.

    Attributes:
        number: from 1.
        move: as a person would say it.
        outcome: "" where the recording does not tell.
        odd_cells: (row, column) each.
        value: of the move that was chosen, as its planner counts.
        second: of the next best, None without one.
        line: moves to come, its own first.
        spent_ms: time that the planner took.
        min_margin: of the board's cells, as read.
        frame: file of the picture.
        picture: data URI, "" where it is not shown.
    """

    number: int
    move: str
    outcome: str
    odd_cells: tuple[tuple[int, int], ...]
    value: float
    second: float | None
    line: tuple[str, ...]
    spent_ms: float
    min_margin: float
    frame: str
    picture: str = ""

    @property
    def odd(self) -> bool:
        """Whether it is known not to have gone as planned."""
        return self.outcome not in ("", Outcome.AS_PLANNED)


@dataclass(frozen=True, slots=True)
class Report:
    """What the page shows.

    Attributes:
        title: game and planner.
        facts: (name, value) of the run.
        outcomes: moves by outcome.
        latency_ms: {stage: {p50, p95, p99}}, None where the run came to no such stage.
        odd: moves that did not go as planned, the first of them.
        odd_besides: how many more there are.
        moves: some of all moves, with pictures.
        waits: why the run waited, and how often.
        plots: as SVG.
        cut: the run was killed: the last line is cut short, or no ending was written.
    """

    title: str
    facts: tuple[tuple[str, str], ...]
    outcomes: Mapping[str, int]
    latency_ms: Mapping[str, Percentiles]
    odd: tuple[Move, ...]
    odd_besides: int
    moves: tuple[Move, ...]
    waits: Mapping[str, int]
    plots: tuple[Plot, ...]
    cut: bool

    @property
    def pictures(self) -> int:
        """How many pictures of decisions the page holds."""
        return sum(1 for move in (*self.odd, *self.moves) if move.picture)

    @property
    def lacking(self) -> int:
        """How many decisions the page shows without a picture, since their frames are not on disk."""
        return len(self.odd) + len(self.moves) - self.pictures


def make_report(recording: Path, pictures: int) -> Report:
    """Read a recording.

    Args:
        recording: its folder.
        pictures: of decisions that went as planned, spread evenly over the run.

    Raises:
        CaptureError: not a recording, a damaged one, or one without decisions.
        vision.profile.ProfileError: the profile in it cannot be used.
    """
    reader = RecordingReader(recording)
    events = reader.events
    decisions = reader.events_of("decision", *TOLD)
    if not decisions:
        raise CaptureError(f"{recording}: holds no decisions, so there is nothing to report")
    painter = MovePainter(reader)
    moves = [_move(event, outcome, painter.words) for event, outcome in _with_outcomes(reader, decisions)]
    all_odd = [place for place, move in enumerate(moves) if move.odd]
    odd = all_odd[:MOST_ODD]
    rest = [place for place, move in enumerate(moves) if not move.odd]
    chosen = {rest[k] for k in np.linspace(0, len(rest) - 1, min(pictures, len(rest))).round().astype(int)}
    painted = _painted(reader, painter, decisions, {*odd, *chosen})
    moves = [replace(move, picture=painted.get(place, "")) for place, move in enumerate(moves)]
    document = _document(events)
    ending = next((event for event in reversed(events) if event["event"] == "ending"), None)
    return Report(
        f"{reader.meta.get('game', '?')}, {reader.meta.get('policy', '?')}",
        tuple(_facts(reader.meta, document, moves, ending)),
        dict(Counter(move.outcome or "not judged" for move in moves)),
        document.get("latency_ms") or _planning(moves),
        tuple(moves[place] for place in odd),
        len(all_odd) - len(odd),
        tuple(moves[place] for place in sorted(chosen)),
        dict(Counter(str(event.get("reason")) for event in events if event["event"] == "waiting")),
        draw_plots(
            [move.number for move in moves],
            {
                "planner, ms": [move.spent_ms for move in moves],
                "value of the move": [move.value for move in moves],
                "least margin of a cell": [move.min_margin for move in moves],
            },
            [move.number for move in moves if move.odd],
        ),
        reader.cut or ending is None,
    )


def write_report(report: Report, file: Path) -> None:
    """Write the page, whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    loader = jinja2.FileSystemLoader(Path(__file__).parent)
    environment = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
    page = environment.get_template(TEMPLATE).render(report=report)
    with replacing(file) as part:
        # JSON can hold halves of characters, UTF-8 cannot
        part.write_text(page, encoding="utf-8", errors="backslashreplace")


def _with_outcomes(
    reader: RecordingReader, decisions: Sequence[Mapping[str, Any]]
) -> list[tuple[Mapping[str, Any], Mapping[str, Any] | None]]:
    """Return each decision with what became of it; of several of one number that is told of the one before it.

    A falling piece is planned for anew where something stands in its way, and the number of one that landed out of
    reach is the next one's.
    """
    reader.events_of("outcome", "number", "outcome")  # refused where one lacks them
    outcomes: dict[int, Mapping[str, Any]] = {}
    latest: dict[Any, int] = {}
    place = -1
    for event in reader.events:
        if event["event"] == "decision":
            place += 1
            latest[event["number"]] = place
        elif event["event"] == "outcome" and event["number"] in latest:
            outcomes[latest[event["number"]]] = event
    return [(event, outcomes.get(place)) for place, event in enumerate(decisions)]


def _move(event: Mapping[str, Any], outcome: Mapping[str, Any] | None, words: Callable[[int], str]) -> Move:
    others = [float(one["value"]) for one in event.get("alternatives", ()) if one["move"] != event["move"]]
    return Move(
        int(event["number"]),
        words(int(event["move"])),
        str(outcome["outcome"]) if outcome else "",
        tuple((int(row), int(col)) for row, col in (outcome or {}).get("odd_cells", ())),
        float(event["value"]),
        max(others) if others else None,
        tuple(words(int(move)) for move in event.get("line", ())),
        float(event["spent_ms"]),
        float(event["min_margin"]),
        str(event["frame"]),
    )


def _painted(
    reader: RecordingReader, painter: MovePainter, decisions: Sequence[Mapping[str, Any]], places: set[int]
) -> dict[int, str]:
    """Return pictures of some decisions as data URIs; those whose frames never reached the disk are left out."""
    on_disk = set(reader.frame_names)
    painted = {}
    for place in places:
        event = decisions[place]
        if event["frame"] in on_disk:
            painted[place] = _data_uri(narrowed(painter.drawn(reader.frame(event["frame"]).pixels, event), WIDTH))
    return painted


def _data_uri(picture: Pixels) -> str:
    good, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not good:
        raise RuntimeError("a picture could not be packed as JPEG")
    return "data:image/jpeg;base64," + base64.b64encode(packed.tobytes()).decode("ascii")


def _document(events: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what the run told of itself at its end, with what an examiner added; {} for a run that was killed."""
    told: dict[str, Any] = {}
    for event in events:
        if event["event"] in ("summary", "examined") and isinstance(event.get("document"), dict):
            told.update(event["document"])
    return told


def _facts(
    meta: Mapping[str, Any], document: Mapping[str, Any], moves: Sequence[Move], ending: Mapping[str, Any] | None
) -> list[tuple[str, str]]:
    facts = [(name, str(meta[key])) for name, key in (("rules", "rules"), ("seed", "seed")) if key in meta]
    if "think_ms" in meta:
        facts.append(("budget", f"{float(meta['think_ms']):g} ms a move"))
    if "title" in meta:
        facts.append(("window", str(meta["title"])))
    if document.get("score") is not None:
        moved = max(1, int(document.get("moves", len(moves))))
        least = "at least " if document.get("score_at_least") else ""
        facts.append(("score", f"{least}{float(document['score']):g} ({float(document['score']) / moved:.2f} a move)"))
    confirmed = sum(move.outcome == Outcome.AS_PLANNED for move in moves)
    facts.append(("moves", f"{len(moves)}, {confirmed} as planned"))
    if "agreed" in document:
        facts.append(("agreed", f"{document['agreed']} of {document.get('answered', '?')} moves, as suggested"))
    if "cells_read" in document:
        facts.append(("cells read", f"{document['cells_read']:,}"))
    if "cells_misread" in document:
        facts.append(("misread, by the truth", f"{document['cells_misread']:,}"))
    if "seconds" in document:
        facts.append(("time", f"{float(document['seconds']):.1f} s"))
    facts.append(("ended", str(ending.get("reason")) if ending else "not told: the run was killed"))
    return facts


def _planning(moves: Sequence[Move]) -> dict[str, Percentiles]:
    """Return what decisions alone tell of the time a move took."""
    latency = Latency()
    for move in moves:
        latency.add("plan", move.spent_ms)
    return latency.summary()

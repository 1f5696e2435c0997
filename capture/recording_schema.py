"""What the keys of a recording hold: `RecordingReader` checks them once, so that whoever reads one need not doubt them.

A key that is not named here may hold anything.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from files.file_faults import ENDLESS

LEAST_WHOLE, MOST_WHOLE = -(2**63), 2**63 - 1
LEAST_CODE, MOST_CODE = -128, 127
TOLD = 40
"""Characters of a wrong value that are told."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a value must be: in words, and whether one is."""

    words: str
    holds: Callable[[Any], bool]


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and LEAST_WHOLE <= value <= MOST_WHOLE


def _is_count(value: Any) -> bool:
    return _is_whole(value) and value >= 0


def _is_seed(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_number(value: Any) -> bool:
    return (isinstance(value, float) and math.isfinite(value)) or _is_whole(value)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _list_of(holds: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(holds, value))


def _is_codes(value: Any) -> bool:
    rows = isinstance(value, list) and value
    return bool(rows) and all(
        isinstance(row, list)
        and len(row) == len(value[0]) > 0
        and all(_is_whole(code) and LEAST_CODE <= code <= MOST_CODE for code in row)
        for row in value
    )


def _is_cell(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_count, value))


def _is_region(value: Any) -> bool:
    if value is None:
        return True
    return isinstance(value, list) and len(value) == 4 and all(map(_is_whole, value)) and min(value[2:]) > 0


def _is_ranked(value: Any) -> bool:
    return isinstance(value, dict) and _is_whole(value.get("move")) and _is_number(value.get("value"))


def _is_maybe_number(value: Any) -> bool:
    return value is None or _is_number(value)


def _is_latency(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    shares = ("p50", "p95", "p99")
    return all(
        isinstance(times, dict) and all(_is_maybe_number(times.get(p, "")) for p in shares) for times in value.values()
    )


TEXT: Final = Kind("a text", _is_text)
TRUTH: Final = Kind("true or false", lambda value: isinstance(value, bool))
WHOLE: Final = Kind("a whole number", _is_whole)
COUNT: Final = Kind("a whole number of at least 0", _is_count)
SEED: Final = Kind("a whole number of at least 0", _is_seed)
NUMBER: Final = Kind("a number", _is_number)
POSITIVE: Final = Kind("a number above 0", lambda value: _is_number(value) and value > 0)
CODES: Final = Kind(f"rows of equally many whole numbers from {LEAST_CODE} to {MOST_CODE}", _is_codes)
CELLS: Final = Kind("a list of cells, [row, column] each", _list_of(_is_cell))
REGION: Final = Kind("null or [x, y, width, height]", _is_region)
RANKED: Final = Kind('a list of moves, {"move": N, "value": V} each', _list_of(_is_ranked))
MOVES: Final = Kind("a list of whole numbers", _list_of(_is_whole))
TEXTS: Final = Kind("a list of texts", _list_of(_is_text))
OBJECT: Final = Kind("an object", lambda value: isinstance(value, dict))
LATENCY: Final = Kind('{stage: {"p50", "p95", "p99"}} in numbers or null', _is_latency)
MAYBE_NUMBER: Final = Kind("a number or null", _is_maybe_number)

META: Final[Mapping[str, Kind]] = {
    "game": TEXT,
    "rules": TEXT,
    "rules_version": COUNT,
    "policy": TEXT,
    "title": TEXT,
    "think_ms": POSITIVE,
    "seed": SEED,
    "dry": TRUTH,
}
"""Of meta.toml."""
ANY_EVENT: Final[Mapping[str, Kind]] = {"event": TEXT, "time_ns": WHOLE}
EVENTS: Final[Mapping[str, Mapping[str, Kind]]] = {
    "frame": {"file": TEXT, "region": REGION, "scale": POSITIVE},
    "decision": {
        "frame": TEXT,
        "number": COUNT,
        "seed": SEED,
        "codes": CODES,
        "min_margin": NUMBER,
        "status": COUNT,
        "repaired": CELLS,
        "state": TEXT,
        "move": COUNT,
        "value": NUMBER,
        "alternatives": RANKED,
        "line": MOVES,
        "spent_ms": NUMBER,
        "work": COUNT,
    },
    "outcome": {
        "frame": TEXT,
        "number": COUNT,
        "outcome": TEXT,
        "odd_cells": CELLS,
        "repaired": CELLS,
        "codes": CODES,
    },
    "learned": {"kinds": OBJECT, "files": TEXTS},
    "waiting": {"reason": TEXT},
    "ending": {"reason": TEXT, "fault": TRUTH},
    "summary": {"document": OBJECT},
    "examined": {"document": OBJECT},
}
"""Of events.jsonl, by "event"."""
DOCUMENT: Final[Mapping[str, Kind]] = {
    "score": MAYBE_NUMBER,
    "score_at_least": TRUTH,
    "moves": COUNT,
    "answered": COUNT,
    "agreed": COUNT,
    "cells_read": COUNT,
    "cells_misread": COUNT,
    "seconds": NUMBER,
    "latency_ms": LATENCY,
}
"""Of the document of "summary" and "examined"."""


def fault_of(values: Mapping[str, Any], kinds: Mapping[str, Kind], within: str = "") -> str | None:
    """Return what is wrong with the first value that is not of its kind, None where all are; missing keys are no fault.

    Args:
        values: keys and what they hold.
        kinds: what they must hold.
        within: the key that holds `values`, with a point after it.
    """
    for key, kind in kinds.items():
        if key in values and not kind.holds(values[key]):
            return f"'{within}{key}' must be {kind.words}, not {told(values[key])}"
    return None


def told(value: Any) -> str:
    """Return the beginning of a wrong value, as Python writes it."""
    try:
        text = repr(value)
    except ValueError:
        return ENDLESS
    return text if len(text) <= TOLD else f"{text[:TOLD]}..."


def fault_of_event(event: Mapping[str, Any]) -> str | None:
    """Return what is wrong with an event, None where nothing is."""
    fault = fault_of(event, ANY_EVENT) or fault_of(event, EVENTS.get(str(event.get("event")), {}))
    if fault is None and isinstance(event.get("document"), dict):
        fault = fault_of(event["document"], DOCUMENT, "document.")
    return fault
